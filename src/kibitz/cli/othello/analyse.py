"""What Othello contributes to `kibitz analyse`: the voices as a growing table or as JSON."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypeAlias

import click

from kibitz.cli.contributions import Contribution
from kibitz.cli.othello.positions import Line, read_line_of_play
from kibitz.cli.output import print_json
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


def _analyse(
    position: str,
    seconds: float | None,
    model: str | None,
    archive: Path | None,
    as_json: bool,
    level: int | None,
    depth: int | None,
    tables_mb: int,
) -> None:
    limits = limits_of(level, depth, seconds)
    line = read_line_of_play(position)
    if line.position.size != 8:
        raise SetupError(f"the engine plays on the 8×8 board, not on {line.position.size}×{line.position.size}")
    hear = None if line.position.is_over else _hearing(line, limits, tables_mb, model, archive)
    if as_json:
        print_json(describe_analysis(line.position, limits, None if hear is None else hear(None)))
    else:
        _draw(line, hear)


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
    """A function that lets the engine search and returns what all voices say; people and the archive were asked before.

    Raises SetupError if a model or an archive was named and is not there.
    """
    from kibitz.models.othello.engine import shipped_analyst
    from kibitz.voices.othello.voices import EXPERT, voices_of

    voices = voices_of(line.position, line.moves, model or EXPERT, archive)
    return partial(voices.hear, line.position, shipped_analyst(tables_mb).within(limits))


@contextmanager
def _growing_table() -> "Iterator[Watcher]":
    """A function that shows the rows on the terminal in place of those it showed before; the last ones stay."""
    from rich.live import Live
    from rich.text import Text

    with Live(auto_refresh=False) as live:
        yield lambda heard: live.update(Text(format_table(heard), no_wrap=True, overflow="ellipsis"), refresh=True)


CONTRIBUTION: Final = Contribution(
    _analyse,
    "POSITION is a transcript, or a board of 64 characters (X black, O white, - empty). Scores are discs for the side to move. "
    "Level n searches n plies deep and solves the end of the game exactly. Up to level 10 it solves from 3n empty squares on, at "
    "most 20; above level 10 from one more for every two levels; above level 30 from n on. A depth of n solves from n empty "
    "squares on. One second is enough to solve about 20 empty squares, and each further one takes three times as long. The "
    "default model of human moves is expert.",
    (
        "kibitz analyse f5d6c3",
        "kibitz analyse f5d6c3d3c4 --seconds 5",
        "kibitz analyse f5d6c3 --level 12 --json",
        "kibitz analyse f5d6c3 --archive games.duckdb",
    ),
    (
        click.Option(
            ["--level"],
            type=int,
            help=f"The level of the search, 1 to {HIGHEST_LEVEL}; {DEFAULT_LEVEL} unless depth or seconds are given.",
        ),
        click.Option(["--depth"], type=int, help=f"The depth of the search in plies, 1 to {DEEPEST}, instead of a level."),
        click.Option(
            ["--hash", "tables_mb"],
            type=click.IntRange(2, 1 << 20),
            default=DEFAULT_TABLES_MB,
            show_default=True,
            help="Megabytes of hash tables.",
        ),
    ),
)
