"""Chains of Go that live by seki: whoever plays on a liberty that both sides share is taken next, so nobody does."""

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from kibitz.rules.game import Color
from kibitz.rules.go.eyes import Board, stones_without_two_eyes
from kibitz.rules.go.points import neighbours


def seki_chains(position: Board, dead: Iterable[int] = ()) -> tuple[tuple[int, ...], ...]:
    """The chains in seki at the end of a game, each with its points in ascending order; `dead` stones are taken off first.

    A chain is in seki if it does not have two eyes, and has a liberty in a region of empty points that touches both sides and
    where any move of either puts the mover's own chain into atari and takes nothing. Moves that would save or take something
    are not read: the game is taken to be over.
    """
    cleared = position.without(dead)
    closed = _closed_points(cleared)
    if not closed:
        return ()
    touching = {near for point in closed for near in neighbours(point, position.size)}
    return tuple(sorted({cleared.chain(stone) for stone in touching & stones_without_two_eyes(cleared)}))


def _closed_points(position: Board) -> list[int]:
    """The points of all regions that touch both sides and where nobody can play."""
    turns = [position.with_turn_of(color) for color in Color]
    return [
        point
        for region in _empty_regions(position.stones, position.size)
        if _touches_both(region, position) and all(_is_closed(turn, place) for turn in turns for place in region)
        for point in region
    ]


def _empty_regions(stones: NDArray[np.int8], size: int) -> list[list[int]]:
    """The points of each region of empty points that hang together."""
    waiting, regions = set(np.flatnonzero(stones == 0).tolist()), []
    while waiting:
        region = [waiting.pop()]
        for point in region:  # grows on the way
            found = waiting.intersection(neighbours(point, size))
            waiting -= found
            region += found
        regions.append(region)
    return regions


def _beside(region: list[int], size: int) -> set[int]:
    """All neighbours of a region's points."""
    return {near for point in region for near in neighbours(point, size)}


def _touches_both(region: list[int], position: Board) -> bool:
    return {1, 2} <= {int(position.stones[near]) for near in _beside(region, position.size)}


def _is_closed(position: Board, point: int) -> bool:
    """Whether a stone of the side to move would have one liberty at most, and take nothing."""
    if not position.state.is_legal(point):
        return True
    after = position.state.after(point)
    takes = after.prisoners()[position.to_move] > position.prisoners[position.to_move]
    return not takes and bool(after.liberties()[point] <= 1)
