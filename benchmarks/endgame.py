"""Speed of the exact endgame solver on the field's standard positions: `python benchmarks/endgame.py [--threads N] [SUITE …]`.

Every score is compared with the published one. Seconds are CPU seconds of all threads, `wall` is what the clock says.
"""

import argparse
import os
import time
from collections.abc import Iterator
from pathlib import Path

from kibitz.models.engine import shipped_evaluation
from kibitz.rules.othello import Position, parse_board
from kibitz.search.endgame import solve

PROJECT_ROOT = Path(__file__).resolve().parent.parent
SUITES = {
    "fforum-1-19": ("fforum-1-19.obf", slice(None)),
    "fforum-20-39": ("fforum-20-39.obf", slice(None)),
    "fforum-40-49": ("fforum-40-59.obf", slice(0, 10)),
    "fforum-50-59": ("fforum-40-59.obf", slice(10, 20)),
    "hard-20": ("hard-20.obf", slice(None)),
}

# The whole game on the small board: White wins by 4 (Feinstein 1993).
SMALL_BOARD = "6x6"


def read_suite(name: str) -> Iterator[tuple[Position, int]]:
    """The positions of a suite with their published scores."""
    if name == SMALL_BOARD:
        yield Position.start(6), -4
        return
    shared = Path(os.environ.get("KIBITZ_SHARED_DATA", PROJECT_ROOT.parent / "shared" / "data"))
    file_name, part = SUITES[name]
    for line in (shared / "othello" / "endgames" / file_name).read_text().splitlines()[part]:
        board, best, *_ = line.split(";")
        yield parse_board(board), int(best.split(":")[1])


def run_suite(name: str, threads: int, hash_mb: int, each: bool) -> None:
    nodes = wrong = count = 0
    wall = cpu = 0.0
    for count, (position, score) in enumerate(read_suite(name), 1):
        before = time.process_time()
        solution = solve(position, threads=threads, hash_mb=hash_mb, evaluation=shipped_evaluation())
        seconds = time.process_time() - before
        if each:
            print(f"  {count:3}: {solution.score:+3} {solution.nodes / 1e6:9.2f} Mnodes {seconds:8.2f} s", flush=True)
        nodes, wall, cpu = nodes + solution.nodes, wall + solution.seconds, cpu + seconds
        wrong += solution.score != score
    print(
        f"{name}: {count} positions, {wrong} wrong, {nodes / 1e6:.1f} Mnodes, {cpu:.2f} s CPU ({cpu / count:.3f} each), "
        f"{wall:.2f} s wall, {nodes / 1e6 / cpu:.1f} Mnodes/s"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("suites", nargs="*", default=["fforum-40-49", "hard-20"], help=", ".join([*SUITES, SMALL_BOARD]))
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--hash-mb", type=int, default=256)
    parser.add_argument("--each", action="store_true", help="print every position")
    options = parser.parse_args()
    for name in options.suites:
        run_suite(name, options.threads, options.hash_mb, options.each)


if __name__ == "__main__":
    main()
