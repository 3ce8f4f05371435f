"""Go in a real browser: rules, captures, voices, overlays, counting, games against programs, SGF, a phone's width."""

import random
from typing import Any

import pytest

from app.browser.visitor import Visitor
from kibitz.records.go.sgf import parse_go_game
from kibitz.rules.go.position import GoGame
from kibitz.rules.go.rule_sets import RULE_SETS
from kibitz.rules.squares import PASS

axe_api = pytest.importorskip("axe_playwright_python.sync_playwright")

NINE = "#/analyse?start=go:9_komi:7_rules:chinese"

# Black takes the stone on C7 with C6.
CAPTURE = ("C8", "C7", "B7", "G3", "D7", "G2")

TREE = """(;GM[1]FF[4]SZ[9]KM[6.5]PB[Ann]PW[Bob]EV[Club]RE[W+R]
;B[ee]C[the centre](;W[cc];B[gg])(;W[gc]C[or here];B[cg]))"""

WHITE_HAS_ANSWERED = "document.querySelector('.board [data-state=white]') !== null"

REPLAY = """async (games) => {
    const { GoPosition } = await import("/scripts/games/go/position.js");
    return games.map(({ start, moves }) => {
        let position = GoPosition.parse(start);
        const seen = [];
        const look = () => [position.board, position.legalSquares(), position.forbidden(), Object.values(position.prisoners)];
        for (const move of moves) {
            seen.push(look());
            position = position.play(move);
        }
        return [...seen, look()];
    });
}"""


def random_game(size: int, rules: str, chooser: random.Random) -> tuple[list[int], list[Any]]:
    """Moves of a game and what the package's rules say of each of its positions."""
    position, moves, seen = GoGame(size, RULE_SETS[rules], komi=7).start(), [], []
    while not position.is_over and len(moves) < 60:
        legal = list(position.legal_points())
        seen.append([position.board_text(), legal, sorted(position.forbidden), list(position.prisoners)])
        moves.append(chooser.choice(legal) if legal and chooser.random() > 0.03 else PASS)
        position = position.play(moves[-1])
    return moves, seen


def faults(visitor: Visitor) -> list[str]:
    found = axe_api.Axe().run(visitor.page).response["violations"]
    return [f"{fault['id']}: {fault['nodes'][0]['html']}" for fault in found if fault["impact"] in ("serious", "critical")]


def begin(visitor: Visitor, kind: str, size: int = 9, searcher: str = "uct:playouts=300") -> str:
    visitor.open("#/play/new?game=go").page.check(f'input[name="kind"][value="{kind}"]', force=True)
    visitor.page.check(f'input[name="size"][value="{size}"]', force=True)
    if kind == "uct":
        visitor.page.get_by_label("Strength").select_option(searcher)
    visitor.page.click("button[type=submit]")
    visitor.see("#game-status")
    return str(visitor.page.evaluate("location.hash")).rpartition("/")[2]


def test_the_browsers_rules_of_go_are_the_packages(go_visitor) -> None:
    chooser = random.Random(5)
    kinds = [(size, rules) for rules in ("chinese", "aga", "new zealand", "tromp-taylor") for size in (5, 5, 5, 7)]
    played = [(size, rules, *random_game(size, rules, chooser)) for size, rules in kinds]
    games = [{"start": f"go:{size} komi:7 rules:{rules.replace(' ', '-')}", "moves": moves} for size, rules, moves, _ in played]
    found = go_visitor.open().page.evaluate(REPLAY, games)
    assert [seen[: len(wanted)] for seen, (*_, wanted) in zip(found, played, strict=True)] == [wanted for *_, wanted in played]


def test_a_game_is_played_by_mouse_with_a_capture(go_visitor) -> None:
    go_visitor.open(NINE).play(*CAPTURE)
    assert go_visitor.stones()["C7"] == "white"
    go_visitor.square("C6").hover()
    go_visitor.see(".stage-message", "Black on C6 would capture 1")
    assert go_visitor.page.locator(".would-take").count() == 1
    go_visitor.play("C6")
    stones = go_visitor.stones()
    assert "C7" not in stones
    assert (stones["C6"], len(stones)) == ("black", 6)
    assert "Captures: 1" in go_visitor.text(".player-bar.black")
    assert "Black C6, captures 1." in go_visitor.text("#announcer p:last-child")
    go_visitor.play("C7")
    go_visitor.see(".stage-message", "A stone on C7 would have no liberty.")
    go_visitor.page.keyboard.press("ArrowLeft")
    assert go_visitor.stones()["C7"] == "white"


def test_a_game_is_played_by_keyboard_with_a_pass(go_visitor) -> None:
    go_visitor.open(NINE).page.keyboard.press("b")
    for key in ("ArrowUp", "ArrowLeft", "Enter"):
        go_visitor.page.keyboard.press(key)
    assert go_visitor.stones() == {"D6": "black"}
    go_visitor.page.keyboard.press("p")
    go_visitor.see(".stage-message", "White passes.")
    assert go_visitor.page.locator(".tree-move").all_inner_texts()[-1].split() == ["2", "pass"]


def test_a_ko_is_marked_and_refused(go_visitor) -> None:
    go_visitor.open(f"{NINE}_black:baabcbbc_white:cadbcc_to_move:white").play("B8")
    assert go_visitor.page.locator(".ko").count() == 1
    go_visitor.play("C8")
    go_visitor.see(".stage-message", "The ko rule forbids it")
    assert "forbidden by ko" in str(go_visitor.square("C8").get_attribute("aria-label"))


def test_expert_and_playouts_speak_of_the_moves(go_visitor) -> None:
    go_visitor.open("#/analyse?start=go:19_komi:7.5_rules:chinese&moves=pddpdd")
    go_visitor.see(".label-line.expert")
    go_visitor.see(".label-line.engine")
    go_visitor.see(".engine-status", "playouts")
    likeliest = go_visitor.ask("/api/predictions?start=go:19&moves=pddpdd")["moves"][0]
    spoken = str(go_visitor.square(likeliest["move"]).get_attribute("aria-label"))
    assert f"humans {round(100 * likeliest['probability'])}" in spoken
    assert "Chance to win: Black" in str(go_visitor.page.locator(".chance-bar").get_attribute("aria-label"))
    go_visitor.page.keyboard.press("2")
    go_visitor.page.locator(".label-line.engine").first.wait_for(state="detached")


def test_without_a_model_the_expert_says_so(visitor) -> None:
    has_one = visitor.open(NINE).ask("/api/status")["games"]["go"]["expert"]["model"]
    if has_one:
        visitor.see(".label-line.expert")
    else:
        visitor.see(".missing-voice", "kibitz models import")
        assert visitor.page.locator(".voice-switch.expert").is_disabled()


def test_ownership_lies_over_the_board_as_small_squares(go_visitor) -> None:
    black = "".join(f"{column}c" for column in "abcdefghi")
    white = "".join(f"{column}f" for column in "abcdefghi")
    go_visitor.open(f"{NINE}_black:{black}_white:{white}_to_move:black")
    go_visitor.page.select_option("#overlay-choice", "ownership")
    go_visitor.see(".tint.own-black")
    go_visitor.see(".tint.own-white")
    places = "(c) => [...document.querySelectorAll(`.tint.own-${c}`)].map((t) => Math.floor(t.getBBox().y / 100))"
    go_visitor.until("document.querySelectorAll('.tint.own-black').length > 18")
    assert sum(row <= 3 for row in go_visitor.page.evaluate(places, "black")) > 12
    assert min(go_visitor.page.evaluate(places, "white")) >= 3
    go_visitor.page.keyboard.press("o")
    go_visitor.see(".stage-message", "as the board stands")


def test_two_passes_end_a_game_and_dead_stones_are_pressed(go_visitor) -> None:
    go_visitor.open(NINE).play("E5", "C3")
    go_visitor.page.keyboard.press("p")
    go_visitor.page.keyboard.press("p")
    go_visitor.see(".stage-message", "click dead stones to mark them")
    before = go_visitor.text(".stage-message")
    go_visitor.play("C3")
    go_visitor.until("(said) => document.querySelector('.stage-message').textContent !== said", before)
    scores = {before.partition(" ·")[0], go_visitor.text(".stage-message").partition(" ·")[0]}
    assert scores == {"White wins by 7", "Black wins by 74"}


def test_a_dropped_sgf_is_opened_with_its_variations_and_written_again(go_visitor) -> None:
    go_visitor.open().page.evaluate(
        """words => {
            const data = new DataTransfer();
            data.items.add(new File([words], "club.sgf", {type: "text/plain"}));
            document.body.dispatchEvent(new DragEvent("drop", {dataTransfer: data, bubbles: true, cancelable: true}));
        }""",
        TREE,
    )
    go_visitor.see(".facts", "Ann – Bob")
    go_visitor.see(".tree .variation", "G7")
    assert go_visitor.stones() == {"E5": "black", "C7": "white", "G3": "black"}
    assert "the centre" in go_visitor.text(".tree")
    with go_visitor.page.expect_download() as download:
        go_visitor.page.get_by_role("button", name="Download as SGF").click()
    written, before = parse_go_game(download.value.path().read_text("utf-8")), parse_go_game(TREE)
    assert (written.lines, written.comment) == (before.lines, before.comment)
    go_visitor.page.get_by_role("button", name="Save").first.click()
    go_visitor.see(".toast", "Saved.")
    go_visitor.open("#/games").see(".games-table", "Go 9×9")


def test_the_app_plays_against_playouts_and_counts(go_visitor) -> None:
    identity = begin(go_visitor, "uct")
    go_visitor.play("E5")
    go_visitor.until(WHITE_HAS_ANSWERED)
    go_visitor.see("#game-status", "You to move")
    assert go_visitor.page.locator(".label-line").count() == 0
    go_visitor.page.get_by_role("button", name="Take back").first.click()
    go_visitor.until(f"!({WHITE_HAS_ANSWERED})")
    assert go_visitor.ask(f"/api/games/{identity}")["moves"] == []
    go_visitor.play("E5")
    go_visitor.until(WHITE_HAS_ANSWERED)
    go_visitor.page.reload()
    go_visitor.until(WHITE_HAS_ANSWERED)
    assert len(go_visitor.stones()) == 2
    go_visitor.page.keyboard.press("Shift+R")
    go_visitor.see("dialog button.primary").click()
    go_visitor.see("#game-status", "White wins")


def test_the_app_plays_against_playouts_led_by_the_expert(go_visitor) -> None:
    identity = begin(go_visitor, "uct", searcher="uct:playouts=1000,prior=go-network")
    go_visitor.play("E5")
    go_visitor.until(WHITE_HAS_ANSWERED)
    assert (
        go_visitor.ask(f"/api/games/{identity}")["players"]["white"]["name"] == "UCT 1000 playouts, guided by a model of humans"
    )


def test_two_people_count_their_game_and_play_on(go_visitor) -> None:
    identity = begin(go_visitor, "humans")
    for move in ("E5", "C3"):
        go_visitor.play(move)
    go_visitor.until("document.querySelectorAll('.tree-move').length === 2")
    for count in (3, 4):
        go_visitor.page.keyboard.press("p")
        go_visitor.until(f"document.querySelectorAll('.tree-move').length === {count}")
    go_visitor.see(".stage-message", "click dead stones to mark them")
    was_dead = go_visitor.ask(f"/api/games/{identity}")["dead"]
    go_visitor.play("C3")
    go_visitor.see("#game-status", "White wins by 7" if was_dead else "Black wins by 74")
    go_visitor.page.get_by_role("button", name="Continue").click()
    go_visitor.until("document.querySelectorAll('.tree-move').length === 3")


def test_the_games_have_a_board_of_their_own_each(go_visitor) -> None:
    go_visitor.open(NINE).play("E5")
    games = go_visitor.page.locator(".game-switch a")
    games.filter(has_text="Othello").click()
    go_visitor.see('.board[data-game="othello"]')
    go_visitor.see(".navigation a", "Learn")
    games.filter(has_text="Go").click()
    go_visitor.see('.board[data-game="go"]')
    assert go_visitor.stones() == {"E5": "black"}


def test_a_board_of_another_size_with_a_handicap_is_laid(go_visitor) -> None:
    go_visitor.open(NINE).page.get_by_role("button", name="Create board").click()
    go_visitor.page.check('dialog input[name="size"][value="13"]', force=True)
    go_visitor.page.get_by_label("Handicap").select_option("4")
    go_visitor.page.get_by_role("button", name="Create", exact=True).click()
    go_visitor.until("document.querySelectorAll('.board [data-state=black]').length === 4")
    assert "to-move" in str(go_visitor.page.locator(".player-bar.white").get_attribute("class"))
    assert set(go_visitor.stones()) == {"D4", "K10", "D10", "K4"}
    assert "komi 0.5" in go_visitor.text(".facts")


def test_everything_fits_a_phone(go_phone) -> None:
    go_phone.open("#/analyse?start=go:19_komi:7.5_rules:chinese")
    go_phone.square("Q16").tap()
    assert go_phone.stones() == {"Q16": "black"}
    width = go_phone.page.evaluate("document.documentElement.scrollWidth")
    assert width <= 375
    box = go_phone.page.locator(".board").bounding_box()
    assert box["width"] >= 350


@pytest.mark.parametrize("place", ["#/analyse?start=go:9_komi:7_rules:chinese&moves=eecc", "#/play/new?game=go"])
def test_go_has_no_serious_fault_of_accessibility(go_visitor, place: str) -> None:
    go_visitor.open(place).see('.board[data-game="go"]')
    assert faults(go_visitor) == []
    go_visitor.page.emulate_media(color_scheme="dark")
    assert faults(go_visitor) == []


REVIEWED = "(;GM[1]SZ[9]KM[7]PB[Ann]PW[Bob];B[ee];W[cc];B[gc];W[];B[cg];W[aa];B[gg];W[ia])"  # White fills two empty corners


@pytest.mark.slow
def test_a_game_is_reviewed_in_points_with_its_mistakes_on_board_and_curve(go_visitor) -> None:
    page = go_visitor.open("#/review").page
    page.get_by_role("button", name="Paste a game").click()
    page.fill(".drop-place textarea", REVIEWED)
    page.get_by_role("button", name="Review", exact=True).click()
    go_visitor.see(".mistake-button", "better")
    worst = page.locator(".mistake-button").first
    number, move = int(worst.get_attribute("data-number")), worst.inner_text().split()[2].rstrip(",")
    assert (number, move) in ((6, "A9"), (8, "J9"))
    assert page.locator('.tree-move[aria-current="true"]').text_content().startswith(f"{number}{move}")
    assert page.locator(".tree-move .sign").count() == page.locator(".mistake-dot").count() >= 2
    assert "points" in go_visitor.text(".why .verdict")
    assert page.locator(".reasons li").count() >= 2
    assert page.locator(".tint").count() >= 1
    assert faults(go_visitor) == []

    page.keyboard.press("r")
    go_visitor.see("#retry", "What is better?")
    assert page.locator(".tint").count() == 0 and page.locator(".mistake-button:visible").count() == 0
    go_visitor.play(move)
    go_visitor.see(".why .wrong", "Try again")
    page.click("#show-answer")
    go_visitor.see("#retry", "The best is")
    go_visitor.open("#/review").see(".games-table .number", "points")


@pytest.mark.slow
def test_the_study_of_go_has_its_own_tabs_and_keeps_its_board(go_visitor) -> None:
    page = go_visitor.open("#/study/explorer?game=go").page
    go_visitor.see('.board[data-game="go"]')
    tabs = page.locator(".tabs a")
    assert tabs.all_text_contents() == ["Explorer", "My mistakes", "Guess the move"]
    go_visitor.see("#archive-missing")
    go_visitor.play("Q16")
    assert go_visitor.stones() == {"Q16": "black"}
    tabs.nth(1).click()
    go_visitor.see("#drill-question")
    assert page.locator("#drill-rating").count() == 0  # models of Go know no ratings
    tabs.first.click()
    go_visitor.see('.board[data-game="go"]')
    assert faults(go_visitor) == []
