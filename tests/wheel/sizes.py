"""What an installation of Kibitz takes: bytes to download and on the disk, its own and those of all that it depends on."""

import zipfile
from pathlib import Path


def table(whole: Path, light: Path, packages: Path, everything: int) -> str:
    """Rows in MB; `packages` holds the files that were downloaded, `everything` is the size of the environment's packages."""
    others = sum(path.stat().st_size for path in packages.iterdir() if path.name != light.name)
    rows = [
        ("Kibitz with all models", whole.stat().st_size, unpacked(whole)),
        ("Kibitz as it is installed", light.stat().st_size, unpacked(light)),
        ("Kibitz with all that it depends on", light.stat().st_size + others, everything),
    ]
    head = f"{'':36}{'download':>10}{'installed':>11}"
    return "\n".join([head, *(f"{name:36}{_megabytes(down):>10}{_megabytes(there):>11}" for name, down, there in rows)])


def unpacked(wheel: Path) -> int:
    """The bytes of a wheel's files."""
    with zipfile.ZipFile(wheel) as opened:
        return sum(entry.file_size for entry in opened.infolist())


def on_disk(folder: Path) -> int:
    """The bytes of all files in a folder."""
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())


def _megabytes(size: int) -> str:
    return f"{size / 1e6:.1f} MB"
