"""Routes: games judged move by move."""

from typing import Annotated

from fastapi import APIRouter, Query, Request, Response
from starlette.concurrency import run_in_threadpool

from kibitz.app.exports import new_event_of
from kibitz.app.requests import GameId, ServicesOf, games_of_bytes, games_of_text, refuse_method
from kibitz.app.review_desk import ReviewTicket
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
from kibitz.app.views import describe_game_line
from kibitz.errors import KibitzError, NotationError, SetupError
from kibitz.records.othello.record import GameRecord
from kibitz.review.othello.game_review import GameReview
from kibitz.review.othello.picture import draw_review
from kibitz.review.othello.report import write_report

router = APIRouter(prefix="/api/reviews")


@router.post("", status_code=202)
def review(asked: ReviewRequest, services: ServicesOf) -> ReviewsBegun:
    """Put a saved game, or the games of a text, into the queue."""
    if (asked.game is None) == (asked.text is None):
        raise NotationError("give either the id of a game or a text")
    if asked.game is not None:
        return ReviewsBegun(reviews=[_line(services, services.reviews.request(asked.game))], skipped=[])
    records, skipped = games_of_text(asked.text or "", asked.name)
    return _begin(services, records, skipped)


@router.post("/upload", status_code=202, openapi_extra={"requestBody": {"content": {"application/octet-stream": {}}}})
async def upload(
    request: Request, services: ServicesOf, name: Annotated[str, Query(max_length=200)] = "the file"
) -> ReviewsBegun:
    """Save the games of a file of any record format and put them into the queue; the body is the file."""
    data = await request.body()

    def begin() -> ReviewsBegun:
        return _begin(services, *games_of_bytes(data, name))

    return await run_in_threadpool(begin)


@router.get("")
def reviews(services: ServicesOf) -> ReviewList:
    """All reviews, the latest asked for first."""
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
    """A review as far as it is."""
    line = _line(services, services.reviews.ticket(game))
    found = services.reviews.review(game)
    judged = None if found is None else JudgedGame.model_validate(found.as_dict())
    return ReviewShape(
        id=line.id, state=line.state, done=line.done, total=line.total, error=line.error, game=line.game, review=judged
    )


@router.delete("/{game}")
def delete(game: GameId, services: ServicesOf) -> Deleted:
    """Stop or forget a review; the game stays."""
    services.reviews.delete(game)
    return Deleted(deleted=game)


@router.get("/{game}/report.txt", response_class=Response)
def report(game: GameId, services: ServicesOf) -> Response:
    """The review as a text to share."""
    return Response(write_report(*_finished(services, game)), media_type="text/plain; charset=utf-8")


@router.get("/{game}/report.svg", response_class=Response)
def picture(game: GameId, services: ServicesOf) -> Response:
    """The review as a picture to share."""
    return Response(draw_review(*_finished(services, game)), media_type="image/svg+xml")


def _finished(services: Services, key: str) -> tuple[GameRecord, GameReview]:
    found = services.reviews.review(key)
    if found is None:
        raise SetupError("the review is not finished yet")
    return services.shelf.get(key).record(), found


def _begin(services: Services, records: list[GameRecord], skipped: list[str]) -> ReviewsBegun:
    playable = [record for record in records if record.moves]
    if not playable:
        raise NotationError("there is no game with moves in it")
    saved = [services.shelf.create(new_event_of(record)) for record in playable]
    return ReviewsBegun(reviews=[_line(services, services.reviews.request(game.id)) for game in saved], skipped=skipped)


def _line(services: Services, ticket: ReviewTicket) -> ReviewLine:
    game = describe_game_line(services.shelf.get(ticket.id), ticket.state == "done")
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
