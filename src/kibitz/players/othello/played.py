"""Games that a referee saw, as records of Othello keep them."""

from kibitz.players.referee import ENDINGS, PlayedGame
from kibitz.records.othello.record import GameRecord
from kibitz.rules.othello.position import Position


def record_of(played: PlayedGame) -> GameRecord:
    """The record of a game; raises TypeError for a game other than Othello."""
    if not isinstance(played.start, Position):
        raise TypeError(f"a GameRecord holds a game of Othello, not of {type(played.start).__name__}")
    score = None if played.outcome is None else int(played.outcome.black_score)
    ending = "" if played.outcome is None else ENDINGS.get(played.outcome.reason, "")
    return GameRecord(played.moves, played.start, black=played.black, white=played.white, black_score=score, ending=ending)
