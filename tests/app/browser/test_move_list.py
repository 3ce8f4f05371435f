"""The list of moves keeps the current one in its visible part."""

import pytest

from app.browser.visitor import GAME, Visitor

IN_SIGHT = """() => {
    const frame = document.querySelector('.tree').getBoundingClientRect();
    const move = document.querySelector('.tree-move[aria-current="true"]').getBoundingClientRect();
    return move.top >= frame.top && move.bottom <= frame.bottom;
}"""
LETTERS = "acegikmoqs"
GO_MOVES = "".join(column + row for row in LETTERS for column in LETTERS)  # no two of these points touch
GO = f"#/analyse?start=go:19_komi:7_rules:chinese&moves={GO_MOVES}"


def walk(visitor: Visitor, key: str, times: int) -> None:
    for _ in range(times):
        visitor.page.keyboard.press(key)


@pytest.mark.parametrize("place", [f"#/analyse?moves={GAME}", GO], ids=["Othello", "Go"])
def test_the_current_move_is_in_sight_wherever_one_goes(visitor, place: str) -> None:
    visitor.open(place).see(".tree-move[aria-current]")
    assert visitor.page.evaluate("document.querySelector('.tree').scrollHeight > document.querySelector('.tree').clientHeight")
    assert visitor.page.evaluate(IN_SIGHT), "at the end"
    for _ in range(5):
        walk(visitor, "ArrowLeft", 11)
        assert visitor.page.evaluate(IN_SIGHT), "after steps back"
    walk(visitor, "Home", 1)
    for _ in range(5):
        walk(visitor, "ArrowRight", 11)
        assert visitor.page.evaluate(IN_SIGHT), "after steps forward"


def test_the_current_move_stays_in_sight_when_the_list_gets_smaller(visitor) -> None:
    visitor.open(f"#/analyse?moves={GAME}").see(".tree-move[aria-current]")
    visitor.page.evaluate("document.querySelector('.tree').style.setProperty('max-height', '70px')")
    visitor.until(IN_SIGHT)
