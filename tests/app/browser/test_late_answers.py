"""Answers that come late, after the reader has typed something or gone elsewhere, neither destroy nor disturb anything."""

import json
import time
from typing import Any

import pytest

from app.browser.visitor import PATIENCE, Held, Visitor, settle

LINE = "f5d6c3d3c4"
GO_START = "go:9_komi:7_rules:chinese"


def go_to(visitor: Visitor, place: str) -> None:
    """Follow a link inside the page."""
    visitor.page.evaluate("place => { location.hash = place; }", place)


def test_a_comment_typed_before_the_server_has_told_its_status_stays(visitor) -> None:
    status = Held(visitor, "**/api/status")
    visitor.open(f"#/analyse?moves={LINE}")
    status.wait()
    visitor.page.locator("#comment").press_sequentially("quiet and strong")
    with visitor.page.expect_response("**/api/status"):
        status.let_go()
    settle(visitor)
    assert visitor.page.locator("#comment").input_value() == "quiet and strong"
    visitor.page.locator("#comment").blur()
    assert "quiet and strong" in visitor.text(".tree")


def test_a_comment_is_kept_letter_by_letter_and_is_one_edit(visitor) -> None:
    visitor.open(f"#/analyse?moves={LINE}").page.locator("#comment").press_sequentially("unfinished")
    visitor.page.reload()
    visitor.page.wait_for_selector('html[data-ready="analyse"]')
    assert visitor.page.locator("#comment").input_value() == "unfinished"
    visitor.page.locator("#comment").press_sequentially(" business")
    visitor.page.locator("#comment").blur()
    assert "unfinished business" in visitor.text(".tree")
    visitor.page.keyboard.press("Control+z")
    assert visitor.page.locator("#comment").input_value() == "unfinished"


def saved_game(visitor: Visitor, moves: str) -> str:
    body = {"black": {"player": "human", "name": "Ann"}, "white": {"player": "human", "name": "Bob"}, "moves": moves}
    return str(
        visitor.page.evaluate(
            """body => fetch("/api/games", {
                method: "POST", headers: {"Content-Type": "application/json"}, body: JSON.stringify(body),
            }).then(answer => answer.json()).then(game => game.id)""",
            body,
        )
    )


def test_nothing_can_be_typed_onto_a_game_that_is_still_on_its_way(visitor) -> None:
    game = saved_game(visitor.open(), LINE)
    held = Held(visitor, f"**/api/games/{game}")
    go_to(visitor, f"#/analyse/game/{game}")
    held.wait()
    assert visitor.page.locator("#comment").is_disabled()
    held.let_go()
    visitor.see(".facts", "Ann – Bob")
    visitor.page.locator("#comment").press_sequentially("after all")
    visitor.page.locator("#comment").blur()
    assert "after all" in visitor.text(".tree")


@pytest.mark.parametrize("address", ["#/analyse/game/{game}", "#/play/{game}"])
def test_a_game_that_comes_after_the_reader_went_on_is_dropped(visitor, address: str) -> None:
    game = saved_game(visitor.open(), LINE)
    held = Held(visitor, f"**/api/games/{game}")
    go_to(visitor, address.format(game=game))
    held.wait()
    go_to(visitor, "#/analyse?moves=f5f6")
    visitor.until("document.querySelectorAll('.tree-move').length === 2")
    held.let_go()
    settle(visitor)
    assert visitor.page.locator(".tree-move").count() == 2
    assert visitor.page.evaluate("location.hash") == "#/analyse?moves=f5f6"


def test_the_explorers_numbers_do_not_come_onto_another_views_board(visitor) -> None:
    visitor.open("#/games")
    held = Held(visitor, "**/api/archive/explore**")
    go_to(visitor, "#/study/explorer")
    held.wait()
    go_to(visitor, "#/study/endgame")
    visitor.see("#drill-question", "empty")
    held.let_go()
    settle(visitor)
    assert visitor.page.locator(".board .label").count() == 0


class HeldVoices:
    """The live channel of a page, on which what the voices say waits until it is let go."""

    def __init__(self, visitor: Visitor) -> None:
        self._page = visitor.page
        self._waiting: list[tuple[Any, str]] = []
        visitor.page.route_web_socket("**/api/live", lambda socket: self._connect(socket))

    def _connect(self, socket: Any) -> None:
        socket.connect_to_server().on_message(lambda message: self._hold(socket, message))

    def _hold(self, socket: Any, message: str) -> None:
        if json.loads(message)["type"] == "voices":
            self._waiting.append((socket, message))
        else:
            socket.send(message)

    def wait_for_engine(self) -> None:
        """Wait until the engine has said something after all that was said so far."""
        self._waiting.clear()
        patience = time.monotonic() + PATIENCE
        while not any(json.loads(message)["analysis"] for _, message in self._waiting):
            assert time.monotonic() < patience
            self._page.wait_for_timeout(20)

    def let_go(self) -> None:
        for socket, message in self._waiting:
            socket.send(message)


def test_what_was_said_of_a_position_that_has_left_the_board_is_dropped(go_visitor) -> None:
    """Values of Go have no score; told of a board of Othello, they broke the page."""
    voices = HeldVoices(go_visitor)
    keys = go_visitor.page.keyboard
    go_visitor.open(f"#/analyse?start={GO_START}&moves=eecc")
    keys.press("1")
    keys.press("3")
    voices.wait_for_engine()
    keys.press("2")  # no voice is asked about the next board
    go_to(go_visitor, "#/analyse?game=othello")
    go_visitor.until("document.querySelectorAll('.board .square').length === 64")
    voices.let_go()
    settle(go_visitor)
    keys.press("2")  # what is known of it is shown now
    settle(go_visitor)
    assert go_visitor.page.locator(".board .label").count() == 0


def test_numbers_that_nobody_knows_are_dashes(visitor) -> None:
    visitor.open()
    formatted = visitor.page.evaluate(
        """async () => {
            const words = await import(`${location.origin}/scripts/text.js`);
            const { formatTime } = await import(`${location.origin}/scripts/game/served_game.js`);
            const unknown = [null, undefined, NaN];
            const dashes = [words.formatShare, words.formatPoints, words.formatDiscs, words.formatLoss];
            return [dashes.flatMap((format) => unknown.map((number) => format(number))), unknown.map(formatTime)];
        }"""
    )
    assert set(formatted[0]) == {"–"}
    assert set(formatted[1]) == {""}
