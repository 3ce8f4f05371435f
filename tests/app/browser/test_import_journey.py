"""Journeys of somebody who brings games along: import them, put them in order, and learn from them; at a desk and on a phone."""

import json
import threading
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from app.browser.conftest import running_server
from app.browser.visitor import Server, settle, study_environment, visit
from kibitz.records.othello.files import parse_games, write_games

LINES = ("f5d6c3d3c4f4", "f5d6c3d3c4f4", "f5d6c3f4f6", "f5d6c4d3c3", "f5f6e6f4")


def pgn(count: int) -> bytes:
    """So many games of five lines by one player against others; each game is there twice, and one is none."""

    def game(number: int, line: str) -> str:
        spaced = " ".join(line[at : at + 2] for at in range(0, len(line), 2))
        tags = {"Event": f"Club {number % 3}", "Date": f"2024.05.{number % 28 + 1:02}", "Black": "Zoe", "White": f"Ben {number}"}
        return "".join(f'[{name} "{value}"]\n' for name, value in tags.items()) + f"\n{spaced} *\n\n"

    games = "".join(game(number, LINES[number % len(LINES)]) for number in range(count))
    return (games + games + game(count, "f5a1")).encode()


@pytest.fixture(params=["visitor", "phone"])
def anybody(request):
    return request.getfixturevalue(request.param)


def counted(card) -> str:
    return card.locator(".import-counts").inner_text()


def test_games_are_imported_while_the_page_is_used_and_each_is_accounted_for(anybody) -> None:
    page = anybody.open("#/games").page
    before = anybody.ask("/api/games")["total"]
    page.get_by_role("button", name="Import games").click()
    page.wait_for_selector('html[data-ready="import"]')
    name = f"club{before}.pgn"
    data = pgn(600).replace(b'"Zoe"', f'"Zoe {before}"'.encode())
    page.set_input_files("#import-files", [{"name": name, "mimeType": "text/plain", "buffer": data}])
    anybody.see(".import-card h3", name)
    anybody.open("#/analyse").play("f5")  # nobody has to wait
    anybody.open("#/import").see('.import-card[data-state="done"]', name)
    card = page.locator(".import-card", has_text=name)
    assert counted(card) == "1,201 games read: 600 taken, 600 there already, 1 left out"
    card.locator("summary").click()
    assert "game 1201" in card.locator(".reason-list").inner_text()
    page.fill("#own-name", f"zoe {before}")
    page.get_by_role("button", name="Add", exact=True).click()
    anybody.see(".name-list li", f"zoe {before}")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    card.get_by_role("button", name="Show my games").click()
    anybody.see(".games-table .mine-tag", "Black: you")


def test_games_are_put_in_order_taken_along_deleted_and_brought_back(anybody) -> None:
    page = anybody.open("#/games").page
    for number, line in enumerate(LINES[:3]):
        made = {"moves": line, "black": {"name": f"Own {number}"}, "white": {"name": "Rival"}}
        anybody.page.evaluate(
            "made => fetch('/api/games', {method: 'POST', headers: {'content-type': 'application/json'}, body: made})",
            json.dumps(made),
        )
    page.fill("#game-search", "rival")
    rows = page.locator(".games-table tbody tr")
    anybody.until("document.querySelectorAll('.games-table tbody tr').length >= 3")
    page.get_by_role("button", name="Sort by Players").click()
    anybody.see('th[aria-sort="ascending"]', "Players")
    anybody.until("document.querySelector('.games-table tbody th').textContent.startsWith('Own 0')")
    page.get_by_label("Select the games shown").check()
    page.get_by_role("button", name="Folder and tags").click()
    page.select_option("#to-folder", label="new folder …")
    page.get_by_label("Name of the new folder").fill("Evenings")
    page.fill("#add-tags", "blitz")
    page.get_by_role("button", name="Apply").click()
    anybody.see(".game-marks", "Evenings")
    page.get_by_role("button", name="Export", exact=True).click()
    with page.expect_download() as taken:
        page.get_by_role("button", name="Download", exact=True).click()
    assert Path(taken.value.path()).read_text().count("[White") == rows.count()
    anybody.until("!document.querySelector('dialog[open]')")
    count = rows.count()
    page.get_by_role("button", name="Delete", exact=True).click()
    anybody.see(".undo-toast", "deleted")
    anybody.until("document.querySelectorAll('.games-table tbody tr').length === 0")
    page.get_by_role("button", name="Undo").click()
    anybody.until(f"document.querySelectorAll('.games-table tbody tr').length === {count}")
    rows.first.get_by_role("button", name="Edit").click()
    page.locator("dialog").get_by_label("Event").fill("Friendly")
    page.get_by_role("button", name="Save").click()
    anybody.see(".games-table td", "Friendly")
    page.get_by_label("Select the games shown").check()
    page.get_by_role("button", name="Delete", exact=True).click()
    anybody.until("document.querySelectorAll('.games-table tbody tr').length === 0")


def test_a_repertoire_is_built_on_the_board_and_shows_what_it_lacks(anybody) -> None:
    page = anybody.open("#/study/build").page
    anybody.see(".repertoire-table")
    anybody.play("f5")
    anybody.see(".toast", "1 move added.")
    anybody.see(".repertoire-status", "They answer")
    anybody.see(".repertoire-table td", "no reply")
    gap = anybody.see(".choice-list .list-button", "after f5")
    gap.click()
    anybody.see(".repertoire-status", "Not in your repertoire")
    settle(anybody)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.locator(".repertoire-table .move-button").first.click()
    anybody.see(".repertoire-table td", "no reply")
    page.get_by_role("button", name="Back").first.click()
    page.get_by_role("button", name="Remove").click()
    anybody.see(".repertoire-status", "Not in your repertoire")
    for card in anybody.ask("/api/repertoire")["cards"]:
        page.evaluate("id => fetch(`/api/repertoire/${id}`, {method: 'DELETE'})", card["id"])


def test_a_line_is_copied_and_taken_along_from_where_one_stands(anybody) -> None:
    page = anybody.open("#/analyse?moves=f5d6c3d3c4&at=3").page
    page.get_by_role("button", name="Copy or export").click()
    assert page.get_by_role("textbox", name="Moves up to here").input_value() == "f5d6c3"
    assert page.get_by_role("textbox", name="All moves of this line").input_value() == "f5d6c3d3c4"
    page.get_by_label("only up to here").check()
    page.select_option("#line-format", "ggf")
    with page.expect_download() as taken:
        page.get_by_role("button", name="Download", exact=True).click()
    assert Path(taken.value.path()).read_text().endswith("B[f5]W[d6]B[c3];)\n")


@pytest.fixture
def server_of_a_publisher(tmp_path: Path) -> Iterator[Server]:
    """The app without an archive, for which a web server of this machine publishes the collection of WTHOR."""
    published = tmp_path / "web" / "wthor"
    published.mkdir(parents=True)
    write_games(published, parse_games(pgn(30).replace(b"2024", b"1977").replace(b" *", b" 40-24"), "games", lambda _: None))
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(_Quiet, directory=tmp_path / "web")) as publisher:
        threading.Thread(target=publisher.serve_forever, daemon=True).start()
        mirror = {"KIBITZ_MIRROR": f"http://127.0.0.1:{publisher.server_port}", "KIBITZ_HOME": str(tmp_path / "home")}
        yield from running_server(tmp_path, study_environment(tmp_path) | mirror)
        publisher.shutdown()


class _Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_: object) -> None:
        """Nothing is said of a request."""


def test_the_archive_of_tournaments_is_downloaded_by_one_button_of_the_explorer(browser, server_of_a_publisher: Server) -> None:
    for visitor in visit(browser, server_of_a_publisher):
        visitor.open("#/study/explorer").see("#fetch-archive").click()
        card = visitor.see('.import-card[data-state="done"]', "wthor")
        assert "30 taken" in counted(card)
        visitor.open("#/study/explorer").see(".explorer-table tbody tr", "f5")
