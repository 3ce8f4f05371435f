"""A position with the way that led to it, as other programs have to be told it."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from kibitz.rules.game import Color, Game, GamePosition


@dataclass(frozen=True, slots=True)
class Place:
    """A game's start, the steps from there, each with its side, and where they led. Sides need not alternate."""

    game: Game[Any]
    start: GamePosition
    steps: tuple[tuple[Color, int], ...]
    position: GamePosition

    @property
    def moves(self) -> tuple[int, ...]:
        return tuple(move for _, move in self.steps)


def place_after(game: Game[Any], start: GamePosition, moves: Iterable[int]) -> Place:
    """The place that legal moves lead to from a start."""
    position, steps = start, []
    for move in moves:
        steps.append((position.to_move, move))
        position = position.play(move)
    return Place(game, start, tuple(steps), position)


def places_along(game: Game[Any], positions: Iterable[GamePosition], moves: Iterable[int]) -> list[Place]:
    """The places of the positions before each move of a game, and of the last one."""
    seen = list(positions)
    steps = tuple((position.to_move, move) for position, move in zip(seen, moves, strict=False))
    return [Place(game, seen[0], steps[:ply], position) for ply, position in enumerate(seen)]
