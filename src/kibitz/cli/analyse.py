"""`kibitz analyse`: what the engine thinks of each legal move, as a table that deepens or as JSON."""

import math
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click

from kibitz.cli.go_options import game_option, go_size_option, komi_option
from kibitz.cli.output import json_option, print_json
from kibitz.cli.positions import Line, read_line_of_play
from kibitz.errors import SetupError
from kibitz.rules.othello import Position
from kibitz.rules.squares import format_move
from kibitz.search.levels import DEEPEST, DEFAULT_LEVEL, DEFAULT_TABLES_MB, HIGHEST_LEVEL, Limits, limits_of
from kibitz.terminal.outcomes import describe_outcome

if TYPE_CHECKING:
    from kibitz.search.analysis import JudgedMove, Judgement, Watcher

_SHOWN_MOVES: Final = 8  # of a line; more would not fit beside the figures


@click.command()
@click.argument("position")
@click.option("--level", type=int, help=f"How far to look, 1 to {HIGHEST_LEVEL}; {DEFAULT_LEVEL} unless something else is given.")
@click.option("--seconds", type=float, help="How long to think instead.")
@click.option("--depth", type=int, help=f"How many discs to look ahead instead, 1 to {DEEPEST}.")
@click.option(
    "--hash",
    "tables_mb",
    type=click.IntRange(2, 1 << 20),
    default=DEFAULT_TABLES_MB,
    show_default=True,
    help="Megabytes of memory.",
)
@game_option
@go_size_option
@komi_option
@click.option("--playouts", type=click.IntRange(min=1), help="At Go, how many playouts; 10000 unless seconds are given.")
@click.option(
    "--threads", type=click.IntRange(1, 256), default=1, show_default=True, help="At Go, how many trees are grown at once."
)
@click.option("--move", "move_count", type=click.IntRange(min=0), help="At Go, look at the position after so many moves.")
@click.option("--model", help="At Go, which model is the expert; go-network if it is there.")
@click.option("--archive", type=click.Path(path_type=Path), help="At Go, which archive is asked; the usual one if it is there.")
@click.option("--ownership", "with_ownership", is_flag=True, help="At Go, also draw who will own each point.")
@json_option
def analyse(
    position: str,
    level: int | None,
    seconds: float | None,
    depth: int | None,
    tables_mb: int,
    game: str,
    with_ownership: bool,
    as_json: bool,
    **of_go: Any,
) -> None:
    """Tell what each move is worth.

    POSITION is a transcript, a board of 64 signs (X black, O white, - empty) with the side to move behind it, or - for standard
    input. Scores are discs for the side to move. Level n searches n plies deep and solves the end exactly, from 3n empty
    squares on but at most 20 up to level 10, then from one more every second level, and from n on above level 30. A
    depth of n solves from n empty squares on; a second is enough for about 20, and each more takes three times as long.

    For Go POSITION is moves such as 'Q16 D4', a board of that game or an SGF file. Each move is told with its share of won
    playouts, how likely an expert plays it and how often it was played, as far as the model and the archive are there.

    \b
    Example: kibitz analyse f5d6c3
             kibitz analyse f5d6c3d3c4 --seconds 5
             kibitz analyse f5d6c3 --level 12 --json
             kibitz analyse --game go --size 9 'E5 C3' --seconds 5 --ownership
             kibitz analyse --game go game.sgf --move 40 --json
    """
    if game == "go":
        _analyse_go(position, level or depth, seconds, with_ownership, as_json, **of_go)
        return
    if with_ownership or any(value is not None for name, value in of_go.items() if name != "threads"):
        raise SetupError("--size, --komi, --playouts, --move, --model, --archive and --ownership are for Go")
    limits = limits_of(level, depth, seconds)
    line = read_line_of_play(position)
    if line.position.size != 8:
        raise SetupError(f"the engine plays on the 8×8 board, not on {line.position.size}×{line.position.size}")
    judge = partial(_judge, line.position, limits, tables_mb)
    if as_json:
        print_json(describe_analysis(line.position, limits, judge()))
    else:
        _draw(line, judge)


def _analyse_go(
    position: str,
    level_or_depth: int | None,
    seconds: float | None,
    with_ownership: bool,
    as_json: bool,
    size: int | None,
    komi: float | None,
    playouts: int | None,
    threads: int,
    move_count: int | None,
    model: str | None,
    archive: Path | None,
) -> None:
    from kibitz.cli.go_analysis import GoQuestion, analyse_go, read_go_place
    from kibitz.players.go_uct import DEFAULT_PLAYOUTS
    from kibitz.search.go_tree import TreeLimits

    if level_or_depth is not None:
        raise SetupError("--level and --depth are for Othello; say --playouts or --seconds for Go")
    if seconds is not None and not 0 < seconds < math.inf:
        raise SetupError(f"--seconds is {seconds:g}; write a number above 0")
    line = read_go_place(position, size, komi, move_count)
    usual = DEFAULT_PLAYOUTS if playouts is None and seconds is None else playouts
    analyse_go(GoQuestion(line, TreeLimits(usual, seconds), threads, model, archive), with_ownership, as_json)


def describe_analysis(position: Position, limits: Limits, judged: "Judgement") -> dict[str, Any]:
    """Judged moves as one JSON document; `moves` are best first and empty if the game is over, and a forced pass is one."""
    return {
        "board": position.board_text(),
        "to_move": position.to_move.name.lower(),
        "moves": [_describe_move(row) for row in judged],
        "must_pass": position.must_pass,
        "outcome": describe_outcome(position.outcome()),
        "limits": {"depth": limits.depth, "exact_from": limits.exact_from, "seconds": limits.seconds},
    }


def format_table(judged: "Judgement") -> str:
    """Judged moves as a table for people."""
    rows = [f"{'move':5}{'score':>7}{'wins':>7}{'depth':>7}  line"]
    return "\n".join([*rows, *map(_row, judged)])


def _describe_move(row: "JudgedMove") -> dict[str, Any]:
    return {
        "move": format_move(row.move),
        "score": row.score,
        "win_chance": row.win_chance,
        "depth": row.depth,
        "exact": row.exact,
        "line": [format_move(move) for move in row.line],
    }


def _row(row: "JudgedMove") -> str:
    score = f"{row.score:+.0f}" if row.exact else f"{row.score:+.1f}"
    depth = "exact" if row.exact else str(row.depth)
    line = " ".join(format_move(move) for move in row.line[:_SHOWN_MOVES])
    more = " …" if len(row.line) > _SHOWN_MOVES else ""
    return f"{format_move(row.move):5}{score:>7}{100 * row.win_chance:>5.0f} %{depth:>7}  {line}{more}"


def _draw(line: Line, judge: Callable[["Watcher | None"], "Judgement"]) -> None:
    from kibitz.terminal.othello.board import BoardDrawer

    position = line.position
    drawer = BoardDrawer.for_standard_output()
    drawer.draw(position, line.moves[-1] if line.moves else None)
    if outcome := position.outcome():
        drawer.console.print(f"{outcome}. There is no move to analyse.")
        return
    duty = "must pass" if position.must_pass else "to move"
    drawer.console.print(f"{position.to_move} {duty}, {position.empty_count} empty")
    if not drawer.console.is_terminal:
        drawer.console.print(format_table(judge(None)))
        return
    with _growing_table() as watch:
        judge(watch)


def _judge(position: Position, limits: Limits, tables_mb: int, watch: "Watcher | None" = None) -> "Judgement":
    from kibitz.models.engine import shipped_analyst

    return shipped_analyst(tables_mb).judge_moves(position, limits, watch)


@contextmanager
def _growing_table() -> "Iterator[Watcher]":
    """A function that shows the moves on the terminal in place of those it showed before; the last ones stay."""
    from rich.live import Live
    from rich.text import Text

    with Live(auto_refresh=False) as live:
        yield lambda judged: live.update(Text(format_table(judged), no_wrap=True, overflow="ellipsis"), refresh=True)
