"""GTP for Go: the rules of the protocol that Othello has no use for."""

import random
import string

import pytest

from kibitz.players.go.uct import UctPlayer
from kibitz.protocols.go.gtp import go_gtp

GO = go_gtp()


@pytest.fixture
def go(talk):
    return talk(GO, UctPlayer(playouts=200, seed=1))


def test_a_whole_game_is_played_and_counted(go):
    go.say_all("boardsize 5", "komi 0.5")
    for _ in range(60):
        if go.say("genmove b") in ("= pass\n", "= resign\n") and go.say("genmove w") in ("= pass\n", "= resign\n"):
            break
        go.say("genmove w")
    assert go.say("final_score").startswith(("= B+", "= W+"))


def test_sides_need_not_alternate_and_moves_can_be_undone(go):
    go.say_all("boardsize 9", "play b C3", "play b D3", "play w E5")
    board = go.say("showboard")
    assert " 3 . . X X . . . . ." in board
    assert go.say("undo") == "=\n"
    assert go.say("undo") == "=\n"
    assert " 3 . . X . . . . . ." in go.say("showboard")
    assert go.say("gg-undo 5") == "? cannot undo\n"


def test_illegal_moves_are_refused_with_the_words_of_the_protocol(go):
    go.say_all("boardsize 9", "play b A8", "play b B9")
    assert go.say("play w A9") == "? illegal move: A9 is not legal for White: it is suicide\n"
    assert go.say("play w A8").startswith("? illegal move: A8 is not empty")
    assert go.say("play w I5").startswith("? syntax error: 'I5' is not a point")


def test_play_may_go_on_after_two_passes(go):
    assert go.say_all("boardsize 9", "play b pass", "play w pass", "play b E5") == "=\n"
    assert "White to move" in go.say("showboard")


def test_fixed_and_free_handicaps_are_placed_on_an_empty_board(go):
    go.say("boardsize 19")
    assert go.say("fixed_handicap 2") == "= Q16 D4\n"
    assert go.say("fixed_handicap 2") == "? board not empty\n"
    go.say("clear_board")
    assert go.say("set_free_handicap C3 K10") == "= K10 C3\n"
    go.say("clear_board")
    assert go.say("set_free_handicap C3 C3") == "? bad vertex list\n"
    assert go.say("place_free_handicap 30").count(" ") == 9
    assert "White to move" in go.say("showboard")


def test_dead_stones_are_listed_and_counted(go):
    go.say_all("boardsize 5", "komi 0")
    for vertex in ("B5", "B4", "B3", "B2", "B1", "D5", "D4", "D3", "D2", "D1", "A3", "E3"):
        go.say(f"play b {vertex}")
    go.say("play w C3")
    assert go.say("final_status_list dead") == "= C3\n"
    assert go.say("final_status_list seki") == "=\n"
    assert "C3" not in go.say("final_status_list alive")
    assert go.say("final_score") == "= B+25\n"
    assert go.say("final_status_list sleeping").startswith("? invalid status")


def test_chains_in_seki_are_neither_alive_nor_dead(go):
    go.say("boardsize 9")
    outside = [*(f"D{row}" for row in range(3, 10)), "A1", "A2", "A3", "B3", "C3"]
    white = [*outside, "E2", "F1", "F2", "G2", "H1", "H2"]
    black = [*(f"E{row}" for row in range(3, 10)), "F3", "G3", "H3", "J1", "J2", "J3", "B1", "B2", "C2", "D1", "D2"]
    go.say_all(*(f"play w {vertex}" for vertex in white), *(f"play b {vertex}" for vertex in black))
    assert go.say("final_status_list dead") == "=\n"
    assert go.say("final_status_list seki") == "= B2 C2 D2 B1 D1\nE2 F2 G2 H2 F1 H1\n"
    assert go.say("final_status_list alive").count("\n") == 2


def test_komi_counts_whenever_it_is_told(go):
    go.say_all("boardsize 9", "play b E5", "komi 10.5")
    assert go.say("final_score") == "= B+70.5\n"
    assert go.say("komi nonsense").startswith("? syntax error")


@pytest.mark.parametrize("size", ["4", "26", "x", ""])
def test_sizes_that_cannot_be_played_are_refused(go, size):
    assert go.say(f"boardsize {size}").startswith("?")


def test_a_game_is_loaded_up_to_a_move(go, tmp_path):
    file = tmp_path / "game with blanks.sgf"
    file.write_text("(;SZ[9]KM[5.5];B[ee];W[cc];B[gg])")
    assert go.say(f"loadsgf {file} 3") == "=\n"
    board = go.say("showboard")
    assert "Black to move" in board
    assert board.count("X") == board.count("O") == 1
    assert go.say("undo") == "=\n"
    assert go.say("loadsgf nothing.sgf").startswith("? cannot load file")


def test_reg_genmove_leaves_the_board_alone(go):
    go.say("boardsize 9")
    before = go.say("showboard")
    assert go.say("reg_genmove b")[2:].strip() != ""
    assert go.say("showboard") == before


def test_the_clock_shortens_the_search(talk):
    slow = talk(GO, UctPlayer(seconds=1000))
    slow.say_all("boardsize 9", "time_settings 1 0 0", "time_left b 1 0")
    assert slow.say("genmove b").startswith("= ")


def test_words_of_any_kind_never_end_the_conversation(go, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)  # where printsgf writes files of all names
    chooser = random.Random(1)
    names = [name for name in go.say("list_commands")[2:].split() if name != "quit" and "analyze" not in name]
    words = [*names, "b", "w", "pass", "A1", "E5", "Z99", "9", "5", "2", "-1", "nan", "1e99", "#", "/dev/zero"]
    go.say("boardsize 5")
    for _ in range(1500):
        line = " ".join(chooser.choices(words, k=chooser.randint(0, 4)))
        if chooser.random() < 0.2:
            line = "".join(chooser.choices(string.printable.replace("\n", ""), k=30))
        if "quit" in line:
            continue
        answer = go.say(line)
        assert answer == "" or answer[0] in "=?", line
        if go.session.state.game.size > 9:
            go.say("boardsize 5")
    assert go.say("name") == "= Kibitz\n"


def test_dead_stones_are_taken_off_before_anybody_passes(go):
    """White's stone on B8 is dead in Black's corner, and everything else is settled."""
    walls = [f"play b {column}6" for column in "ABCDEFGHJ"] + [f"play w {column}5" for column in "ABCDEFGHJ"]
    go.say_all("boardsize 9", "komi 0.5", *walls, "play w B8", "play w C2", "play w G2", "play w E2")
    for _ in range(6):
        answer = go.say("kgs-genmove_cleanup b")
        if " 8 . . ." in go.say("showboard"):
            break
        assert answer != "= pass\n"
    assert " 8 . X" in go.say("showboard") or " 8 . ." in go.say("showboard") or " 8 X ." in go.say("showboard")
    assert " 8 . O" not in go.say("showboard")


def test_a_game_is_printed_as_sgf(go, tmp_path):
    go.say_all("boardsize 9", "komi 6.5", "play b E5", "play w C3")
    printed = go.say("printsgf")
    assert "SZ[9]" in printed
    assert "KM[6.5]" in printed
    assert ";B[ee];W[cg]" in printed
    file = tmp_path / "a game.sgf"
    assert go.say(f"printsgf {file}") == "=\n"
    go.say("clear_board")
    assert go.say(f"loadsgf {file}") == "=\n"
    assert " 5 . . . . X . . . ." in go.say("showboard")
    assert go.say(f"printsgf {tmp_path / 'nowhere' / 'x.sgf'}").startswith("? cannot write file: ")


@pytest.mark.parametrize(
    ("clock", "answer"),
    [
        ("none", "=\n"),
        ("absolute 60", "=\n"),
        ("byoyomi 60 10 3", "=\n"),
        ("canadian 60 30 5", "=\n"),
        ("fischer 60 5", "=\n"),
        ("sundial 1", "? syntax error"),
        ("fischer 60", "? syntax error"),
        ("", "? syntax error"),
    ],
)
def test_clocks_of_katago_are_understood(go, clock, answer):
    assert go.say(f"kata-time_settings {clock}").startswith(answer)
