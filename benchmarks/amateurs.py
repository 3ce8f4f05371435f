"""Which rating fits amateurs best: the expert's negative log-likelihood on games of each file, told nothing and told ratings.

python benchmarks/amateurs.py [FILE...] [--model expert-2014] [--games 200]

Games are drawn at random from each file. The first eight moves are left out: many online games begin with drawn openings. The
gain is that of the rating over being told nothing, with the interval that holds 95 % of the values found by drawing games.
"""

import os
import sys
from collections.abc import Iterable
from pathlib import Path

import click
import numpy as np
from numpy.typing import NDArray

from kibitz.features.othello.recorded_moves import RecordedMoves, moves_of_records
from kibitz.measure.accuracy import Verdicts
from kibitz.measure.othello.models import judge_model
from kibitz.models.othello.loading import load_model
from kibitz.records.othello.files import read_games

SHARED = Path(os.environ.get("KIBITZ_SHARED_DATA", Path(__file__).resolve().parents[2] / "shared" / "data")) / "othello"
ARCHIVES = (SHARED / "playok/PLAYOK_2023.wtb", SHARED / "eothello/othello_dataset.csv", SHARED / "wthor/WTH_2016.wtb")
RATINGS = (None, *range(1000, 2201, 200))
LEFT_OUT = 8
START_DISCS = 4
DRAWS = 1000


def drawn_moves(path: Path, games: int) -> RecordedMoves:
    """The moves of some games of a file from the ninth on."""
    records = list(read_games(path, on_skip=lambda _: None))
    chosen = np.random.default_rng(2016).permutation(len(records))[:games]
    played = moves_of_records(records[number] for number in chosen)
    boards = played.moves.situations.boards
    return played.take(np.bitwise_count(boards.own | boards.opp) >= START_DISCS + LEFT_OUT)


def interval(gain: NDArray[np.float64], game: NDArray[np.int64]) -> tuple[float, float]:
    """The middle 95 % of the mean gain of drawn sets of games."""
    _, game = np.unique(game, return_inverse=True)
    sums, counts = np.bincount(game, weights=gain), np.bincount(game)
    chooser = np.random.default_rng(1)
    draws = [chooser.integers(0, len(sums), len(sums)) for _ in range(DRAWS)]
    low, high = np.quantile([sums[draw].sum() / counts[draw].sum() for draw in draws], (0.025, 0.975))
    return float(low), float(high)


def line(rating: float | None, verdicts: Verdicts, untold: Verdicts, played: RecordedMoves) -> str:
    figures = f"top-1 {100 * verdicts.first.mean():.1f} %  nll {verdicts.nll.mean():.4f}"
    if rating is None:
        return f"  told nothing  {figures}"
    gain = untold.nll - verdicts.nll
    low, high = interval(gain, played.game)
    return f"  told {rating:7}  {figures}  gain {gain.mean():+.4f} ({low:+.4f} to {high:+.4f})"


@click.command()
@click.argument("files", nargs=-1, type=click.Path(exists=True, path_type=Path))
@click.option("--model", "name", default="expert-2014", show_default=True)
@click.option("--games", default=200, show_default=True, help="How many of each file.")
def main(files: Iterable[Path], name: str, games: int) -> None:
    """Print a table for each file."""
    model = load_model(name)
    for path in files or [path for path in ARCHIVES if path.is_file()]:
        played = drawn_moves(path, games)
        print(f"{path.name}: {len(np.unique(played.game))} games, {len(played)} moves")
        untold = judge_model(model, played.moves)
        for rating in RATINGS:
            verdicts = untold if rating is None else judge_model(model, played.moves, rating)
            print(line(rating, verdicts, untold, played))
            sys.stdout.flush()


if __name__ == "__main__":
    main()
