"""Routes: drills and repertoire."""

from typing import Annotated

from fastapi import APIRouter, Query

from kibitz.app.othello.drill_shapes import (
    Card,
    CardAnswer,
    Cards,
    CardTry,
    DueCard,
    EndgameAnswer,
    EndgameDrill,
    EndgameTry,
    NewRepertoire,
)
from kibitz.app.othello.lines import Line, describe_position, parse_line, parse_start
from kibitz.app.othello.shapes import MoveValueShape
from kibitz.app.othello.study_store import StudyStore
from kibitz.app.requests import GameId, ServicesOf, refuse_method
from kibitz.app.services import Services
from kibitz.app.shapes.base import Deleted
from kibitz.app.sides import color_named, side_name
from kibitz.errors import IllegalMoveError, SetupError
from kibitz.review.othello.drills import FEWEST_EMPTIES, MOST_EMPTIES, endgame_drill
from kibitz.review.othello.repertoire import RepertoireCard, next_due, now_utc
from kibitz.rules.othello.position import Position
from kibitz.rules.squares import format_move, format_square, parse_square
from kibitz.search.contract import EXACT
from kibitz.search.othello import endgame

router = APIRouter(prefix="/api")

_Seed = Annotated[int | None, Query(ge=0, le=2**32)]


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
        likely=None,
        line=[format_move(move) for move in row.line],
    )


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
