"""Noughts and crosses in a real browser: its rules, the engine's voice, a game, saving, a phone's width."""

import random

import pytest

from app.browser.visitor import Visitor
from kibitz.rules.noughts.position import NOUGHTS, SHAPE

axe_api = pytest.importorskip("axe_playwright_python.sync_playwright")

EMPTY = "#/analyse?start=noughts:"

REPLAY = """async (games) => {
    const { Position, parsePath, formatPath } = await import("/scripts/games/noughts/position.js");
    return games.map((path) => {
        let position = new Position();
        const seen = [];
        const look = () => [position.toString(), formatPath(position.legalSquares()), position.isOver, position.blackScore()];
        for (const square of parsePath(path)) {
            seen.push(look());
            position = position.play(square);
        }
        return [...seen, look()];
    });
}"""


def worth(position):
    outcome = position.outcome()
    return 0 if outcome is None else int(outcome.black_score) * (1 + position.empty_count)


def random_game(chooser):
    """A path and what the package's rules say of each of its positions."""
    position, path, seen = NOUGHTS.start(), "", []
    while True:
        legal = position.legal_moves()
        seen.append([str(position), "".join(map(NOUGHTS.format_move, legal)), not legal, worth(position)])
        if not legal:
            return path, seen
        move = chooser.choice(legal)
        path, position = path + SHAPE.names[move], position.play(move)


def test_the_pages_rules_are_those_of_the_package(visitor: Visitor):
    chooser = random.Random(1)
    games = [random_game(chooser) for _ in range(60)]
    found = visitor.open(EMPTY).page.evaluate(REPLAY, [path for path, _ in games])
    assert found == [seen for _, seen in games]


def test_the_engine_says_how_every_move_ends(visitor: Visitor):
    visitor.open(f"{EMPTY}&moves=a1")
    visitor.see("td.column-engine", "draws in 8")
    visitor.until("document.querySelectorAll('td.column-engine.loss-large').length === 7")
    assert visitor.page.locator(".game-switch a").all_text_contents()[2] == "Noughts"


def test_three_in_a_row_end_the_game(visitor: Visitor):
    visitor.open(EMPTY).play("a1", "a2", "b1", "b2", "c1")
    visitor.see("body", "Black wins: three crosses in a row")
    visitor.play("c3")
    assert visitor.stones() == {"a1": "black", "a2": "white", "b1": "black", "b2": "white", "c1": "black"}


def test_the_evolved_network_answers_in_a_game_that_is_saved(visitor: Visitor):
    visitor.open("#/play/new?game=noughts").page.check('input[name="kind"][value="evolved"]', force=True)
    visitor.page.click("form.play-form button[type=submit]")
    visitor.until("location.hash.startsWith('#/play/') && !location.hash.includes('new')")
    visitor.play("b2")
    visitor.until("document.querySelector('.board [data-state=white]') !== null")
    games = visitor.ask("/api/games")["games"]
    assert any(game["game"] == "noughts" and game["moves"] == 2 for game in games)


def test_an_analysis_is_saved_with_its_variation(visitor: Visitor):
    visitor.open(EMPTY).play("b2", "a1", "c1")
    visitor.page.keyboard.press("ArrowLeft")
    visitor.play("c3")
    visitor.page.get_by_role("button", name="Save").first.click()
    visitor.see(".toast", "Saved.")
    visitor.until("fetch('/api/games').then(a => a.json()).then(f => f.games.some(g => g.game === 'noughts' && g.moves === 3))")


def test_a_phone_shows_the_whole_board_and_nothing_is_hard_to_reach(phone: Visitor):
    phone.open(f"{EMPTY}&moves=b2")
    phone.see("td.column-engine", "draws in")
    box = phone.page.locator(".board").bounding_box()
    assert box["x"] >= 0 and box["x"] + box["width"] <= 375
    found = axe_api.Axe().run(phone.page).response["violations"]
    assert [fault["id"] for fault in found if fault["impact"] in ("serious", "critical")] == []
