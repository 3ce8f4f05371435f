"""Many new files in one folder, of which all appear or none, whatever stops it.

Their contents are on the disk under hidden names before a list of them is. From then on they count as there: whoever finds such
a list gives the files that still have hidden names their own.
"""

import json
import re
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from typing import Final
from uuid import uuid4

from kibitz.app.game_log import write_private_part
from kibitz.errors import SetupError
from kibitz.files import part_of, reason, sync, sync_folder, write_whole

_LIST: Final = re.compile(r"\.new-[0-9a-f]{32}\.json")
_SYNCS_AT_ONCE: Final = 16  # which take little longer than one


def place_new_files(folder: Path, contents: Mapping[str, bytes]) -> None:
    """Write files with new names; all are on the disk when this returns. Raises SetupError, and then none is there."""
    parts = {part_of(folder / name): folder / name for name in contents}
    listed = folder / f".new-{uuid4().hex}.json"
    try:
        for part, data in zip(parts, contents.values(), strict=True):
            write_private_part(part, data)
        with ThreadPoolExecutor(_SYNCS_AT_ONCE) as pool:
            list(pool.map(_sync_part, parts))
        write_whole(listed, json.dumps({part.name: path.name for part, path in parts.items()}))
        _place(parts, listed)
    except OSError as error:
        _undo(parts, listed)
        raise SetupError(f"{folder} cannot be written: {reason(error)}") from None
    except BaseException:
        _undo(parts, listed)
        raise


def finish_placing(folder: Path) -> None:
    """Place the files that a killed place_new_files() had listed already; what cannot be done now is left for the next time."""
    with suppress(OSError):
        for listed in [path for path in folder.iterdir() if _LIST.fullmatch(path.name)]:
            _place(_listed_parts(folder, listed), listed)


def _listed_parts(folder: Path, listed: Path) -> dict[Path, Path]:
    """What a list names, none if it is no such list; files of other folders are never touched."""
    try:
        names = json.loads(listed.read_bytes()).items()
        return {folder / Path(part).name: folder / Path(name).name for part, name in names}
    except (ValueError, TypeError, AttributeError, RecursionError):
        return {}


def _place(parts: Mapping[Path, Path], listed: Path) -> None:
    for part, path in parts.items():
        with suppress(FileNotFoundError):  # it has its name
            part.replace(path)
    sync_folder(listed.parent)
    with suppress(OSError):  # a list of files that have their names does no harm
        listed.unlink()


def _undo(parts: Mapping[Path, Path], listed: Path) -> None:
    """Remove what was written; while the list cannot be removed nothing is, so that it is finished at the next start."""
    with suppress(OSError):
        listed.unlink(missing_ok=True)
        sync_folder(listed.parent)
        for part, path in parts.items():
            part.unlink(missing_ok=True)
            path.unlink(missing_ok=True)


def _sync_part(part: Path) -> None:
    with part.open("r+b") as file:
        sync(file)
