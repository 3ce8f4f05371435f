"""What is of one shape in each game: a position, an analysis. The document of the API names the shapes of all games."""

from functools import reduce
from importlib import import_module
from operator import or_
from typing import TYPE_CHECKING, TypeAlias

from kibitz.app.game_names import GAME_NAMES
from kibitz.app.shapes.base import Shape

if TYPE_CHECKING:
    AnyPosition: TypeAlias = Shape
    AnyAnalysis: TypeAlias = Shape
else:
    _shapes = [import_module(f"kibitz.app.{name}.shapes") for name in GAME_NAMES]
    AnyPosition = reduce(or_, (shapes.POSITION for shapes in _shapes))
    AnyAnalysis = reduce(or_, (shapes.ANALYSIS for shapes in _shapes))
