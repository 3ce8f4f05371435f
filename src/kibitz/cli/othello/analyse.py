"""What Othello contributes to `kibitz analyse`: the voices as a growing table or as JSON."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypeAlias

import click

from kibitz.cli.contributions import Contribution
from kibitz.cli.external import external_search
from kibitz.cli.othello.positions import Line, read_line_of_play
from kibitz.cli.output import print_json
from kibitz.cli.voices import describe_human, describe_sources, human_column, percent, print_notes
from kibitz.errors import SetupError
from kibitz.players.place import place_after
from kibitz.rules.othello.position import OTHELLO, Position
from kibitz.rules.squares import format_move
from kibitz.search.contract import BOOK, SEARCHED
from kibitz.search.othello.levels import DEEPEST, DEFAULT_LEVEL, DEFAULT_TABLES_MB, HIGHEST_LEVEL, Limits, limits_of
from kibitz.terminal.othello.words import describe
from kibitz.voices.described import describe_row

if TYPE_CHECKING:
    from kibitz.players.external.searching import ExternalSearch
    from kibitz.voices.rows import Heard, Opinion, Row

    Watcher: TypeAlias = Callable[[Heard], None]
    Hear: TypeAlias = Callable[[Watcher | None], Heard]

_SIGNS: Final = {"gem": "!", "trap": "?"}
_HIGHEST: Final = 64  # discs
_SHOWN_MOVES: Final = 8  # of a line; more would not fit beside the figures


def _analyse(
    position: str,
    seconds: float | None,
    model: str | None,
    archive: Path | None,
    engine: str | None,
    as_json: bool,
    level: int | None,
    depth: int | None,
    tables_mb: int,
    rating: float | None,
    book: bool,
) -> None:
    limits = limits_of(level, depth, seconds)
    line = read_line_of_play(position)
    if line.position.size != 8:
        raise SetupError(f"the engine plays on the 8×8 board, not on {line.position.size}×{line.position.size}")
    external = external_search(engine, "othello", seconds)
    hear = None if line.position.is_over else _hearing(line, limits, tables_mb, book, model, archive, rating, external)
    if as_json:
        print_json(describe_analysis(line.position, limits, None if hear is None else hear(None)))
    else:
        _draw(line, hear)


def describe_analysis(position: Position, limits: Limits, heard: "Heard | None") -> dict[str, Any]:
    """The voices as one JSON document; `moves` are best first and empty if the game is over, and a forced pass is one."""
    return {
        **describe(position),
        "moves": [] if heard is None else [_describe_move(row, row.engine, heard) for row in heard.rows if row.engine],
        "insight": None if heard is None or heard.insight is None else heard.insight.describe(),
        "limits": {"depth": limits.depth, "exact_from": limits.exact_from, "seconds": limits.seconds},
        "sources": None if heard is None else describe_sources(heard.sources),
    }


def format_table(heard: "Heard") -> str:
    """The voices as a table for people; the archive has columns only if there is one."""
    has_archive = heard.sources.archive is not None
    played = f"{'games':>8}{'mean':>7}" if has_archive else ""
    head = f"{'move':5}{'score':>7}{'wins':>7}{'source':>13}{'human':>9}{played}  line"
    lines = [head, *(_row(row, row.engine, has_archive, _sign(row, heard)) for row in heard.rows if row.engine)]
    return "\n".join(lines if heard.insight is None else [*lines, heard.insight.sentence])


def _sign(row: "Row", heard: "Heard") -> str:
    """The sign of a gem or a trap, as in annotated games."""
    said = None if heard.insight is None else heard.insight.moves.get(row.move)
    return "" if said is None or said.mark is None else _SIGNS[said.mark]


def _describe_move(row: "Row", engine: "Opinion", heard: "Heard") -> dict[str, Any]:
    said = None if heard.insight is None else heard.insight.moves.get(row.move)
    return {
        **describe_row(row, format_move),
        "score": engine.score,
        "win_chance": engine.win_chance,
        "depth": engine.depth,
        "exact": engine.exact,
        "source": engine.source,
        "bounds": None if engine.bounds is None else list(engine.bounds),
        "likely": None if engine.likely is None else engine.likely.describe(),
        "line": [format_move(move) for move in engine.line],
        "loss": None if said is None else said.loss,
        "mark": None if said is None else said.mark,
        "human": describe_human(row),
    }


def _row(row: "Row", engine: "Opinion", has_archive: bool, sign: str) -> str:
    score = "" if engine.score is None else f"{engine.score:+.0f}" if engine.exact else f"{engine.score:+.1f}"
    line = " ".join(format_move(move) for move in engine.line[:_SHOWN_MOVES])
    more = " …" if len(engine.line) > _SHOWN_MOVES else ""
    played = _played(row) if has_archive else ""
    figures = f"{score:>7}{percent(engine.win_chance):>7}{_source(engine):>13}{human_column(row):>9}{played}"
    return f"{format_move(row.move) + sign:5}{figures}  {line}{more}"


def _source(engine: "Opinion") -> str:
    """Where a score comes from: a search by its depth, and a proven bound before it."""
    named = {SEARCHED: "" if engine.depth is None else f"depth {engine.depth}", BOOK: f"book {engine.depth}"}
    return format_bounds(engine) + named.get(engine.source, engine.source)


def format_bounds(engine: "Opinion") -> str:
    """What is proven of a score that is not: `≤0 ` or `≥0 `, empty if nothing is."""
    if engine.bounds is None or engine.exact:
        return ""
    low, high = engine.bounds
    return f"{f'≥{low}' if low > -_HIGHEST else ''}{f'≤{high}' if high < _HIGHEST else ''} "


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
    drawer.console.print(f"Engine: {heard.sources.engine}", highlight=False)
    print_notes(heard)


def _hearing(
    line: Line,
    limits: Limits,
    tables_mb: int,
    book: bool,
    model: str | None,
    archive: Path | None,
    rating: float | None,
    external: "ExternalSearch | None",
) -> "Hear":
    """A function that lets the engine search and returns what all voices say; people and the archive were asked before.

    Raises SetupError if a model or an archive was named and is not there.
    """
    from kibitz.models.othello.engine import VALUES_NAME
    from kibitz.openings.othello.shipped import analyst_of_tables
    from kibitz.voices.othello.voices import EXPERT, voices_of

    voices = voices_of(line.position, line.moves, model or EXPERT, archive, rating)
    if external is not None:
        return partial(voices.hear, place_after(OTHELLO, line.start, line.moves), external)
    analyst = analyst_of_tables(tables_mb, book=book, evaluation=VALUES_NAME)
    return partial(voices.hear, line.position, analyst.within(limits))


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
    "default model of human moves is expert. The source of each score is proven, exact, the book or a search, the last two with "
    "the plies they look ahead; ≤0 says that a move is proven to be worth no more than 0. "
    "A gem (!) is the one best move, which at most 15 % find; a trap (?) is "
    "played by at least 20 % and loses 3 discs or more.",
    (
        "kibitz analyse f5d6c3",
        "kibitz analyse f5d6c3d3c4 --seconds 5",
        "kibitz analyse f5d6c3d3c4 --rating 1300",
        "kibitz analyse f5d6c3 --level 12 --json",
        "kibitz analyse f5d6c3 --archive games.duckdb",
        "kibitz analyse f5d6c3 --engine edax --seconds 5",
    ),
    (
        click.Option(
            ["--level"],
            type=int,
            help=f"The level of the search, 1 to {HIGHEST_LEVEL}; {DEFAULT_LEVEL} unless depth or seconds are given.",
        ),
        click.Option(
            ["--rating"], type=float, help="The rating of the player to move, for the human voice and the chance to err."
        ),
        click.Option(["--depth"], type=int, help=f"The depth of the search in plies, 1 to {DEEPEST}, instead of a level."),
        click.Option(
            ["--hash", "tables_mb"],
            type=click.IntRange(2, 1 << 20),
            default=DEFAULT_TABLES_MB,
            show_default=True,
            help="Megabytes of hash tables.",
        ),
        click.Option(
            ["--book/--no-book"],
            default=True,
            show_default=True,
            help="Say what is proven and what the book holds, where a search does not look farther.",
        ),
    ),
)
