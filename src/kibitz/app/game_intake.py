"""Files of games among the saved ones: read game by game, saved in batches, each game once."""

import time
from collections.abc import Iterable, Iterator
from itertools import islice
from pathlib import Path
from typing import Any, Final, TypeAlias

from kibitz.app.game_shelf import GameShelf
from kibitz.app.import_job import ImportJob
from kibitz.app.saved_game import Event, SavedGame
from kibitz.app.study_game import StudyGame, records_of
from kibitz.app.study_games import game_of_path
from kibitz.errors import KibitzError, NotationError, SetupError
from kibitz.games.catalogue import find_kit
from kibitz.records.disk import told_what_is_opened
from kibitz.records.record import GameRecord
from kibitz.records.reports import OnSkip, SkippedGame

Fingerprint: TypeAlias = tuple[str, ...]

GAMES_IN_BATCH: Final = 100  # saved at once; a cancelled import has read at most so many in vain
# Seconds after each batch in which all others come first. A low priority would not do: who waits for the interpreter's lock would
# wait for a thread that the machine does not let run.
_PAUSE: Final = 0.02
_COMPANIONS: Final = frozenset({".jou", ".trn"})  # lists of names that belong to the files beside them


def take_games(job: ImportJob, shelf: GameShelf) -> None:
    """Save the games of the job's files; raises Cancelled or SetupError, and then every batch before is saved."""
    known = {fingerprint(game) for game in shelf.all()}
    bytes_before = 0
    with told_what_is_opened(job.opened):
        for name in sorted(job.files):
            job.begin_file(name, bytes_before)
            if Path(name).suffix.lower() not in _COMPANIONS:
                for batch in _batches(_events(job, name)):
                    _save(job, shelf, batch, known)
                    job.keep_going()
                    time.sleep(_PAUSE)
            bytes_before += job.files[name]
    job.bytes_done = bytes_before


def fingerprint(game: SavedGame) -> Fingerprint:
    """What two records of one game have in common: start, moves, names and year."""
    names = (" ".join(seat.shown_name.casefold().split()) for seat in (game.black, game.white))
    return (game.line.start_text, game.line.path, *names, game.date[:4])


def _batches(events: Iterator[Event]) -> Iterator[list[Event]]:
    while batch := list(islice(events, GAMES_IN_BATCH)):
        yield batch


def _events(job: ImportJob, name: str) -> Iterator[Event]:
    """The games of a file as first events. A file that cannot be read, or breaks off, is said and ends there."""

    def skip(game: SkippedGame) -> None:
        job.leave_out(str(game))

    try:
        path = job.folder / name
        game = game_of_path(path)
        for number, record in enumerate(_records(game, path, skip), 1):
            try:
                yield records_of(game).event(record)
            except KibitzError as error:
                skip(SkippedGame(str(path), number, str(error)))
    except KibitzError as error:
        job.pass_over(str(error))


def _records(game: StudyGame, path: Path, skip: OnSkip) -> Iterable[GameRecord[Any, Any]]:
    library = find_kit(game.name).library
    if library is None:
        raise SetupError(f"games of {game.title} cannot be read from files")
    return library.read(path, skip, lambda _: None)


def _save(job: ImportJob, shelf: GameShelf, batch: list[Event], known: set[Fingerprint]) -> None:
    def is_new(game: SavedGame) -> bool:
        before = len(known)
        known.add(fingerprint(game))
        return len(known) > before

    try:
        saved = shelf.create_all(batch, is_new)
    except NotationError as error:  # each of them is too large
        job.leave_out(str(error), len(batch))
        return
    for reason in saved.skipped:
        job.leave_out(f"{job.doing}: {reason}")
    job.took([game.id for game in saved.games], saved.known)
    for game in saved.games:
        job.players.update({seat.name for seat in (game.black, game.white) if seat.name})
