"""Files that the app sends: what they are called, and many of them in one."""

import zipfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from io import BytesIO
from typing import Final

from kibitz.app.saved_game import SavedGame

PLAIN_TEXT: Final = "text/plain; charset=utf-8"
ZIP: Final = "application/zip"


@dataclass(frozen=True, slots=True)
class ExportedFile:
    """A file to send."""

    name: str
    content: bytes
    media_type: str


def name_of_file(games: Sequence[SavedGame]) -> str:
    """What a file of some games is called, without its suffix."""
    return f"kibitz-{games[0].id}" if len(games) == 1 else f"kibitz-{len(games)}-games"


def zipped(contents: Mapping[str, bytes]) -> bytes:
    """Files packed into one, by their names."""
    packed = BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in contents.items():
            archive.writestr(name, content)
    return packed.getvalue()
