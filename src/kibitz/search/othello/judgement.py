"""What moves are worth, as every search of Othello says it: one row a move, and what makes rows of a search's result."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Protocol

import numpy as np

from kibitz.rules.othello.position import Position
from kibitz.search.contract import Opinion, Ranking
from kibitz.search.othello.confidence import likely_range
from kibitz.search.othello.evaluation import Evaluation
from kibitz.search.othello.levels import Limits
from kibitz.search.othello.midgame import SearchResult


@dataclass(frozen=True, slots=True, kw_only=True)
class JudgedMove(Opinion):
    """What a move is worth to the side that plays it.

    `score` is in discs; `win_chance` counts a draw as half a win. `depth` is in plies, all empties where the score is `exact`.
    """

    win_chance: float = field(kw_only=False)  # always known
    score: float
    depth: int
    exact: bool


Judgement = tuple[JudgedMove, ...]
JudgementWatcher = Callable[[Judgement], None]


@dataclass(frozen=True, slots=True)
class JudgedRanking(Ranking):
    """What an analyst knows of all legal moves."""

    moves: Judgement


class Adviser(Protocol):
    """Whoever knows something of positions without a search."""

    def advise(self, position: Position, rows: Judgement) -> Judgement:
        """The rows with what is known of all legal moves, best first; a row that was searched deeper than that stays."""
        ...

    def choose(self, position: Position, limits: Limits) -> JudgedMove | None:
        """The move to play without a search, None if a search within the limits knows better."""
        ...


def judged_moves(evaluation: Evaluation, position: Position, result: SearchResult) -> Judgement:
    """The moves of a search of a position, with the chances to win that an evaluation sees in their scores."""
    scores = np.array([row.score for row in result.moves])
    chances = evaluation.win_chances.of(scores, np.full(len(scores), position.disc_count))
    return tuple(
        JudgedMove(
            row.move,
            float(chance),
            row.line,
            score=row.score,
            depth=result.depth,
            exact=result.exact,
            likely=None if result.exact else likely_range(row.score, position.empty_count, result.depth),
        )
        for row, chance in zip(result.moves, chances, strict=True)
    )


def exact_move(position: Position, move: int, score: int, line: tuple[int, ...]) -> JudgedMove:
    """A move of a position whose score is proven; `line` begins with it."""
    win_chance = 0.5 if score == 0 else float(score > 0)
    return JudgedMove(move, win_chance, line, score=float(score), depth=position.empty_count, exact=True)


def best_first(moves: Iterable[JudgedMove]) -> Judgement:
    """The moves by score; of equal ones the lower square first."""
    return tuple(sorted(moves, key=lambda row: (-row.score, row.move)))
