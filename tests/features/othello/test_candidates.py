"""What the expert is told of each legal move: losses against the best move, opening counts, ratings."""

import numpy as np
import pytest

from kibitz import _native
from kibitz.features.othello.candidates import Players, candidates, first_moves, keys_after
from kibitz.features.othello.openings import ReachedCounts
from kibitz.rules.othello.bulk import Boards, random_games, replay
from kibitz.rules.othello.position import START, parse_position

UNKNOWN = Players.of_rating(1, None)


def extras(values, ever=(0, 0, 0, 0), recently=(0, 0, 0, 0), players=UNKNOWN):
    counts = ReachedCounts(np.array(ever), np.array(recently))
    return candidates(Boards.of([START]), np.array(values, np.float32), counts, players)


def test_the_best_move_loses_nothing_and_the_others_their_distance_to_it():
    found = extras([2.0, 6.0, -2.0, 6.0])
    assert found.inputs[:, 0].tolist() == [0.5, 0.0, 1.0, 0.0]
    assert found.inputs[:, 1].tolist() == [0.0, 1.0, 0.0, 1.0]
    assert found.inputs[:, 4].tolist() == [0.5] * 4
    assert found.rows[1, 0] == found.rows[3, 0] < found.rows[0, 0] < found.rows[2, 0]


def test_openings_never_reached_leave_all_their_inputs_at_zero():
    found = extras([0.0] * 4)
    assert not found.inputs[:, 6:11].any()
    assert not found.rows[:, [2, 5]].any()


def test_a_move_played_more_often_has_the_greater_share():
    found = extras([0.0] * 4, ever=(90, 9, 1, 0), recently=(1, 0, 0, 0))
    assert found.inputs[0, 6] > found.inputs[1, 6] > found.inputs[2, 6] > found.inputs[3, 6]
    assert found.inputs[:, 10].tolist() == [0, 0, 0, 1]
    assert len(set(found.rows[:, 2].tolist())) == 4


def test_an_unknown_player_a_weak_one_a_strong_one_and_a_program_are_told_apart():
    ratings = [None, 1250.0, 1950.0]
    rows = [extras([0.0] * 4, players=Players.of_rating(1, rating)).rows[0, 3] for rating in ratings]
    program = Players(np.array([2500.0], np.float32), np.array([True]))
    rows.append(extras([0.0] * 4, players=program).rows[0, 3])
    assert len(set(rows)) == 4
    assert extras([0.0] * 4, players=program).inputs[0, 11] == 0


@pytest.mark.parametrize("rating", [-5000.0, 0.0, 1000.0, 1500.0, 2250.0, 99999.0])
def test_every_row_lies_within_its_table(rating):
    boards = replay(random_games(40, seed=5)[0]).boards
    moves = int(first_moves(boards)[-1])
    chooser = np.random.default_rng(1)
    values = chooser.normal(0, 40, moves).astype(np.float32)
    counts = ReachedCounts(chooser.integers(0, 200_000, moves), chooser.integers(0, 50_000, moves))
    found = candidates(boards, values, counts, Players.of_rating(len(boards), rating))
    assert found.rows.max() < _native.othello.EXTRA_ROWS
    assert np.isfinite(found.inputs).all()


def test_positions_without_a_move_have_no_candidates():
    over = parse_position("e6f4e3f6g5d6e7f5c5")
    boards = Boards.of([over, START, over])
    found = candidates(boards, np.zeros(4, np.float32), ReachedCounts(np.zeros(4), np.zeros(4)), Players.of_rating(3, None))
    assert found.first.tolist() == [0, 0, 4, 4]


def test_the_four_first_moves_lead_to_one_position():
    keys = keys_after(Boards.of([START]), np.array([True]))
    assert len(keys) == 4
    assert len(set(keys.tolist())) == 1
