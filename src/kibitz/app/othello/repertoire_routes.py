"""Routes: the repertoire on the board."""

from collections.abc import Callable, Iterator
from datetime import datetime
from functools import cache
from itertools import islice
from typing import Annotated, Final

from fastapi import APIRouter, Query

from kibitz.app.hearing import Question, hear_once
from kibitz.app.othello.lines import Line, describe_position, path_of
from kibitz.app.othello.repertoire_shapes import (
    RepertoireDeparture,
    RepertoireDepartures,
    RepertoireGap,
    RepertoireGaps,
    RepertoireMove,
    RepertoirePosition,
)
from kibitz.app.othello.requests import GivenLine
from kibitz.app.othello.study_store import StudyStore
from kibitz.app.requests import ServicesOf, refuse_method
from kibitz.app.saved_game import SavedGame
from kibitz.app.services import Services
from kibitz.app.shapes.base import Side
from kibitz.app.sides import color_named
from kibitz.archive.database import Archive, open_archive
from kibitz.archive.explore import explore
from kibitz.errors import KibitzError
from kibitz.review.othello.repertoire import now_utc
from kibitz.review.othello.repertoire_tree import Answer, Departure, Repertoire
from kibitz.rules.othello.position import Position
from kibitz.rules.squares import format_move
from kibitz.voices.rows import Row

router = APIRouter(prefix="/api/repertoire")

MOST_GAMES: Final = 2_000
_MOST_GAPS: Final = 30
_SECONDS: Final = 0.3


@router.get("/position")
def position(line: GivenLine, side: Side, services: ServicesOf) -> RepertoirePosition:
    """What the repertoire of a side says of a position, beside what moves are worth and how often they are played."""
    known, heard = _repertoire(services, side), None
    if not line.position.is_over and not line.position.must_pass:
        heard = hear_once(Question(line, ("engine", "archive")), services.pool, services.engines, _SECONDS)
    card = known.card(line.position)
    return RepertoirePosition(
        position=describe_position(line),
        own_turn=line.position.to_move == known.side,
        card=None if card is None else card.id,
        moves=[_describe_row(row, line.position, known) for row in _distinct(heard.rows if heard else (), line.position)],
        cards=len(known),
        due=_due(services, side, now_utc()),
        archive_games=heard.archive_games if heard else None,
    )


@router.get("/gaps")
def gaps(side: Side, services: ServicesOf) -> RepertoireGaps:
    """The other side's answers without a reply, those first that games come to most often."""
    known = _repertoire(services, side)
    try:
        with open_archive(game=Line.game_name) as archive:
            found = list(known.gaps(_asker(archive)))
    except KibitzError as error:
        return RepertoireGaps(gaps=[], left_out=0, note=str(error))
    shown = [
        RepertoireGap(
            path=path_of((*gap.moves, gap.answer.move)),
            before=path_of(gap.moves),
            move=format_move(gap.answer.move),
            games=gap.answer.games,
            share=gap.share,
        )
        for gap in found[:_MOST_GAPS]
    ]
    return RepertoireGaps(gaps=shown, left_out=len(found) - len(shown), note="")


@router.get("/departures")
def departures(side: Side, services: ServicesOf, limit: Annotated[int, Query(ge=1, le=200)] = 30) -> RepertoireDepartures:
    """Where the user's games left the repertoire, the latest first."""
    known = _repertoire(services, side)
    own = [game for game in services.shelf.all() if isinstance(game.line, Line) and services.names.side_of(game) == side]
    looked_at = sorted(own, key=lambda game: (game.date, game.created), reverse=True)[:MOST_GAMES]
    found = ((game, known.departure(game.line.start, game.line.moves)) for game in looked_at) if len(known) else iter(())
    shown = [_describe_departure(services, game, left) for game, left in islice(_left(found), limit)]
    return RepertoireDepartures(departures=shown, games=len(looked_at), left_out=len(own) - len(looked_at))


for _name in ("position", "gaps", "departures"):
    router.add_api_route(f"/{_name}", refuse_method, methods=["POST", "DELETE"], include_in_schema=False)


def _left(found: Iterator[tuple[SavedGame, Departure | None]]) -> Iterator[tuple[SavedGame, Departure]]:
    return ((game, left) for game, left in found if left is not None)


def _repertoire(services: Services, side: Side) -> Repertoire:
    return Repertoire(services.part(StudyStore).cards(), color_named(side))


def _due(services: Services, side: Side, now: datetime) -> int:
    return sum(card.due <= now and card.side == color_named(side) for card in services.part(StudyStore).cards())


def _asker(archive: Archive) -> Callable[[Position], list[Answer]]:
    """What was played in a position of an archive, asked once for each."""

    @cache
    def ask(position: Position) -> list[Answer]:
        found = explore(archive, position).moves
        return [Answer(row.move, row.tally.games, row.share) for row in found if row.move >= 0]

    return ask


def _distinct(rows: tuple[Row, ...], position: Position) -> Iterator[Row]:
    """The rows without those whose moves are mirror images of another's."""
    seen: set[int] = set()
    for row in rows:
        if row.move not in seen:
            seen |= position.twins(row.move)
            yield row


def _describe_row(row: Row, position: Position, known: Repertoire) -> RepertoireMove:
    own = position.to_move == known.side
    played, opinion = row.archive, row.engine
    return RepertoireMove(
        move=format_move(row.move),
        twins=[format_move(move) for move in sorted(position.twins(row.move))],
        games=None if played is None else played.tally.games,
        share=None if played is None else played.share,
        score=None if opinion is None else opinion.score,
        source="" if opinion is None else opinion.source,
        known=row.move in known.answers(position) if own else known.knows(position.play(row.move)),
    )


def _describe_departure(services: Services, game: SavedGame, left: Departure) -> RepertoireDeparture:
    return RepertoireDeparture(
        game=services.game_line(game),
        path=path_of(game.line.moves[: left.ply]),
        own=left.is_own,
        move=format_move(left.move),
        known=None if left.known is None else format_move(left.known),
    )
