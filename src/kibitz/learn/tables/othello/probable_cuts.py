"""Measures how far shallow searches of an evaluation can be trusted, and writes the table of ProbCut.

python -m kibitz.learn.tables.othello.probable_cuts evaluation-2014.safetensors --wthor ../shared/data/othello/wthor --out
evaluation-2014.cuts

Positions of tournament games are searched at every depth without cuts; see kibitz.search.othello.probable_cuts for what is made
of it.
"""

import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import click
import numpy as np

from kibitz.learn.tables.othello.evaluation import samples_of
from kibitz.learn.tables.othello.game_tables import read_wthor_years
from kibitz.rules.othello.bulk import Boards
from kibitz.search.othello.evaluation import Evaluation, load_evaluation
from kibitz.search.othello.probable_cuts import CutProgress, CutTable, measure_cuts

# Before that nearly all games are alike, after that nothing is left to cut.
_DISC_COUNTS: Final = range(8, 62)


@dataclass(frozen=True, slots=True)
class CutSettings:
    """What a calibration measures: the depths up to `deepest`, on so many positions of every disc count."""

    deepest: int = 10
    positions: int = 40
    first_year: int = 1977
    last_year: int = 2014
    seed: int = 1


def calibrate_cuts(
    evaluation: Evaluation, wthor: Path, settings: CutSettings | None = None, progress: CutProgress | None = None
) -> CutTable:
    """The table of an evaluation on games of a folder of WTHOR files; repeats to the bit.

    Raises SetupError if the folder has no file of these years.
    """
    chosen = settings or CutSettings()
    return measure_cuts(evaluation, cut_positions(wthor, chosen), chosen.deepest, progress)


def cut_positions(wthor: Path, settings: CutSettings) -> Boards:
    """Some positions of every disc count that the games have."""
    samples = samples_of(read_wthor_years(wthor, range(settings.first_year, settings.last_year + 1)))
    random = np.random.default_rng(settings.seed)
    rows = [np.flatnonzero(samples.disc_counts == discs) for discs in _DISC_COUNTS]
    return samples.select(np.concatenate([random.choice(found, settings.positions) for found in rows if len(found)])).boards


@click.command(help=__doc__)
@click.argument("evaluation", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--wthor", type=click.Path(exists=True, file_okay=False, path_type=Path), required=True, help="Folder of games.")
@click.option("--deepest", default=CutSettings().deepest, show_default=True, help="Greatest depth that is measured.")
@click.option("--positions", default=CutSettings().positions, show_default=True, help="Positions of every disc count.")
@click.option("--last-year", default=CutSettings().last_year, show_default=True, help="Last year of WTHOR to use.")
@click.option("--out", type=click.Path(dir_okay=False, path_type=Path), required=True, help="File to write.")
def main(evaluation: Path, wthor: Path, deepest: int, positions: int, last_year: int, out: Path) -> None:
    """Measure and write."""
    settings = CutSettings(deepest=deepest, positions=positions, last_year=last_year)
    with click.progressbar(length=deepest + 1, label="ProbCut", file=sys.stderr) as bar:
        table = calibrate_cuts(load_evaluation(evaluation), wthor, settings, lambda _done, _total: bar.update(1))
    table.save(out)


if __name__ == "__main__":
    main()
