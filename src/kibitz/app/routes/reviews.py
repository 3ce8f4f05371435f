"""Routes: games reviewed move by move."""

from typing import Annotated

from fastapi import APIRouter, Query, Request, Response

from kibitz.app.requests import MOST_GAMES, GameId, ServicesOf, refuse_method
from kibitz.app.review_desk import ReviewTicket
from kibitz.app.saved_game import SavedGame
from kibitz.app.services import Services
from kibitz.app.shapes.base import Deleted
from kibitz.app.shapes.reviews import (
    AccuracyFigures,
    JudgedGame,
    ReviewLine,
    ReviewList,
    ReviewRequest,
    ReviewsBegun,
    ReviewShape,
)
from kibitz.app.sharing.files import HTML, as_file
from kibitz.app.sharing.review_page import review_page
from kibitz.app.study_game import records_of, reviews_of
from kibitz.app.study_games import game_of, game_of_file
from kibitz.errors import KibitzError, NotationError, SetupError
from kibitz.records.sgf.charsets import encoded
from kibitz.review.game_review import GameReview

router = APIRouter(prefix="/api/reviews")


@router.post("", status_code=202)
def review(asked: ReviewRequest, services: ServicesOf) -> ReviewsBegun:
    """Put a saved game, or the games of a text, into the queue."""
    if (asked.game is None) == (asked.text is None):
        raise NotationError("give either the id of a game or a text")
    if asked.game is not None:
        return ReviewsBegun(reviews=[_line(services, services.reviews.request(asked.game))], skipped=[], left_out=0)
    return _begin(services, encoded(asked.text or ""), asked.name)


@router.post("/upload", status_code=202, openapi_extra={"requestBody": {"content": {"application/octet-stream": {}}}})
async def upload(
    request: Request, services: ServicesOf, name: Annotated[str, Query(max_length=200)] = "the file"
) -> ReviewsBegun:
    """Save the games of a file of any record format and put them into the queue; the body is the file."""
    data = await request.body()
    return await services.read_upload(_begin, data, name)


@router.get("")
def reviews(services: ServicesOf) -> ReviewList:
    """All reviews, the latest request first."""
    lines = []
    for ticket in services.reviews.tickets():
        try:
            lines.append(_line(services, ticket))
        except KibitzError:
            continue  # its game was deleted
    return ReviewList(reviews=lines)


router.add_api_route("/upload", refuse_method, methods=["GET", "DELETE"], include_in_schema=False)


@router.get("/{game}")
def one_review(game: GameId, services: ServicesOf) -> ReviewShape:
    """A review in its current state; one under way has what a quick look at the whole game says, once that is done."""
    line = _line(services, services.reviews.ticket(game))
    found = services.reviews.review(game) or services.reviews.preview(game)
    reviewed = None if found is None else _judged(found, game)
    return ReviewShape(
        id=line.id, state=line.state, done=line.done, total=line.total, error=line.error, game=line.game, review=reviewed
    )


@router.delete("/{game}")
def delete(game: GameId, services: ServicesOf) -> Deleted:
    """Stop or delete a review; the game stays."""
    services.reviews.delete(game)
    return Deleted(deleted=game)


@router.get("/{game}/report.txt", response_class=Response)
def report(game: GameId, services: ServicesOf) -> Response:
    """The review as a text to share."""
    saved, found = _finished(services, game)
    return Response(reviews_of(game_of(saved.line)).report(saved, found), media_type="text/plain; charset=utf-8")


@router.get("/{game}/report.svg", response_class=Response)
def picture(game: GameId, services: ServicesOf) -> Response:
    """The review as a picture to share."""
    saved, found = _finished(services, game)
    return Response(reviews_of(game_of(saved.line)).picture(saved, found), media_type="image/svg+xml")


@router.get("/{game}/report.html", response_class=Response)
def page(game: GameId, services: ServicesOf) -> Response:
    """The review as one HTML file to share, with the game to play through."""
    saved, found = _finished(services, game)
    content = review_page(saved, _judged(found, game), reviews_of(game_of(saved.line)).unit)
    return as_file(content, HTML, f"{saved.black.shown_name} - {saved.white.shown_name}.html")


def _finished(services: Services, key: str) -> tuple[SavedGame, GameReview]:
    found = services.reviews.review(key)
    if found is None:
        raise SetupError("the review is not finished yet")
    return services.shelf.get(key), found


def _judged(found: GameReview, key: str) -> JudgedGame:
    """The shape of a finished review; raises SetupError if its file says something else than a review does."""
    try:
        return JudgedGame.model_validate(found.as_dict())
    except ValueError:
        raise SetupError(f"the review of the game {key} is damaged; ask for it again") from None


def _begin(services: Services, data: bytes, source: str) -> ReviewsBegun:
    """Save the games of a file and put them into the queue; raises SetupError if games of their kind are not reviewed."""
    game = game_of_file(data, source)
    reviews_of(game)
    events, skipped, left_out = records_of(game).events(data, source, MOST_GAMES)
    playable = [event for event in events if event["moves"]]
    if not playable:
        raise NotationError("there is no game with moves in it")
    saved = services.shelf.create_all(playable)
    lines = [_line(services, services.reviews.request(game.id)) for game in saved.games]
    return ReviewsBegun(reviews=lines, skipped=skipped + saved.skipped, left_out=left_out)


def _line(services: Services, ticket: ReviewTicket) -> ReviewLine:
    game = services.game_line(services.shelf.get(ticket.id))
    accuracy = None if ticket.accuracy is None else AccuracyFigures(**ticket.accuracy)
    return ReviewLine(
        id=ticket.id,
        state=ticket.state,
        done=ticket.done,
        total=ticket.total,
        error=ticket.error,
        game=game,
        worst_loss=ticket.worst_loss,
        accuracy=accuracy,
    )
