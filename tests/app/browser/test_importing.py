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


def test_a_file_of_many_games_is_called_by_all_of_them(visitor) -> None:
    visitor.open().paste("\n".join([FORMATS["GGF"]] * 150))
    assert "150 games" in visitor.see("dialog h2").inner_text()
    assert "first 100 are listed" in visitor.text("dialog")
    visitor.page.get_by_role("button", name="Save all").click()
    visitor.see(".toast", "150 games read: 1 taken, 149 there already, 0 left out")


def drop(visitor, name: str, data: bytes) -> None:
    """Drop a file on the page."""
    visitor.page.evaluate(
        """([name, bytes]) => {
            const data = new DataTransfer();
            data.items.add(new File([new Uint8Array(bytes)], name));
            document.body.dispatchEvent(new DragEvent("drop", {dataTransfer: data, bubbles: true, cancelable: true}));
        }""",
        [name, list(data)],
    )


NAMES = {
    "GB2312": ("聂卫平", "马晓春", "这手棋很大"),
    "Shift_JIS": ("坂田栄男", "久保内秀知", "表"),  # whose last byte is a backslash
    "EUC-KR": ("조훈현", "이창호", "좋은 수"),
    "Big5": ("林海峰", "王立誠", "好棋"),
    "ISO-8859-1": ("Grünfeld", "Müller", "schön"),
}


def sgf_of(charset: str, game: str = "GM[1]SZ[19]", moves: str = ";B[pd];W[dp]") -> str:
    black, white, comment = NAMES[charset]
    return f"(;FF[4]{game}CA[{charset}]PB[{black}]PW[{white}]{moves}C[{comment}])"


@pytest.mark.parametrize("charset", NAMES)
def test_a_file_is_read_in_the_encoding_that_it_names(visitor, charset: str) -> None:
    drop(visitor.open(), "game.sgf", sgf_of(charset).encode(charset))
    black, white, comment = NAMES[charset]
    visitor.see(".facts", f"{black} – {white}")
    assert comment in visitor.text(".tree")


def test_files_of_several_games_are_saved_in_the_encodings_that_they_name(visitor) -> None:
    data = b"".join(sgf_of(charset).replace("表", "白").encode(charset) for charset in NAMES)
    drop(visitor.open(), "games.sgf", data)
    for black, _, _ in NAMES.values():
        visitor.see("dialog .list-button", black)
    visitor.page.get_by_role("button", name="Save all").click()
    visitor.page.wait_for_selector('html[data-ready="games"]')
    for black, white, _ in NAMES.values():
        visitor.see(".games-table", f"{black} – {white}")


def test_a_pasted_text_is_not_in_the_encoding_that_it_names_any_more(visitor) -> None:
    words = "".join(map(sgf_of, NAMES))
    visitor.open().paste(words)
    for black, white, _ in NAMES.values():
        visitor.see("dialog .list-button", f"{black} – {white}")


def test_a_game_to_be_reviewed_keeps_its_names(visitor) -> None:
    drop(visitor.open("#/review"), "game.sgf", sgf_of("Shift_JIS", "GM[2]SZ[8]", ";B[f5];W[d6]").encode("shift_jis"))
    visitor.see(".player-name", "坂田栄男")


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


def test_the_way_back_leads_to_the_variations_and_comments_that_were_left(visitor) -> None:
    visitor.open(f"#/analyse?moves={LINE}").page.keyboard.press("ArrowLeft")
    visitor.play("d7")
    visitor.page.fill("#comment", "quieter")
    visitor.page.locator("#comment").blur()
    left = visitor.page.evaluate("location.hash")
    for other in (f"#/analyse?moves={LINE}", "#/analyse?start=go:9_komi:7_rules:chinese&moves=ee", "#/analyse?game=othello"):
        visitor.page.evaluate("place => { location.hash = place; }", other)
        visitor.page.wait_for_timeout(200)
    while visitor.page.evaluate("location.hash") != left:
        visitor.page.go_back()
        visitor.page.wait_for_timeout(200)
    visitor.see(".tree .variation", "d7")
    assert "quieter" in visitor.text(".tree")


def test_a_new_board_does_not_take_the_place_of_a_saved_game(visitor) -> None:
    visitor.open(f"#/analyse?moves={LINE}").page.fill("#comment", "to be kept")
    visitor.page.get_by_role("button", name="Save").first.click()
    visitor.see(".toast", "Saved.")
    visitor.page.get_by_role("button", name="Create board").click()
    visitor.play("f5")
    visitor.page.get_by_role("button", name="Save").first.click()
    visitor.until(
        "fetch('/api/games?search=f5').then(answer => answer.json()).then(({games}) => games.some(game => game.moves === 1))"
    )
    visitor.open("#/games").page.fill("#game-search", "to be kept")
    visitor.until("document.querySelectorAll('.games-table tbody tr').length === 1")
    assert visitor.text(".games-table tbody .number") == str(len(LINE) // 2)
