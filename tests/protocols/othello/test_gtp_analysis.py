"""What the engine thinks, through GTP."""

import re

import pytest

from kibitz.protocols.othello.gtp import othello_gtp
from kibitz.records.othello.files import write_games
from kibitz.records.othello.record import GameRecord
from kibitz.rules.othello.position import OthelloGame, parse_board
from kibitz.search.othello.endgame import solve_moves
from kibitz.search.othello.levels import limits_of_level

GTP = othello_gtp(limits_of_level(3))
INFO = re.compile(
    r"info move (\S+) score (-?\d+\.\d\d) winrate (\d+) depth (\d+) exact ([01]) source (?:exact|searched) order (\d+) "
    r"pv ((?:[A-H][1-8] ?)+)"
)
# Black to move with 14 empty squares: position 1 of the suite fforum-1-19, worth +18 with g8.
ENDGAME = parse_board("--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X")


@pytest.fixture
def endgame(talk, tmp_path):
    """A conversation about a position that is solved at once."""
    path = tmp_path / "end.sgf"
    write_games(path, [GameRecord((), ENDGAME)])
    game = talk(GTP)
    assert game.say(f"loadsgf {path}") == "=\n"
    return game


def test_every_move_has_a_value(talk):
    pairs = talk(GTP).say("kibitz-values")[2:].split()
    assert sorted(pairs[::2]) == ["C4", "D3", "E6", "F5"]
    values = [float(value) for value in pairs[1::2]]
    assert values == sorted(values, reverse=True)


def test_the_best_line_can_be_played(talk):
    game = talk(GTP)
    line = game.say("kibitz-line")[2:].split()
    assert len(line) >= 3
    for square in line:
        side = game.say("gogui-rules_side_to_move")[2]
        assert game.say(f"play {side} {square}") == "=\n"


def test_analysis_streams_until_all_is_known(endgame):
    first, *lines, last = endgame.say("9 kibitz-analyze").split("\n")
    assert first == "=9"
    assert last == ""
    rows = INFO.findall(lines[-1])
    exact = {row.move: row.score for row in solve_moves(ENDGAME)}
    assert len(rows) == len(exact) == len(ENDGAME.legal_moves())
    assert {row[4] for row in rows} == {"1"}
    assert [int(row[5]) for row in rows] == list(range(len(rows)))
    assert rows[0][:3] == ("G8", "18.00", "10000")
    assert all(row[6].split()[0] == row[0] for row in rows)
    assert sorted(float(row[1]) for row in rows) == sorted(exact.values())


def test_analysis_may_name_the_side_and_how_often(endgame):
    often = endgame.say("kibitz-analyze b").count("\n")
    seldom = endgame.say("kibitz-analyze black 100000").count("\n")
    assert often >= seldom == 3


@pytest.mark.parametrize("command", ["kibitz-analyze", "kibitz-values", "kibitz-line"])
def test_a_game_that_is_over_is_not_judged(talk, command):
    game = talk(GTP)
    game.say("gogui-play_sequence b e6 w f4 b e3 w f6 b g5 w d6 b e7 w f5 b c5")
    assert game.say(command) == "? the game is over\n"


def test_other_sizes_are_not_judged(talk, asked):
    game = talk(GTP, asked)
    game.say("boardsize 6")
    assert game.session.state.game == OthelloGame(6)
    assert game.say("kibitz-values") == "? the engine analyses boards of 8×8 squares only\n"


def test_arguments_that_make_no_sense_are_refused(talk):
    game = talk(GTP)
    assert game.say("kibitz-analyze w") == "? illegal move: it is Black's turn\n"
    assert game.say("kibitz-analyze often").startswith("? syntax error: 'often' is not a color")
    assert game.say("kibitz-analyze b soon").startswith("? syntax error: 'soon' is not a whole number")
    assert game.say("kibitz-values 3") == "? syntax error: kibitz-values\n"
