"""Games of noughts and crosses that were played, as records keep them."""

from kibitz.players.referee import ENDINGS, PlayedGame
from kibitz.records.noughts.record import NoughtsRecord
from kibitz.rules.noughts.position import as_noughts


def noughts_record(played: PlayedGame) -> NoughtsRecord:
    """The record of a game; raises TypeError for another game."""
    score = None if played.outcome is None else int(played.outcome.black_score)
    ending = "" if played.outcome is None else ENDINGS.get(played.outcome.reason, "")
    return NoughtsRecord(
        played.moves, as_noughts(played.start), black=played.black, white=played.white, black_score=score, ending=ending
    )
