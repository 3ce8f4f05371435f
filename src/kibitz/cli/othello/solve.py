"""What Othello contributes to `kibitz solve`: exact endgames, one position or a file of them."""

import os
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click

from kibitz.cli.contributions import Contribution
from kibitz.cli.othello.positions import SIZE_HELP, given_text, parse_line_of_play
from kibitz.cli.output import print_json
from kibitz.errors import ExitCode, NotationError
from kibitz.rules.othello.position import Position
from kibitz.rules.squares import format_move
from kibitz.search.contract import EXACT, PROVEN
from kibitz.terminal.othello.words import describe

if TYPE_CHECKING:
    from kibitz.openings.othello.shipped import ProvenScore
    from kibitz.records.othello.obf import ObfPosition
    from kibitz.search.othello.endgame import Mode, Progress, Solution

_FILE_ENDINGS: Final = (".obf", ".obf.gz")
_MOST: Final = 64  # discs
_OUTCOMES: Final = {1: "win", 0: "draw", -1: "loss"}


def _solve(position: str, as_json: bool, threads: int | None, hash_mb: int, wld: bool, proven: bool, size: int | None) -> int:
    from kibitz.search.othello.endgame import Mode

    questions = _read_questions(position, size)
    report = _Report(Mode.WIN_LOSS_DRAW if wld else Mode.EXACT, len(questions.entries), as_json)
    is_complete = _solve_all(questions.entries, report, threads or os.cpu_count() or 1, hash_mb, proven)
    if as_json:
        print_json({"mode": report.mode.value, "results": report.results, "skipped": questions.skipped, "complete": is_complete})
    if report.asked > 1:
        click.echo(report.summary(), err=True)
    return ExitCode.DONE if is_complete else ExitCode.INTERRUPTED


@dataclass(frozen=True, slots=True)
class _Questions:
    """What is to be solved, and how many lines of a file were none."""

    entries: "list[ObfPosition]"
    skipped: int = 0


def _read_questions(text: str, size: int | None) -> _Questions:
    from kibitz.records.othello.obf import ObfPosition, parse_obf

    if text.lower().endswith(_FILE_ENDINGS):
        return _read_file(Path(text))
    text = given_text(text)
    if ";" in text:
        return _Questions([parse_obf(line) for line in text.splitlines() if line.strip()])
    return _Questions([ObfPosition(parse_line_of_play(text, size).position)])


def _read_file(path: Path) -> _Questions:
    """The positions of a file; lines that are none are named on standard error. Raises NotationError if no line is one."""
    from kibitz.records.othello.obf import read_positions
    from kibitz.records.othello.record import SkippedGame

    skipped: list[SkippedGame] = []
    entries = list(read_positions(path, skipped.append))
    for skip in skipped:
        click.echo(f"{skip.source}, position {skip.number}: {skip.problem}; left out", err=True)
    if not entries:
        raise NotationError(f"{path} has no position; a line is a board of 64 characters, the side to move and a semicolon")
    return _Questions(entries, len(skipped))


@dataclass
class _Report:
    """What was solved so far; people get a line as soon as it is."""

    mode: "Mode"
    asked: int
    is_quiet: bool
    results: list[dict[str, Any]] = field(default_factory=list)

    def add(self, entry: "ObfPosition", solution: "Solution") -> None:
        self._add(entry, describe_solution(entry, solution, self.mode))

    def add_proven(self, entry: "ObfPosition", known: "ProvenScore") -> None:
        self._add(entry, describe_proven(entry, known, self.mode))

    def _add(self, entry: "ObfPosition", result: dict[str, Any]) -> None:
        self.results.append(result)
        if not self.is_quiet:
            number = f"{len(self.results):4}  " if self.asked > 1 else ""
            click.echo(number + format_solution(entry.position, self.results[-1], self.mode))

    def summary(self) -> str:
        compared = [result["agrees"] for result in self.results if result["agrees"] is not None]
        seconds = sum(result["seconds"] for result in self.results)
        nodes = sum(result["nodes"] for result in self.results)
        agreement = f"; {sum(compared)} of {len(compared)} agree with the scores stated" if compared else ""
        return f"{len(self.results)} of {self.asked} solved, {nodes} nodes in {seconds:.2f} s{agreement}"


def describe_solution(entry: "ObfPosition", solution: "Solution", mode: "Mode") -> dict[str, Any]:
    """A solved position as part of a JSON document.

    `move` is None if the game is over; `stated_score` and `agrees` are None where no scores were given. Of --wld only the sign
    of a stated score is compared.
    """
    from kibitz.search.othello.endgame import Mode

    size = entry.position.size
    stated = entry.best_score
    compared = stated if stated is None or mode is Mode.EXACT else (stated > 0) - (stated < 0)
    return {
        **describe(entry.position),
        "score": solution.score,
        "move": None if solution.move is None else format_move(solution.move, size),
        "line": [format_move(move, size) for move in solution.line],
        "nodes": solution.nodes,
        "seconds": solution.seconds,
        "exact": solution.exact,
        "source": EXACT,
        "bounds": None,
        "stated_score": stated,
        "agrees": None if compared is None else compared == solution.score,
    }


def describe_proven(entry: "ObfPosition", known: "ProvenScore", mode: "Mode") -> dict[str, Any]:
    """A position about which something is proven, as describe_solution(); the score is None where only bounds are."""
    from kibitz.search.othello.endgame import Mode, Solution

    bounds, value = known.bounds, known.bounds.low
    score = value if mode is Mode.EXACT else (value > 0) - (value < 0)
    solution = Solution(score, known.line[0] if known.line else None, known.line, 0, 0.0, bounds.is_value)
    described = {**describe_solution(entry, solution, mode), "source": PROVEN, "bounds": [bounds.low, bounds.high]}
    return described if bounds.is_value else {**described, "score": None, "agrees": None}


def format_solution(position: Position, result: dict[str, Any], mode: "Mode") -> str:
    """A solved position as a line for people."""
    from kibitz.search.othello.endgame import Mode

    if result["score"] is None:
        return f"{position.to_move} {_limits(result['bounds'])}  {' '.join(result['line'])}  ({result['empties']} empty, proven)"
    score = _OUTCOMES[result["score"]] if mode is Mode.WIN_LOSS_DRAW else f"{result['score']:+d}"
    work = f"{result['empties']} empty, {result['nodes']} nodes, {result['seconds']:.3f} s"
    work = f"{result['empties']} empty, proven" if result["source"] == PROVEN else work
    line = " ".join(result["line"]) or "the game is over"
    agrees = {None: "", True: "; as stated", False: f"; NOT as stated, {result['stated_score'] or 0:+d}"}[result["agrees"]]
    return f"{position.to_move} {score:>4}  {line}  ({work}){agrees}"


def _limits(bounds: list[int]) -> str:
    """Bounds as `at least 0`."""
    low, high = bounds
    parts = ([f"at least {low}"] if low > -_MOST else []) + ([f"at most {high}"] if high < _MOST else [])
    return " and ".join(parts)


def _solve_all(entries: "Iterable[ObfPosition]", report: _Report, threads: int, hash_mb: int, proven: bool) -> bool:
    """Solve one position after the other into the report, or look it up; False if Ctrl-C stopped it."""
    from kibitz.models.othello.engine import shipped_evaluation
    from kibitz.openings.othello.shipped import proven_score
    from kibitz.search.othello.endgame import solve as solve_position

    evaluation = shipped_evaluation()
    try:
        for number, entry in enumerate(entries, 1):
            if proven and (known := proven_score(entry.position)) is not None:
                report.add_proven(entry, known)
                continue
            with _watched(number) as progress:
                solution = solve_position(
                    entry.position,
                    threads=threads,
                    hash_mb=hash_mb,
                    evaluation=evaluation,
                    mode=report.mode,
                    progress=progress,
                )
            report.add(entry, solution)
    except KeyboardInterrupt:
        return False
    return True


@contextmanager
def _watched(number: int) -> "Iterator[Callable[[Progress], None] | None]":
    """A function that shows on standard error how far a search is, None if nobody watches."""
    if not sys.stderr or not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console

    with Console(stderr=True).status(f"position {number}") as status:
        yield lambda progress: status.update(f"position {number}: {progress.nodes:,} nodes, {progress.seconds:.0f} s")


CONTRIBUTION: Final = Contribution(
    _solve,
    "POSITION is a transcript, a board of 16, 36 or 64 characters (X black, O white, - empty), or lines of an OBF file. The "
    "name of a file ends in .obf; its scores are compared with those found. Scores are discs for the side to move; empty squares "
    "count for the winner. Each further empty square takes about three times as long. The start and 5,175 "
    "positions after it need no search: their score or a bound of it follows from the proof that Othello is a draw.",
    (
        "kibitz solve endgames.obf",
        "kibitz solve ''",
        "kibitz solve '' --size 4",
        "kibitz solve '--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X' --json",
    ),
    (
        click.Option(
            ["--threads"], type=click.IntRange(1, 256), help="Threads that work on a position; one for each core unless given."
        ),
        click.Option(
            ["--hash", "hash_mb"],
            type=click.IntRange(1, 1 << 20),
            default=64,
            show_default=True,
            help="Megabytes of hash tables.",
        ),
        click.Option(["--wld"], is_flag=True, help="Find only who wins, which is quicker: the score is 1, 0 or -1."),
        click.Option(
            ["--proven/--no-proven"], default=True, show_default=True, help="Answer from the proof where it says something."
        ),
        click.Option(["--size"], type=int, help=SIZE_HELP),
    ),
)
