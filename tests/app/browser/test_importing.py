"""Whatever is pasted or dropped is recognised."""

import pytest

from kibitz.rules.othello.position import parse_position

LINE = "f5d6c3d3c4f4c5b3c2"
BOARD = parse_position(LINE).board_text()
GGF_START = "8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *"
GGF_MOVES = "".join(f"{'BW'[ply % 2]}[{LINE[2 * ply : 2 * ply + 2]}]" for ply in range(9))
SGF_MOVES = "".join(f";{'BW'[ply % 2]}[{LINE[2 * ply : 2 * ply + 2]}]" for ply in range(9))
FORMATS = {
    "transcript": LINE,
    "transcript with numbers": "1. f5 d6 2. c3 d3 3. c4 f4 4. c5 b3 5. c2",
    "GGF": f"(;GM[Othello]PC[club]PB[Ann]PW[Bob]TY[8]RE[?]BO[{GGF_START}]{GGF_MOVES};)",
    "PGN": '[Event "Club"]\n[Black "Ann"]\n[White "Bob"]\n[Result "*"]\n\n1. f5 d6 2. c3 d3 3. c4 f4 4. c5 b3 5. c2 *\n',
    "SGF": f"(;GM[2]FF[4]SZ[8]PB[Ann]PW[Bob]{SGF_MOVES})",
    "board": f"{BOARD} O",
    "OBF": f"{BOARD} O; e3:-2; b4:-4; e6:-4; d2:-6; f6:-8; d1:-8;\n",
}


@pytest.mark.parametrize("words", FORMATS.values(), ids=FORMATS.keys())
def test_a_pasted_text_is_recognised(visitor, words: str) -> None:
    visitor.open().paste(words)
    visitor.until("document.querySelector('.board [data-square=\"c2\"]').dataset.state === 'black'")
    assert visitor.board() == BOARD
    if "Ann" in words:
        assert "Ann – Bob" in visitor.text(".facts")


def test_many_games_are_offered_one_by_one(visitor) -> None:
    visitor.open().paste("\n".join([FORMATS["GGF"], FORMATS["GGF"].replace("Ann", "Carl")]))
    visitor.see("dialog .list-button", "Carl").click()
    visitor.see(".facts", "Carl – Bob")
    assert visitor.board() == BOARD


def test_a_text_without_a_game_is_refused_in_one_sentence(visitor) -> None:
    visitor.open().paste("hello")
    assert visitor.see(".toast.trouble").inner_text()
    assert visitor.board() == parse_position("").board_text()


def test_a_dropped_file_is_opened(visitor) -> None:
    visitor.open().page.evaluate(
        """words => {
            const data = new DataTransfer();
            data.items.add(new File([words], "game.pgn", {type: "text/plain"}));
            document.body.dispatchEvent(new DragEvent("drop", {dataTransfer: data, bubbles: true, cancelable: true}));
        }""",
        FORMATS["PGN"],
    )
    visitor.see(".facts", "Ann – Bob")
    assert visitor.board() == BOARD


def test_an_analysis_is_saved_with_its_variation_and_comment(visitor) -> None:
    visitor.open(f"#/analyse?moves={LINE}").page.keyboard.press("ArrowLeft")
    visitor.play("d7")
    visitor.page.fill("#comment", "quieter")
    visitor.page.locator("#comment").blur()
    visitor.page.get_by_role("button", name="Save").first.click()
    visitor.see(".toast", "Saved.")
    visitor.open("#/games").page.fill("#game-search", "quieter")
    visitor.until("document.querySelectorAll('.games-table tbody tr').length === 1")
    visitor.page.get_by_role("button", name="Analyse Black – White").click()
    visitor.see(".tree .variation", "d7")
    assert "quieter" in visitor.text(".tree")
