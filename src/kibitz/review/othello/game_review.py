"""A game of Othello reviewed move by move, by the engine (exact near the end) and by a model of experts.

kibitz.review.game_review is the road; here is what Othello brings to it.
"""

from dataclasses import dataclass, replace
from functools import partial
from typing import Final

import numpy as np
from numpy.typing import NDArray

from kibitz.errors import SetupError
from kibitz.features.othello.planes import situation
from kibitz.models.othello.model import MoveModel
from kibitz.players.external.searching import ExternalSearch
from kibitz.records.othello.record import GameRecord
from kibitz.review.game_review import (
    GameReview,
    Judged,
    Mistake,
    Progress,
    ReviewedMove,
    Reviewers,
    Scale,
    Valued,
    review_turns,
)
from kibitz.review.othello.accuracy import HALVING_LOSS, phase_of
from kibitz.review.othello.external_values import external_values
from kibitz.review.othello.reasons import reasons
from kibitz.rules.othello.position import Position
from kibitz.rules.squares import PASS, format_move, format_transcript
from kibitz.search.othello.analysis import Analyst
from kibitz.search.othello.judgement import JudgedMove
from kibitz.search.othello.levels import limits_of_level

__all__ = ["EXACT_MISTAKE", "MISTAKE", "SCALE", "GameReview", "Mistake", "ReviewedMove", "Reviewer"]

DEFAULT_LEVEL: Final = 10
# A smaller loss may be engine noise. Exact scores have none, and differ by even numbers.
MISTAKE: Final = 3.0
EXACT_MISTAKE: Final = 2.0
SCALE: Final = Scale("discs", MISTAKE, EXACT_MISTAKE, HALVING_LOSS)


@dataclass(frozen=True, slots=True)
class Reviewer:
    """Who reviews: the engine at a level, exact near the end, and a model of experts."""

    analyst: Analyst
    engine_name: str
    expert: MoveModel
    level: int = DEFAULT_LEVEL
    external: ExternalSearch | None = None  # another program, instead of the analyst; its chances are those of our evaluation

    def review(self, record: GameRecord, progress: Progress | None = None) -> GameReview:
        """The review of a game, or of the part that was played. `progress` gets the moves done and their number.

        Whatever `progress` raises ends the work. Raises SetupError for a board that is not 8×8 and a game without moves.
        """
        self.analyst.forget()  # the review must not depend on earlier reviews
        by = Reviewers(self.level, self.engine_name, self.expert.name)
        if self.external is None:
            return review_turns(_turns(record), self._reviewed, SCALE, by, progress)
        found = review_turns(_turns(record), self._reviewed, SCALE, replace(by, level=0), progress)
        return replace(found, engine=self.external.title)

    def _values(self, turn: "_Turn") -> dict[int, JudgedMove]:
        """What the moves of a turn are worth, that which was played among them."""
        if self.external is not None:
            return external_values(self.external, self.analyst.evaluation, turn.start, turn.moves_before, turn.move)
        ranking = self.analyst.within(limits_of_level(self.level)).deepen(turn.position)
        return {row.move: row for row in ranking.moves}

    def _reviewed(self, turn: "_Turn") -> Judged:
        values = self._values(turn)
        probabilities = self.expert.probabilities(situation(turn.position, turn.moves_before))[0]
        played, best = values[turn.move], max(values.values(), key=lambda row: (row.score, row.move == turn.move))
        path = _path(turn)
        return Judged(
            turn.ply,
            turn.position.to_move.name.lower(),
            path,
            phase_of(len(path) // 2),
            _valued(played, probabilities),
            _valued(best, probabilities),
            len(turn.position.legal_moves()) == 1,
            partial(reasons, turn.position, played, best, float(probabilities[played.move]), float(probabilities[best.move])),
        )


@dataclass(frozen=True, slots=True)
class _Turn:
    """A disc about to be placed."""

    ply: int
    start: Position
    position: Position
    moves_before: tuple[int, ...]
    move: int


def _turns(record: GameRecord) -> list[_Turn]:
    if record.start.size != 8:
        raise SetupError(f"a review needs the board of 8×8 squares, not {record.start.size}×{record.start.size}")
    positions = zip(record.positions(), record.moves, strict=False)
    turns = [_Turn(ply, record.start, position, record.moves[:ply], move) for ply, (position, move) in enumerate(positions)]
    return [turn for turn in turns if turn.move != PASS]


def _valued(row: JudgedMove, probabilities: NDArray[np.float64]) -> Valued:
    line = [format_move(move) for move in row.line]
    probability = float(probabilities[row.move])
    return Valued(format_move(row.move), row.score, row.win_chance, probability, line, row.depth, row.exact, row.source)


def _path(turn: _Turn) -> str:
    return format_transcript([move for move in turn.moves_before if move != PASS])
