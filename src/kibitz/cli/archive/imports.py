"""`kibitz archive import`: the games of files and folders into the archive."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from kibitz.cli.archive.options import archive_option
from kibitz.cli.game_help import helped_in
from kibitz.cli.game_options import game_options
from kibitz.cli.output import json_option, print_json
from kibitz.cli.progress import PlainLines
from kibitz.games.kit import Kit

if TYPE_CHECKING:
    from kibitz.archive.importer import FoundFile, ImportReport


@helped_in("archive")
@click.command("import")
@click.argument("paths", metavar="FILE|DIR...", nargs=-1, required=True, type=click.Path(path_type=Path))
@game_options("archive", with_options=False)
@archive_option
@json_option
def import_(paths: tuple[Path, ...], kit: Kit, archive_file: Path | None, as_json: bool) -> None:
    """Add the games of files and folders.

    The format is detected from the content; folders are searched at any depth. A game that is there already is recognised by
    its players, year, event, moves and result, and left out. If the import is interrupted, each file is in the archive
    completely or not at all; run it again to add the rest.
    """
    from kibitz.archive.importer import record_files

    files = record_files(paths, kit.name)
    done = import_into(archive_file, kit.name, files)
    _require_games(done.report, paths)
    if as_json:
        print_json({**describe_import(done.report), "archive": str(done.archive)})
    else:
        click.echo(str(done))


class Imported(NamedTuple):
    """An archive, and what an import did to it."""

    archive: Path
    report: "ImportReport"

    def __str__(self) -> str:
        report = self.report
        counts = f"{report.games} games added, {report.duplicates} there already, {report.skipped} skipped"
        return f"{self.archive}: {counts}, {report.files} files read"


def import_into(archive_file: Path | None, game: str, files: "list[FoundFile]") -> Imported:
    """Import with a progress bar, and bring the ratings up to date."""
    from kibitz.archive.database import open_for_writing
    from kibitz.archive.importer import import_files
    from kibitz.archive.ratings import update_ratings

    with open_for_writing(archive_file, game=game) as opened:
        with _progress() as bar:
            report = import_files(opened, files, bar.say, bar.on_progress, bar.on_games)
        if report.games:
            update_ratings(opened)
        return Imported(opened.path, report)


def describe_import(report: "ImportReport") -> dict[str, Any]:
    """What an import did, for a JSON document."""
    return {
        "games": report.games,
        "duplicates": report.duplicates,
        "skipped": report.skipped,
        "files": report.files,
        "passed_over": len(report.unreadable),
    }


class _Bar(NamedTuple):
    """How to say a line above a bar, and how to move it by files and by games."""

    say: Callable[[str], None]
    on_progress: Callable[[Path, int, int], None]
    on_games: Callable[[int], None]


@contextmanager
def _progress() -> Iterator[_Bar]:
    """A bar on standard error if that is a terminal, else plain lines."""
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn

    console = Console(stderr=True)
    columns = (TextColumn("{task.description}"), BarColumn(), TaskProgressColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as bar:
        task = bar.add_task("", total=None)

        lines = None if console.is_terminal else PlainLines("files")

        def on_progress(file: Path, done: int, total: int) -> None:
            bar.update(task, description=file.name, completed=done, total=total)
            if lines:
                lines(done, total, title=file.name)

        def on_games(count: int) -> None:
            bar.update(task, description=f"{count} games")

        def say(line: str) -> None:
            console.print(line, markup=False, highlight=False, soft_wrap=True)

        yield _Bar(say, on_progress, on_games)


def _require_games(report: "ImportReport", paths: tuple[Path, ...]) -> None:
    from kibitz.errors import NotationError, SetupError

    if report.files:
        return
    if report.unreadable:
        raise NotationError(report.unreadable[0])
    raise SetupError(f"{paths[0]} holds no game files")
