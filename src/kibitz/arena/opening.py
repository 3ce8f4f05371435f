"""An opening as every match knows it, and what sets of openings of any game have in common.

No two openings of a set lead to positions that are images of one another.
"""

import random
from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Any, Final, TypeAlias

from kibitz.errors import SetupError
from kibitz.rules.game import Game, GamePosition
from kibitz.rules.squares import PASS

Opening: TypeAlias = tuple[int, ...]
"""Moves from the start of a game, with forced passes written out."""

_MOST_PLIES: Final = 40
# After so many random lines in a row that lead nowhere new, all openings of that length have very probably been seen.
_MOST_MISSES: Final = 5_000


def take_openings(openings: Iterable[Opening], count: int, source: str) -> list[Opening]:
    """The first so many openings; raises SetupError if there are fewer."""
    found = list(islice(openings, count))
    if len(found) < count:
        raise SetupError(f"{source} has {len(found)} different openings, and {count} pairs need as many; play fewer pairs")
    return found


def distinct_openings(openings: Iterable[Opening], game: Game[Any]) -> Iterator[Opening]:
    """The openings without those whose position, or an image of it, came before; forced passes must be written out."""
    seen: set[GamePosition] = set()
    for opening in openings:
        position = _canonical_end(opening, game)
        if position not in seen:
            seen.add(position)
            yield opening


def shuffled_openings(openings: list[Opening], seed: int) -> Iterator[Opening]:
    """The openings in an order drawn by the seed."""
    shuffled = list(openings)
    random.Random(f"openings {seed}").shuffle(shuffled)
    return iter(shuffled)


def random_openings(plies: int, seed: int, game: Game[Any]) -> Iterator[Opening]:
    """Different lines of so many random moves, all but a pass equally likely; ends when no new one is found."""
    chooser = random.Random(f"random openings {seed}")
    seen: set[GamePosition] = set()
    misses = 0
    while misses < _MOST_MISSES:
        opening = _random_line(plies, chooser, game)
        position = _canonical_end(opening, game)
        misses += 1
        if position not in seen and position.outcome() is None:
            misses = 0
            seen.add(position)
            yield opening


def parse_plies(source: str, number: str) -> int:
    """The number of moves of a source such as random:8; raises SetupError."""
    if not number.isdecimal() or not 1 <= int(number) <= _MOST_PLIES:
        kind = source.partition(":")[0]
        raise SetupError(f"the opening set is {source!r}; write {kind}:8 for example, with 1 to {_MOST_PLIES} moves")
    return int(number)


def _random_line(plies: int, chooser: random.Random, game: Game[Any]) -> Opening:
    moves: list[int] = []
    position: GamePosition = game.start()
    while len(moves) < plies and (legal := position.legal_moves()):
        moves.append(chooser.choice([move for move in legal if move != PASS] or legal))
        position = position.play(moves[-1])
    return tuple(moves)


def _canonical_end(opening: Opening, game: Game[Any]) -> GamePosition:
    position: GamePosition = game.start()
    for move in opening:
        position = position.play(move)
    canonical: GamePosition = game.canonical(position)
    return canonical
