"""A game reviewed move by move: what each move lost, what would have been better, and how likely an expert was to play it.

Every game is reviewed this way. A game provides its turns, a function that reviews one of them, and the scale of its losses.
Everything in a review is text or a number, so that it can be written as JSON and read again as it is.
"""

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any, TypeAlias, TypeVar

from kibitz.errors import SetupError
from kibitz.review.accuracy import Share, accuracy_by_phase

Progress: TypeAlias = Callable[[int, int], None]
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class ReviewedMove:
    """One move. `ply` is its index among the game's moves, passes counted; `path` is the moves before it.

    `score`, `best_score` and `loss` are in the game's unit for the side that moved; `black_score` and `win_chance` are Black's
    after the move. `forced` moves left no choice and lose nothing. `source` and `best_source` say where the two scores come from,
    empty in reviews that are older than that.
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
    source: str = ""
    best_source: str = ""


@dataclass(frozen=True, slots=True)
class Mistake:
    """A move that lost much, with the engine's lines after it and after the better one, and why it is worse."""

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
    """All moves of a game, its mistakes by what they lost, and how accurate each side was.

    `level` is how far the engine looked: its level, or the playouts for each move.
    """

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
class Scale:
    """The unit of a game's losses, in words, and what they mean.

    A loss is a mistake from `mistake` on, below which it may be the engine's own doubt; exact scores have none, and are mistakes
    from `exact_mistake` on. A move that loses `halving_loss` counts half for accuracy.
    """

    unit: str
    mistake: float
    exact_mistake: float
    halving_loss: float


@dataclass(frozen=True, slots=True)
class Valued:
    """What a move is worth to the side that plays it, in the game's unit; `line` begins with the move.

    `probability` is how likely an expert is to play it.
    """

    move: str
    score: float
    win_chance: float
    probability: float
    line: Sequence[str]
    depth: int = 0
    exact: bool = False
    source: str = ""


@dataclass(frozen=True, slots=True)
class Judged:
    """The move that was played beside the best one. `reasons` is asked only of mistakes."""

    ply: int
    side: str
    path: str
    phase: str
    played: Valued
    best: Valued
    forced: bool
    reasons: Callable[[], list[str]]

    @property
    def loss(self) -> float:
        """What the best move is worth more, never below 0."""
        return round(max(self.best.score - self.played.score, 0.0), 2)

    @property
    def exact(self) -> bool:
        return self.played.exact and self.best.exact

    def is_mistake(self, scale: Scale) -> bool:
        return self.loss >= (scale.exact_mistake if self.exact else scale.mistake)

    def reviewed(self) -> ReviewedMove:
        black = self.side == "black"
        return ReviewedMove(
            ply=self.ply,
            side=self.side,
            move=self.played.move,
            path=self.path,
            best=self.best.move,
            loss=self.loss,
            score=self.played.score,
            best_score=self.best.score,
            black_score=self.played.score if black else -self.played.score,
            win_chance=self.played.win_chance if black else 1 - self.played.win_chance,
            depth=self.played.depth,
            exact=self.exact,
            expert_probability=self.played.probability,
            best_probability=self.best.probability,
            forced=self.forced,
            source=self.played.source,
            best_source=self.best.source,
        )

    def mistake(self) -> Mistake:
        return Mistake(
            ply=self.ply,
            side=self.side,
            move=self.played.move,
            best=self.best.move,
            loss=self.loss,
            path=self.path,
            reasons=self.reasons(),
            expert_probability=self.played.probability,
            best_probability=self.best.probability,
            line=list(self.played.line),
            best_line=list(self.best.line),
        )


@dataclass(frozen=True, slots=True)
class Reviewers:
    """Who reviews: an engine by its name, how far it looks, and a model of experts by its name."""

    level: int
    engine: str
    expert: str


def review_turns(
    turns: Sequence[T], review_turn: Callable[[T], Judged], scale: Scale, by: Reviewers, progress: Progress | None = None
) -> GameReview:
    """The review of a game by its turns. `progress` gets the moves done and their number.

    Whatever `progress` raises ends the work. Raises SetupError for a game without moves.
    """
    began = time.monotonic()
    if not turns:
        raise SetupError("the game has no moves to review")
    reviewed = []
    for count, turn in enumerate(turns):
        if progress:
            progress(count, len(turns))
        reviewed.append(review_turn(turn))
    if progress:
        progress(len(turns), len(turns))
    mistakes = sorted((row.mistake() for row in reviewed if row.is_mistake(scale)), key=lambda row: (-row.loss, row.ply))
    seconds = round(time.monotonic() - began, 2)
    moves = [row.reviewed() for row in reviewed]
    return GameReview(moves, mistakes, _accuracy(reviewed, scale), by.level, by.engine, by.expert, seconds)


def _accuracy(reviewed: Sequence[Judged], scale: Scale) -> dict[str, dict[str, Share]]:
    chosen = [row for row in reviewed if not row.forced]
    by_side = {side: [(row.phase, row.loss) for row in chosen if row.side == side] for side in ("black", "white")}
    return {side: accuracy_by_phase(losses, scale.halving_loss) for side, losses in by_side.items()}
