"""What all shapes share: texts and their bounds, names of sides and games, errors."""

from typing import TYPE_CHECKING, Annotated, Final, Literal, TypeAlias

from pydantic import BaseModel, ConfigDict, Field

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


class Shape(BaseModel):
    """What all shapes share: nothing that is not named and no 0 for false, so that a mistake is an error and not silence."""

    model_config = ConfigDict(extra="forbid", strict=True)


class Error(Shape):
    error: str


class Deleted(Shape):
    deleted: str
