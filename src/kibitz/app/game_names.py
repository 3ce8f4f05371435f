"""The games that the study app knows, by name: those with a module `study_game` in a folder of their own here."""

from importlib.util import find_spec
from typing import Final

from kibitz.games.catalogue import GAMES


def _is_there(module: str) -> bool:
    try:
        return find_spec(module) is not None
    except ModuleNotFoundError:  # the game has no folder here
        return False


GAME_NAMES: Final = tuple(kit.name for kit in GAMES if _is_there(f"kibitz.app.{kit.name}.study_game"))
DEFAULT_GAME: Final = GAME_NAMES[0]
