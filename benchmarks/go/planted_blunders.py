"""How often a review of Go finds a blunder that was planted, and how often it blames a professional's move.

    python benchmarks/go/planted_blunders.py ARCHIVE [--games 100] [--years 2021 2023] [--playouts 500] [--seed 1]

ARCHIVE is a file of SGF games or a tar or zip archive of them. In each of its games on 19×19 of these years one position is
drawn. Its move, a random legal one, one on an empty part of the first line, and one that puts a chain of two stones or more into
atari are compared with the likeliest move as a review does it. What planted moves cost
is not known; nobody disputes that most of them cost a lot.
"""

import argparse
import random
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path

import numpy as np

from kibitz.models.go.loading import load_go_model
from kibitz.records.go.files import read_go_games
from kibitz.review.go.comparison import Comparing
from kibitz.review.go.network_review import DEFAULT_PLAYOUTS, POINTS, judge_of
from kibitz.rules.go.position import GoPosition
from kibitz.rules.squares import PASS

FIRST_PLY, LAST_PLY = 20, 220
FEWEST_STONES = 2  # of a chain put into atari
EMPTY_AROUND = 2  # lines


@dataclass
class Found:
    """The losses of the moves of each kind."""

    losses: dict[str, list[float]] = field(default_factory=lambda: defaultdict(list))

    def __str__(self) -> str:
        return "\n".join(self._line(kind, np.array(losses)) for kind, losses in self.losses.items())

    def _line(self, kind: str, losses: np.ndarray) -> str:
        called, half = ((losses >= limit).mean() for limit in (POINTS.mistake, POINTS.mistake / 2))
        return (
            f"{kind:12} {len(losses):4} moves, {100 * called:5.1f} % called mistakes, {100 * half:5.1f} % lose "
            f"{POINTS.mistake / 2:g} points or more; "
            f"loss {losses.mean():5.2f} in the mean, {np.median(losses):5.2f} in the median"
        )


def positions(archive: Path, years: tuple[int, int], chooser: random.Random) -> Iterator[tuple[GoPosition, int]]:
    """A position of each game, and the move that was played there."""
    for record in read_go_games(archive, lambda _skipped: None):
        is_dated = record.year is not None and years[0] <= record.year <= years[1]
        if not is_dated or record.size != 19 or record.handicap or len(record.moves) <= LAST_PLY:
            continue
        ply = chooser.randrange(FIRST_PLY, LAST_PLY)
        move, position = record.moves[ply], next(islice(record.positions(), ply, None))
        if move.point != PASS and move.color == position.to_move:
            yield position, move.point


def planted(position: GoPosition, played: int, chooser: random.Random) -> Iterator[tuple[str, int]]:
    """A move of each kind that the position has."""
    legal = [point for point in position.legal_points() if point != played]
    kinds = {
        "random": legal,
        "first line": [point for point in legal if _is_empty_edge(position, point)],
        "self-atari": [point for point in legal if _is_self_atari(position, point)],
    }
    return ((kind, chooser.choice(points)) for kind, points in kinds.items() if points)


def _is_empty_edge(position: GoPosition, point: int) -> bool:
    size = position.size
    row, column = divmod(point, size)
    board = position.stones.reshape(size, size)
    near = board[max(row - EMPTY_AROUND, 0) : row + EMPTY_AROUND + 1, max(column - EMPTY_AROUND, 0) : column + EMPTY_AROUND + 1]
    return (row in (0, size - 1) or column in (0, size - 1)) and not near.any()


def _is_self_atari(position: GoPosition, point: int) -> bool:
    after = position.play(point)
    return len(after.chain(point)) >= FEWEST_STONES and after.liberties()[point] == 1 and after.prisoners == position.prisoners


def add(found: Found, comparing: Comparing, position: GoPosition, moves: Iterator[tuple[str, int]]) -> None:
    likeliest = int(comparing.glance(position).probabilities.argmax())
    for kind, move in moves:
        lost = comparing.compare(position, move, likeliest).lost if comparing.is_doubtful(position, move) else 0.0
        found.losses[kind].append(max(lost, 0.0))


def main() -> None:
    """Print the figures after every tenth position."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("archive", type=Path)
    parser.add_argument("--model", default="go-network")
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--years", type=int, nargs=2, default=(2021, 2023))
    parser.add_argument("--playouts", type=int, default=DEFAULT_PLAYOUTS)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    chooser, found = random.Random(asked.seed), Found()
    model = judge_of(load_go_model(asked.model))
    for number, (position, played) in enumerate(islice(positions(asked.archive, tuple(asked.years), chooser), asked.games), 1):
        moves = iter([("played", played), *planted(position, played, chooser)])
        add(found, Comparing(model, asked.playouts), position, moves)
        if number % 10 == 0 or number == asked.games:
            print(f"{number} positions\n{found}", flush=True)


if __name__ == "__main__":
    main()
