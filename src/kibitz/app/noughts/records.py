"""Records of noughts and crosses as saved games, and saved games as files: transcripts below a line that names the game."""

from collections.abc import Callable, Sequence
from typing import Any, Final, TypeVar

from kibitz.app.exported_files import PLAIN_TEXT, ExportedFile, name_of_file
from kibitz.app.noughts.lines import NoughtsLine
from kibitz.app.saved_game import HUMAN, SavedGame, stamped
from kibitz.app.shapes.records import RecordShape
from kibitz.app.study_game import ReadGames, SkippedGames, read_at_most
from kibitz.archive.database import Archive
from kibitz.errors import NotationError
from kibitz.players.referee import ENDINGS
from kibitz.records.disk import unpacked_bytes
from kibitz.records.noughts.record import NoughtsRecord, format_record, parse_records
from kibitz.rules.game import Reason

_HEAD: Final = "# noughts\n"

Made = TypeVar("Made")


class NoughtsRecords:
    """Files of transcripts. See RecordsPart."""

    def reads(self, data: bytes) -> bool:
        return data.lstrip().startswith(_HEAD.strip().encode())

    def format_of(self, _data: bytes) -> str:
        return "transcript"

    def shapes(self, data: bytes, source: str, most: int) -> ReadGames[RecordShape]:
        return _made(data, source, _describe, most)

    def events(self, data: bytes, source: str, most: int) -> ReadGames[dict[str, Any]]:
        return _made(data, source, _new_event, most)

    def event(self, record: NoughtsRecord) -> dict[str, Any]:
        return _new_event(record)

    def archived(self, _archive: Archive, _number: int) -> None:
        """Never asked: no archive holds this game."""

    def export(self, games: Sequence[SavedGame], suffix: str) -> ExportedFile:
        """The main lines."""
        if suffix != "txt":
            raise NotationError(f"games of noughts and crosses are written as txt, not as {suffix}")
        written = "".join([_HEAD, *(format_record(_record_of(game)) for game in games)]).encode()
        return ExportedFile(f"{name_of_file(games)}.txt", written, PLAIN_TEXT)


def _made(data: bytes, source: str, make: Callable[[NoughtsRecord], Made], most: int) -> ReadGames[Made]:
    skipped = SkippedGames()
    plain = unpacked_bytes(data, source)
    return read_at_most(most, iter(parse_records(plain, source, skipped.append)), make, source, skipped)


def _line_of(record: NoughtsRecord) -> NoughtsLine:
    return NoughtsLine(record.start, record.moves)


def _describe(record: NoughtsRecord) -> RecordShape:
    line, score = _line_of(record), record.black_score
    return RecordShape(
        game=line.game_name,
        start=line.start_text,
        path=line.path,
        moves=line.format_moves(line.moves),
        black=record.black,
        white=record.white,
        event=record.event,
        place="",
        round=record.round,
        date=record.date,
        black_score=score,
        winner=None if not score else "black" if score > 0 else "white",
        ending=record.ending,
        black_rating=None,
        white_rating=None,
        comments={},
        variations=[],
    )


def _new_event(record: NoughtsRecord) -> dict[str, Any]:
    """The first event of a saved game that holds a record; people sit on both sides."""
    line = _line_of(record)
    return stamped(
        "new",
        black={"player": HUMAN, "name": record.black},
        white={"player": HUMAN, "name": record.white},
        start=line.start_text,
        moves=line.path,
        fixed=0,
        name=record.event,
        date=record.date,
        comments={},
        extras={},
        **_stated_outcome(record, line),
    )


def _stated_outcome(record: NoughtsRecord, line: NoughtsLine) -> dict[str, Any]:
    """How a game ended that was not played to its end."""
    if record.black_score is None or line.outcome():
        return {}
    reason = Reason.TIME if record.ending == "time" else Reason.RESIGNATION
    return {"outcome": {"black_score": record.black_score, "reason": reason.name}}


def _record_of(game: SavedGame) -> NoughtsRecord:
    outcome = game.outcome
    return NoughtsRecord(
        game.line.moves,
        game.line.start,
        black=game.black.shown_name,
        white=game.white.shown_name,
        event=game.event,
        date=game.date,
        black_score=None if outcome is None else int(outcome.black_score),
        ending="" if outcome is None else ENDINGS.get(outcome.reason, ""),
    )
