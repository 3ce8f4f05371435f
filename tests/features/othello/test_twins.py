"""Squares that a position's own symmetries make one move."""

import numpy as np
import pytest

from kibitz.features.othello.twins import self_symmetries, twin_of_squares, twins_joined, twins_levelled
from kibitz.rules.othello import bulk
from kibitz.rules.othello.bulk import Boards
from kibitz.rules.othello.position import START, parse_board, parse_position
from kibitz.rules.squares import parse_square

FIRST_MOVES = [parse_square(name) for name in ("d3", "c4", "f5", "e6")]


def boards_of(*positions):
    return Boards.of(list(positions))


def test_symmetries_of_many_positions_are_those_of_each():
    moves, _, _ = bulk.random_games(3, seed=4)
    replay = bulk.replay(moves)
    found = self_symmetries(replay.boards)
    rows = range(0, len(found), 5)
    for row in rows:
        own, opp = int(replay.boards.own[row]), int(replay.boards.opp[row])
        same = [s for s, (o, p) in enumerate(images(own, opp)) if (o, p) == (own, opp)]
        assert np.flatnonzero(found[row]).tolist() == same
    assert found[0].sum() == 4


def images(own, opp):
    masks = [bulk.transform(np.full(8, mask, np.uint64), np.arange(8, dtype=np.int8)) for mask in (own, opp)]
    return zip(*(mask.tolist() for mask in masks), strict=True)


def test_the_four_first_moves_are_one():
    twins = twin_of_squares(boards_of(START, parse_position("f5d6")))
    assert set(twins[0, FIRST_MOVES]) == {parse_square("d3")}
    assert twins[1].tolist() == list(range(64))


def test_a_position_with_every_symmetry_has_ten_different_squares():
    empty = parse_board("-" * 64 + "X")
    assert len(set(twin_of_squares(boards_of(empty))[0])) == 10


def test_joined_twins_have_their_sum_on_the_lowest_square():
    values = np.zeros((1, 64))
    values[0, FIRST_MOVES] = 0.1, 0.2, 0.3, 0.4
    joined = twins_joined(values, twin_of_squares(boards_of(START)))
    assert joined[0, parse_square("d3")] == pytest.approx(1.0)
    assert joined.sum() == pytest.approx(1.0)


def test_levelled_twins_share_their_sum_and_others_keep_theirs():
    values = np.zeros((2, 64))
    values[:, FIRST_MOVES] = 0.1, 0.2, 0.3, 0.4
    levelled = twins_levelled(values, boards_of(START, parse_position("f5d6")))
    assert levelled[0, FIRST_MOVES] == pytest.approx([0.25] * 4)
    assert levelled[1].tolist() == values[1].tolist()
    assert values[0, FIRST_MOVES[0]] == 0.1
