"""Finished boards of Go are counted as players would."""

from itertools import islice

from kibitz.players.go.counting import counted_score, dead_at_the_end, wins_by_passing
from kibitz.records.go.files import read_go_games
from kibitz.rules.game import Color
from kibitz.rules.go.position import GoGame
from kibitz.rules.squares import PASS
from players.go.boards import a_board

GAMES = 40
# White's stones in the upper corner have one eye; both walls have two.
ONE_EYE = a_board(
    ".OX.X.X",
    "OOXXXXX",
    "XXX.X.X",
    "XXXXXXX",
    "OOOOOOO",
    "O.OO.OO",
    ".OOO.O.",
)


def test_a_group_with_one_eye_is_dead_and_the_wall_around_it_alive():
    dead = {GoGame(size=7).format_move(point) for point in dead_at_the_end(ONE_EYE)}
    assert dead == {"B7", "A6", "B6"}


def test_the_same_board_is_counted_alike_after_passes():
    passed = ONE_EYE.play(PASS)
    assert wins_by_passing(passed) == ((counted_score(passed.play(PASS)) > 0) == (passed.to_move == Color.BLACK))
    assert not wins_by_passing(ONE_EYE)


def test_nobody_wins_by_passing_on_an_open_board():
    position = GoGame(size=9, komi=6.5).start()
    for move in ("E5", "G6", "C4", "G4", "E7", "C6", "F6"):
        position = position.play(GoGame(size=9).parse_move(move))
    assert counted_score(position.play(PASS)) != 0
    assert not wins_by_passing(position.play(PASS))
    assert not wins_by_passing(GoGame(size=9, komi=6.5).start().play(PASS))


def test_games_get_the_winner_on_whom_their_players_agreed(shared_data):
    archive = shared_data / "go" / "kgs" / "KGS-2017_01-19-733.tar.gz"
    counted = (record for record in read_go_games(archive, lambda _skipped: None) if record.is_counted)
    right = 0
    for record in islice(counted, GAMES):
        *_, end = record.positions()
        right += (counted_score(end) > 0) == (record.black_score > 0)
    assert right >= 0.95 * GAMES
