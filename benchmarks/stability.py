"""How far values move with the depth: `python benchmarks/stability.py [--positions N] [--model NAME]`.

Positions of a year of WTHOR with 26 to 52 empty squares are searched by the engine at depths 8 to 16, the table kept between
depths of one position and forgotten between positions. Values are those of the best move, in discs. `odd minus even` is the mean
of an odd depth's value less the mean of its two neighbours, over all positions and inner odd depths.
"""

import argparse
import os
import time
from itertools import islice
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from kibitz.learn.tables.othello.evaluation import samples_of
from kibitz.learn.tables.othello.game_tables import read_wthor_years
from kibitz.models.othello.engine import EVALUATION_NAME, engine_named
from kibitz.rules.game import Color
from kibitz.rules.othello.position import Position
from kibitz.search.othello.midgame import Engine, SearchResult

PROJECT_ROOT = Path(__file__).resolve().parent.parent
SHARED = Path(os.environ.get("KIBITZ_SHARED_DATA", PROJECT_ROOT.parent / "shared" / "data")) / "othello"
EMPTIES = (26, 52)
DEPTHS = (8, 16)


def some_positions(count: int, year: int, seed: int) -> list[Position]:
    """Positions of a year's games, drawn by lot, that have a choice of moves."""
    boards = samples_of(read_wthor_years(SHARED / "wthor", [year])).boards
    empties = 64 - np.bitwise_count(boards.own | boards.opp).astype(int)
    usable = np.flatnonzero((empties >= EMPTIES[0]) & (empties <= EMPTIES[1]))
    rows = np.random.default_rng(seed).permutation(usable)
    positions = (Position(int(boards.own[row]), int(boards.opp[row]), Color.BLACK) for row in rows)
    return list(islice((position for position in positions if position.legal_mask().bit_count() > 1), count))


def values_by_depth(engine: Engine, position: Position) -> list[float]:
    """The value of the best move at each depth from 8 to 16."""
    seen: list[SearchResult] = []
    engine.forget()
    engine.search(position, depth=DEPTHS[1], progress=seen.append)
    return [result.score for result in seen if result.depth >= DEPTHS[0]]


def print_figures(values: NDArray[np.float64], seconds: float) -> None:
    """What is said of an array [positions, depths]."""
    steps = np.diff(values, axis=1)
    odd = np.arange(DEPTHS[0], DEPTHS[1] + 1) % 2 == 1
    tempo = (values[:, odd] - (values[:, :-1:2] + values[:, 2::2]) / 2).mean()
    signs = np.sign(values)
    turned = (signs[:, 1:] * signs[:, :-1] < 0).mean()
    print(
        f"{len(values)} positions, depths {DEPTHS[0]} to {DEPTHS[1]}: odd minus even {tempo:+.2f} discs, mean change "
        f"{np.abs(steps).mean():.2f} (nine in ten below {np.quantile(np.abs(steps), 0.9):.1f}), sign changes in "
        f"{100 * turned:.1f} % of the steps, {seconds:.1f} s CPU"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--positions", type=int, default=500)
    parser.add_argument("--year", type=int, default=2016)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--model", default=EVALUATION_NAME)
    options = parser.parse_args()
    engine = engine_named(options.model)
    begin = time.process_time()
    rows = [values_by_depth(engine, position) for position in some_positions(options.positions, options.year, options.seed)]
    print_figures(np.array(rows), time.process_time() - begin)


if __name__ == "__main__":
    main()
