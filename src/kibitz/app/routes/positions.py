"""Routes: positions, predictions and analysis."""

import random
from typing import Annotated, Final

import numpy as np
from fastapi import APIRouter, Query
from numpy.typing import NDArray

from kibitz import __version__
from kibitz.app.go.lines import GoLine, describe_count, likely_dead, parse_dead
from kibitz.app.go.records import describe_go_record, go_games_of_bytes, is_go_sgf
from kibitz.app.othello.lines import Line, describe_line, describe_record, move_names, path_of
from kibitz.app.played_lines import describe_played_position
from kibitz.app.requests import GivenLine, GivenPlayedLine, ServicesOf, games_of_text
from kibitz.app.routes.archive import archive_info
from kibitz.app.security import BODY_BYTES, FRAME_BYTES, UPLOAD_BYTES
from kibitz.app.services import EXPERT, find_go_expert, go_expert
from kibitz.app.shapes import (
    AnyAnalysis,
    AnyPosition,
    Attention,
    CountShape,
    EngineShape,
    EvenOpening,
    GoExpertShape,
    LimitsShape,
    LineShape,
    ModelShape,
    MoveProbability,
    Opening,
    Openings,
    ParsedGames,
    PastedText,
    Predictions,
    RatingProbability,
    Status,
    WhoWouldPlay,
)
from kibitz.app.thinkers import model_by_name
from kibitz.app.views import describe_analysis
from kibitz.arena.othello.openings import shipped_openings
from kibitz.errors import IllegalMoveError, KibitzError, SetupError
from kibitz.features.othello.planes import Situations, situation
from kibitz.models.go.default import DEFAULT_GO_MODEL
from kibitz.models.go.network import think_of
from kibitz.models.othello.attention import attention as model_attention
from kibitz.models.othello.loading import load_model
from kibitz.models.othello.model import OwnershipModel, RatedModel, WinnerModel, checked_rating
from kibitz.models.store import StoredModel, find_by_name, list_models
from kibitz.records.othello.files import detect_format
from kibitz.review.othello.opening_names import known_openings
from kibitz.rules.game import Color
from kibitz.rules.go.points import format_vertex
from kibitz.rules.othello.position import Position, is_board_text, play_all
from kibitz.rules.squares import format_square, parse_square

router = APIRouter(prefix="/api")

ModelName = Annotated[str, Query(max_length=100, description="one of the models of /api/status")]

_RATINGS: Final = tuple(float(rating) for rating in range(1000, 2201, 100))
_MOST_GAMES_SHOWN: Final = 100


@router.get("/status")
def status(services: ServicesOf) -> Status:
    """What this server is and has."""
    models = [model for model in list_models() if isinstance(model, StoredModel) and model.kind.moves_of == "othello"]
    return Status(
        version=__version__,
        models=[_describe_model(model) for model in models],
        go_expert=_describe_go_expert(),
        archive=archive_info(),
        go_archive=archive_info("go"),
        limits=LimitsShape(body_bytes=BODY_BYTES, upload_bytes=UPLOAD_BYTES, frame_bytes=FRAME_BYTES),
        engine=EngineShape(workers=services.pool.workers, watched_positions=services.pool.watched),
    )


@router.post("/parse")
def parse(pasted: PastedText) -> ParsedGames:
    """The games of whatever was pasted: a text of any record format, or a board with its side to move."""
    data = pasted.text.encode("utf-8", "replace")
    if is_go_sgf(data):
        return _parsed_go(data)
    games, skipped = games_of_text(pasted.text, "the text", _MOST_GAMES_SHOWN + 1)
    is_board = is_board_text(pasted.text)
    return ParsedGames(
        format="board" if is_board else detect_format(data, "the text").value,
        games=[describe_record(record) for record in games[:_MOST_GAMES_SHOWN]],
        skipped=skipped[:_MOST_GAMES_SHOWN],
        more=len(games) > _MOST_GAMES_SHOWN,
    )


@router.get("/position")
def position(line: GivenPlayedLine) -> AnyPosition:
    """The position after some moves of either game."""
    return describe_played_position(line)


@router.get("/count")
def count(
    line: GivenPlayedLine,
    dead: Annotated[
        str | None, Query(max_length=3_000, description="points of dead chains, or none; left out: those playouts take")
    ] = None,
) -> CountShape:
    """A position of Go counted as it stands, without its dead stones."""
    if not isinstance(line, GoLine):
        raise SetupError("only positions of Go are counted; discs of Othello are in the position")
    position = line.position
    if dead is None:
        return describe_count(position, likely_dead(position))
    return describe_count(position, () if dead == "none" else parse_dead(dead.split(), position))


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


@router.get("/predictions")
def predictions(
    line: GivenPlayedLine,
    rating: Annotated[float | None, Query(gt=0, le=4000, description="the strength of the player to move")] = None,
    model: ModelName = "",
) -> Predictions:
    """How likely each legal move is to be played; unless a model is named, by `expert`, or `go-network` for Go."""
    if isinstance(line, GoLine):
        return _go_predictions(line, rating, model or DEFAULT_GO_MODEL)
    return _othello_predictions(line, rating, model or EXPERT)


def _othello_predictions(line: Line, rating: float | None, model: str) -> Predictions:
    asked, position = load_model(model_by_name(model)), line.position
    situations = situation(position, line.moves)
    shares = asked.probabilities(situations, checked_rating(asked, rating))[0]
    going_on = not position.is_over
    return Predictions(
        model=asked.name,
        rating=rating,
        moves=_sorted_shares(position, shares),
        win_chance=float(asked.win_chances(situations)[0]) if isinstance(asked, WinnerModel) and going_on else None,
        ownership=_black_ownership(asked, position, situations) if isinstance(asked, OwnershipModel) and going_on else None,
    )


@router.get("/predictions/ratings")
def who_would_play(
    line: GivenLine, move: Annotated[str, Query(max_length=8, description="a legal square")], model: ModelName = EXPERT
) -> WhoWouldPlay:
    """How likely players of different strength are to play a move."""
    asked, position, square = load_model(model_by_name(model)), line.position, parse_square(move)
    if not isinstance(asked, RatedModel):
        raise SetupError(f"the model {asked.name} knows nothing of ratings")
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


@router.get("/analysis")
def analysis(line: GivenPlayedLine, services: ServicesOf, seconds: Annotated[float, Query(ge=0.05, le=5)] = 1.0) -> AnyAnalysis:
    """What the engine thinks of each move after some seconds."""
    if line.position.is_over:
        raise SetupError("the game is over: there is no move to analyse")
    found = services.pool.analyse(line.position, seconds)
    if found is None:
        raise SetupError("the engine had no time for this position; give it more seconds")
    return describe_analysis(found)


def _go_predictions(line: GoLine, rating: float | None, model: str) -> Predictions:
    if rating is not None:
        raise SetupError("models of Go know nothing of ratings")
    asked, position = go_expert(model_by_name(model) if model != DEFAULT_GO_MODEL else model), line.position
    thoughts = think_of(asked, position)
    shares = thoughts.probabilities
    points = () if position.is_over else sorted(position.legal_points(), key=lambda point: (-shares[point], point))
    moves = [MoveProbability(move=format_vertex(point, position.size), probability=float(shares[point])) for point in points]
    win_chance = None if position.is_over else thoughts.win_chance
    ownership = None if thoughts.ownership is None else _black_chances(thoughts.ownership, position.to_move)
    return Predictions(model=asked.name, rating=None, moves=moves, win_chance=win_chance, ownership=ownership)


def _black_chances(owners: NDArray[np.float32], mover: Color) -> list[float]:
    """The chance that Black owns each point, from owners between −1 and 1 seen by the mover."""
    seen_by_black = owners if mover == Color.BLACK else -owners
    return [round((1 + float(owner)) / 2, 4) for owner in seen_by_black]


def _describe_go_expert() -> GoExpertShape:
    try:
        return GoExpertShape(model=find_go_expert(), message="")
    except KibitzError as error:
        return GoExpertShape(model=None, message=str(error))


def _parsed_go(data: bytes) -> ParsedGames:
    games, skipped = go_games_of_bytes(data, "the text", describe_go_record, _MOST_GAMES_SHOWN + 1)
    more = len(games) > _MOST_GAMES_SHOWN
    return ParsedGames(format="SGF", games=games[:_MOST_GAMES_SHOWN], skipped=skipped[:_MOST_GAMES_SHOWN], more=more)


def _describe_model(stored: StoredModel) -> ModelShape:
    return ModelShape(name=stored.name, kind=stored.card.kind, licence=stored.card.licence)


def _sorted_shares(position: Position, shares: NDArray[np.float64]) -> list[MoveProbability]:
    squares = sorted(position.legal_squares(), key=lambda square: (-shares[square], square))
    return [MoveProbability(move=format_square(square), probability=float(shares[square])) for square in squares]


def _black_ownership(model: OwnershipModel, position: Position, situations: Situations) -> list[float]:
    chances = model.ownership(situations)[0]
    seen_by_black = chances if position.to_move == Color.BLACK else 1 - chances
    return [round(float(chance), 4) for chance in seen_by_black]
