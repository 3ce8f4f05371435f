"""GGF as GGS, NBoard and Edax write it."""

import re

import pytest

from kibitz.records.othello.files import parse_games, read_games
from kibitz.records.othello.ggf import format_game
from kibitz.records.othello.record import GameRecord, MoveNote, SkippedGame
from kibitz.rules.game import Color
from kibitz.rules.othello.position import START
from kibitz.rules.squares import PASS, parse_square, parse_transcript
from records.example_games import play_randomly

BOARD = "BO[8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *]"


def read(text: str) -> tuple[list[GameRecord], list[SkippedGame]]:
    skipped: list[SkippedGame] = []
    return list(parse_games(text.encode(), "games.ggf", skipped.append)), skipped


def only(text: str) -> GameRecord:
    (game,), skipped = read(text)
    assert not skipped
    return game


def test_the_sample_is_read_without_loss(shared_data):
    path = shared_data / "othello/samples/TestGames.ggf"
    lines = path.read_text().splitlines()
    problems: list[object] = []
    games = list(read_games(path, problems.append, problems.append))
    assert len(games) == len(lines) == 12
    assert not problems
    for game, line in zip(games, lines, strict=True):
        original = re.sub(r"([BW])\[pass\]", r"\1[PA]", line.removeprefix("1 "))
        original = re.sub(r"(?<=[BW]\[)[A-H][1-8]", lambda square: square[0].lower(), original)
        assert format_game(game).strip() == original.strip()


def test_everything_a_game_says_is_found():
    game = only(
        "(;GM[Othello]PC[GGS/os]DT[2003.12.15_12:33:18.MST]PB[Ann]PW[Bob]RB[2196.37]RW[1800]TI[05:00//02:00]TY[8r18]"
        f"RE[+64.000:r]{BOARD}B[f5//0.01]W[d6/-2.5]B[c3/1/2:05]W[d3];)"
    )
    assert (game.black, game.white, game.place, game.date) == ("Ann", "Bob", "GGS/os", "2003-12-15")
    assert (game.black_rating, game.white_rating) == (2196.37, 1800)
    assert (game.black_score, game.ending) == (64, "resignation")
    assert game.notes == {0: MoveNote(seconds=0.01), 1: MoveNote(evaluation=-2.5), 2: MoveNote(1, 125)}
    assert game.tags == {"TI": "05:00//02:00", "TY": "8r18", "DT": "2003.12.15_12:33:18.MST"}


def test_several_games_on_a_line_and_one_on_many_lines_are_read():
    games, skipped = read(
        f"2 (;GM[Othello]{BOARD}B[f5];) (;GM[Othello]{BOARD}B[d3];)\nsome text\n(;gm[OTHELLO]\n pb[Ann]\n{BOARD}\nb[c4]w[c3]\n;)"
    )
    assert [len(game.moves) for game in games] == [1, 1, 2]
    assert games[2].black == "Ann"
    assert not skipped


@pytest.mark.parametrize(
    ("result", "score", "winner", "ending"),
    [
        ("-10.000:t", -10, None, "time"),
        ("0.00:s", 0, None, "mutual"),
        ("?", None, None, ""),
        ("-127.000", None, None, ""),
        ("+3.50", None, None, ""),
        ("+19.000", None, Color.BLACK, ""),
        ("-1", None, Color.WHITE, ""),
    ],
)
def test_results_that_no_game_can_have_only_tell_what_they_can(result, score, winner, ending):
    game = only(f"(;GM[Othello]RE[{result}]{BOARD}B[f5];)")
    assert (game.black_score, game.winner, game.ending) == (score, winner, ending)
    assert only(format_game(game)) == game
    assert f"RE[{result}]" in format_game(game) or result == "0.00:s"


def test_a_result_with_komi_is_kept_as_it_is():
    game = only(f"(;GM[Othello]TY[8k]RE[+4.000]{BOARD}KB[f5/2.0]KW[f5/3.0]KM[2.5]B[f5];)")
    assert game.black_score is None
    assert game.tags["RE"] == "+4.000"
    assert only(format_game(game)) == game


def test_a_missing_board_is_the_usual_start_and_squares_need_no_blanks():
    assert only("(;GM[Othello]B[f5];)").start == START
    assert only("(;GM[Othello]BO[8 ---------------------------O*------*O--------------------------- *]B[F5];)").start == START


def test_passes_may_be_written_or_left_out():
    moves = next(moves for moves in map(play_randomly, range(100)) if PASS in moves)
    written = format_game(GameRecord(moves))
    assert "[PA]" in written
    assert only(written).moves == moves
    assert only(re.sub(r"[BW]\[PA\]", "", written)).moves == moves


def test_passes_behind_the_end_of_a_game_are_dropped():
    shortest = "e6f4e3f6g5d6e7f5c5"
    squares = [shortest[place : place + 2] for place in range(0, len(shortest), 2)]
    moves = "".join(f"{'BW'[index % 2]}[{square}]" for index, square in enumerate(squares))
    ended = only(f"(;GM[Othello]{BOARD}{moves}W[PA]B[PA];)")
    assert ended.moves == parse_transcript(shortest)
    assert ended.final_position().is_over


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        (f"(;GM[Amazons]{BOARD}B[f5];)", "it is a game of 'Amazons', not of Othello"),
        (f"(;GM[Othello]TY[8a]{BOARD}B[f5];)", "it is of type '8a', where fewer discs win"),
        (f"(;GM[Othello]{BOARD}B[f5]W[z9];)", "move 2: 'z9' is not a square; squares are a1 to h8"),
        (f"(;GM[Othello]{BOARD}B[f5]W[f5];)", "move 2: f5 is not legal for White; legal: f4, d6, f6"),
        (f"(;GM[Othello]{BOARD}B[f5]B[d3];)", "move 2: a pass is not legal for White; legal: f4, d6, f6"),
        ("(;GM[Othello]BO[8 ---- *]B[f5];)", "the side to move is missing after the board"),
        ("(;GM[Othello]BO[10 ---------------------------O*------*O--------------------------- *];)", "BO begins with '10'"),
        (f"(;GM[Othello]{BOARD}B[f5", "it is not closed by ;)"),
        (f"(;GM[Othello]{BOARD}B[f5] what;)", "'what' is not a tag, as in PB[name]"),
    ],
)
def test_a_bad_game_is_skipped_with_its_reason_and_the_next_one_read(text, problem):
    games, skipped = read(f"(;GM[Othello]{BOARD}B[e6];)\n{text}\n(;GM[Othello]{BOARD}B[d3];)\n")
    assert [game.moves for game in games] == [(parse_square("e6"),), (parse_square("d3"),)]
    assert [(game.number, game.problem[: len(problem)]) for game in skipped] == [(2, problem)]


def test_a_game_without_end_is_given_up_after_a_mebibyte():
    games, skipped = read(f"(;GM[Othello]{BOARD}B[f5];)(;GM[Othello]PB[" + "x\n" * 700_000 + f"(;GM[Othello]{BOARD}B[d3];)")
    assert len(games) == 2
    assert [game.problem for game in skipped] == ["it is larger than 1 MiB"]


def test_brackets_and_line_breaks_in_names_are_replaced():
    game = only(format_game(GameRecord((), black="a[b]c;)", white="two\nlines")))
    assert (game.black, game.white) == ("a(b)c; )", "two lines")
