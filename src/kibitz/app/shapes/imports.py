"""Imports: what is asked of them, how far they are, and what became of the games."""

from typing import Annotated

from pydantic import Field

from kibitz.app.game_names import DEFAULT_GAME
from kibitz.app.import_job import State, Target
from kibitz.app.shapes.base import GameName, Shape, ShortText


class NewImport(Shape):
    target: Target = "games"
    game: GameName = DEFAULT_GAME
    name: ShortText = ""
    collection: ShortText = ""  # what to download instead of waiting for files


class NameCount(Shape):
    name: str
    games: int


class ImportShape(Shape):
    id: str
    target: Target
    game: GameName
    name: str
    collection: str
    state: State
    files: int
    bytes_done: int
    bytes_total: int
    doing: str
    games_read: int
    taken: int
    duplicates: int
    left_out: int
    files_without_games: int
    reasons: list[str]
    further_reasons: int
    error: str
    players: list[NameCount]


class ImportList(Shape):
    imports: list[ImportShape]
    collections: list["CollectionShape"]


class CollectionShape(Shape):
    name: str
    game: GameName


class Names(Shape):
    names: Annotated[list[ShortText], Field(max_length=50)]


class KnownNames(Names):
    suggested: list[NameCount]  # who plays in most of the saved games
