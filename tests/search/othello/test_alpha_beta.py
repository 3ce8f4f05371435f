"""Alpha-beta with any evaluator, against plain minimax."""

import numpy as np
import pytest

from kibitz.errors import SetupError
from kibitz.rules.othello.bulk import Boards
from kibitz.rules.othello.position import START, Position, parse_board
from kibitz.search.othello.alpha_beta import AlphaBeta
from kibitz.search.othello.midgame import Engine
from kibitz.search.othello.minimax import best_squares, minimax_move_values, minimax_values
from kibitz.search.othello.simple_evaluation import squares_and_mobility
from some_evaluation import positions_of_random_games, random_evaluation


def corners(boards: Boards) -> np.ndarray:
    """A plain function as anybody might write it."""
    return np.array([(own & 0x8100000000000081).bit_count() for own in map(int, boards.own)], dtype=np.float64)


def some_positions() -> list[Position]:
    ends = [position for position in positions_of_random_games(12, seed=4) if position.empty_count <= 5]
    return positions_of_random_games(5, seed=3, every=13) + ends


@pytest.mark.parametrize("evaluator", [corners, squares_and_mobility, random_evaluation().values])
@pytest.mark.parametrize("depth", [1, 2, 3])
def test_it_finds_the_move_and_the_value_of_plain_minimax(evaluator, depth):
    for position in some_positions():
        moves = minimax_move_values(evaluator, Boards.of([position]), depth)
        found = AlphaBeta(evaluator).best_move(position, depth)
        assert found.square == best_squares(moves)[0]
        assert found.value == pytest.approx(moves.value.max())


def test_it_evaluates_fewer_positions_than_minimax():
    asked = 0

    def counting(boards: Boards) -> np.ndarray:
        nonlocal asked
        asked += len(boards)
        return squares_and_mobility(boards)

    position = positions_of_random_games(1, seed=3)[24]
    minimax_values(counting, Boards.of([position]), 4)
    assert AlphaBeta(squares_and_mobility).best_move(position, 4).evaluations < asked / 3


def test_the_engine_finds_the_same_value_with_the_same_evaluation():
    evaluation = random_evaluation()
    for position in positions_of_random_games(4, seed=6, every=17):
        assert AlphaBeta(evaluation.values).best_move(position, 3).value == Engine(evaluation, 1).search(position, depth=3).score


def test_games_that_are_over_are_valued_as_told():
    # Black takes the last white disc with c1.
    winning = parse_board("XO" + "-" * 62 + " X")
    assert AlphaBeta(corners).best_move(winning, 1).value == 64
    assert AlphaBeta(corners, lambda boards: np.full(len(boards), -1.0)).best_move(winning, 1).value == 1


@pytest.mark.parametrize(("position", "depth"), [(START, 0), (Position.start(6), 2), (parse_board("XO" + "-" * 62 + " O"), 2)])
def test_what_cannot_be_searched_is_refused(position, depth):
    with pytest.raises(SetupError, match="a depth of 1 or more and an 8×8 position with a legal square"):
        AlphaBeta(corners).best_move(position, depth)
