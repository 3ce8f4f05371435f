"""Routes: moments of the reader's own games, some of which are mistakes and some of which are not."""

from typing import Annotated, Final

from fastapi import APIRouter, Query

from kibitz.app.folder import MissingError
from kibitz.app.othello.drill_shapes import MomentAnswer, MomentTry, OwnMoment, OwnMoments
from kibitz.app.othello.lines import Line, describe_position, move_names
from kibitz.app.othello.moments import Moment, mistakes_of, mixed, right_moves_of, weight_of
from kibitz.app.requests import ServicesOf
from kibitz.app.services import Services
from kibitz.app.sides import side_name
from kibitz.app.tries import Tries, TriesStore
from kibitz.errors import IllegalMoveError, KibitzError, SetupError
from kibitz.review.game_review import GameReview
from kibitz.rules.squares import format_square, parse_square

router = APIRouter(prefix="/api")

_SMALL_LOSS: Final = 1.0  # discs; a try that loses no more is right
_SECONDS_FOR_A_TRY: Final = 1.5
_MOST_MOMENTS: Final = 20
_MOST_WEIGHED: Final = 200  # the worst mistakes, of which those that matter are chosen


@router.get("/drills/moments")
def moments(
    services: ServicesOf,
    player: Annotated[str, Query(max_length=200)] = "",
    rating: Annotated[float | None, Query(gt=0, le=4000, description="whose mistakes matter")] = None,
    seed: Annotated[int | None, Query(ge=0, le=2**32)] = None,
) -> OwnMoments:
    """Moves of reviewed games, right ones and mistakes, of which the unsolved that matter most come first."""
    tries = services.part(TriesStore).all()
    wrong: list[Moment] = []
    right: list[Moment] = []
    for key, review in _reviews(services):
        game = services.shelf.get(key)
        own = services.names.side_of(game)
        wrong += (row for row in mistakes_of(key, game, review) if row.is_of(own) and not _known(tries, row).solved)
        right += (row for row in right_moves_of(key, game, review) if row.is_of(own))
    mine = [row for row in wrong if player.lower() in row.player.lower()]
    worst = sorted(mine, key=lambda row: -row.mistake.loss if row.mistake else 0.0)[:_MOST_WEIGHED]
    ordered = sorted(worst, key=lambda row: -weight_of(row.line, row.mistake, rating) if row.mistake else 0.0)
    chosen = mixed(ordered, [row for row in right if player.lower() in row.player.lower()], _MOST_MOMENTS, seed)
    asked = sum(row.mistake is not None for row in chosen)
    return OwnMoments(moments=[_describe(row, tries) for row in chosen], mistakes_left=len(mine) - asked)


@router.post("/drills/moments")
def answer_moment(tried: MomentTry, services: ServicesOf) -> MomentAnswer:
    """Whether a move is as good as the best: the one that was played, where nothing was wrong with it, or a better one."""
    moment = _find(services, tried.review, tried.ply)
    move = parse_square(tried.move)
    if move not in moment.line.position.legal_squares():
        raise IllegalMoveError(f"{format_square(move)} is not legal here")
    loss = _loss(services, moment, move)
    is_right = loss <= _SMALL_LOSS
    known = services.part(TriesStore).tried(tried.review, tried.ply, is_right) if moment.mistake else Tries()
    return MomentAnswer(
        right=is_right,
        mistake=moment.mistake is not None,
        best=moment.move.best,
        loss=loss,
        played_loss=moment.move.loss,
        reasons=moment.mistake.reasons if moment.mistake else [],
        line=list(moment.mistake.line) if moment.mistake else [],
        best_line=list(moment.mistake.best_line) if moment.mistake else _line_now(services, moment),
        tries=known.count,
        solved=known.solved,
    )


def _reviews(services: Services) -> list[tuple[str, GameReview]]:
    """The finished reviews of this game that can be read; others are reported where they are shown."""
    found = []
    for ticket in services.reviews.tickets():
        try:
            is_own = isinstance(services.shelf.get(ticket.id).line, Line)
            review = services.reviews.review(ticket.id) if is_own else None
        except KibitzError:
            continue
        if review is not None:
            found.append((ticket.id, review))
    return found


def _find(services: Services, key: str, ply: int) -> Moment:
    review = services.reviews.review(key)
    move = next((row for row in review.moves if row.ply == ply), None) if review else None
    if review is None or move is None:
        raise MissingError("there is no such move")
    return Moment(key, services.shelf.get(key), move, next((row for row in review.mistakes if row.ply == ply), None))


def _loss(services: Services, moment: Moment, move: int) -> float:
    """What a move loses: as the review says it of the best and of the one that was played, else as the engine finds it now."""
    position = moment.line.position
    if move in position.twins(parse_square(moment.move.best)):
        return 0.0
    if format_square(move) == moment.move.move:
        return moment.move.loss
    found = services.pool.analyse(position, _SECONDS_FOR_A_TRY)
    tried = None if found is None else found.ranking.of(move)
    if found is None or tried is None:
        raise SetupError("the engine had no time for this position; try again")
    return round((found.ranking.moves[0].score or 0.0) - (tried.score or 0.0), 2)


def _line_now(services: Services, moment: Moment) -> list[str]:
    """The line after the best move, as far as the engine knows it."""
    found = services.pool.analyse(moment.line.position, _SECONDS_FOR_A_TRY)
    known = None if found is None else found.ranking.of(parse_square(moment.move.best))
    return [moment.move.best] if known is None else move_names(known.line)


def _known(tries: dict[str, Tries], moment: Moment) -> Tries:
    return tries.get(f"{moment.review}:{moment.move.ply}", Tries())


def _describe(moment: Moment, tries: dict[str, Tries]) -> OwnMoment:
    known = _known(tries, moment)
    return OwnMoment(
        review=moment.review,
        ply=moment.move.ply,
        side=side_name(moment.line.position.to_move),
        position=describe_position(moment.line),
        played=moment.move.move,
        black=moment.game.black.shown_name,
        white=moment.game.white.shown_name,
        tries=known.count,
        solved=known.solved,
    )
