"""What another program says the moves of a position are worth, as a review needs it: the move that was played among them."""

import numpy as np

from kibitz.errors import SetupError
from kibitz.players.external.searching import ExternalSearch
from kibitz.players.place import place_after
from kibitz.rules.othello.position import OTHELLO, Position, play_all
from kibitz.search.contract import Opinion
from kibitz.search.othello.evaluation import Evaluation
from kibitz.search.othello.judgement import JudgedMove


def external_values(
    engine: ExternalSearch, evaluation: Evaluation, start: Position, moves: tuple[int, ...], played: int
) -> dict[int, JudgedMove]:
    """The moves that an engine values, and what was played by what comes after it; chances are those of an evaluation's scores.

    Raises SetupError if the engine gives no scores, ForfeitError if it fails.
    """
    place = place_after(OTHELLO, start, moves)
    position = play_all(moves, start)
    found = {row.move: _judged(row, evaluation, position) for row in engine.deepen(place).moves}
    if played not in found:
        found[played] = _judged(_after(engine, start, (*moves, played)), evaluation, position)
    return found


def _after(engine: ExternalSearch, start: Position, moves: tuple[int, ...]) -> Opinion:
    """The last of some moves, valued by the best answer to it."""
    place, move = place_after(OTHELLO, start, moves), moves[-1]
    outcome = place.position.outcome()
    if outcome is not None:
        return Opinion(move, None, (move,), score=outcome.score_for(place.steps[-1][0]), exact=True)
    answers = engine.deepen(place).moves
    score = answers[0].score if answers else None
    if score is None:
        raise SetupError(_NO_SCORES)
    return Opinion(move, None, (move, *answers[0].line), score=-score, depth=answers[0].depth, exact=answers[0].exact)


_NO_SCORES = "a review needs an engine that says what moves are worth; this one names its moves and no more"


def _judged(row: Opinion, evaluation: Evaluation, position: Position) -> JudgedMove:
    if row.score is None:
        if len(position.legal_moves()) > 1:
            raise SetupError(_NO_SCORES)
        return JudgedMove(row.move, 0.5, row.line, score=0.0, depth=0, exact=False)
    chances = evaluation.win_chances.of(np.array([row.score]), np.array([position.disc_count]))
    return JudgedMove(row.move, float(chances[0]), row.line, score=row.score, depth=row.depth or 0, exact=row.exact)
