"""Saved games as files of the record formats, and files as saved games."""

import tempfile
import zipfile
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from typing import Any, Final

from kibitz.app.go.records import go_record_of
from kibitz.app.othello.lines import comments_of, path_of
from kibitz.app.saved_game import HUMAN, SavedGame, stamped
from kibitz.errors import NotationError
from kibitz.records.go.sgf_writer import format_go_game
from kibitz.records.othello.files import write_games
from kibitz.records.othello.record import GameRecord
from kibitz.rules.game import Color, Reason

FORMATS: Final = ("pgn", "ggf", "sgf", "txt", "csv", "gam", "obf", "wtb")
_POINTS: Final = 64
_PLAIN_TEXT: Final = "text/plain; charset=utf-8"


@dataclass(frozen=True, slots=True)
class ExportedFile:
    """A file to send: WTHOR's come with their lists of names in one zip file."""

    name: str
    content: bytes
    media_type: str


def export(game: SavedGame, suffix: str) -> ExportedFile:
    """A game as a file of one of the FORMATS; raises NotationError if the format cannot hold it.

    Games of Go are written with their variations and comments, those of Othello as their main lines.
    """
    name = f"kibitz-{game.id}"
    if game.game == "othello":
        return _export_othello(game.record(), suffix, name)
    if suffix != "sgf":
        raise NotationError(f"games of Go are written as SGF, not as {suffix}")
    return ExportedFile(f"{name}.sgf", format_go_game(go_record_of(game)).encode(), _PLAIN_TEXT)


def _export_othello(record: GameRecord, suffix: str, name: str) -> ExportedFile:
    with tempfile.TemporaryDirectory(prefix="kibitz-") as folder:
        target = Path(folder) / f"{name}.{suffix}"
        write_games(target, [record])
        files = sorted(Path(folder).iterdir())
        if len(files) == 1:
            return ExportedFile(target.name, target.read_bytes(), _PLAIN_TEXT)
        return ExportedFile(f"{name}.zip", _zipped(files), "application/zip")


def _zipped(files: list[Path]) -> bytes:
    packed = BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for file in files:
            archive.write(file, file.name)
    return packed.getvalue()


def new_event_of(record: GameRecord) -> dict[str, Any]:
    """The first event of a saved game that holds a record; people sit on both sides."""
    extras = {
        "place": record.place,
        "round": record.round,
        "black_rating": record.black_rating,
        "white_rating": record.white_rating,
    }
    return stamped(
        "new",
        black={"player": HUMAN, "name": record.black},
        white={"player": HUMAN, "name": record.white},
        start=str(record.start),
        moves=path_of(record.moves),
        fixed=0,
        name=record.event,
        date=record.date,
        comments=comments_of(record),
        extras={name: value for name, value in extras.items() if value},
        **_stated_outcome(record),
    )


def _stated_outcome(record: GameRecord) -> dict[str, Any]:
    """How a game ended that was not played to its end; one that has a result all the same was given up or lost on time."""
    score = record.black_score
    if score is None and record.winner is not None:
        score = _POINTS if record.winner == Color.BLACK else -_POINTS
    if score is None or record.final_position().is_over:
        return {}
    reason = Reason.TIME if record.ending == "time" else Reason.RESIGNATION
    return {"outcome": {"black_score": score, "reason": reason.name}}
