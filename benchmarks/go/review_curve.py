"""How calm the curve of a review of Go is where nothing was lost, and how long a review takes.

    python benchmarks/go/review_curve.py ARCHIVE [--games 50] [--years 2021 2023] [--playouts 500]

ARCHIVE is a file of SGF games or a tar or zip archive of them. Its first games on 19×19 of these years with 200 moves or more and
no handicap are reviewed. Changes are those of Black's points from one move to the next that the review does not call a mistake.
"""

import argparse
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import islice, pairwise
from pathlib import Path

import numpy as np

from kibitz.models.go.loading import load_go_model
from kibitz.records.go.files import read_go_games
from kibitz.records.go.record import GoRecord
from kibitz.review.game_review import GameReview
from kibitz.review.go.network_review import DEFAULT_PLAYOUTS, POINTS, GoNetworkReviewer, judge_of

FEWEST_MOVES = 200
LARGE = 5.0  # points


@dataclass
class Found:
    """What was seen of some reviews: changes of the curve at good moves, moves, mistakes, who leads by both, CPU seconds."""

    changes: list[float] = field(default_factory=list)
    moves: int = 0
    mistakes: int = 0
    disagreeing: int = 0
    seconds: list[float] = field(default_factory=list)

    def add(self, review: GameReview, seconds: float) -> None:
        rows = review.moves
        good = [(one, two) for one, two in pairwise(rows) if two.loss < POINTS.mistake]
        self.changes += [abs(two.black_score - one.black_score) for one, two in good]
        self.disagreeing += sum(row.black_score * (row.win_chance - 0.5) < 0 for row in rows)
        self.moves, self.mistakes = self.moves + len(rows), self.mistakes + len(review.mistakes)
        self.seconds.append(seconds)

    def __str__(self) -> str:
        changes, seconds = np.array(self.changes), np.array(self.seconds)
        large = 100 * (changes > LARGE).mean()
        return (
            f"{len(seconds)} games, {self.moves} moves, {self.mistakes} mistakes; at good moves the curve changes by "
            f"{changes.mean():.2f} points in the mean, by more than {LARGE:g} at {large:.2f} % of them; points and chance "
            f"disagree on who leads at {self.disagreeing}; {seconds.mean():.1f} CPU s a game, {seconds.max():.1f} at most"
        )


def games(archive: Path, years: tuple[int, int]) -> Iterator[GoRecord]:
    """The games of an archive that are reviewed."""
    for record in read_go_games(archive, lambda _skipped: None):
        is_dated = record.year is not None and years[0] <= record.year <= years[1]
        if is_dated and record.size == 19 and len(record.moves) >= FEWEST_MOVES and not record.handicap:
            yield record


def main() -> None:
    """Print the figures after every game."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("archive", type=Path)
    parser.add_argument("--model", default="go-network")
    parser.add_argument("--games", type=int, default=50)
    parser.add_argument("--years", type=int, nargs=2, default=(2021, 2023))
    parser.add_argument("--playouts", type=int, default=DEFAULT_PLAYOUTS)
    asked = parser.parse_args()
    model = judge_of(load_go_model(asked.model))
    found = Found()
    for record in islice(games(asked.archive, tuple(asked.years)), asked.games):
        began = time.process_time()
        review = GoNetworkReviewer(model, asked.playouts).review(record)
        found.add(review, time.process_time() - began)
        print(found, flush=True)


if __name__ == "__main__":
    main()
