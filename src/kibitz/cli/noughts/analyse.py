"""What noughts and crosses contributes to `kibitz analyse`: the exact value of each move."""

from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click

from kibitz.cli.contributions import Contribution
from kibitz.cli.given import given_text
from kibitz.cli.output import print_json
from kibitz.cli.voices import describe_human, describe_sources
from kibitz.errors import SetupError
from kibitz.rules.noughts.position import SHAPE, NoughtsPosition
from kibitz.terminal.noughts.line import describe, parse_noughts_line, picture, sentence
from kibitz.voices.described import describe_row

if TYPE_CHECKING:
    from kibitz.voices.rows import Heard, Opinion, Row


def _analyse(
    position: str,
    seconds: float | None,  # noqa: ARG001 - every value is exact
    model: str | None,
    archive: Path | None,
    engine: str | None,
    as_json: bool,
) -> None:
    from kibitz.voices.noughts.voices import hear

    if model is not None or archive is not None:
        raise SetupError("noughts and crosses has neither a model of moves nor an archive; leave out --model and --archive")
    if engine is not None:
        raise SetupError("noughts and crosses is solved by Kibitz itself; leave out --engine")
    line = parse_noughts_line(given_text(position))
    heard = hear(line.position)
    if as_json:
        print_json(describe_analysis(line.position, heard))
        return
    click.echo(f"{picture(line.position, line.moves[-1] if line.moves else None)}\n{sentence(line.position)}")
    if heard.rows:
        click.echo(format_table(heard))


def describe_analysis(position: NoughtsPosition, heard: "Heard") -> dict[str, Any]:
    """The engine's voice as one JSON document; `moves` are best first and empty if the game is over."""
    moves = [_describe_move(row, row.engine) for row in heard.rows if row.engine]
    return {**describe(position), "moves": moves, "sources": describe_sources(heard.sources)}


def format_table(heard: "Heard") -> str:
    """The moves as a table for people."""
    return "\n".join([f"{'move':5}{'score':>6}  {'result':8}line", *(_row(row.engine) for row in heard.rows if row.engine)])


def _describe_move(row: "Row", engine: "Opinion") -> dict[str, Any]:
    return {
        **describe_row(row, SHAPE.names.__getitem__),
        "score": engine.score,
        "win_chance": engine.win_chance,
        "depth": engine.depth,
        "exact": engine.exact,
        "line": [SHAPE.names[move] for move in engine.line],
        "human": describe_human(row),
    }


def _row(engine: "Opinion") -> str:
    result = {1.0: "wins", 0.5: "draws", 0.0: "loses"}[engine.known_chance]
    return f"{SHAPE.names[engine.move]:5}{engine.score:>+6}  {result:8}{' '.join(SHAPE.names[move] for move in engine.line)}"


CONTRIBUTION: Final = Contribution(
    _analyse,
    "POSITION is a transcript such as b2a1, or a board of nine characters (X black, O white, - empty). Every value is exact: "
    "a win is worth 1 plus the number of empty squares at its end, a loss minus that, a draw 0. --seconds has no effect.",
    ("kibitz analyse b2a1 --game noughts", "kibitz analyse 'XX-OO---- X' --game noughts --json"),
)
