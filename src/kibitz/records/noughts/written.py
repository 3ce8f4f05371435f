"""Games of noughts and crosses in the plain form of record formats that packages add."""

from kibitz.errors import NotationError
from kibitz.records.noughts.record import NoughtsRecord
from kibitz.records.plugged import WrittenGame
from kibitz.rules.noughts.position import SHAPE, START, parse_move, play_all


def record_of(_number: int, game: WrittenGame) -> NoughtsRecord:
    """A game as a record; raises NotationError or IllegalMoveError."""
    moves = tuple(map(parse_move, game.moves))
    play_all(moves, START)
    score = None if game.black_score is None else int(game.black_score)
    facts = {name: fact for name, fact in game.facts.items() if name != "place"}  # which its files have no room for
    return NoughtsRecord(moves, START, black_score=score, **facts)


def written_of(record: NoughtsRecord) -> WrittenGame:
    """A record in plain form; raises NotationError if it begins elsewhere."""
    if record.start != START:
        raise NotationError("it begins with another position than the usual one")
    return WrittenGame.of(record, (SHAPE.names[move] for move in record.moves), black_score=record.black_score)
