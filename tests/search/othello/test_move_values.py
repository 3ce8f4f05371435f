"""Values of all moves at small depths, against plain minimax."""

import numpy as np
import pytest

from kibitz.rules.othello.bulk import Boards, children
from kibitz.rules.othello.position import Position, parse_board
from kibitz.rules.squares import NO_MOVE
from kibitz.search.othello.evaluation import Evaluation
from kibitz.search.othello.move_values import best_moves, move_values, position_values
from some_evaluation import positions_of_random_games, random_evaluation


@pytest.fixture(scope="module")
def evaluation() -> Evaluation:
    return random_evaluation()


def minimax(evaluation: Evaluation, position: Position, depth: int) -> float:
    """The value for the mover; a pass costs no depth."""
    if position.is_over or depth == 0:
        return float(evaluation.values(Boards.of([position]))[0])
    if position.must_pass:
        return -minimax(evaluation, position.play(-1), depth)
    return max(-minimax(evaluation, position.play(square), depth - 1) for square in position.legal_squares())


def test_rows_are_those_of_the_rules(evaluation):
    boards = Boards.of(positions_of_random_games(3, seed=9))
    found, expected = move_values(evaluation, boards, 1), children(boards)
    assert (found.parent == expected.parent).all()
    assert (found.square == expected.square).all()


def test_depth_one_is_the_evaluation_after_the_move(evaluation):
    boards = Boards.of(positions_of_random_games(3, seed=9))
    assert np.array_equal(move_values(evaluation, boards, 1).value, -evaluation.values(children(boards).boards))


@pytest.mark.parametrize("depth", [2, 3, 4])
def test_values_are_those_of_plain_minimax(evaluation, depth):
    # The ends of games are among them, where sides pass and games end early.
    positions = positions_of_random_games(4, seed=depth, every=1)[:: {2: 6, 3: 20, 4: 47}[depth]] + ends_of_games(seed=depth)
    found = move_values(evaluation, Boards.of(positions), depth)
    for parent, square, value in zip(found.parent, found.square, found.value, strict=True):
        assert value == -minimax(evaluation, positions[parent].play(int(square)), depth - 1)


def ends_of_games(seed: int) -> list[Position]:
    return [position for position in positions_of_random_games(12, seed=seed) if position.empty_count <= 3]


def test_a_position_without_moves_has_no_rows(evaluation):
    over = parse_board("X" * 10 + "-" * 54 + "X")
    assert len(move_values(evaluation, Boards.of([over]), 3).value) == 0


def test_depth_zero_is_refused(evaluation):
    with pytest.raises(ValueError, match="depth is at least 1"):
        move_values(evaluation, Boards.of([]), 0)


@pytest.mark.parametrize("depth", [1, 2, 3])
def test_the_best_move_has_the_highest_of_all_values(evaluation, depth):
    boards = Boards.of(positions_of_random_games(2, seed=5, every=3))
    every, (squares, values) = move_values(evaluation, boards, depth), best_moves(evaluation, boards, depth)
    for number, (square, value) in enumerate(zip(squares, values, strict=True)):
        mine = every.parent == number
        assert value == every.value[mine].max()
        assert every.value[mine & (every.square == square)] == value


def test_a_position_without_moves_has_no_best_move(evaluation):
    over = parse_board("X" * 10 + "-" * 54 + "X")
    squares, values = best_moves(evaluation, Boards.of([over]), 3)
    assert (squares[0], values[0]) == (NO_MOVE, 0)


@pytest.mark.parametrize("depth", [0, 1, 3])
def test_position_values_are_those_of_plain_minimax(evaluation, depth):
    positions = positions_of_random_games(4, seed=3, every=17) + ends_of_games(seed=3)
    found = position_values(evaluation, Boards.of(positions), depth)
    assert list(found) == [minimax(evaluation, position, depth) for position in positions]
