"""Minimax in batches, against one written as in a textbook."""

import numpy as np
import pytest

from kibitz.rules.othello.bulk import Boards
from kibitz.rules.othello.position import Position
from kibitz.rules.squares import PASS
from kibitz.search.othello.minimax import best_squares, minimax_move_values, minimax_values
from kibitz.search.othello.move_values import MoveValues
from some_evaluation import positions_of_random_games


def disc_difference(boards: Boards) -> np.ndarray:
    return np.bitwise_count(boards.own).astype(float) - np.bitwise_count(boards.opp)


def textbook_minimax(position: Position, depth: int) -> float:
    if position.is_over:
        return position.black_score() * (1 if position.own == position.black else -1)
    if depth == 0:
        return position.own.bit_count() - position.opp.bit_count()
    if position.must_pass:
        return -textbook_minimax(position.play(PASS), depth)
    return max(-textbook_minimax(position.play(square), depth - 1) for square in position.legal_squares())


@pytest.mark.parametrize("depth", [0, 1, 2, 3])
def test_values_are_those_of_the_textbook(depth):
    positions = positions_of_random_games(6, seed=8, every=11) + ends_of_games()
    found = minimax_values(disc_difference, Boards.of(positions), depth)
    assert list(found) == [textbook_minimax(position, depth) for position in positions]


def ends_of_games() -> list[Position]:
    return [position for position in positions_of_random_games(15, seed=8) if position.empty_count <= 4]


def test_the_value_of_a_position_is_that_of_its_best_move():
    positions = positions_of_random_games(3, seed=2, every=5)
    moves = minimax_move_values(disc_difference, Boards.of(positions), 3)
    values = minimax_values(disc_difference, Boards.of(positions), 3)
    for number, value in enumerate(values):
        assert moves.value[moves.parent == number].max() == value


def test_the_best_square_is_the_lowest_among_equals():
    parent, square = np.array([0, 0, 0, 1, 1]), np.array([3, 5, 9, 2, 7], np.int8)
    values = MoveValues(parent, square, np.array([1, 4, 4, -2, -8], np.float32))
    assert list(best_squares(values)) == [5, 2]
