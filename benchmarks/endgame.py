"""The exact endgame solver on the field's standard positions: `python benchmarks/endgame.py [--threads N] [--limit S] [RUN …]`.

Every score is compared with the published one. Seconds are CPU seconds of all threads, `wall` is what the clock says. With a
limit a position is given up after so many seconds by the clock, and those given up are named.
"""

import argparse
import os
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from threading import Event

import numpy as np

from kibitz.models.othello.engine import shipped_evaluation
from kibitz.records.othello import wthor
from kibitz.rules.game import Color
from kibitz.rules.othello.position import Position, parse_board
from kibitz.search.othello.endgame import Progress, Solution, solve

PROJECT_ROOT = Path(__file__).resolve().parent.parent
SHARED = Path(os.environ.get("KIBITZ_SHARED_DATA", PROJECT_ROOT.parent / "shared" / "data")) / "othello"

Question = tuple[str, Position, int]  # a name, a position and its published score


def read_obf(*parts: tuple[str, int, slice]) -> Iterator[Question]:
    """The positions of parts of files; each file's first position has a number."""
    for file_name, first_number, part in parts:
        lines = (SHARED / "endgames" / file_name).read_text().splitlines()
        for number, line in list(enumerate(lines, first_number))[part]:
            board, best, *_ = line.split(";")
            yield f"{number}", parse_board(board), int(best.split(":")[1])


def sample_wthor(count: int, year: int) -> Iterator[Question]:
    """Games of a year spread evenly over its file, at the position whose exact score the archive states."""
    table, replay = wthor.read_positions([SHARED / "wthor" / f"WTH_{year}.wtb"])
    own, opp, game = replay.boards.own, replay.boards.opp, replay.game_of_row()
    rows = np.flatnonzero(64 - np.bitwise_count(own | opp) == table.perfect_from[game])
    for row in rows[:: len(rows) // count][:count].tolist():
        color = Color.BLACK if replay.black_to_move[row] else Color.WHITE
        score = int(table.perfect_score[game[row]])
        position = Position(int(own[row]), int(opp[row]), color)
        yield f"{year} game {game[row] + 1}", position, score if color is Color.BLACK else -score


def whole_small_game() -> Iterator[Question]:
    """The 6×6 board from the start: White wins by 4 (Feinstein 1993)."""
    yield "6x6", Position.start(6), -4


EARLY, MIDDLE, LATE = "fforum-1-19.obf", "fforum-20-39.obf", "fforum-40-59.obf"
ALL = slice(None)
RUNS: dict[str, Callable[[], Iterator[Question]]] = {
    "fforum-1-19": partial(read_obf, (EARLY, 1, ALL)),
    "fforum-20-39": partial(read_obf, (MIDDLE, 20, ALL)),
    "fforum-40-49": partial(read_obf, (LATE, 40, slice(0, 10))),
    "fforum-50-59": partial(read_obf, (LATE, 40, slice(10, 20))),
    "fforum-1-59": partial(read_obf, (EARLY, 1, ALL), (MIDDLE, 20, ALL), (LATE, 40, ALL)),
    "hard-20": partial(read_obf, ("hard-20.obf", 1, ALL)),
    "wthor-24": partial(sample_wthor, 50, 2012),
    "6x6": whole_small_game,
}


@dataclass(frozen=True)
class Settings:
    threads: int
    hash_mb: int
    limit: float | None
    is_talkative: bool


@dataclass
class Tally:
    """What a run came to."""

    count: int = 0
    nodes: int = 0
    cpu: float = 0.0
    wall: float = 0.0
    wrong: list[str] = field(default_factory=list)
    given_up: list[str] = field(default_factory=list)

    def add(self, name: str, solution: Solution, published: int, cpu: float) -> None:
        self.count += 1
        self.nodes += solution.nodes
        self.cpu += cpu
        self.wall += solution.seconds
        if not solution.exact:
            self.given_up.append(name)
        elif solution.score != published:
            self.wrong.append(name)

    def __str__(self) -> str:
        listed = "".join(
            f"; {what}: {', '.join(names)}" for what, names in (("WRONG", self.wrong), ("given up", self.given_up)) if names
        )
        return (
            f"{self.count} positions, {self.count - len(self.given_up)} solved, {len(self.wrong)} wrong, "
            f"{self.nodes / 1e6:.1f} Mnodes, {self.cpu:.2f} s CPU ({self.cpu / self.count:.3f} each), {self.wall:.2f} s wall, "
            f"{self.nodes / 1e6 / self.cpu:.1f} Mnodes/s{listed}"
        )


def solve_within(position: Position, settings: Settings) -> Solution:
    """The solution, or what is known when the limit is over."""
    stop = Event()

    def watch(progress: Progress) -> None:
        if settings.limit is not None and progress.seconds > settings.limit:
            stop.set()

    evaluation = shipped_evaluation()
    return solve(position, threads=settings.threads, hash_mb=settings.hash_mb, evaluation=evaluation, stop=stop, progress=watch)


def run(name: str, settings: Settings) -> None:
    tally = Tally()
    for question, position, published in RUNS[name]():
        before = time.process_time()
        solution = solve_within(position, settings)
        cpu = time.process_time() - before
        tally.add(question, solution, published, cpu)
        if settings.is_talkative:
            found = f"{solution.score:+3}" if solution.exact else "  ?"
            print(f"  {question:>4}: {found} {solution.nodes / 1e6:9.2f} Mnodes {cpu:8.2f} s", flush=True)
    print(f"{name}: {tally}", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("runs", nargs="*", default=["fforum-40-49", "hard-20"], metavar="RUN", help=", ".join(RUNS))
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--hash-mb", type=int, default=256)
    parser.add_argument("--limit", type=float, help="seconds by the clock for each position")
    parser.add_argument("--each", action="store_true", help="print every position")
    options = parser.parse_args()
    for name in options.runs:
        run(name, Settings(options.threads, options.hash_mb, options.limit, options.each))


if __name__ == "__main__":
    main()
