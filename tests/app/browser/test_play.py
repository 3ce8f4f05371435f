"""Games against the computer and each other: on the server, in the browser."""

import time
from typing import Any

import pytest

from app.browser.visitor import PATIENCE
from kibitz.rules.othello.position import parse_position

BEGIN = "button[type=submit]"


def begin(visitor, kind: str, **choices: str) -> str:
    """Begin a game by the form and return its id."""
    visitor.open("#/play/new").page.check(f'input[name="kind"][value="{kind}"]', force=True)
    for name, value in choices.items():
        visitor.page.check(f'input[name="{name}"][value="{value}"]', force=True)
    visitor.page.click(BEGIN)
    visitor.see("#game-status")
    return visitor.page.evaluate("location.hash").rpartition("/")[2]


def settled(visitor) -> dict[str, Any]:
    """The server's game once nobody thinks and the board shows it."""
    identity = visitor.page.evaluate("location.hash").rpartition("/")[2]
    patience = time.monotonic() + PATIENCE
    while True:
        game = visitor.ask(f"/api/games/{identity}")
        if not game["thinking"] and visitor.board() == game["position"]["board"]:
            return game
        assert time.monotonic() < patience


@pytest.mark.slow
def test_a_whole_game_against_the_computer_is_played_by_mouse(visitor) -> None:
    visitor.open("#/play/new").page.check('input[name="kind"][value="engine"]', force=True)
    visitor.page.locator('input[type="range"]:visible').fill("1")
    visitor.page.click(BEGIN)
    visitor.see("#game-status")
    while (game := settled(visitor))["state"] == "playing":
        assert visitor.legal() == sorted(game["position"]["legal_moves"])
        visitor.play(visitor.legal()[0])
    assert visitor.board() == parse_position(game["path"]).board_text()
    assert game["outcome"]["black_score"] == parse_position(game["path"]).black_score()
    visitor.page.get_by_role("button", name="Review the game").wait_for()


def test_evaluations_are_hidden_while_playing_and_shown_when_asked_for(visitor) -> None:
    begin(visitor, "expert")
    settled(visitor)
    visitor.play("f5")
    settled(visitor)
    assert visitor.page.locator(".label-line").count() == 0
    assert visitor.page.locator(".move-table:visible").count() == 0
    assert ", expert" not in "".join(visitor.page.eval_on_selector_all(".square", "all => all.map(c => c.ariaLabel)"))
    visitor.page.get_by_role("button", name="Show evaluations").click()
    visitor.see(".label-line.engine")
    visitor.page.get_by_role("button", name="Hide evaluations").click()
    assert visitor.page.locator(".label-line").count() == 0


def test_a_reload_in_mid_game_loses_nothing(visitor) -> None:
    begin(visitor, "humans")
    visitor.play("f5", "d6", "c3")
    visitor.see(".tree-move", "c3")
    visitor.page.reload()
    visitor.see("#game-status", "to move")
    assert visitor.board() == parse_position("f5d6c3").board_text()
    visitor.play("d3")
    visitor.until("document.querySelectorAll('.tree-move').length === 4")


def test_two_tabs_show_the_same_game(visitor) -> None:
    identity = begin(visitor, "humans")
    other = visitor.page.context.new_page()
    other.goto(f"{visitor.server.address}/#/play/{identity}")
    other.wait_for_selector("#game-status")
    visitor.play("f5")
    other.wait_for_selector('.board [data-square="f5"][data-state="black"]')
    other.click('.board [data-square="d6"]')
    visitor.see('.board [data-square="d6"][data-state="white"]')


def test_a_move_is_taken_back_and_a_hint_is_a_legal_move(visitor) -> None:
    begin(visitor, "engine")
    settled(visitor)
    visitor.play("f5")
    visitor.until("document.querySelectorAll('.tree-move').length === 2")
    visitor.see("#game-status", "You to move")
    visitor.page.keyboard.press("h")
    visitor.see(".tint.hint-area")
    visitor.page.click("#next-hint")
    assert visitor.page.locator(".hint-steps li").count() == 2
    visitor.page.keyboard.press("h")
    visitor.see(".tint.hint")
    words = visitor.text(".stage-message")
    assert words.startswith("Hint: ") and words.split()[1] in visitor.legal()
    visitor.page.keyboard.press("t")
    visitor.until("document.querySelectorAll('.tree-move').length === 0")
    assert visitor.board() == parse_position("").board_text()


def test_resigning_ends_the_game(visitor) -> None:
    identity = begin(visitor, "engine")
    visitor.page.get_by_role("button", name="Resign", exact=True).first.click()
    visitor.page.locator("dialog").get_by_role("button", name="Resign").click()
    visitor.see("#game-status", "White wins")
    assert visitor.ask(f"/api/games/{identity}")["outcome"]["winner"] == "white"


def test_white_sits_on_whites_side_and_the_computer_begins(visitor) -> None:
    begin(visitor, "expert", color="white")
    visitor.see(".tree-move")
    settled(visitor)
    assert visitor.square("a1").bounding_box()["y"] > visitor.square("h8").bounding_box()["y"]


def test_a_game_may_begin_from_an_even_opening_with_a_clock(visitor) -> None:
    visitor.open("#/play/new").page.check('input[name="kind"][value="humans"]', force=True)
    visitor.page.get_by_label("Start position").select_option("even")
    visitor.page.get_by_label("Clock").select_option("180+2")
    visitor.page.click(BEGIN)
    visitor.see(".player-clock", ":")
    assert visitor.board().count("-") == 64 - 12


def test_two_programs_play_while_one_watches(visitor) -> None:
    visitor.open("#/play/new").page.check('input[name="kind"][value="watch"]', force=True)
    visitor.page.get_by_role("combobox", name="Black").select_option("random")
    visitor.page.get_by_role("combobox", name="White").select_option("greedy")
    visitor.page.click(BEGIN)
    visitor.until("document.querySelectorAll('.tree-move').length >= 10")


def test_an_earlier_position_is_looked_at_but_not_played_from(visitor) -> None:
    begin(visitor, "humans")
    visitor.play("f5", "d6")
    visitor.see(".tree-move", "d6")
    visitor.page.keyboard.press("Home")
    visitor.play("d3")
    assert "earlier move" in visitor.text(".stage-message")
    visitor.page.keyboard.press("End")
    assert visitor.board() == parse_position("f5d6").board_text()


def test_saved_games_are_found_by_search_and_opened(visitor) -> None:
    begin(visitor, "humans")
    visitor.play("f5", "d6", "c5", "f4", "e3", "c6")
    visitor.until("document.querySelectorAll('.tree-move').length === 6")
    settled(visitor)
    visitor.open("#/games").page.fill("#game-search", "f5d6c5f4e3c6")
    visitor.until("document.querySelectorAll('.games-table tbody tr').length === 1")
    visitor.page.locator(".games-table tbody a").first.click()
    visitor.see(".tree-move", "c6")
    assert visitor.board() == parse_position("f5d6c5f4e3c6").board_text()


def test_what_one_can_do_about_a_game_ends_with_it(visitor) -> None:
    begin(visitor, "humans")
    visitor.play("f5")
    doing = [visitor.page.locator(".toolbar").get_by_role("button", name=name) for name in ("Take back", "Hint", "Resign")]
    assert [tool.count() for tool in doing] == [1, 1, 1]
    doing[2].click()
    visitor.page.locator("dialog").get_by_role("button", name="Resign").click()
    visitor.see("#game-status", "wins")
    assert [tool.count() for tool in doing] == [0, 0, 0]
    assert visitor.page.locator(".toolbar button").count() == 4  # the ways through the game
    assert visitor.legal() == []
    assert visitor.page.get_by_role("button", name="Hint").count() == 0
    visitor.page.reload()
    visitor.see("#game-status", "wins")
    assert [tool.count() for tool in doing] == [0, 0, 0]
