"""Routes: drills and repertoire."""

from typing import Annotated, Final

from fastapi import APIRouter, Query

from kibitz.app.folder import MissingError
from kibitz.app.othello.drill_shapes import (
    Card,
    CardAnswer,
    Cards,
    CardTry,
    DueCard,
    EndgameAnswer,
    EndgameDrill,
    EndgameTry,
    GuessAnswer,
    GuessDrill,
    GuessTry,
    MistakeAnswer,
    MistakeTry,
    NewRepertoire,
    OwnMistake,
    OwnMistakes,
)
from kibitz.app.othello.lines import Line, describe_position, parse_line, parse_start
from kibitz.app.othello.moments import weight_of
from kibitz.app.othello.reviews import own_review
from kibitz.app.othello.shapes import MoveValueShape
from kibitz.app.othello.study_store import StudyStore, Tries
from kibitz.app.requests import GameId, ServicesOf, refuse_method
from kibitz.app.services import Services
from kibitz.app.shapes.base import Deleted
from kibitz.app.shapes.predictions import MoveProbability
from kibitz.app.sides import color_named, side_name
from kibitz.errors import IllegalMoveError, KibitzError, SetupError
from kibitz.models.othello.loading import load_model
from kibitz.review.othello.drills import FEWEST_EMPTIES, MOST_EMPTIES, endgame_drill, guess_drill, guess_of_token, judge_guess
from kibitz.review.othello.game_review import Mistake
from kibitz.review.othello.repertoire import RepertoireCard, next_due, now_utc
from kibitz.rules.othello.position import Position
from kibitz.rules.squares import format_move, format_square, parse_square
from kibitz.search.contract import EXACT
from kibitz.search.othello import endgame
from kibitz.voices.othello.voices import EXPERT

router = APIRouter(prefix="/api")

_Seed = Annotated[int | None, Query(ge=0, le=2**32)]

_SMALL_LOSS: Final = 1.0  # discs; a try that loses no more is right
_SECONDS_FOR_A_TRY: Final = 1.5
_MOST_MISTAKES: Final = 500


@router.get("/drills/endgame")
def endgame_question(empties: Annotated[int, Query(ge=FEWEST_EMPTIES, le=MOST_EMPTIES)] = 10, seed: _Seed = None) -> EndgameDrill:
    """A position with exactly one best move."""
    drill = endgame_drill(empties, seed)
    return EndgameDrill(position=describe_position(Line(drill.position)), empties=empties, source=drill.source)


@router.post("/drills/endgame")
def endgame_answer(tried: EndgameTry) -> EndgameAnswer:
    """The exact scores of all moves, and how good the one tried is."""
    position = parse_start(tried.start)
    if position.empty_count > MOST_EMPTIES:
        raise SetupError(f"drills have at most {MOST_EMPTIES} empty squares; this position has {position.empty_count}")
    move = _legal_square(position, tried.move)
    rows = endgame.solve_moves(position)
    score = next(row.score for row in rows if row.move == move)
    return EndgameAnswer(
        right=score == rows[0].score,
        best=format_square(rows[0].move),
        score=score,
        best_score=rows[0].score,
        loss=rows[0].score - score,
        moves=[_describe_score(row, position) for row in rows],
    )


@router.get("/drills/mistakes")
def mistakes(
    services: ServicesOf,
    player: Annotated[str, Query(max_length=200)] = "",
    least_loss: Annotated[float, Query(ge=0, le=128)] = 0.0,
    rating: Annotated[float | None, Query(gt=0, le=4000, description="for whom they matter; without it by loss alone")] = None,
) -> OwnMistakes:
    """Mistakes out of all reviews, those not yet solved first, then those that matter most for a player of a rating."""
    tries = _store(services).tries()
    found = [
        _describe_mistake(services, key, mistake, tries, rating)
        for key in [ticket.id for ticket in services.reviews.tickets() if ticket.state == "done"]
        for mistake in _mistakes_of(services, key)
        if mistake.loss >= least_loss and services.names.side_of(services.shelf.get(key)) in (None, mistake.side)
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
    line = parse_line(str(services.shelf.get(tried.review).line.start), mistake.path)
    loss = _loss_of(services, line.position, _legal_square(line.position, tried.move), mistake)
    right = loss <= _SMALL_LOSS
    tries = _store(services).tried(tried.review, tried.ply, right)
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


@router.get("/drills/guess")
def guess_question(seed: _Seed = None) -> GuessDrill:
    """A position of a game; which move was played?"""
    drill = guess_drill(seed)
    record = drill.game.record
    line = Line(record.start, drill.moves)
    return GuessDrill(
        token=drill.token,
        position=describe_position(line),
        source=drill.game.source,
        black=record.black,
        white=record.white,
        year=record.year,
    )


@router.post("/drills/guess")
def guess_answer(tried: GuessTry) -> GuessAnswer:
    """The points of a guess, and what experts would have played."""
    move = parse_square(tried.move)
    found = judge_guess(guess_of_token(tried.token), move, load_model(EXPERT))
    ranked = sorted(found.shares.items(), key=lambda row: (-row[1], row[0]))
    return GuessAnswer(
        points=found.points,
        right=found.right,
        played=format_square(found.played),
        probability=found.shares[move],
        moves=[MoveProbability(move=format_square(square), probability=share) for square, share in ranked],
    )


@router.get("/repertoire")
def repertoire(services: ServicesOf) -> Cards:
    """All cards, the one due first first."""
    return _describe_cards(_store(services).cards())


@router.post("/repertoire", status_code=201)
def learn(line: NewRepertoire, services: ServicesOf) -> Cards:
    """Make cards of the moves of one side in a line, or of the last of them."""
    played = parse_line(line.start, line.moves)
    side = color_named(line.side)
    return _describe_cards(_store(services).add_line(played.start, played.moves, side, line.name, line.last_only))


@router.get("/repertoire/due")
def due_card(services: ServicesOf) -> DueCard:
    """The card to ask now."""
    cards, now = _store(services).cards(), now_utc()
    card = next_due(cards, now)
    later = min((card.due for card in cards if card.due > now), default=None)
    due = sum(card.due <= now for card in cards)
    return DueCard(card=None if card is None else _describe_card(card), due=due, next=later)


router.add_api_route("/repertoire/due", refuse_method, methods=["POST", "DELETE"], include_in_schema=False)


@router.post("/repertoire/{card}")
def answer_card(card: GameId, tried: CardTry, services: ServicesOf) -> CardAnswer:
    """Answer a card; how well decides when it comes back."""
    right, known = _store(services).answer(card, parse_square(tried.move), tried.seconds)
    return CardAnswer(right=right, move=format_square(known.answer), card=_describe_card(known))


@router.delete("/repertoire/{card}")
def forget_card(card: GameId, services: ServicesOf) -> Deleted:
    """Remove a card."""
    _store(services).delete_card(card)
    return Deleted(deleted=card)


def _store(services: Services) -> StudyStore:
    return services.part(StudyStore)


def _legal_square(position: Position, text: str) -> int:
    square = parse_square(text)
    if square not in position.legal_squares():
        raise IllegalMoveError(f"{format_square(square)} is not legal here")
    return square


def _describe_score(row: endgame.MoveScore, position: Position) -> MoveValueShape:
    chance = 0.5 if row.score == 0 else float(row.score > 0)
    return MoveValueShape(
        move=format_square(row.move),
        score=row.score,
        win_chance=chance,
        depth=position.empty_count,
        exact=True,
        source=EXACT,
        bounds=None,
        line=[format_move(move) for move in row.line],
    )


def _mistakes_of(services: Services, key: str) -> list[Mistake]:
    try:
        found = services.reviews.review(key)
    except MissingError:
        raise
    except KibitzError:
        return []  # a damaged review is reported where it is shown
    return [] if found is None else own_review(found).mistakes


def _describe_mistake(
    services: Services, key: str, mistake: Mistake, tries: dict[str, Tries], rating: float | None
) -> OwnMistake:
    game = services.shelf.get(key)
    line = parse_line(str(game.line.start), mistake.path)
    known = tries.get(f"{key}:{mistake.ply}", Tries())
    return OwnMistake(
        review=key,
        ply=mistake.ply,
        side="black" if mistake.side == "black" else "white",
        position=describe_position(line),
        played=mistake.move,
        loss=mistake.loss,
        black=game.black.shown_name,
        white=game.white.shown_name,
        tries=known.count,
        solved=known.solved,
        weight=weight_of(line, mistake, rating),
    )


def _loss_of(services: Services, position: Position, move: int, mistake: Mistake) -> float:
    """What a move loses: nothing if it is the review's best, else as the engine finds it now."""
    if move in position.twins(parse_square(mistake.best)):
        return 0.0
    if format_square(move) == mistake.move:
        return mistake.loss
    found = services.pool.analyse(position, _SECONDS_FOR_A_TRY)
    if found is None:
        raise SetupError("the engine had no time for this position; try again")
    best, tried = found.ranking.moves[0], found.ranking.of(move)
    assert tried is not None  # the engine ranks every legal move
    return round((best.score or 0.0) - (tried.score or 0.0), 2)


def _describe_cards(cards: list[RepertoireCard]) -> Cards:
    now = now_utc()
    return Cards(cards=[_describe_card(card) for card in cards], due=sum(card.due <= now for card in cards))


def _describe_card(card: RepertoireCard) -> Card:
    return Card(
        id=card.id,
        name=card.name,
        side=side_name(card.side),
        position=describe_position(parse_line(str(card.start), card.path)),
        due=card.due,
        reviews=card.reviews,
        lapses=card.lapses,
    )
