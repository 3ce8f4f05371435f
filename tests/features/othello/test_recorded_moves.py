"""Moves of recorded games as arrays."""

import numpy as np

from kibitz.features.othello.recorded_moves import UNKNOWN_YEAR, moves_of_records
from kibitz.features.othello.samples import TEST_YEARS, expert_moves
from kibitz.records.othello.files import read_games
from kibitz.records.othello.record import GameRecord
from kibitz.rules.othello.bulk import Boards
from kibitz.rules.othello.position import Position, parse_board, with_passes
from kibitz.rules.squares import NO_MOVE, PASS, parse_square, parse_transcript

# White cannot move after Black's d1 here, and Black goes on with f1.
BOARD_WITH_A_PASS = parse_board("XOO-XO--" + "-" * 56 + "X")


def record(transcript, start=None, **facts):
    start = start or Position.start()
    return GameRecord(with_passes(parse_transcript(transcript, start.size), start), start, **facts)


def test_each_disc_has_a_row_with_its_game_and_year():
    played = moves_of_records([record("f5d6c3", date="2016-05-01"), record("f5f6")])
    assert played.game.tolist() == [0, 0, 0, 1, 1]
    assert played.year.tolist() == [2016, 2016, 2016, UNKNOWN_YEAR, UNKNOWN_YEAR]
    assert played.moves.square.tolist() == [parse_square(name) for name in ("f5", "d6", "c3", "f5", "f6")]
    assert played.moves.situations.recent[2].tolist() == [parse_square("d6"), parse_square("f5"), *(6 * [NO_MOVE])]
    assert played.moves.situations.black_to_move.tolist() == [True, False, True, True, False]


def test_games_from_other_positions_keep_their_numbers():
    other = parse_board("-" * 27 + "OX------XO" + "-" * 27 + "O")
    played = moves_of_records([record("f5"), record("e3", other), record("d3c3")])
    assert sorted(played.game.tolist()) == [0, 1, 2, 2]
    (row,) = np.flatnonzero(played.game == 1)
    boards = Boards.of([other])
    assert played.moves.situations.boards.own[row] == boards.own[0]
    assert not played.moves.situations.black_to_move[row]


def test_passes_have_no_rows():
    passing = record("d1g1", BOARD_WITH_A_PASS)
    assert PASS in passing.moves
    assert len(moves_of_records([passing])) == 2


def test_other_boards_and_games_without_moves_have_no_rows():
    assert len(moves_of_records([record("a2", Position.start(4)), record("")])) == 0
    assert len(moves_of_records([])) == 0


def test_a_year_of_the_archive_gives_the_same_moves_as_its_bulk_reader(shared_data):
    folder = shared_data / "othello" / "wthor"
    played = moves_of_records(read_games(folder / "WTH_2016.wtb", on_skip=fail))
    expected = expert_moves(folder, TEST_YEARS)
    assert (played.moves.square == expected.square).all()
    assert (played.moves.situations.recent == expected.situations.recent).all()
    assert set(played.year.tolist()) == {2016}
    assert len(np.unique(played.game)) == 2013


def fail(skipped):
    raise AssertionError(str(skipped))
