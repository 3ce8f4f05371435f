"""Makes a list of even openings, as the one that comes with Kibitz, with Kibitz's own engine.

Random lines are drawn, looked at quickly, and those that seem even are looked at again, deeper; what is even still is kept. The
shipped list is made by

    python -m kibitz.arena.othello.even_openings --out src/kibitz/arena/othello/xot.txt
"""

import sys
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Final

import click

from kibitz.arena.opening import Opening, random_openings
from kibitz.files import write_whole
from kibitz.models.othello.engine import shipped_engine
from kibitz.rules.othello.position import OTHELLO, START, Position, play_all
from kibitz.rules.squares import format_transcript, parse_square
from kibitz.rules.symmetry import transform_square
from kibitz.search.othello.analysis import Analyst
from kibitz.search.othello.levels import Limits, limits_of_level

_F5: Final = parse_square("f5")


@dataclass(frozen=True, slots=True)
class EvenSettings:
    """What counts as even: the score in discs, to either side, that a quick and a deep look may find."""

    plies: int = 8
    quick_level: int = 8
    quick_margin: float = 3.0
    deep_level: int = 16
    deep_margin: float = 1.0
    seed: int = 0


def even_openings(settings: EvenSettings) -> Iterator[Opening]:
    """Openings of random moves that the engine finds even, no two of them images of one another."""
    judge = EvennessJudge()
    quick, deep = limits_of_level(settings.quick_level), limits_of_level(settings.deep_level)
    for opening in random_openings(settings.plies, settings.seed, OTHELLO):
        position = play_all(opening)
        if judge.is_even(position, quick, settings.quick_margin) and judge.is_even(position, deep, settings.deep_margin):
            yield opening


class EvennessJudge:
    """Asks the shipped engine who is ahead."""

    def __init__(self) -> None:
        self._analyst = Analyst(shipped_engine())

    def is_even(self, position: Position, limits: Limits, margin: float) -> bool:
        """Whether the better side is ahead by no more than a margin in discs."""
        return abs(self._analyst.best_move(position, limits).score) <= margin


def turned_to_f5(opening: Opening) -> str:
    """The transcript of an opening, turned so that it begins with f5 as archives turn games."""
    turn = next(symmetry for symmetry in START.self_symmetries() if transform_square(opening[0], symmetry) == _F5)
    return format_transcript([transform_square(move, turn) for move in opening])


@click.command(help=__doc__)
@click.option("--count", default=1000, show_default=True, help="How many openings.")
@click.option("--plies", type=click.IntRange(1, 20), default=EvenSettings().plies, show_default=True, help="How many moves each.")
@click.option("--out", type=click.Path(dir_okay=False, path_type=Path), required=True, help="File to write.")
def main(count: int, plies: int, out: Path) -> None:
    """Find the openings and write them as transcripts, one a line."""
    with click.progressbar(islice(even_openings(EvenSettings(plies)), count), length=count, file=sys.stderr) as found:
        lines = sorted(turned_to_f5(opening) + "\n" for opening in found)
    write_whole(out, "".join(lines))


if __name__ == "__main__":
    main()
