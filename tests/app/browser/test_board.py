"""The board in a real browser: rules, mouse, touch, keyboard, feedback, views, editor."""

from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from kibitz.rules.othello import bulk
from kibitz.rules.othello.position import START, parse_position
from kibitz.rules.squares import PASS, format_square, parse_transcript

LINE = "f5d6c3d3c4f4c5b3c2"

REPLAY = """async (games) => {
    const { Position } = await import("/scripts/games/othello/position.js");
    return games.map((squares) => {
        const seen = [];
        let position = Position.start();
        for (const square of squares) {
            seen.push([position.toString(), position.legalSquares()]);
            position = position.playOn(square);
        }
        return [...seen, [position.toString(), position.legalSquares()]];
    });
}"""


def followed(moves: list[int]) -> list[list[Any]]:
    """The positions of a game with their legal squares, by the package's rules; forced passes are skipped over."""
    seen: list[list[Any]] = []
    position = START
    for move in moves:
        position = position.play(PASS) if position.must_pass else position
        seen.append([str(position), list(position.legal_squares())])
        position = position.play(move)
    position = position.play(PASS) if position.must_pass else position
    return [*seen, [str(position), list(position.legal_squares())]]


def test_the_browsers_rules_are_the_packages_rules(visitor) -> None:
    moves, _black, _white = bulk.random_games(60, seed=5)
    games = [[int(move) for move in game if move >= 0] for game in moves]
    assert visitor.open().page.evaluate(REPLAY, games) == [followed(game) for game in games]


def test_a_click_plays_a_move_and_turns_discs(visitor) -> None:
    visitor.open().play("f5", "d6", "c3")
    assert visitor.board() == parse_position("f5d6c3").board_text()
    assert visitor.legal() == ["d3", "f3", "f4", "g5"]


def test_an_illegal_click_flashes_the_legal_moves_and_says_why(visitor) -> None:
    visitor.open().play("a1")
    assert visitor.page.locator(".flash").count() == 4
    assert "a1 is not a legal move for Black" in visitor.text(".stage-message")
    assert visitor.board() == START.board_text()
    visitor.page.locator(".flash").first.wait_for(state="detached")


def test_the_pointer_shows_what_is_legal_in_green_and_what_is_not_in_red(visitor) -> None:
    visitor.open().square("f5").hover()
    assert visitor.page.locator(".look.legal").count() == 1
    assert visitor.page.locator(".would-turn").count() == 1
    assert "Black on f5 would flip 1" in visitor.text(".stage-message")
    visitor.square("a1").hover()
    assert visitor.page.locator(".look.illegal").count() == 1
    assert visitor.page.locator(".would-turn").count() == 0


def test_squares_are_named_for_screen_readers_and_moves_are_announced(visitor) -> None:
    visitor.open().see(".label-line.expert")
    visitor.see(".label-line.engine")
    name = visitor.square("f5").get_attribute("aria-label")
    assert name.startswith("f5, legal, humans ") and ", engine " in name
    assert visitor.square("e4").get_attribute("aria-label") == "e4, black disc"
    visitor.play("f5")
    assert "Black f5, flips 1. White to move." in visitor.text("#announcer")
    assert visitor.square("f5").get_attribute("aria-label") == "f5, black disc, last move"


def test_a_whole_game_is_played_by_keyboard_alone(visitor) -> None:
    visitor.open().page.keyboard.press("1")
    visitor.page.keyboard.press("2")
    visitor.page.keyboard.press("b")
    moves, _black, _white = bulk.random_games(1, seed=11)
    position = START
    here = "d3"
    for move in (int(square) for square in moves[0] if square >= 0):
        position = position.play(PASS) if position.must_pass else position
        here = walk(visitor.page, here, format_square(move))
        visitor.page.keyboard.press("Enter")
        position = position.play(move)
    assert position.is_over
    assert visitor.board() == position.board_text()
    assert "The game is over" in visitor.text("#announcer")


def walk(page, here: str, square: str) -> str:
    """Walk over the board with arrow keys from one square to another, and return that."""
    columns = ord(square[0]) - ord(here[0])
    rows = int(square[1]) - int(here[1])
    for key, steps in (("ArrowRight", columns), ("ArrowLeft", -columns), ("ArrowDown", rows), ("ArrowUp", -rows)):
        for _ in range(max(steps, 0)):
            page.keyboard.press(key)
    return square


def test_history_is_one_key_or_click_away_and_variations_stay(visitor) -> None:
    visitor.open(f"#/analyse?moves={LINE}")
    for _ in range(4):
        visitor.page.keyboard.press("ArrowLeft")
    assert visitor.board() == parse_position(LINE[:10]).board_text()
    visitor.play("f3")
    assert visitor.page.locator(".tree .variation .tree-move").count() == 1
    visitor.page.locator(".tree-move", has_text="b3").click()
    assert visitor.board() == parse_position(LINE[:16]).board_text()
    visitor.page.keyboard.press("Home")
    assert visitor.board() == START.board_text()
    visitor.page.keyboard.press("End")
    assert visitor.board() == parse_position(LINE).board_text()


def test_edits_are_undone_and_done_again(visitor) -> None:
    visitor.open().play("f5", "d6")
    visitor.page.keyboard.press("Control+z")
    assert visitor.board() == parse_position("f5").board_text()
    visitor.page.keyboard.press("Control+z")
    assert visitor.board() == START.board_text()
    visitor.page.keyboard.press("Control+y")
    visitor.page.keyboard.press("Control+y")
    assert visitor.board() == parse_position("f5d6").board_text()


def test_a_comment_and_a_variation_outlive_a_reload(visitor) -> None:
    visitor.open().play("f5", "d6")
    visitor.page.fill("#comment", "the diagonal")
    visitor.page.locator("#comment").blur()
    visitor.page.keyboard.press("ArrowLeft")
    visitor.play("f6")
    visitor.page.reload()
    visitor.page.wait_for_selector('html[data-ready="analyse"]')
    assert visitor.board() == parse_position("f5f6").board_text()
    assert "the diagonal" in visitor.text(".tree")
    assert visitor.page.locator(".tree .variation").count() == 1


def test_a_link_holds_the_position(visitor, browser) -> None:
    visitor.open().play("f5", "d6", "c3")
    visitor.page.keyboard.press("ArrowLeft")
    link = visitor.page.evaluate("location.href")
    other = browser.new_context().new_page()
    other.goto(link)
    other.wait_for_selector('html[data-ready="analyse"]')
    assert other.locator(".tree-move").all_text_contents() == ["1f5", "2d6", "3c3"]
    assert other.locator('.tree-move[aria-current="true"]').text_content() == "2d6"
    other.context.close()


def test_the_board_turns_to_whites_view(visitor) -> None:
    visitor.open().play("f5")
    before = visitor.square("f5").bounding_box()
    visitor.page.keyboard.press("f")
    after = visitor.square("f5").bounding_box()
    frame = visitor.page.locator(".board .squares").bounding_box()
    assert abs((before["x"] - frame["x"]) + (after["x"] - frame["x"]) + after["width"] - frame["width"]) < 2
    assert visitor.board() == parse_position("f5").board_text()
    visitor.play("d6")
    assert visitor.board() == parse_position("f5d6").board_text()


def test_the_editor_sets_any_position(visitor) -> None:
    visitor.open().page.keyboard.press("e")
    visitor.page.get_by_role("button", name="Clear").click()
    visitor.play("a1")
    visitor.page.get_by_label("White", exact=True).check()
    visitor.play("b1", "c1")
    visitor.page.get_by_role("button", name="Done").click()
    assert visitor.board() == "XOO" + "-" * 61
    assert visitor.legal() == ["d1"]
    assert "start=" in visitor.page.evaluate("location.hash")


def test_leaving_the_editor_by_a_link_leaves_it_wholly(visitor) -> None:
    visitor.open().page.keyboard.press("e")
    visitor.page.get_by_role("button", name="Clear").wait_for()
    visitor.page.evaluate("location.hash = '#/analyse?moves=f5'")
    visitor.see(".label-line.engine")
    visitor.play("d6")
    assert visitor.board() == parse_position("f5d6").board_text()


def test_a_forced_pass_is_told_and_skipped(visitor) -> None:
    start = "OX------" + "-" * 48 + "OX------"
    visitor.open(f"#/analyse?start={start}_O").play("c1")
    assert "must pass" in visitor.text("#announcer")
    assert visitor.legal() == ["c8"]


def test_a_phone_shows_the_whole_board_and_plays_by_touch(phone) -> None:
    phone.open()
    box = phone.page.locator(".board").bounding_box()
    assert box["x"] >= 0 and box["x"] + box["width"] <= 375
    phone.square("f5").tap()
    assert phone.board() == parse_position("f5").board_text()
    assert phone.page.evaluate("document.documentElement.scrollWidth") <= 375


def test_discs_turn_slowly_only_if_wanted(visitor) -> None:
    visitor.open().play("f5")
    assert visitor.page.locator(".disc.turning").count() == 1
    visitor.page.keyboard.press(",")
    visitor.page.get_by_label("Animate flipping discs").uncheck()
    visitor.page.keyboard.press("Escape")
    visitor.play("d6")
    assert visitor.page.locator(".disc.turning").count() == 0


@given(st.lists(st.integers(0, 63), min_size=1, max_size=30, unique=True))
@settings(max_examples=15, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_a_transcript_survives_the_browsers_reader(visitor, squares: list[int]) -> None:
    if "127.0.0.1" not in visitor.page.url:
        visitor.open()
    words = "".join(format_square(square) for square in squares)
    read = visitor.page.evaluate(
        "async words => (await import('/scripts/games/othello/squares.js')).parseTranscript(words)", words
    )
    assert read == list(parse_transcript(words)) == squares


def test_the_keys_are_listed_and_every_listed_key_has_a_text(visitor) -> None:
    visitor.open().page.keyboard.press("?")
    visitor.see("dialog .key-list dd")
    entries = visitor.page.locator("dialog .key-list dd").all_inner_texts()
    assert len(entries) > 30 and all(entries)
    visitor.page.keyboard.press("Escape")
    visitor.page.locator("dialog").wait_for(state="detached")
