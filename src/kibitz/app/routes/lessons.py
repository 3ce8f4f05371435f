"""Routes: what a teacher says while one plays."""

from collections.abc import Iterable
from typing import Final

from fastapi import APIRouter

from kibitz.app.lessons import best_move, judge, region_of
from kibitz.app.played_line import PlayedLine
from kibitz.app.requests import GivenPlayedLine, ServicesOf
from kibitz.app.shapes.lessons import HintSteps, JudgedTry, TriedMove
from kibitz.app.sharing.places import is_pass, layout_of
from kibitz.app.study_game import lessons_of
from kibitz.app.study_games import game_of, parse_played_line

router = APIRouter(prefix="/api/lessons")

_SHOWN_MOVES: Final = 8  # of a line


@router.post("/judge")
def judge_move(tried: TriedMove, services: ServicesOf) -> JudgedTry:
    """What a move would lose, how it is answered, and why."""
    line = parse_played_line(tried.start, tried.moves)
    part = lessons_of(game_of(line))
    found = judge(part, line, line.parse_move(tried.move), services.look)
    return JudgedTry(
        move=line.format_move(found.played.move),
        best=line.format_move(found.best.move),
        loss=found.loss,
        unit=part.unit,
        line=_names(line, found.played.line),
        best_line=_names(line, found.best.line),
        reasons=part.reasons(line, found.played, found.best) if found.loss else [],
    )


@router.get("/hint")
def hint(line: GivenPlayedLine, services: ServicesOf) -> HintSteps:
    """Where the best move is, its idea, and the move with its line."""
    part = lessons_of(game_of(line))
    best = best_move(line, services.look)
    move = line.format_move(best.move)
    layout = layout_of(line)
    size = len(layout.columns), len(layout.rows)
    where = [] if is_pass(move) else region_of(dict(layout.places), *size, move)
    return HintSteps(where=where, idea=part.idea(line, best), move=move, line=_names(line, best.line))


def _names(line: PlayedLine, moves: Iterable[int]) -> list[str]:
    return line.format_moves(list(moves)[:_SHOWN_MOVES])
