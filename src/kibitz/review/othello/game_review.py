"""A game judged move by move: what each move lost, what would have been better, and how likely an expert was to play it.

Everything here is made of texts and numbers, so that a review can be written as JSON and read again as it is.
"""

import time
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from typing import Any, Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from kibitz.errors import SetupError
from kibitz.features.othello.planes import situation
from kibitz.models.othello.model import MoveModel
from kibitz.records.othello.record import GameRecord
from kibitz.review.othello.accuracy import Share, accuracy_by_phase
from kibitz.review.othello.reasons import reasons
from kibitz.rules.game import Color
from kibitz.rules.othello.position import Position
from kibitz.rules.squares import PASS, format_move, format_transcript
from kibitz.search.othello.analysis import Analyst, JudgedMove
from kibitz.search.othello.levels import limits_of_level

DEFAULT_LEVEL: Final = 10
# Below these a loss may be the engine's own doubt: exact scores have none, and differ by even numbers.
MISTAKE: Final = 3.0
EXACT_MISTAKE: Final = 2.0

Progress: TypeAlias = Callable[[int, int], None]


@dataclass(frozen=True, slots=True)
class ReviewedMove:
    """One disc placed. `ply` is its index among the game's moves, passes counted; `path` the transcript before it.

    `score`, `best_score` and `loss` are discs for the side that moved; `black_score` and `win_chance` are Black's after the move.
    `forced` moves left no choice and lose nothing.
    """

    ply: int
    side: str
    move: str
    path: str
    best: str
    loss: float
    score: float
    best_score: float
    black_score: float
    win_chance: float
    depth: int
    exact: bool
    expert_probability: float
    best_probability: float
    forced: bool


@dataclass(frozen=True, slots=True)
class Mistake:
    """A move that lost discs, with the engine's lines after it and after the better one, and why it is worse."""

    ply: int
    side: str
    move: str
    best: str
    loss: float
    path: str
    reasons: list[str]
    expert_probability: float
    best_probability: float
    line: list[str]
    best_line: list[str]


@dataclass(frozen=True, slots=True)
class GameReview:
    """All moves of a game, its mistakes by what they lost, and how accurate each side was."""

    moves: list[ReviewedMove]
    mistakes: list[Mistake]
    accuracy: dict[str, dict[str, Share]]
    level: int
    engine: str
    expert: str
    seconds: float

    def as_dict(self) -> dict[str, Any]:
        """The review as JSON holds it."""
        return asdict(self)

    @classmethod
    def from_dict(cls, content: Mapping[str, Any]) -> "GameReview":
        """The review that as_dict() wrote."""
        accuracy = {
            side: {phase: Share(**share) for phase, share in phases.items()} for side, phases in content["accuracy"].items()
        }
        return cls(
            [ReviewedMove(**row) for row in content["moves"]],
            [Mistake(**row) for row in content["mistakes"]],
            accuracy,
            content["level"],
            content["engine"],
            content["expert"],
            content["seconds"],
        )


@dataclass(frozen=True, slots=True)
class Reviewer:
    """Who judges: the engine at a level, exact near the end, and a model of experts."""

    analyst: Analyst
    engine_name: str
    expert: MoveModel
    level: int = DEFAULT_LEVEL

    def review(self, record: GameRecord, progress: Progress | None = None) -> GameReview:
        """The review of a game, or of the part that was played. `progress` gets the moves done and their number.

        Whatever `progress` raises ends the work. Raises SetupError for a board that is not 8×8 and a game without moves.
        """
        began = time.monotonic()
        self.analyst.forget()  # a game is judged alike whatever was judged before it
        turns = _turns(record)
        if not turns:
            raise SetupError("the game has no moves to review")
        judged = []
        for count, turn in enumerate(turns):
            if progress:
                progress(count, len(turns))
            judged.append(self._judge(turn))
        if progress:
            progress(len(turns), len(turns))
        mistakes = sorted((row.mistake() for row in judged if row.is_mistake), key=lambda row: (-row.loss, row.ply))
        moves = [row.reviewed() for row in judged]
        return GameReview(
            moves, mistakes, _accuracy(moves), self.level, self.engine_name, self.expert.name, round(time.monotonic() - began, 2)
        )

    def _judge(self, turn: "_Turn") -> "_Judged":
        limits = limits_of_level(self.level)
        values = {row.move: row for row in self.analyst.judge_moves(turn.position, limits)}
        shares = self.expert.probabilities(situation(turn.position, turn.moves_before))[0]
        best = max(values.values(), key=lambda row: (row.score, row.move == turn.move))
        return _Judged(turn, values[turn.move], best, shares, forced=len(values) == 1)


@dataclass(frozen=True, slots=True)
class _Turn:
    """A disc about to be placed."""

    ply: int
    position: Position
    moves_before: tuple[int, ...]
    move: int


@dataclass(frozen=True, slots=True)
class _Judged:
    turn: _Turn
    played: JudgedMove
    best: JudgedMove
    shares: NDArray[np.float64]
    forced: bool

    @property
    def loss(self) -> float:
        return round(max(self.best.score - self.played.score, 0.0), 2)

    @property
    def is_mistake(self) -> bool:
        return self.loss >= (EXACT_MISTAKE if self.played.exact and self.best.exact else MISTAKE)

    def reviewed(self) -> ReviewedMove:
        black = self.turn.position.to_move == Color.BLACK
        return ReviewedMove(
            ply=self.turn.ply,
            side=_side(self.turn.position),
            move=format_move(self.played.move),
            path=_path(self.turn),
            best=format_move(self.best.move),
            loss=self.loss,
            score=self.played.score,
            best_score=self.best.score,
            black_score=self.played.score if black else -self.played.score,
            win_chance=self.played.win_chance if black else 1 - self.played.win_chance,
            depth=self.played.depth,
            exact=self.played.exact and self.best.exact,
            expert_probability=float(self.shares[self.played.move]),
            best_probability=float(self.shares[self.best.move]),
            forced=self.forced,
        )

    def mistake(self) -> Mistake:
        played_share, best_share = float(self.shares[self.played.move]), float(self.shares[self.best.move])
        return Mistake(
            ply=self.turn.ply,
            side=_side(self.turn.position),
            move=format_move(self.played.move),
            best=format_move(self.best.move),
            loss=self.loss,
            path=_path(self.turn),
            reasons=reasons(self.turn.position, self.played, self.best, played_share, best_share),
            expert_probability=played_share,
            best_probability=best_share,
            line=[format_move(move) for move in self.played.line],
            best_line=[format_move(move) for move in self.best.line],
        )


def _turns(record: GameRecord) -> list[_Turn]:
    if record.start.size != 8:
        raise SetupError(f"a review needs the board of 8×8 squares, not {record.start.size}×{record.start.size}")
    positions = zip(record.positions(), record.moves, strict=False)
    turns = [_Turn(ply, position, record.moves[:ply], move) for ply, (position, move) in enumerate(positions)]
    return [turn for turn in turns if turn.move != PASS]


def _accuracy(moves: list[ReviewedMove]) -> dict[str, dict[str, Share]]:
    chosen = [row for row in moves if not row.forced]
    by_side = {side: [(len(row.path) // 2, row.loss) for row in chosen if row.side == side] for side in ("black", "white")}
    return {side: accuracy_by_phase(weighed) for side, weighed in by_side.items()}


def _side(position: Position) -> str:
    return "black" if position.to_move == Color.BLACK else "white"


def _path(turn: _Turn) -> str:
    return format_transcript([move for move in turn.moves_before if move != PASS])
