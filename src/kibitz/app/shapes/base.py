"""The parts common to all shapes: texts and their limits, names of sides and games, errors."""

from typing import TYPE_CHECKING, Annotated, Final, Literal, TypeAlias

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field

from kibitz.app.game_names import GAME_NAMES

if TYPE_CHECKING:
    GameName: TypeAlias = str
else:
    GameName = Literal[GAME_NAMES]

Side: TypeAlias = Literal["black", "white"]
Move: TypeAlias = Annotated[str, Field(description="a square such as f5, or pass", max_length=8)]
# The longest are those of a board of 25×25 points set up, and as many moves as its longest game has.
LONGEST_START: Final = 1_500
LONGEST_PATH: Final = 6_000

StartText: TypeAlias = Annotated[str, Field(max_length=LONGEST_START)]
Transcript: TypeAlias = Annotated[str, Field(max_length=LONGEST_PATH)]
ShortText: TypeAlias = Annotated[str, Field(max_length=200)]
PlayerName: TypeAlias = Annotated[str, Field(max_length=200)]


def _without_fraction(value: object) -> object:
    return int(value) if isinstance(value, float) and value.is_integer() else value


# 2.0 is a whole number in JSON, and strict shapes would refuse it. Bounds stand before this, so that the API's document has them.
WHOLE: Final = BeforeValidator(_without_fraction)


class Shape(BaseModel):
    """The base of all shapes. Unknown fields and 0 for false are errors, so that no mistake passes silently."""

    model_config = ConfigDict(extra="forbid", strict=True)


class Error(Shape):
    """A sentence in English; with a code and what it says in particular, where the sentence has one (kibitz.app.problems)."""

    error: str
    code: str | None = None
    facts: dict[str, str] = {}


class Deleted(Shape):
    deleted: str
