"""Studies on disk, a file for each, replaced whole whenever it changes."""

import json
import threading
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

from pydantic import ValidationError

from kibitz.app.folder import Drawer, MissingError, new_id
from kibitz.app.shapes.studies import StudyContent, StudyDocument, UnreadableStudy
from kibitz.errors import KibitzError, SetupError
from kibitz.files import clear_parts


class StudyListing(NamedTuple):
    """All studies: those that can be read, the one changed last first, and the others."""

    studies: list[StudyDocument]
    unreadable: list[UnreadableStudy]


class StudyShelf:
    """All studies. Safe to use from many threads."""

    def __init__(self, folder: Path) -> None:
        self._drawer = Drawer(folder / "studies", ".json", "study")
        self._lock = threading.RLock()
        clear_parts(self._drawer.folder)

    def create(self, content: StudyContent) -> StudyDocument:
        """A new study with an id."""
        return self._write(_document(new_id(), 1, content))

    def get(self, key: str) -> StudyDocument:
        """A study as it is now; raises MissingError if there is none, SetupError if its file is damaged."""
        found = self._drawer.read_json(key)
        try:
            return StudyDocument.model_validate_json(json.dumps(found))
        except (ValidationError, ValueError):
            raise SetupError(f"{self._drawer.path(key)} is damaged: it is no study") from None

    def change(self, key: str, version: int, content: StudyContent) -> StudyDocument:
        """The study with another content; raises SetupError if another window has changed it since that version."""
        with self._lock:
            known = self.get(key)
            if known.version != version:
                raise SetupError("the study was changed in another window; open it again to see that")
            return self._write(_document(key, version + 1, content))

    def delete(self, key: str) -> None:
        """Remove a study; raises MissingError if there is none."""
        with self._lock:
            if not self._drawer.path(key).exists():
                raise MissingError(f"there is no study {key}")
            self._drawer.delete(key)

    def listing(self) -> StudyListing:
        """Every study. A damaged file hides neither itself nor the others."""
        studies: list[StudyDocument] = []
        unreadable = []
        for key in list(self._drawer.ids()):
            try:
                studies.append(self.get(key))
            except MissingError:
                continue  # deleted meanwhile
            except KibitzError as error:
                unreadable.append(UnreadableStudy(id=key, problem=str(error)))
        return StudyListing(sorted(studies, key=_latest, reverse=True), unreadable)

    def _write(self, study: StudyDocument) -> StudyDocument:
        self._drawer.write_json(study.id, study.model_dump(mode="json"))
        return study


def _latest(study: StudyDocument) -> tuple[datetime, str]:
    return study.changed, study.id


def _document(key: str, version: int, content: StudyContent) -> StudyDocument:
    return StudyDocument(id=key, version=version, changed=datetime.now(UTC), title=content.title, chapters=content.chapters)
