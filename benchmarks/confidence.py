"""How far values lie from better ones: `python benchmarks/confidence.py [--positions N] [--model NAME]`.

Positions of two years of WTHOR with a choice of moves are searched by the engine at depths up to 16, the table kept from depth to
depth. The value of the best move is compared with the exact score where there is one, solved with 16 and 20 empty squares
and stated by the archive with 24; with more, where none is known, with the value at depth 16. Printed are the root of the mean
squared difference and the difference that nine in ten do not exceed, in discs.
"""

import argparse
from itertools import islice

import numpy as np

from endgame import SHARED
from kibitz.learn.tables.othello.evaluation import samples_of
from kibitz.learn.tables.othello.game_tables import read_wthor_years
from kibitz.models.othello.engine import VALUES_NAME, engine_named
from kibitz.records.othello import wthor
from kibitz.rules.game import Color
from kibitz.rules.othello.position import Position
from kibitz.search.othello.endgame import solve
from kibitz.search.othello.midgame import Engine, SearchResult

YEARS = [2015, 2016]
STATED = 24
SOLVED = (16, 20)
EARLIER = (32, 40, 48)
DEPTHS = (1, 2, 4, 6, 8, 10, 12, 14)
DEEPEST = 16


def stated_positions(count: int, seed: int) -> list[tuple[Position, float | None]]:
    """Positions with 24 empty squares and the score of each for its mover that the archive states."""
    paths = [SHARED / "wthor" / f"WTH_{year}.wtb" for year in YEARS]
    table, replay = wthor.read_positions(paths)
    game = replay.game_of_row()
    empties = 64 - np.bitwise_count(replay.boards.own | replay.boards.opp).astype(int)
    rows = np.flatnonzero((empties == table.perfect_from[game]) & (empties == STATED))
    found: list[tuple[Position, float | None]] = []
    for row in np.random.default_rng(seed).permutation(rows).tolist():
        position = Position(int(replay.boards.own[row]), int(replay.boards.opp[row]), Color.BLACK)
        score = float(table.perfect_score[game[row]])
        if position.legal_mask().bit_count() > 1:
            found.append((position, score if replay.black_to_move[row] else -score))
        if len(found) == count:
            break
    return found


def drawn_positions(count: int, empties: int, seed: int) -> list[tuple[Position, float | None]]:
    """Positions with so many empty squares, solved if they are few."""
    boards = samples_of(read_wthor_years(SHARED / "wthor", YEARS)).boards
    rows = np.flatnonzero(64 - np.bitwise_count(boards.own | boards.opp).astype(int) == empties)
    shuffled = np.random.default_rng(seed).permutation(rows)
    positions = (Position(int(boards.own[row]), int(boards.opp[row]), Color.BLACK) for row in shuffled)
    chosen = islice((position for position in positions if position.legal_mask().bit_count() > 1), count)
    return [(position, float(solve(position).score) if empties in SOLVED else None) for position in chosen]


def errors_of(engine: Engine, position: Position, score: float | None) -> list[float]:
    """By how much the value at each depth differs from the score, or from the value at the greatest depth."""
    seen: list[SearchResult] = []
    engine.forget()
    engine.search(position, depth=DEPTHS[-1] if score is not None else DEEPEST, progress=seen.append)
    values = {result.depth: result.score for result in seen}
    best = values[DEEPEST] if score is None else score
    return [values[depth] - best for depth in DEPTHS]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--positions", type=int, default=300)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--model", default=VALUES_NAME)
    options = parser.parse_args()
    engine = engine_named(options.model)
    print("empties  " + "".join(f"  depth {depth:2}" for depth in DEPTHS))
    for empties in (*SOLVED, STATED, *EARLIER):
        count = options.positions if empties <= STATED else options.positions // 3
        asked = stated_positions(count, options.seed) if empties == STATED else drawn_positions(count, empties, options.seed)
        errors = np.array([errors_of(engine, position, score) for position, score in asked])
        spread, most = np.sqrt((errors**2).mean(axis=0)), np.quantile(np.abs(errors), 0.9, axis=0)
        print(
            f"{empties:2} ({len(asked):3})" + "".join(f"{s:5.1f}/{m:4.1f}" for s, m in zip(spread, most, strict=True)), flush=True
        )


if __name__ == "__main__":
    main()
