"""What is asked of everything that reads: any bytes give a result or a KibitzError."""

import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

from kibitz.errors import KibitzError

CORPUS: Final = Path(__file__).parent / "corpus"
"""For each target a folder of seeds and findings, which every test run reads again."""


@dataclass(frozen=True, slots=True)
class Target:
    """A reader under its name. `read` is given any bytes; what it raises beside KibitzError is a finding."""

    name: str
    read: Callable[[bytes], object]

    @property
    def folder(self) -> Path:
        """Its seeds and findings."""
        return CORPUS / self.name

    def feed(self, data: bytes) -> bool:
        """Whether the bytes were read; False if they were refused as they should be."""
        try:
            self.read(data)
        except KibitzError as error:
            assert str(error), "a refusal says why"
            return False
        return True


@cache
def own_folder() -> Path:
    """A folder of this process for what is read from disk."""
    return Path(_FOLDER.name)


def as_file(name: str, data: bytes) -> Path:
    """A file of that name with these bytes, and no other, in the folder of this process."""
    path = own_folder() / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)
    return path


_IN_MEMORY: Final = Path("/dev/shm")
_FOLDER: Final = tempfile.TemporaryDirectory(prefix="kibitz-fuzz-", dir=_IN_MEMORY if _IN_MEMORY.is_dir() else None)
