"""Human and archive for Othello: a model of moves and the user's archive. The engine is an Analyst."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray

from kibitz.features.othello.planes import Situations, situation
from kibitz.features.othello.second_look import LEAST_DEPTH
from kibitz.models.othello.loading import load_model
from kibitz.models.othello.model import (
    DeepModel,
    KnownValues,
    MoveModel,
    OwnershipModel,
    RatedModel,
    WinnerModel,
    checked_rating,
)
from kibitz.rules.game import Color
from kibitz.rules.othello.position import Position
from kibitz.rules.squares import format_move
from kibitz.search.contract import Ranking
from kibitz.voices.insight import InsightScale
from kibitz.voices.rows import ByRating
from kibitz.voices.voice import HumanVoice, InsightIn, Voices, ask_archive

EXPERT: Final = "expert"

# A mistake loses as much as one that a review names.
INSIGHT: Final = InsightIn(InsightScale("discs", mistake=3.0, clear=1.0), format_move)

CURVE_RATINGS: Final = tuple(float(rating) for rating in range(1000, 2201, 200))


def voices_of(
    position: Position,
    moves: Sequence[int] = (),
    model: str = EXPERT,
    archive: Path | None = None,
    rating: float | None = None,
) -> Voices:
    """What people of a rating and the archive say of a position that `moves` led to.

    Raises SetupError if one that was named is not there, or if the model does not take a rating.
    """
    human = human_voice(load_model(model), position, moves, rating)
    return Voices(position.legal_moves(), human, ask_archive(position, "othello", archive), INSIGHT)


def ask_human(position: Position, moves: Sequence[int] = (), model: str = EXPERT) -> HumanVoice:
    """How likely each legal square is by a model, a forced pass left out; raises SetupError if there is no such model."""
    return human_voice(load_model(model), position, moves)


def human_voice(model: MoveModel, position: Position, moves: Sequence[int] = (), rating: float | None = None) -> HumanVoice:
    """As ask_human() for a model and a player of a rating; raises SetupError if the model does not take a rating.

    With a model that sees more the deeper moves are searched, the voice sharpens as an engine deepens.
    """
    told = checked_rating(model, rating)
    ratings = (np.nan if told is None else told, *(CURVE_RATINGS if isinstance(model, RatedModel) else ()))
    asked = situation(position, moves).take(np.zeros(len(ratings), np.int64))
    given = np.array(ratings, np.float32) if isinstance(model, RatedModel) else None
    plain = HumanVoice(model.name, rating=told)
    voice = _said(plain, position, model.probabilities(asked, given))
    if not isinstance(model, DeepModel):
        return voice

    def sharpened(ranking: Ranking) -> HumanVoice:
        known = _known_values(ranking, len(ratings))
        return voice if known is None else _said(plain, position, model.probabilities_with_values(asked, known, given))

    return replace(voice, sharpen=sharpened)


def _said(plain: HumanVoice, position: Position, rows: NDArray[np.float64]) -> HumanVoice:
    """A voice with its probabilities, the first of the rows, and its curves, the others."""
    squares = position.legal_squares()
    curves = {square: _curve(rows[1:, square]) for square in squares} if len(rows) > 1 else {}
    return replace(plain, probabilities={square: float(rows[0, square]) for square in squares}, by_rating=curves)


def _known_values(ranking: Ranking, count: int) -> KnownValues | None:
    """What a search says of the moves, so many times over, as deep as the shallowest of them; None if that is too little."""
    valued = [row for row in ranking.moves if row.score is not None and row.depth is not None and row.move >= 0]
    depth = min((row.depth or 0 for row in valued), default=0)
    if depth < LEAST_DEPTH:
        return None
    values = np.full((count, 64), np.nan, np.float32)
    values[:, [row.move for row in valued]] = [row.score for row in valued]
    return KnownValues(values, np.full(count, depth, np.int64))


def _curve(probabilities: NDArray[np.float64]) -> ByRating:
    return tuple((rating, float(share)) for rating, share in zip(CURVE_RATINGS, probabilities, strict=True))


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
