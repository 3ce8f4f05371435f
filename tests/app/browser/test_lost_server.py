"""A server that dies in mid-game and comes back."""

from pathlib import Path
from typing import Any

from app.browser.visitor import free_port, start_server, study_environment, visit
from kibitz.rules.othello.position import parse_position


def test_a_killed_server_loses_no_move_and_the_page_goes_on_by_itself(browser: Any, tmp_path: Path) -> None:
    environment, port = study_environment(tmp_path), free_port()
    process, server = start_server(tmp_path, environment, port)
    visits = visit(browser, server)
    visitor = next(visits)
    visitor.open("#/play/new").page.check('input[name="kind"][value="humans"]', force=True)
    visitor.page.click("button[type=submit]")
    visitor.see("#game-status")
    visitor.play("f5", "d6", "c3")
    visitor.until("document.querySelectorAll('.tree-move').length === 3")
    identity = visitor.page.evaluate("location.hash").rpartition("/")[2]
    while len(visitor.ask(f"/api/games/{identity}")["moves"]) < 3:
        visitor.page.wait_for_timeout(50)

    process.kill()
    process.wait()
    visitor.see("#banner", "does not answer")
    process, _ = start_server(tmp_path, environment, port)
    visitor.page.locator("#banner").wait_for(state="hidden")
    visitor.play("d3")
    visitor.until(f"fetch('/api/games/{identity}').then(a => a.json()).then(game => game.moves.length === 4)")
    assert visitor.board() == parse_position("f5d6c3d3").board_text()

    visitor.faults.clear()  # the browser's own complaints about the connection
    next(visits, None)
    process.terminate()
    process.wait()
