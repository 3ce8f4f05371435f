"""Positions, openings, predictions and analyses of Othello."""

from typing import Final

from kibitz.app.shapes.base import Move, Shape, Side
from kibitz.app.shapes.positions import DescribedShape
from kibitz.app.shapes.voices import LikelyShape


class Discs(Shape):
    black: int
    white: int
    empty: int


class Opening(Shape):
    name: str
    moves: str


class Openings(Shape):
    openings: list[Opening]


class EvenOpening(Shape):
    start: str
    moves: list[Move]
    path: str


class ProvenMove(Shape):
    move: Move
    twins: list[Move]
    bounds: tuple[int, int]
    keeps: bool
    games: int


class ProvenPosition(Shape):
    path: str
    to_move: Side
    bounds: tuple[int, int]
    games: int
    line: list[Move]
    moves: list[ProvenMove]


class ProvenLine(Shape):
    source: str
    positions: list[ProvenPosition]


class BySide(Shape):
    black: list[str]
    white: list[str]


class Overlays(Shape):
    stable: BySide
    frontier: BySide
    mobility: BySide


class PositionShape(DescribedShape):
    start: str
    moves: list[Move]
    path: str
    flips: dict[Move, list[str]]
    must_pass: bool
    last_move: Move | None
    discs: Discs
    opening: Opening | None
    overlays: Overlays


class LineShape(Shape):
    start: str
    path: str
    moves: list[Move]
    positions: list[PositionShape]


class RatingProbability(Shape):
    rating: float
    probability: float


class WhoWouldPlay(Shape):
    model: str
    move: Move
    ratings: list[RatingProbability]


class Attention(Shape):
    model: str
    squares: list[float]


class MoveValueShape(Shape):
    move: Move
    score: float
    win_chance: float
    depth: int
    exact: bool
    source: str
    bounds: tuple[int, int] | None
    likely: LikelyShape | None
    line: list[Move]


class AnalysisShape(Shape):
    position: str
    revision: int
    moves: list[MoveValueShape]
    depth: int
    exact: bool
    nodes: int
    seconds: float
    done: bool
    why: str


POSITION: Final = PositionShape
ANALYSIS: Final = AnalysisShape
FORMATS: Final = ("pgn", "ggf", "sgf", "txt", "csv", "gam", "obf", "wtb")
