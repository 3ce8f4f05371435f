"""Routes that only Othello has: whole lines, openings, ratings and attention."""

import random
from typing import Annotated, Final

from fastapi import APIRouter, Query

from kibitz.app.othello.lines import describe_line, move_names, path_of
from kibitz.app.othello.proven import describe_proof_along
from kibitz.app.othello.requests import GivenLine
from kibitz.app.othello.shapes import (
    Attention,
    EvenOpening,
    LineShape,
    Opening,
    Openings,
    ProvenLine,
    RatingProbability,
    WhoWouldPlay,
)
from kibitz.app.requests import ModelName
from kibitz.app.thinkers import model_by_name
from kibitz.arena.othello.openings import shipped_openings
from kibitz.errors import IllegalMoveError, SetupError
from kibitz.features.othello.planes import situation
from kibitz.models.othello.attention import attention as model_attention
from kibitz.models.othello.loading import load_model
from kibitz.models.othello.model import RatedModel
from kibitz.models.store import find_by_name
from kibitz.review.othello.opening_names import known_openings
from kibitz.rules.othello.position import play_all
from kibitz.rules.squares import format_square, parse_square
from kibitz.voices.othello.voices import EXPERT

router = APIRouter(prefix="/api")

_RATINGS: Final = tuple(float(rating) for rating in range(1000, 2201, 100))


@router.get("/line")
def line_of_play(line: GivenLine) -> LineShape:
    """Every position of a line."""
    return describe_line(line)


@router.get("/openings")
def openings() -> Openings:
    """All openings that have a name here."""
    return Openings(openings=[Opening(name=known.name, moves=path_of(known.moves)) for known in known_openings()])


@router.get("/openings/even")
def even_opening(seed: Annotated[int | None, Query(ge=0, le=2**32)] = None) -> EvenOpening:
    """An opening after which neither side is better, for games without prepared lines."""
    moves = random.Random(seed).choice(shipped_openings())
    return EvenOpening(start=str(play_all(moves)), moves=move_names(moves), path=path_of(moves))


@router.get("/openings/proven")
def proven_openings(line: GivenLine) -> ProvenLine:
    """What is proven of each position of a line and of its moves, up to ten plies from the start."""
    return describe_proof_along(line)


@router.get("/predictions/ratings")
def who_would_play(
    line: GivenLine, move: Annotated[str, Query(max_length=8, description="a legal square")], model: ModelName = EXPERT
) -> WhoWouldPlay:
    """How likely players of different strength are to play a move."""
    asked, position, square = load_model(model_by_name(model)), line.position, parse_square(move)
    if not isinstance(asked, RatedModel):
        raise SetupError(f"the model {asked.name} does not take a rating")
    if square not in position.legal_squares():
        raise IllegalMoveError(f"{move} is not legal here")
    situations = situation(position, line.moves)
    shares = [float(asked.probabilities(situations, rating)[0, square]) for rating in _RATINGS]
    rows = [RatingProbability(rating=rating, probability=share) for rating, share in zip(_RATINGS, shares, strict=True)]
    return WhoWouldPlay(model=asked.name, move=format_square(square), ratings=rows)


@router.get("/predictions/attention")
def attention(line: GivenLine, model: ModelName = EXPERT) -> Attention:
    """How much a model's answer would change if a disc were of the other colour, for each square; any model may be asked."""
    asked = find_by_name(model_by_name(model))
    return Attention(model=asked.name, squares=model_attention(asked, line.position, line.moves).tolist())
