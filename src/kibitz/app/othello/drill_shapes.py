"""Drills and the cards of the repertoire."""

from datetime import datetime
from typing import Annotated

from pydantic import Field

from kibitz.app.othello.shapes import MoveValueShape, PositionShape
from kibitz.app.shapes.base import Move, Shape, ShortText, Side, StartText, Transcript


class EndgameDrill(Shape):
    position: PositionShape
    empties: int
    source: str


class EndgameTry(Shape):
    start: StartText
    move: Move


class EndgameAnswer(Shape):
    right: bool
    best: Move
    score: float
    best_score: float
    loss: float
    moves: list[MoveValueShape]


class OwnMoment(Shape):
    review: str
    ply: int
    side: Side
    position: PositionShape
    played: Move
    black: str
    white: str
    tries: int
    solved: bool


class OwnMoments(Shape):
    moments: list[OwnMoment]
    mistakes_left: int  # unsolved ones that are not among them


class MomentTry(Shape):
    review: str
    ply: int
    move: Move


class MomentAnswer(Shape):
    right: bool
    mistake: bool
    best: Move
    loss: float
    played_loss: float
    reasons: list[str]
    line: list[Move]
    best_line: list[Move]
    tries: int
    solved: bool


class Card(Shape):
    id: str
    name: str
    side: Side
    position: PositionShape
    due: datetime
    reviews: int
    lapses: int


class Cards(Shape):
    cards: list[Card]
    due: int


class NewRepertoire(Shape):
    start: StartText = ""
    moves: Transcript
    side: Side
    name: ShortText = ""
    last_only: bool = False  # only the last move of the side in the line


class DueCard(Shape):
    card: Card | None
    due: int
    next: datetime | None


class CardTry(Shape):
    move: Move
    seconds: Annotated[float, Field(ge=0, le=86_400)] | None = None


class CardAnswer(Shape):
    right: bool
    move: Move
    card: Card
