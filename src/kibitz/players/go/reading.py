"""Whether a chain of a nearly finished board can be taken by force: every move near it is tried.

Playouts lose groups whose eyes only an answer keeps, and both sides of a seki; reading a few moves out tells that they live.
"""

from collections.abc import Iterator
from typing import Final

from kibitz import _native
from kibitz.rules.game import Color
from kibitz.rules.go.points import neighbours
from kibitz.rules.go.position import GoPosition
from kibitz.rules.squares import PASS

_MOST_POINTS: Final = 24  # empty points around the chain; an open board is not read
_MOST_POSITIONS: Final = 20_000
_MOST_MOVES: Final = 40
_LARGEST_INSIDE: Final = 7  # stones: a chain as large as this can still leave its taker one eye
_FEW_LIBERTIES: Final = 2


class _TooMuchError(Exception):
    """It takes more reading than is done."""


def can_be_taken(position: GoPosition, chain: tuple[int, ...]) -> bool | None:
    """Whether the opponent, who moves first, can take a chain; None if it takes too much reading to tell.

    Both sides play only in the room of empty points that the chain and others of its side stand in, where stones inside the room
    are taken, and on the last liberties of the stones around it. Each may pass, and whoever repeats a position has failed.
    """
    owner = Color(int(position.stones[chain[0]]) - 1)
    try:
        return _Reading(position, chain).attack(position.with_turn_of(owner.other).state, _MOST_MOVES)
    except _TooMuchError:
        return None


class _Reading:
    """The search for one chain, which remembers the positions it has seen."""

    def __init__(self, position: GoPosition, chain: tuple[int, ...]) -> None:
        self._target, self._stone = chain[0], int(position.stones[chain[0]])
        self._points = _points_to_try(position, chain)
        self._left = _MOST_POSITIONS
        self._seen: dict[tuple[bytes, tuple[int, ...], bool], bool] = {}

    def attack(self, state: _native.go.State, depth: int) -> bool:
        """Whether the side to move can take the chain."""
        key, known = self._look_up(state, True, depth)
        if known is not None:
            return known
        self._seen[key] = False
        self._seen[key] = any(self._is_gone(after) or not self._defend(after, depth - 1) for after in self._moves(state))
        return self._seen[key]

    def _defend(self, state: _native.go.State, depth: int) -> bool:
        """Whether the side to move can save the chain, be it by a pass."""
        key, known = self._look_up(state, False, depth)
        if known is not None:
            return known
        self._seen[key] = True
        is_safe = not self.attack(state.after(PASS), depth - 1)
        self._seen[key] = is_safe or any(not self.attack(after, depth - 1) for after in self._moves(state))
        return self._seen[key]

    def _look_up(
        self, state: _native.go.State, attacks: bool, depth: int
    ) -> tuple[tuple[bytes, tuple[int, ...], bool], bool | None]:
        """What a position is remembered by, and what is known of it."""
        self._left -= 1
        if self._left < 0 or depth <= 0:
            raise _TooMuchError
        key = state.stones().tobytes(), tuple(state.forbidden_points().tolist()), attacks
        return key, self._seen.get(key)

    def _moves(self, state: _native.go.State) -> Iterator[_native.go.State]:
        stones = state.stones()
        return (state.after(point) for point in self._points if not stones[point] and state.is_legal(point))

    def _is_gone(self, state: _native.go.State) -> bool:
        return int(state.stones()[self._target]) != self._stone


def _points_to_try(position: GoPosition, chain: tuple[int, ...]) -> list[int]:
    """The points where moves are tried, ascending; raises _TooMuchError if there are too many."""
    room = _room(position, chain)
    points = set(room)
    own = int(position.stones[chain[0]])
    around = {near for point in room for near in neighbours(point, position.size)}
    for other in {position.chain(point) for point in around if position.stones[point] not in (0, own)}:
        liberties = _liberties(position, other)
        if liberties <= room and len(other) <= _LARGEST_INSIDE:
            points.update(other)
        elif len(liberties) <= _FEW_LIBERTIES:
            points |= liberties
    if len(points) > 2 * _MOST_POINTS:
        raise _TooMuchError
    return sorted(points)


def _room(position: GoPosition, chain: tuple[int, ...]) -> set[int]:
    """The empty points that can be reached from a chain over empty points and stones of its side."""
    own = position.stones[chain[0]]
    seen, waiting, room = set(chain), list(chain), set()
    while waiting:
        for near in neighbours(waiting.pop(), position.size):
            if near not in seen and position.stones[near] in (0, own):
                seen.add(near)
                waiting.append(near)
                room |= {near} if not position.stones[near] else set()
        if len(room) > _MOST_POINTS:
            raise _TooMuchError
    return room


def _liberties(position: GoPosition, chain: tuple[int, ...]) -> set[int]:
    return {near for point in chain for near in neighbours(point, position.size) if not position.stones[near]}
