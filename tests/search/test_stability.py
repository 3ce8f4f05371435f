"""Stable discs: what the core calls stable stays, whatever is played."""

import numpy as np
import pytest

from kibitz import _native
from kibitz.rules.othello import bulk
from kibitz.rules.squares import board_shape


def _sides_move(black: int, white: int, playable: int) -> list[tuple[int, int]]:
    """The boards after any move of either side, whoever's turn it is."""
    after = []
    for own, opp in ((black, white), (white, black)):
        legal = _native.othello.portable_legal_mask(own, opp) & playable
        for square in range(64):
            if legal >> square & 1:
                flips = _native.othello.portable_flip_mask(own, opp, square)
                moved = (own | flips | 1 << square, opp & ~flips)
                after.append(moved if own == black else moved[::-1])
    return after


def _never_turned(black: int, white: int, playable: int) -> int:
    """Mask of Black's discs that no sequence of moves, in any order of sides, turns."""
    kept = black
    seen = {(black, white)}
    waiting = [(black, white)]
    while waiting:
        for board in _sides_move(*waiting.pop(), playable):
            if board not in seen:
                seen.add(board)
                waiting.append(board)
                kept &= board[0]
    return kept


@pytest.mark.parametrize(("size", "empties"), [(4, 7), (6, 6), (8, 6)])
def test_a_disc_called_stable_is_never_turned(size: int, empties: int) -> None:
    playable = board_shape(size).playable
    moves, _, _ = bulk.random_games(40, 5, size)
    played = bulk.replay(moves, bulk.Position.start(size))
    chosen = size * size - np.bitwise_count(played.boards.own | played.boards.opp) == empties
    own, opp = played.boards.own[chosen], played.boards.opp[chosen]
    stable = _native.othello.stable_masks(own, opp, playable)
    assert np.bitwise_count(stable).sum() > 20
    for mover, other, mask in zip(own.tolist(), opp.tolist(), stable.tolist(), strict=True):
        assert mask & ~_never_turned(mover, other, playable) == 0


def test_a_full_edge_and_a_taken_corner_are_stable() -> None:
    edge = np.array([0xFF, 0x01, 0x07, 0x02], dtype=np.uint64)
    stable = _native.othello.stable_masks(edge, np.zeros(4, dtype=np.uint64), board_shape(8).playable)
    assert stable.tolist() == [0xFF, 0x01, 0x07, 0x00]


def test_the_corner_of_a_small_board_is_stable() -> None:
    corner = np.array([1 << board_shape(6).square_at(0, 0)], dtype=np.uint64)
    stable = _native.othello.stable_masks(corner, np.zeros(1, dtype=np.uint64), board_shape(6).playable)
    assert stable.tolist() == corner.tolist()
