"""The voices of Othello besides the engine, which is an Analyst: a model of moves, and the user's archive."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Final

from kibitz.features.othello.planes import Situations, situation
from kibitz.models.othello.loading import load_model
from kibitz.models.othello.model import MoveModel, OwnershipModel, WinnerModel, checked_rating
from kibitz.rules.game import Color
from kibitz.rules.othello.position import Position
from kibitz.voices.voice import HumanVoice, Voices, ask_archive

EXPERT: Final = "expert"


def voices_of(position: Position, moves: Sequence[int] = (), model: str = EXPERT, archive: Path | None = None) -> Voices:
    """What people and the archive say of a position that `moves` led to; raises SetupError if one that was named is not there."""
    return Voices(position.legal_moves(), ask_human(position, moves, model), ask_archive(position, "othello", archive))


def ask_human(position: Position, moves: Sequence[int] = (), model: str = EXPERT) -> HumanVoice:
    """How likely each legal square is by a model, a forced pass left out; raises SetupError if there is no such model."""
    return human_voice(load_model(model), position, moves)


def human_voice(model: MoveModel, position: Position, moves: Sequence[int] = (), rating: float | None = None) -> HumanVoice:
    """As ask_human() for a model and a player of a rating; raises SetupError if the model knows nothing of ratings."""
    probabilities = model.probabilities(situation(position, moves), checked_rating(model, rating))[0]
    return HumanVoice(model.name, {square: float(probabilities[square]) for square in position.legal_squares()})


def with_outlook(voice: HumanVoice, model: MoveModel, position: Position, moves: Sequence[int] = ()) -> HumanVoice:
    """The voice with the winner and the owners too, if the model knows them; neither of a game that is over."""
    if position.is_over:
        return voice
    situations = situation(position, moves)
    win_chance = float(model.win_chances(situations)[0]) if isinstance(model, WinnerModel) else None
    ownership = _black_ownership(model, position, situations) if isinstance(model, OwnershipModel) else None
    return replace(voice, win_chance=win_chance, ownership=ownership)


def _black_ownership(model: OwnershipModel, position: Position, situations: Situations) -> tuple[float, ...]:
    chances = model.ownership(situations)[0]
    seen_by_black = chances if position.to_move == Color.BLACK else 1 - chances
    return tuple(round(float(chance), 4) for chance in seen_by_black)
