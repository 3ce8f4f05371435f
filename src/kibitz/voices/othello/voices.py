"""The voices of Othello besides the engine, which is an Analyst: a model of moves, and the user's archive."""

from collections.abc import Sequence
from pathlib import Path
from typing import Final

from kibitz.features.othello.planes import situation
from kibitz.models.othello.loading import load_model
from kibitz.rules.othello.position import Position
from kibitz.voices.voice import HumanVoice, Voices, ask_archive

EXPERT: Final = "expert"


def voices_of(position: Position, moves: Sequence[int] = (), model: str = EXPERT, archive: Path | None = None) -> Voices:
    """What people and the archive say of a position that `moves` led to; raises SetupError if one that was named is not there."""
    return Voices(position.legal_moves(), ask_human(position, moves, model), ask_archive(position, "othello", archive))


def ask_human(position: Position, moves: Sequence[int] = (), model: str = EXPERT) -> HumanVoice:
    """How likely each legal square is by a model, a forced pass left out; raises SetupError if there is no such model."""
    asked = load_model(model)
    probabilities = asked.probabilities(situation(position, moves))[0]
    return HumanVoice(asked.name, {square: float(probabilities[square]) for square in position.legal_squares()})
