"""Games of Othello in the plain form of record formats that packages add."""

from typing import Any

from kibitz.errors import NotationError
from kibitz.records.othello.drafts import Draft
from kibitz.records.othello.record import GameRecord
from kibitz.records.plugged import WrittenGame
from kibitz.rules.othello.position import Position
from kibitz.rules.squares import BOARD_SIZES, format_move, parse_move


def draft_of(number: int, game: WrittenGame) -> Draft:
    """A game as a draft, whose moves are still to be checked; raises NotationError."""
    size = game.size or 8
    if size not in BOARD_SIZES:
        raise NotationError(f"the board is {size}×{size}; sizes are {', '.join(map(str, BOARD_SIZES))}")
    moves = tuple(parse_move(move, size) for move in game.moves)
    score: Any = None if game.black_score is None else int(game.black_score)
    return Draft(number, GameRecord(moves, Position.start(size), black_score=score, **game.facts))


def written_of(record: GameRecord) -> WrittenGame:
    """A record in plain form; raises NotationError if it begins elsewhere."""
    size = record.start.size
    if record.start != Position.start(size):
        raise NotationError("it begins with another position than the usual one")
    moves = (format_move(move, size) for move in record.moves)
    return WrittenGame.of(record, moves, size=size, black_score=record.black_score)
