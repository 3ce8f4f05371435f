"""What is said about a game beyond its moves and headers, as JSON: for places that keep the rest of a record in columns."""

from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from kibitz.records.othello.record import COMMENT_TAG, OthelloRecord
from kibitz.records.record import MoveNote, Variation


def remarks_to_json(record: OthelloRecord) -> dict[str, Any]:
    """The notes, the comment, the variations and the tags of a record, those that there are."""
    variations = [{**asdict(variation), "notes": _noted(variation.notes)} for variation in record.variations]
    remarks: dict[str, Any] = {"notes": _noted(record.notes), "comment": record.comment, "variations": variations}
    remarks |= {"marks": dict(record.marks), "tags": dict(record.tags)}
    return {name: value for name, value in remarks.items() if value}


def remarks_of_json(remarks: Mapping[str, Any]) -> dict[str, Any]:
    """The fields of a record that remarks_to_json() wrote. The comment may be the tag that it once was."""
    tags = dict(remarks.get("tags", {}))
    comment = tags.pop(COMMENT_TAG, "")
    return {
        "notes": _notes(remarks.get("notes", {})),
        "comment": remarks.get("comment", comment),
        "marks": _marks(remarks.get("marks", {})),
        "variations": tuple(_variation(**variation) for variation in remarks.get("variations", ())),
        "tags": tags,
    }


def _noted(notes: Mapping[int, MoveNote]) -> dict[int, dict[str, Any]]:
    return {index: asdict(note) for index, note in notes.items()}


def _notes(noted: Mapping[str, dict[str, Any]]) -> dict[int, MoveNote]:
    return {int(index): MoveNote(**{**note, "marks": _marks(note.get("marks", {}))}) for index, note in noted.items()}


def _marks(marks: Mapping[str, list[str]]) -> dict[str, tuple[str, ...]]:
    return {name: tuple(values) for name, values in marks.items()}


def _variation(line: int, after: int, moves: list[int], notes: Mapping[str, dict[str, Any]]) -> Variation[int]:
    return Variation(line, after, tuple(moves), _notes(notes))
