"""The one voice of noughts and crosses: a search that knows the whole game tree. It has no archive and no model of moves."""

from kibitz.rules.noughts.position import NoughtsPosition
from kibitz.search.noughts.searching import PerfectSearch
from kibitz.voices.rows import Heard
from kibitz.voices.voice import Voices


def hear(position: NoughtsPosition) -> Heard:
    """One row for each legal move, best first."""
    return Voices(position.legal_moves()).hear(position, PerfectSearch())
