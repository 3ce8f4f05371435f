"""Routes: mistakes of reviewed games, tried again until they are solved."""

from typing import Annotated, Final

from fastapi import APIRouter, Query

from kibitz.app.folder import MissingError
from kibitz.app.game_names import DEFAULT_GAME
from kibitz.app.played_line import PlayedLine
from kibitz.app.requests import ServicesOf
from kibitz.app.services import Services
from kibitz.app.shapes.base import GameName
from kibitz.app.shapes.retries import MistakeAnswer, MistakeTry, OwnMistake, OwnMistakes
from kibitz.app.study_game import reviews_of
from kibitz.app.study_games import game_of
from kibitz.app.tries import Tries, TriesStore
from kibitz.errors import IllegalMoveError, KibitzError
from kibitz.review.game_review import Mistake

router = APIRouter(prefix="/api")

_MOST_MISTAKES: Final = 500


@router.get("/drills/mistakes")
def mistakes(
    services: ServicesOf,
    player: Annotated[str, Query(max_length=200)] = "",
    least_loss: Annotated[float, Query(ge=0, le=128)] = 0.0,
    rating: Annotated[float | None, Query(gt=0, le=4000, description="for whom they matter; without it by loss alone")] = None,
    game: GameName = DEFAULT_GAME,
) -> OwnMistakes:
    """Mistakes out of the reviews of a game, those not yet solved first, then those that matter most for a player of a rating."""
    tries = services.part(TriesStore).all()
    found = [
        _describe_mistake(services, key, mistake, tries, rating)
        for key in [ticket.id for ticket in services.reviews.tickets() if ticket.state == "done"]
        for mistake in _own_mistakes(services, key, game)
        if mistake.loss >= least_loss
    ]
    wanted = [row for row in found if player.lower() in (row.black if row.side == "black" else row.white).lower()]
    shown = sorted(wanted, key=lambda row: (row.solved, -row.weight, -row.loss))[:_MOST_MISTAKES]
    return OwnMistakes(mistakes=shown, left_out=len(wanted) - len(shown))


@router.post("/drills/mistakes")
def try_again(tried: MistakeTry, services: ServicesOf) -> MistakeAnswer:
    """How good a move is in a position where a mistake was made."""
    mistake = next((row for row in _mistakes_of(services, tried.review) if row.ply == tried.ply), None)
    if mistake is None:
        raise MissingError("there is no such mistake")
    line = _line_before(services, tried.review, mistake)
    part = reviews_of(game_of(line))
    loss = part.loss_of_try(services.look, line, _legal_move(line, tried.move), mistake)
    right = loss <= part.small_loss
    tries = services.part(TriesStore).tried(tried.review, tried.ply, right)
    return MistakeAnswer(
        right=right,
        best=mistake.best,
        loss=loss,
        reasons=mistake.reasons,
        line=list(mistake.line),
        best_line=list(mistake.best_line),
        tries=tries.count,
        solved=tries.solved,
    )


def _own_mistakes(services: Services, key: str, game: str) -> list[Mistake]:
    """The mistakes of a review, if its game is one of those; only the reader's where their side is known."""
    try:
        saved = services.shelf.get(key)
    except KibitzError:
        return []  # a game that is gone or damaged is reported where it is shown
    if saved.line.game_name != game:
        return []
    return [row for row in _mistakes_of(services, key) if services.names.side_of(saved) in (None, row.side)]


def _mistakes_of(services: Services, key: str) -> list[Mistake]:
    try:
        found = services.reviews.review(key)
    except MissingError:
        raise
    except KibitzError:
        return []  # a damaged review is reported where it is shown
    return [] if found is None else found.mistakes


def _line_before(services: Services, key: str, mistake: Mistake) -> PlayedLine:
    return services.shelf.get(key).line.with_path(mistake.path)


def _legal_move(line: PlayedLine, text: str) -> int:
    move = line.parse_move(text)
    if move not in line.position.legal_moves():
        raise IllegalMoveError(f"{line.format_move(move)} is not legal here")
    return move


def _describe_mistake(
    services: Services, key: str, mistake: Mistake, tries: dict[str, Tries], rating: float | None
) -> OwnMistake:
    game, line = services.shelf.get(key), _line_before(services, key, mistake)
    known = tries.get(f"{key}:{mistake.ply}", Tries())
    return OwnMistake(
        review=key,
        ply=mistake.ply,
        side="black" if mistake.side == "black" else "white",
        position=line.describe(),
        played=mistake.move,
        loss=mistake.loss,
        black=game.black.shown_name,
        white=game.white.shown_name,
        tries=known.count,
        solved=known.solved,
        weight=reviews_of(game_of(line)).weight(line, mistake, rating),
    )
