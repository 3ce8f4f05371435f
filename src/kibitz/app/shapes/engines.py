"""Other programs that may be asked, and what they say of a position."""

from typing import Annotated, Literal, TypeAlias

from pydantic import Field

from kibitz.app.shapes.base import GameName, Shape, ShortText
from kibitz.players.external.configured import LONGEST_SECONDS, LONGEST_WORD, MOST_WORDS

EngineName: TypeAlias = Annotated[str, Field(pattern="^[a-z0-9][a-z0-9_.-]{0,39}$")]
_Seconds: TypeAlias = Annotated[float, Field(gt=0, le=LONGEST_SECONDS)]


class EngineShape(Shape):
    """An engine of the list; its command is told to nobody."""

    name: str
    game: str
    protocol: str
    title: str
    seconds: float


class EngineList(Shape):
    engines: list[EngineShape]
    file: str
    problem: str
    protocols: dict[GameName, list[str]]


class NewEngine(Shape):
    game: GameName
    command: Annotated[list[Annotated[str, Field(max_length=LONGEST_WORD)]], Field(min_length=1, max_length=MOST_WORDS)]
    protocol: ShortText = "gtp"
    seconds: _Seconds = 2.0
    timeout: _Seconds = 60.0
    chances: Literal["mover", "black", "white"] = "mover"


class TestedEngine(Shape):
    name: str
    title: str
    protocol: str
    analysis: str | None
    sizes: list[int]
    seconds: float
    sentence: str


class ExternalAnalysisShape(Shape):
    """`win_chance` is the mover's, `black_score` and `ownership` (−1 White to 1 Black) are Black's; null where unsaid."""

    revision: int
    source: str
    playouts: int | None
    depth: int | None
    exact: bool
    win_chance: float | None
    black_score: float | None
    ownership: list[float] | None
    black_ownership: list[float] | None
    seconds: float
    done: bool
    why: str
    problem: str
