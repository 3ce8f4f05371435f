"""Splits wheels of Kibitz: each loses the models of optional.txt, which a wheel `kibitz-models` puts beside the others.

    python packaging/split_models.py wheelhouse/kibitz-….whl … dist

All go into the folder that is named last. `pip install 'kibitz[models]'` installs both; the cards in either have the checksums
of the weights.
"""

import base64
import hashlib
import sys
import zipfile
from collections.abc import Callable, Iterable
from pathlib import Path, PurePosixPath

OPTIONAL = "kibitz/models/optional.txt"
SHIPPED = "kibitz/models/shipped"


def main(wheel: Path, folder: Path) -> None:
    """Write the two wheels."""
    folder.mkdir(parents=True, exist_ok=True)
    with zipfile.ZipFile(wheel) as whole:
        names = set(whole.read(OPTIONAL).decode().split())
        version = wheel.name.split("-")[1]
        _write(folder / wheel.name, whole, lambda path: not _is_of(path, names), f"kibitz-{version}.dist-info")
        models = folder / f"kibitz_models-{version}-py3-none-any.whl"
        _write(models, whole, lambda path: _is_of(path, names), f"kibitz_models-{version}.dist-info", _facts(version))
    for made in (folder / wheel.name, models):
        print(f"{made}: {made.stat().st_size / 1e6:.1f} MB")  # noqa: T201


def _is_of(path: str, names: set[str]) -> bool:
    """Whether a file belongs to one of some models."""
    found = PurePosixPath(path)
    return str(found.parent) == SHIPPED and found.stem in names


def _facts(version: str) -> dict[str, bytes]:
    """What a wheel says of itself."""
    about = f"Metadata-Version: 2.1\nName: kibitz-models\nVersion: {version}\nSummary: Further models for Kibitz\nLicense: MIT\n"
    return {
        "METADATA": f"{about}Requires-Dist: kibitz=={version}\n".encode(),
        "WHEEL": b"Wheel-Version: 1.0\nGenerator: split_models\nRoot-Is-Purelib: false\nTag: py3-none-any\n",
    }


def _write(
    made: Path, whole: zipfile.ZipFile, belongs: Callable[[str], bool], about: str, facts: dict[str, bytes] | None = None
) -> None:
    """A wheel of those files of another that belong there, with facts of its own or else with those of the other."""
    rows = []
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as wheel:
        for entry in _wanted(whole, belongs, keeps_facts=facts is None):
            data = whole.read(entry)
            rows.append(_row(entry.filename, data))
            wheel.writestr(entry, data, zipfile.ZIP_DEFLATED, 9)
        for name, data in (facts or {}).items():
            rows.append(_row(f"{about}/{name}", data))
            wheel.writestr(f"{about}/{name}", data)
        wheel.writestr(f"{about}/RECORD", "\n".join([*rows, f"{about}/RECORD,,", ""]))


def _wanted(whole: zipfile.ZipFile, belongs: Callable[[str], bool], keeps_facts: bool) -> Iterable[zipfile.ZipInfo]:
    for entry in whole.infolist():
        is_fact = ".dist-info/" in entry.filename
        if not entry.filename.endswith("/RECORD") and (keeps_facts if is_fact else belongs(entry.filename)):
            yield entry


def _row(name: str, data: bytes) -> str:
    digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
    return f"{name},sha256={digest},{len(data)}"


if __name__ == "__main__":
    *WHEELS, FOLDER = map(Path, sys.argv[1:])
    for WHEEL in WHEELS:
        main(WHEEL, FOLDER)
