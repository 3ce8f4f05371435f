"""What `kibitz review` does for any game: it finds the games, has them reviewed and prints what was found."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Generic, TypeVar

import click

from kibitz.cli.given import given_text
from kibitz.cli.output import print_json
from kibitz.cli.progress import progress_bar
from kibitz.errors import NotationError, SetupError

if TYPE_CHECKING:
    from kibitz.review.game_review import GameReview
    from kibitz.review.reviewing import Reviewing

Record = TypeVar("Record")


@dataclass(frozen=True, slots=True)
class ReviewWanted:
    """The options of the command that every game has."""

    source: str
    number: int
    is_all: bool
    workers: int
    cluster: str | None
    as_json: bool


@dataclass(frozen=True, slots=True)
class ReviewCommand(Generic[Record]):
    """A game's way to review, and how it reads moves that are typed."""

    reviewing: "Reviewing[Record]"
    parse: Callable[[str], Record]

    def run(self, wanted: ReviewWanted) -> "tuple[Record, GameReview] | None":
        """Print what is wanted; the game with its review, None if it was every game of a file."""
        if wanted.is_all:
            self._run_all(wanted)
            return None
        record = self._read(wanted)
        with progress_bar("Reviewing the moves", None, wanted.as_json) as watch:
            found = self.reviewing.review(record, watch or _unwatched)
        if wanted.as_json:
            print_json(self._described(record, found))
        else:
            click.echo(self.reviewing.report(record, found), nl=False)
        return record, found

    def _run_all(self, wanted: ReviewWanted) -> None:
        """Review every game of a file and print them in their order."""
        from kibitz.review.report import line_of

        if not _is_file(wanted.source):
            raise SetupError(f"there is no file {wanted.source}; --all reviews the games of a file")
        found = self._review_all(wanted)
        if wanted.as_json:
            print_json({"games": [{"number": number, **self._described(*found[number])} for number in sorted(found)]})
        for number in () if wanted.as_json else sorted(found):
            record, review = found[number]
            click.echo(f"{number:5}  {line_of(self.reviewing.title(record), review)}")

    def _review_all(self, wanted: ReviewWanted) -> "dict[int, tuple[Record, GameReview]]":
        """All games of a file with their reviews, by number; what cannot be read is reported and left out."""
        from kibitz.cluster import open_workers
        from kibitz.review.reviewing import review_games

        records = list(self.reviewing.read(Path(wanted.source), lambda problem: click.echo(str(problem), err=True)))
        bar = progress_bar("Reviewing the games", len(records), wanted.as_json)
        with bar as watch, open_workers(wanted.workers, wanted.cluster) as workers:
            found = {}
            for job, review in review_games(records, self.reviewing, workers):
                found[job.number] = (job.record, review)
                (watch or _unwatched)(len(found))
            return found

    def _described(self, record: Record, found: "GameReview") -> dict[str, Any]:
        """A review as one JSON document: a row for each move, and the mistakes by what they lost."""
        return {**self.reviewing.describe(record), **found.as_dict()}

    def _read(self, wanted: ReviewWanted) -> Record:
        """The game that an argument names: that of a file if there is one, else the moves themselves."""
        if wanted.source.strip() != "-" and _is_file(wanted.source):
            return self._read_file(wanted.source, wanted.number)
        try:
            return self.parse(given_text(wanted.source))
        except NotationError as error:
            raise SetupError(f"{wanted.source[:60]!r} is neither a file nor a transcript: {error}") from None

    def _read_file(self, name: str, number: int) -> Record:
        skipped: list[str] = []
        records = self.reviewing.read(Path(name), lambda problem: skipped.append(str(problem)))
        for count, record in enumerate(records, 1):
            if count == number:
                return record
        raise NotationError(skipped[0] if skipped else f"{name} has no game {number}")


def _unwatched(done: float, total: float | None = None) -> None:
    """Tell nobody."""


def _is_file(name: str) -> bool:
    try:
        return Path(name).is_file()
    except OSError:  # moves may be longer than names of files can be
        return False
