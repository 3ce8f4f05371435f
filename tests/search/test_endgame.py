"""The exact solver against brute force, published scores and itself."""

import numpy as np
import pytest

from kibitz import _native
from kibitz.rules import bulk
from kibitz.rules.bulk import Boards
from kibitz.rules.othello import Position
from kibitz.rules.squares import board_shape
from kibitz.search import endgame


def minimax(own: int, opp: int, playable: int, known: dict[tuple[int, int], int]) -> int:
    """The exact score for the mover, by trying everything."""
    score = known.get((own, opp))
    if score is None:
        score = known[own, opp] = _minimax(own, opp, playable, known)
    return score


def _minimax(own: int, opp: int, playable: int, known: dict[tuple[int, int], int]) -> int:
    moves = _native.portable_legal_mask(own, opp) & playable
    if moves:
        return max(-minimax(*_after(own, opp, square), playable, known) for square in range(64) if moves >> square & 1)
    if _native.portable_legal_mask(opp, own) & playable:
        return -minimax(opp, own, playable, known)
    difference = own.bit_count() - opp.bit_count()
    empties = playable.bit_count() - own.bit_count() - opp.bit_count()
    return difference + (difference > 0) * empties - (difference < 0) * empties


def _after(own: int, opp: int, square: int) -> tuple[int, int]:
    flips = _native.portable_flip_mask(own, opp, square)
    return opp & ~flips, own | flips | 1 << square


def boards_with_empties(empties: int, games: int, size: int = 8, seed: int = 1) -> Boards:
    """Positions of random games with so many empty squares."""
    moves, _, _ = bulk.random_games(games, seed, size)
    boards = bulk.replay(moves, Position.start(size)).boards
    chosen = size * size - np.bitwise_count(boards.own | boards.opp) == empties
    return Boards(boards.own[chosen], boards.opp[chosen])


@pytest.mark.parametrize(("size", "empties", "games"), [(8, e, 60) for e in range(1, 8)] + [(8, 8, 10), (6, 7, 40), (4, 9, 60)])
def test_every_move_has_the_score_of_brute_force(size: int, empties: int, games: int) -> None:
    boards = boards_with_empties(empties, games, size)
    playable = board_shape(size).playable
    solved = endgame.solve_children_many(boards, size)
    listed = bulk.children(boards, size)
    assert solved.parent.tolist() == listed.parent.tolist()
    assert solved.square.tolist() == listed.square.tolist()
    known: dict[tuple[int, int], int] = {}
    children = zip(listed.boards.own.tolist(), listed.boards.opp.tolist(), strict=True)
    assert solved.score.tolist() == [-minimax(own, opp, playable, known) for own, opp in children]


def test_the_last_flip_count_is_the_number_of_flips() -> None:
    boards = boards_with_empties(1, 500)
    for own, opp in zip(boards.own.tolist(), boards.opp.tolist(), strict=True):
        square = (~(own | opp) & (1 << 64) - 1).bit_length() - 1
        assert _native.last_flip_count(own, square) == _native.portable_flip_mask(own, opp, square).bit_count()


def test_the_solver_flips_what_the_rules_flip() -> None:
    moves, _, _ = bulk.random_games(30, 3)
    boards = bulk.replay(moves).boards
    for own, opp in zip(boards.own.tolist(), boards.opp.tolist(), strict=True):
        for square in range(64):
            if not (own | opp) >> square & 1:
                assert _native.solver_flip_mask(own, opp, square) == _native.portable_flip_mask(own, opp, square)
