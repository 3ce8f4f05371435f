"""What Othello contributes to `kibitz review`: the level, and a picture."""

from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click

from kibitz.cli.contributions import Contribution
from kibitz.cli.external import external_reviewer
from kibitz.cli.othello.positions import parse_line_of_play
from kibitz.cli.output import SVG_FILE
from kibitz.cli.review_output import ReviewCommand, ReviewWanted
from kibitz.search.othello.levels import DEFAULT_LEVEL, HIGHEST_LEVEL

if TYPE_CHECKING:
    from kibitz.records.othello.record import GameRecord


def _review(level: int, picture: Path | None, engine: str | None, seconds: float | None, **wanted: Any) -> None:
    from kibitz.files import write_whole
    from kibitz.review.othello.picture import draw_review
    from kibitz.review.othello.reviewing import OthelloReviewing

    reviewing = OthelloReviewing(level, external_reviewer(engine, "othello", seconds))
    found = ReviewCommand(reviewing, _parse).run(ReviewWanted(**wanted))
    if picture and found:
        write_whole(picture, draw_review(*found))
        click.echo(f"The picture is in {picture}.", err=True)


def _parse(text: str) -> "GameRecord":
    from kibitz.records.othello.record import GameRecord

    line = parse_line_of_play(text)
    return GameRecord(line.moves, line.start)


CONTRIBUTION: Final = Contribution(
    _review,
    "GAME is a file in any record format, or a transcript. Losses are in discs; near the end they are exact.",
    (
        "kibitz review game.pgn",
        "kibitz review f5d6c3d3c4f4f6 --level 12 --json",
        "kibitz review WTH_2016.wtb --number 217 --picture game.svg",
        "kibitz review games.pgn --all --workers 2",
        "kibitz review game.pgn --engine edax --seconds 1",
    ),
    (
        click.Option(
            ["--level"],
            type=click.IntRange(1, HIGHEST_LEVEL),
            default=DEFAULT_LEVEL,
            show_default=True,
            help="How far the engine looks.",
        ),
        click.Option(["--picture"], type=SVG_FILE, help="Write a picture to this file, in SVG."),
    ),
)
