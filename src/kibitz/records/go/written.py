"""Games of Go in the plain form of record formats that packages add: the sides move in turn, from an empty board."""

from typing import Final

from kibitz.errors import NotationError
from kibitz.records.go.record import GoMove, GoRecord
from kibitz.records.plugged import WrittenGame
from kibitz.rules.game import Color
from kibitz.rules.go.points import parse_go_move
from kibitz.rules.go.position import GoGame

_SIZE: Final = 19


def record_of(game: WrittenGame) -> GoRecord:
    """A game as a record, whose moves are still to be checked; raises NotationError or SetupError."""
    size = GoGame(game.size or _SIZE).size
    moves = tuple(GoMove(Color(ply % 2), parse_go_move(move, size)) for ply, move in enumerate(game.moves))
    return GoRecord(moves, size, komi=game.komi, black_score=game.black_score, **game.facts)


def written_of(record: GoRecord) -> WrittenGame:
    """A record in plain form; raises NotationError if it begins with stones or its sides do not move in turn."""
    if record.black_stones or record.white_stones:
        raise NotationError("it begins with stones on the board")
    if any(move.color != Color(ply % 2) for ply, move in enumerate(record.moves)):
        raise NotationError("its sides do not move in turn")
    game = GoGame(record.size)
    names = (game.format_move(move.point) for move in record.moves)
    return WrittenGame.of(record, names, size=record.size, komi=record.komi, black_score=record.black_score)
