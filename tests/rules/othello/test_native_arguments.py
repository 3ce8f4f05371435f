"""What Python hands to the core is checked once a call: wrong arguments are refused and never end the interpreter."""

import numpy as np
import pytest

from kibitz import _native
from kibitz.rules.othello.position import START
from kibitz.rules.squares import board_shape

WHOLE = board_shape(8).playable
MASKS = {"none": 0, "one square": 1, "a row": 0xFF, "odd": 0x123456789, "all but one": WHOLE - 1}


def masks(*values: int) -> np.ndarray:
    return np.array(values, dtype=np.uint64)


@pytest.mark.parametrize("square", [-1, 64, 2**31 - 1, -(2**31)])
@pytest.mark.parametrize("name", ["flip_mask", "portable_flip_mask", "solver_flip_mask"])
def test_flips_are_asked_for_on_squares_of_the_board(name, square):
    with pytest.raises(ValueError, match="from 0 to 63"):
        getattr(_native.othello, name)(1, 2, square)


@pytest.mark.parametrize("square", [-1, 64, 2**31 - 1])
def test_the_last_flip_is_on_the_board(square):
    with pytest.raises(ValueError, match="from 0 to 63"):
        _native.othello.last_flip_count(1, square)


@pytest.mark.parametrize("name", ["stable_masks", "solve_children"])
@pytest.mark.parametrize("mask", MASKS)
def test_boards_are_squares_in_the_middle(name, mask):
    with pytest.raises(ValueError, match="the playable squares"):
        getattr(_native.othello, name)(masks(0), masks(0), MASKS[mask])


@pytest.mark.parametrize("name", ["stable_masks", "solve_children"])
def test_a_square_has_one_disc_and_lies_on_the_board(name):
    function = getattr(_native.othello, name)
    with pytest.raises(ValueError, match="both sides"):
        function(masks(0, 1), masks(0, 1), WHOLE)
    with pytest.raises(ValueError, match="beside the board"):
        function(masks(1), masks(0), board_shape(6).playable)
    with pytest.raises(ValueError, match="same length"):
        function(masks(1), masks(), WHOLE)


def test_boards_to_be_scored_hold_each_square_once():
    with pytest.raises(ValueError, match="both sides"):
        _native.othello.solve_scores(masks(0, 1), masks(0, 1))
    with pytest.raises(ValueError, match="same length"):
        _native.othello.solve_scores(masks(1), masks())


@pytest.mark.parametrize(
    ("own", "opp", "playable", "threads"),
    [(1, 1, WHOLE, 1), (1, 2, 0x123, 1), (1, 2, board_shape(4).playable, 1), (START.own, START.opp, WHOLE, 0)],
)
def test_an_endgame_that_is_none_is_refused(own, opp, playable, threads):
    with pytest.raises(ValueError, match=r"disc|playable|thread"):
        _native.othello.solve_endgame(own, opp, playable, threads, 1 << 20, None, False, None)
    with pytest.raises(ValueError, match=r"disc|playable|thread"):
        _native.othello.solve_endgame_moves(own, opp, playable, threads, 1 << 20, None, None)


def test_a_tree_is_counted_to_a_depth():
    with pytest.raises(ValueError, match="0 or more"):
        _native.othello.perft(START.own, START.opp, -1, WHOLE)


@pytest.mark.parametrize("square", [-3, 64, 127])
def test_a_forest_plays_moves_of_the_board(square):
    forest = _native.othello.Forest(masks(START.own), masks(START.opp), WHOLE, True, 1.0, 0.0)
    with pytest.raises(ValueError, match="from 0 to 63"):
        forest.advance(np.array([square], np.int8))
    forest.advance(np.array([-2], np.int8))
    assert forest.roots()[0].tolist() == [START.own], "no move is no move"


def learnt_from(**changed):
    """The arguments of a trainer for the start, which has four legal moves, but for some."""
    given = {
        "own": masks(START.own),
        "opp": masks(START.opp),
        "last": np.array([-1], np.int8),
        "before_last": np.array([-1], np.int8),
        "first_move": np.array([0, 4]),
        "extra_inputs": np.zeros((4, _native.othello.EXTRA_INPUTS), np.float32),
        "extra_rows": np.zeros((4, _native.othello.EXTRA_TABLES), np.uint16),
    }
    return {**given, **changed}


@pytest.mark.parametrize(
    ("changed", "problem"),
    [
        ({"last": np.array([117], np.int8)}, "from 0 to 63"),
        ({"before_last": np.array([64], np.int8)}, "from 0 to 63"),
        ({"first_move": np.array([2**40, 4])}, "does not fit"),
        ({"first_move": np.array([-4, 4])}, "does not fit"),
        ({"own": masks(0), "opp": masks(0)}, "does not fit"),
    ],
)
def test_a_model_of_moves_is_asked_about_positions_that_fit_their_rows(changed, problem):
    trainer = _native.othello.MoveTrainer(masks(0xFF), 1)
    assert trainer.predict(**learnt_from()).sum() == pytest.approx(1)
    with pytest.raises(ValueError, match=problem):
        trainer.predict(**learnt_from(**changed))


@pytest.mark.parametrize(("order", "threads"), [([1], 1), ([-1], 1), ([2**40], 1), ([0], 0), ([0], -1)])
def test_a_trainer_learns_positions_that_are_there_with_a_thread_at_least(order, threads):
    trainer = _native.othello.MoveTrainer(masks(0xFF), 1)
    rest = {"played": np.array([19], np.int8), "row_rate": 0.1, "straight_rate": 0.1, "head_rate": 0.1}
    assert trainer.train(**learnt_from(), **rest, order=np.array([0]), threads=1)[2] == 1
    with pytest.raises(ValueError, match=r"order|thread"):
        trainer.train(**learnt_from(), **rest, order=np.array(order), threads=threads)
