"""Games out of texts and files."""

from typing import Annotated

from pydantic import Field

from kibitz.app.shapes.base import GameName, Move, Shape, Side


class PastedText(Shape):
    text: Annotated[str, Field(max_length=1_000_000)]


class RecordShape(Shape):
    game: GameName
    start: str
    path: str
    moves: list[Move]
    black: str
    white: str
    event: str
    place: str
    round: str
    date: str
    black_score: float | None
    winner: Side | None
    ending: str
    black_rating: float | None
    white_rating: float | None
    comments: dict[str, str]
    variations: list[str]
    assumed_rules: bool = False  # whether the file names no rules, and `start` has those that are likeliest


class ParsedGames(Shape):
    format: str
    games: list[RecordShape]
    skipped: list[str]
    more: bool
    left_out: int  # games beyond those that are shown
