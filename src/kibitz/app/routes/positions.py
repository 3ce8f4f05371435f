"""Routes: positions, predictions and analysis."""

from typing import Annotated, Final, TypeAlias

from fastapi import APIRouter, Query, Request
from starlette.concurrency import run_in_threadpool

from kibitz import __version__
from kibitz.app.game_names import DEFAULT_GAME
from kibitz.app.hearing import Question, describe_heard, hear_once
from kibitz.app.requests import GivenFilter, GivenPlayedLine, ModelName, ServicesOf
from kibitz.app.routes.archive import archive_info
from kibitz.app.security import BODY_BYTES, FRAME_BYTES, UPLOAD_BYTES
from kibitz.app.shapes.any_game import AnyAnalysis, AnyPosition
from kibitz.app.shapes.predictions import MoveProbability, Predictions
from kibitz.app.shapes.records import ParsedGames, PastedText
from kibitz.app.shapes.status import EngineShape, GameStatus, LimitsShape, ModelShape, Status
from kibitz.app.shapes.voices import VoicesShape
from kibitz.app.study_game import StudyGame, records_of
from kibitz.app.study_games import game_of, game_of_file, study_games
from kibitz.errors import SetupError
from kibitz.models.store import StoredModel, list_models
from kibitz.records.sgf.charsets import encoded

router = APIRouter(prefix="/api")

_Rating: TypeAlias = Annotated[float | None, Query(gt=0, le=4000, description="the strength of the player to move")]
_MOST_GAMES_SHOWN: Final = 100


@router.get("/status")
def status(services: ServicesOf) -> Status:
    """The server's version, models and archives."""
    models = [model for model in list_models() if isinstance(model, StoredModel) and model.kind.moves_of == DEFAULT_GAME]
    return Status(
        version=__version__,
        models=[_describe_model(model) for model in models],
        games={game.name: _status_of(game) for game in study_games()},
        limits=LimitsShape(body_bytes=BODY_BYTES, upload_bytes=UPLOAD_BYTES, frame_bytes=FRAME_BYTES),
        engine=EngineShape(workers=services.pool.workers, watched_positions=services.pool.watched),
    )


@router.post("/parse")
def parse(pasted: PastedText) -> ParsedGames:
    """The games of a pasted text: any record format, or a board with its side to move."""
    return _parse(encoded(pasted.text), "the text")


@router.post("/parse/upload", openapi_extra={"requestBody": {"content": {"application/octet-stream": {}}}})
async def parse_file(request: Request, name: Annotated[str, Query(max_length=200)] = "the file") -> ParsedGames:
    """The games of a file of any record format in the encoding that it names; the body is the file."""
    data = await request.body()
    return await run_in_threadpool(_parse, data, name)


@router.get("/position")
def position(line: GivenPlayedLine) -> AnyPosition:
    """The position after some moves."""
    return line.describe()


@router.get("/predictions")
def predictions(
    line: GivenPlayedLine,
    rating: _Rating = None,
    model: ModelName = "",
) -> Predictions:
    """How likely each legal move is to be played, by the default model unless another is named."""
    voice = game_of(line).human_voice(line, rating, model)
    likeliest_first = sorted(voice.probabilities.items(), key=lambda row: (-row[1], row[0]))
    return Predictions(
        model=voice.source or "",
        rating=rating,
        moves=[MoveProbability(move=line.format_move(move), probability=share) for move, share in likeliest_first],
        win_chance=voice.win_chance,
        ownership=None if voice.ownership is None else list(voice.ownership),
        black_ownership=None if voice.ownership is None else list(voice.ownership),
    )


@router.get("/analysis")
def analysis(line: GivenPlayedLine, services: ServicesOf, seconds: Annotated[float, Query(ge=0.05, le=5)] = 1.0) -> AnyAnalysis:
    """What the engine thinks of each move after some seconds."""
    if line.position.is_over:
        raise SetupError("the game is over: there is no move to analyse")
    found = services.pool.analyse(line.position, seconds)
    if found is None:
        raise SetupError("the engine had no time for this position; give it more seconds")
    return game_of(line).describe_analysis(found)


@router.get("/voices")
def voices(
    line: GivenPlayedLine,
    services: ServicesOf,
    games: GivenFilter,
    rating: _Rating = None,
    seconds: Annotated[float, Query(ge=0.05, le=5)] = 0.5,
    engine: Annotated[str, Query(max_length=40, description="an engine of /api/engines instead of Kibitz's own")] = "",
) -> VoicesShape:
    """What human, engine (after some seconds) and archive say about each move."""
    if line.position.is_over:
        raise SetupError("the game is over: there is no move to analyse")
    question = Question(line, rating=rating, games=games, engine=engine)
    return describe_heard(line, hear_once(question, services.pool, services.engines, seconds))


def _parse(data: bytes, source: str) -> ParsedGames:
    records = records_of(game_of_file(data, source))
    games, skipped, left_out = records.shapes(data, source, _MOST_GAMES_SHOWN)
    return ParsedGames(format=records.format_of(data), games=games, skipped=skipped, more=left_out > 0, left_out=left_out)


def _status_of(game: StudyGame) -> GameStatus:
    return GameStatus(expert=game.expert(), archive=archive_info(game.name))


def _describe_model(stored: StoredModel) -> ModelShape:
    return ModelShape(name=stored.name, kind=stored.card.kind, licence=stored.card.licence)
