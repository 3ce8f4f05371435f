"""The repertoire on the board: moves beside their value and popularity, gaps, and where games left it."""

from kibitz.app.othello.shapes import PositionShape
from kibitz.app.shapes.base import Move, Shape
from kibitz.app.shapes.games import GameLine


class RepertoireMove(Shape):
    move: Move
    twins: list[Move]
    games: int | None  # null without an archive
    share: float | None
    score: float | None  # in discs for the side to move
    source: str
    known: bool  # of the own side: the move to play; of the other: there is a reply to it


class RepertoirePosition(Shape):
    position: PositionShape
    own_turn: bool
    card: str | None
    moves: list[RepertoireMove]
    cards: int  # of this side
    due: int
    archive_games: int | None


class RepertoireGap(Shape):
    path: str  # to the position after the answer
    before: str
    move: Move
    games: int
    share: float  # of the games that follow the repertoire


class RepertoireGaps(Shape):
    gaps: list[RepertoireGap]
    left_out: int
    note: str  # why nothing is known of how common answers are


class RepertoireDeparture(Shape):
    game: GameLine
    path: str  # to the position before the move
    own: bool
    move: Move
    known: Move | None


class RepertoireDepartures(Shape):
    departures: list[RepertoireDeparture]
    games: int  # of the user, on this side, that were looked at
    left_out: int
