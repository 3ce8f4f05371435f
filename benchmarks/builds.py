"""How fast each build of the core in a wheel is beside the fastest of them: perft, solver and search, in turn, in CPU seconds.

    python benchmarks/builds.py [--rounds 7] [--to native]

Each build works in a process of its own, and every round asks all of them one after the other, so that whatever else the machine
does meets them alike. The ratio is the median over the rounds.
"""

import argparse
import json
import os
import subprocess
import sys
from pathlib import Path
from statistics import median
from typing import IO, Final

from kibitz import _native
from kibitz.core_builds import LEVELS, NATIVE, PORTABLE, builds_in, loaded_build

WORKS: Final = ("perft", "solver", "search")


def main() -> None:
    """Print a row for each build that runs here."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--to", default=loaded_build(), help="the build that the others are compared with")
    parser.add_argument("--work", action="store_true", help=argparse.SUPPRESS)
    asked = parser.parse_args()
    if asked.work:
        work_on_demand()
        return
    seconds = measured(asked.rounds)
    print(f"median ratio of CPU seconds to those of {asked.to}, {asked.rounds} rounds; below 1 is faster")
    for build, found in seconds.items():
        ratios = [median(a / b for a, b in zip(found[work], seconds[asked.to][work], strict=True)) for work in WORKS]
        print(f"{build:10}", *(f"{work} {ratio:.3f}" for work, ratio in zip(WORKS, ratios, strict=True)))


def measured(rounds: int) -> dict[str, dict[str, list[float]]]:
    """The seconds of each work in each round, by build."""
    known = builds_in([str(Path(str(_native.__file__)).parent)])
    workers = {build: start(build) for build in (NATIVE, *LEVELS, PORTABLE) if build in known}
    seconds = {build: {work: [] for work in WORKS} for build, worker in workers.items() if ask(worker, "perft") is not None}
    for _ in range(rounds):
        for work in WORKS:
            for build, found in seconds.items():
                found[work].append(ask(workers[build], work) or 0.0)
    return seconds


def start(build: str) -> "subprocess.Popen[str]":
    environment = os.environ | {"KIBITZ_ARCH": build}
    command = [sys.executable, __file__, "--work"]
    return subprocess.Popen(command, env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)


def ask(worker: "subprocess.Popen[str]", work: str) -> float | None:
    """The seconds that a work took; None if the processor cannot run the build."""
    given: IO[str] | None = worker.stdin
    taken: IO[str] | None = worker.stdout
    if given is None or taken is None or worker.poll() is not None:
        return None
    print(work, file=given, flush=True)
    line = taken.readline()
    return None if not line else float(json.loads(line))


def work_on_demand() -> None:
    """Do each work that a line of standard input names, and answer with its CPU seconds."""
    from kibitz.models.othello import speed

    works = {"perft": speed.count_leaves, "solver": speed.solve_endgames, "search": speed.search_midgames}
    for line in sys.stdin:
        print(json.dumps(works[line.strip()]().seconds), flush=True)


if __name__ == "__main__":
    main()
