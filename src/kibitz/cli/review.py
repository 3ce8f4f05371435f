"""`kibitz review`: a game judged move by move, as a report, a picture or JSON."""

from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from kibitz.cli.arena_options import cluster_option, workers_option
from kibitz.cli.output import json_option, print_json
from kibitz.errors import NotationError, SetupError

if TYPE_CHECKING:
    from kibitz.records.othello.record import GameRecord
    from kibitz.review.othello.game_review import GameReview


@click.command()
@click.argument("game")
@click.option("--level", type=click.IntRange(1, 60), default=10, show_default=True, help="How far the engine looks.")
@click.option("--number", type=click.IntRange(min=1), default=1, show_default=True, help="Which game of a file with many.")
@click.option("--all", "is_all", is_flag=True, help="Judge every game of a file, a line for each.")
@workers_option
@cluster_option
@click.option("--picture", type=click.Path(dir_okay=False, path_type=Path), help="Write a picture to this file, in SVG.")
@json_option
def review(
    game: str,
    level: int,
    number: int,
    is_all: bool,
    workers: int,
    cluster: str | None,
    picture: Path | None,
    as_json: bool,
) -> None:
    """Judge a game move by move.

    GAME is a file in any record format, a transcript, or - for standard input. A move loses what the best move is worth more,
    in discs; near the end that is exact. Mistakes are told with the better move and the reasons.

    \b
    Example: kibitz review game.pgn
             kibitz review f5d6c3d3c4f4f6 --level 12 --json
             kibitz review WTH_2016.wtb --number 217 --picture game.svg
             kibitz review games.pgn --all --workers 2
    """
    from kibitz.review.othello.picture import draw_review
    from kibitz.review.othello.report import write_report

    if is_all:
        _review_all(game, level, workers, cluster, as_json)
        return
    record = _read(game, number)
    found = _judge(record, level)
    if picture:
        picture.write_text(draw_review(record, found), encoding="utf-8")
        click.echo(f"The picture is in {picture}.", err=True)
    if as_json:
        print_json(describe_review(record, found))
    else:
        click.echo(write_report(record, found), nl=False)


def _review_all(file: str, level: int, workers: int, cluster: str | None, as_json: bool) -> None:
    """Judge every game of a file and print them in their order."""
    from kibitz.review.othello.report import review_line

    if not _is_file(file):
        raise SetupError(f"there is no file {file}; --all judges the games of a file")
    judged = _judge_all(Path(file), level, workers, cluster)
    if as_json:
        print_json({"games": [{"number": number, **describe_review(*judged[number])} for number in sorted(judged)]})
    for number in () if as_json else sorted(judged):
        click.echo(f"{number:5}  {review_line(*judged[number])}")


def _judge_all(file: Path, level: int, workers: int, cluster: str | None) -> "dict[int, tuple[GameRecord, GameReview]]":
    """All games of a file with their reviews, by number; what cannot be read is told and left out."""
    from rich.console import Console
    from rich.progress import Progress

    from kibitz.cluster import open_workers
    from kibitz.records.othello.files import read_games
    from kibitz.review.othello.batch import review_games

    records = list(read_games(file, on_skip=lambda problem: click.echo(str(problem), err=True)))
    console = Console(stderr=True)
    with (
        Progress(console=console, transient=True, disable=not console.is_terminal) as bar,
        open_workers(workers, cluster) as crew,
    ):
        done = bar.track(review_games(records, level, crew), total=len(records), description="Judging the games")
        return {job.number: (job.record, found) for job, found in done}


def describe_review(record: "GameRecord", found: "GameReview") -> dict[str, Any]:
    """A review as one JSON document: a row for each disc placed, and the mistakes by what they lost."""
    names = {"black": record.black, "white": record.white, "date": record.date, "black_score": record.black_score}
    return {**names, **asdict(found)}


def _read(game: str, number: int) -> "GameRecord":
    """The game that an argument names: that of a file if there is one, else of a transcript."""
    from kibitz.cli.othello.positions import given_text, parse_line_of_play
    from kibitz.records.othello.files import read_games
    from kibitz.records.othello.record import GameRecord

    if game.strip() != "-" and _is_file(game):
        skipped: list[str] = []
        records = read_games(Path(game), on_skip=lambda problem: skipped.append(str(problem)))
        for count, record in enumerate(records, 1):
            if count == number:
                return record
        raise NotationError(skipped[0] if skipped else f"{game} has no game {number}")
    try:
        line = parse_line_of_play(given_text(game))
    except NotationError as error:
        raise SetupError(f"{game[:60]!r} is neither a file nor a transcript: {error}") from None
    return GameRecord(line.moves, line.start)


def _is_file(name: str) -> bool:
    try:
        return Path(name).is_file()
    except OSError:  # a transcript may be longer than names of files can be
        return False


def _judge(record: "GameRecord", level: int) -> "GameReview":
    from rich.console import Console
    from rich.progress import Progress

    from kibitz.review.othello.batch import shipped_reviewer

    console = Console(stderr=True)
    with Progress(console=console, transient=True, disable=not console.is_terminal) as bar:
        task = bar.add_task("Judging the moves", total=None)
        return shipped_reviewer(level).review(record, lambda done, total: bar.update(task, completed=done, total=total))
