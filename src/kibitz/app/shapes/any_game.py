"""What has another shape in each game: a position, an analysis, a file. The document of the API names the shapes of all games."""

from functools import reduce
from importlib import import_module
from operator import or_
from typing import TYPE_CHECKING, Final, Literal, TypeAlias

from kibitz.app.game_names import GAME_NAMES
from kibitz.app.shapes.base import Shape

_by_game: Final = {name: import_module(f"kibitz.app.{name}.shapes") for name in GAME_NAMES}
_shapes: Final = list(_by_game.values())
EXPORT_FORMATS: Final = tuple(dict.fromkeys(suffix for shapes in _shapes for suffix in shapes.FORMATS))
"""The suffixes of files that saved games are written to, of all games."""

if TYPE_CHECKING:
    AnyPosition: TypeAlias = Shape
    AnyAnalysis: TypeAlias = Shape
    ExportFormat: TypeAlias = str
else:
    AnyPosition = reduce(or_, (shapes.POSITION for shapes in _shapes))
    AnyAnalysis = reduce(or_, (shapes.ANALYSIS for shapes in _shapes))
    ExportFormat = Literal[EXPORT_FORMATS]


def known_format(game: str, suffix: str) -> str:
    """The format of a game's files that is asked for, or the first one if the game does not know that."""
    formats: tuple[str, ...] = _by_game[game].FORMATS
    return suffix if suffix in formats else formats[0]
