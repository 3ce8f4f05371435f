"""`kibitz analyse`: what people, the engine and the archive say of each legal move, as a table that deepens or as JSON."""

import math
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypeAlias

import click

from kibitz.cli.go.options import game_option, go_size_option, komi_option
from kibitz.cli.othello.positions import Line, read_line_of_play
from kibitz.cli.output import json_option, print_json
from kibitz.cli.voices import describe_others, describe_sources, human_column, print_notes
from kibitz.errors import SetupError
from kibitz.rules.othello.position import Position
from kibitz.rules.squares import format_move
from kibitz.search.othello.levels import DEEPEST, DEFAULT_LEVEL, DEFAULT_TABLES_MB, HIGHEST_LEVEL, Limits, limits_of
from kibitz.terminal.outcomes import describe_outcome

if TYPE_CHECKING:
    from kibitz.voices.rows import Heard, Opinion, Row

    Watcher: TypeAlias = Callable[[Heard], None]
    Hear: TypeAlias = Callable[[Watcher | None], Heard]

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
@click.option("--model", help="Whose moves the human voice predicts; expert, or go-network for Go if it is there.")
@click.option("--archive", type=click.Path(path_type=Path), help="Which archive is asked; your own if there is one.")
@click.option("--ownership", "with_ownership", is_flag=True, help="At Go, also draw who will own each point.")
@json_option
def analyse(
    position: str,
    level: int | None,
    seconds: float | None,
    depth: int | None,
    tables_mb: int,
    game: str,
    model: str | None,
    archive: Path | None,
    with_ownership: bool,
    as_json: bool,
    **of_go: Any,
) -> None:
    """Tell what people, the engine and the archive say of each move.

    POSITION is a transcript, a board of 64 signs (X black, O white, - empty) with the side to move behind it, or - for standard
    input. Scores are discs for the side to move. Level n looks n plies deep and solves the end exactly: from 3n empty squares
    on, but not before the last 20; above level 10 from one more every second level, and from n on above level 30. A depth of n
    solves from n empty squares on. A second is enough to solve about 20, and each more takes three times as long.

    Each move also shows how likely a tournament player is to play it and, if you have an archive, in how many games it was
    played and their mean score for the side to move.

    For Go POSITION is moves such as 'Q16 D4', a board of that game or an SGF file. The engine's figures are the share of won
    playouts and how often it tried each move.

    \b
    Example: kibitz analyse f5d6c3
             kibitz analyse f5d6c3d3c4 --seconds 5
             kibitz analyse f5d6c3 --level 12 --json
             kibitz analyse f5d6c3 --archive games.duckdb
             kibitz analyse --game go --size 9 'E5 C3' --seconds 5 --ownership
             kibitz analyse --game go game.sgf --move 40 --json
    """
    if game == "go":
        _analyse_go(position, level or depth, seconds, with_ownership, as_json, model=model, archive=archive, **of_go)
        return
    if with_ownership or any(value is not None for name, value in of_go.items() if name != "threads"):
        raise SetupError("--size, --komi, --playouts, --move and --ownership are for Go")
    limits = limits_of(level, depth, seconds)
    line = read_line_of_play(position)
    if line.position.size != 8:
        raise SetupError(f"the engine plays on the 8×8 board, not on {line.position.size}×{line.position.size}")
    hear = None if line.position.is_over else _hearing(line, limits, tables_mb, model, archive)
    if as_json:
        print_json(describe_analysis(line.position, limits, None if hear is None else hear(None)))
    else:
        _draw(line, hear)


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
    from kibitz.cli.go.analysis import GoQuestion, analyse_go, read_go_place
    from kibitz.players.go.uct import DEFAULT_PLAYOUTS
    from kibitz.search.go.tree import TreeLimits

    if level_or_depth is not None:
        raise SetupError("--level and --depth are for Othello; say --playouts or --seconds for Go")
    if seconds is not None and not 0 < seconds < math.inf:
        raise SetupError(f"--seconds is {seconds:g}; write a number above 0")
    line = read_go_place(position, size, komi, move_count)
    usual = DEFAULT_PLAYOUTS if playouts is None and seconds is None else playouts
    analyse_go(GoQuestion(line, TreeLimits(usual, seconds), threads, model, archive), with_ownership, as_json)


def describe_analysis(position: Position, limits: Limits, heard: "Heard | None") -> dict[str, Any]:
    """The voices as one JSON document; `moves` are best first and empty if the game is over, and a forced pass is one."""
    return {
        "board": position.board_text(),
        "to_move": position.to_move.name.lower(),
        "moves": [] if heard is None else [_describe_move(row, row.engine) for row in heard.rows if row.engine],
        "must_pass": position.must_pass,
        "outcome": describe_outcome(position.outcome()),
        "limits": {"depth": limits.depth, "exact_from": limits.exact_from, "seconds": limits.seconds},
        "sources": None if heard is None else describe_sources(heard.sources),
    }


def format_table(heard: "Heard") -> str:
    """The voices as a table for people; the archive has columns only if there is one."""
    has_archive = heard.sources.archive is not None
    played = f"{'games':>8}{'mean':>7}" if has_archive else ""
    head = f"{'move':5}{'score':>7}{'wins':>7}{'depth':>7}{'human':>9}{played}  line"
    return "\n".join([head, *(_row(row, row.engine, has_archive) for row in heard.rows if row.engine)])


def _describe_move(row: "Row", engine: "Opinion") -> dict[str, Any]:
    return {
        "move": format_move(row.move),
        "score": engine.score,
        "win_chance": engine.win_chance,
        "depth": engine.depth,
        "exact": engine.exact,
        "line": [format_move(move) for move in engine.line],
        **describe_others(row),
    }


def _row(row: "Row", engine: "Opinion", has_archive: bool) -> str:
    score = f"{engine.score:+.0f}" if engine.exact else f"{engine.score:+.1f}"
    depth = "exact" if engine.exact else str(engine.depth)
    line = " ".join(format_move(move) for move in engine.line[:_SHOWN_MOVES])
    more = " …" if len(engine.line) > _SHOWN_MOVES else ""
    played = _played(row) if has_archive else ""
    figures = f"{score:>7}{100 * engine.win_chance:>5.0f} %{depth:>7}{human_column(row):>9}{played}"
    return f"{format_move(row.move):5}{figures}  {line}{more}"


def _played(row: "Row") -> str:
    """How often a move was played, and the mean score of these games for the side that played it."""
    if row.archive is None:
        return f"{0:>8}{'':>7}"
    mean = row.archive.tally.mean_score
    return f"{row.archive.tally.games:>8}{'' if mean is None else f'{mean:+.1f}':>7}"


def _draw(line: Line, hear: "Hear | None") -> None:
    from kibitz.terminal.othello.board import BoardDrawer

    position = line.position
    drawer = BoardDrawer.for_standard_output()
    drawer.draw(position, line.moves[-1] if line.moves else None)
    if hear is None:
        drawer.console.print(f"{position.outcome()}. There is no move to analyse.")
        return
    duty = "must pass" if position.must_pass else "to move"
    drawer.console.print(f"{position.to_move} {duty}, {position.empty_count} empty")
    if drawer.console.is_terminal:
        with _growing_table() as watch:
            heard = hear(watch)
    else:
        heard = hear(None)
        drawer.console.print(format_table(heard))
    print_notes(heard)


def _hearing(line: Line, limits: Limits, tables_mb: int, model: str | None, archive: Path | None) -> "Hear":
    """A function that lets the engine deepen and tells what all voices say; people and the archive have been asked before.

    Raises SetupError if a model or an archive was named and is not there.
    """
    from kibitz.models.othello.engine import shipped_analyst
    from kibitz.voices.othello.voices import EXPERT, EngineVoice, voices_of

    voices = voices_of(line.position, line.moves, model or EXPERT, archive)
    return partial(voices.hear, line.position, EngineVoice(shipped_analyst(tables_mb), limits))


@contextmanager
def _growing_table() -> "Iterator[Watcher]":
    """A function that shows the rows on the terminal in place of those it showed before; the last ones stay."""
    from rich.live import Live
    from rich.text import Text

    with Live(auto_refresh=False) as live:
        yield lambda heard: live.update(Text(format_table(heard), no_wrap=True, overflow="ellipsis"), refresh=True)
