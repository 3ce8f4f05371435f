"""How often a user has tried positions again where a mistake was made, of any game: a small file."""

import threading
from dataclasses import dataclass
from pathlib import Path

from kibitz.app.folder import parsed_json, write_json
from kibitz.files import clear_parts


@dataclass(frozen=True, slots=True)
class Tries:
    """How often somebody has tried a position again, and whether the right move was found."""

    count: int = 0
    solved: bool = False


class TriesStore:
    """Tries on disk. Safe to use from many threads."""

    def __init__(self, folder: Path) -> None:
        self._path = folder / "tries.json"
        self._lock = threading.RLock()
        clear_parts(folder)

    def all(self) -> dict[str, Tries]:
        """All tries by `REVIEW:PLY`; raises SetupError if the file is damaged."""
        with self._lock:
            return parsed_json(self._path, {}, lambda content: {key: Tries(**row) for key, row in content.items()})

    def tried(self, review: str, ply: int, right: bool) -> Tries:
        """One more try at a mistake."""
        with self._lock:
            known, key = self.all(), f"{review}:{ply}"
            before = known.get(key, Tries())
            known[key] = Tries(before.count + 1, before.solved or right)
            write_json(self._path, {key: {"count": row.count, "solved": row.solved} for key, row in known.items()})
            return known[key]
