"""The configurations that come with Kibitz: one commented TOML file for each model that `kibitz train` can make by name."""

import re
from pathlib import Path
from typing import Final

FOLDER: Final = Path(__file__).resolve().parents[1] / "configurations"


def shipped_configurations() -> dict[str, Path]:
    """The files by their names, in the order of the alphabet."""
    return {path.stem: path for path in sorted(FOLDER.glob("*.toml"))}


def configuration_file(name_or_path: str) -> Path:
    """The file of a shipped name, or of a path where the name is not known; not checked for being there."""
    return shipped_configurations().get(name_or_path, Path(name_or_path))


def name_on_card(path: Path) -> str:
    """How a card's command names a configuration: a shipped one by its name, another by its file with the folder.

    The folder is seen from the working folder if it is below that, else only its own name is given.
    """
    whole, here = path.resolve(), Path.cwd()
    if whole in (known.resolve() for known in shipped_configurations().values()):
        return path.stem
    return whole.relative_to(here).as_posix() if whole.is_relative_to(here) else f"{whole.parent.name}/{whole.name}"


def described() -> str:
    """A line for each shipped configuration: its name, and the first words that explain it."""
    files = shipped_configurations()
    width = max(map(len, files))
    return "\n".join(f"{name:{width}}  {first_words(path)}" for name, path in files.items())


def first_words(path: Path) -> str:
    """How a configuration explains itself, as far as its first colon, comma or full stop."""
    with path.open(encoding="utf-8") as file:
        return re.split("[:,.]", file.readline().lstrip("# "))[0].strip()
