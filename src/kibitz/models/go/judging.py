"""Models of Go that judge positions: moves, the owner of each point, who wins, and by how much where they know.

A network is asked about all eight images of a position, and the answer is the mean; a search asks about one image.
"""

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import Any, ClassVar, Final

import numpy as np
from numpy.typing import NDArray

from kibitz import _native
from kibitz.errors import SetupError
from kibitz.features.go.moves import GoMoves
from kibitz.models.go.expert import GoExpertModel
from kibitz.models.go.kinds import GO_TABLES
from kibitz.models.go.model import GoMoveModel
from kibitz.models.store import StoredModel, find_by_name, load_stored
from kibitz.rules.go.position import GoPosition

_BATCH: Final = 64


@dataclass(frozen=True, slots=True)
class GoJudgement:
    """What is thought of some positions, seen by the side to move.

    `probabilities` [N, size²] of the moves, `ownership` [N, size²] from −1, the opponent's, to 1, `wins` [N] the chance to win,
    `score` [N] the points ahead with komi; a model that knows nothing of points leaves it out.
    """

    probabilities: NDArray[np.float32]
    ownership: NDArray[np.float32]
    wins: NDArray[np.float32]
    score: NDArray[np.float32] | None = None

    @classmethod
    def joined(cls, parts: "list[GoJudgement]") -> "GoJudgement":
        """Judgements of several batches as one; there must be at least one."""
        probabilities, ownership, wins = (
            np.concatenate([getattr(part, name) for part in parts]) for name in ("probabilities", "ownership", "wins")
        )
        scores = [part.score for part in parts if part.score is not None]
        return cls(probabilities, ownership, wins, np.concatenate(scores) if len(scores) == len(parts) else None)


class GoJudge(ABC):
    """A network that corrects an expert for Go; see kibitz.models.go.model.GoMoveModel. Safe to share between threads."""

    name: str
    expert: GoExpertModel
    knows_points: ClassVar[bool] = False

    @abstractmethod
    def judge_batch(self, moves: GoMoves) -> GoJudgement:
        """What is thought of the positions before a few moves."""

    @abstractmethod
    def judge_position(self, position: GoPosition) -> GoJudgement:
        """What is thought of one position."""

    @abstractmethod
    def glance(self, position: GoPosition) -> GoJudgement:
        """What is thought of one position at a glance: one image instead of eight."""

    @abstractmethod
    def advise(self, state: _native.go.State, recent: NDArray[np.int16]) -> NDArray[np.float32]:
        """How likely each point is, [size²], at a glance. See kibitz.search.go.tree.Adviser."""

    def probabilities(self, moves: GoMoves) -> NDArray[np.float32]:
        """How likely each point is in the positions before some moves, [N, size²]; 0 where a move is not legal."""
        return self.judge(moves).probabilities

    def judge(self, moves: GoMoves) -> GoJudgement:
        """What is thought of the positions before some moves."""
        parts = [moves.take(slice(start, start + _BATCH)) for start in range(0, max(len(moves), 1), _BATCH)]
        return GoJudgement.joined([self.judge_batch(part) for part in parts])

    def position_probabilities(self, position: GoPosition) -> NDArray[np.float32]:
        """How likely each legal point of a position is, [size²], all 0 if there is none."""
        probabilities: NDArray[np.float32] = self.judge_position(position).probabilities[0]
        return probabilities


@dataclass(frozen=True, slots=True)
class GoThoughts:
    """What a model thinks of one position, seen by the side to move; chances, owners and points only if it knows of such things.

    `probabilities` [size²] of the moves, `ownership` [size²] from −1, the opponent's, to 1, `score` in points with komi.
    """

    probabilities: NDArray[np.float32]
    win_chance: float | None = None
    ownership: NDArray[np.float32] | None = None
    score: float | None = None


def think_of(model: GoMoveModel, position: GoPosition) -> GoThoughts:
    """All that a model of Go moves can say of a position."""
    if not isinstance(model, GoJudge):
        return GoThoughts(model.position_probabilities(position))
    return _alone(model.judge_position(position))


def _alone(judged: GoJudgement) -> GoThoughts:
    score = None if judged.score is None else float(judged.score[0])
    return GoThoughts(judged.probabilities[0], float(judged.wins[0]), judged.ownership[0], score)


def expert_named(name: str) -> GoExpertModel:
    """The expert for Go of a name, made of tables; raises SetupError."""
    stored: StoredModel = find_by_name(name)
    if stored.card.kind != GO_TABLES:
        raise SetupError(f"{name} is not an expert for Go made of tables")
    expert: GoExpertModel = load_stored(stored)
    return expert


def image(board: NDArray[Any], symmetry: int) -> NDArray[Any]:
    """Boards [..., size, size] turned and mirrored: bit 2 swaps rows and columns, bits 1 and 0 turn them over."""
    turned = board.swapaxes(-1, -2) if symmetry & 4 else board
    turned = turned[..., ::-1, :] if symmetry & 2 else turned
    return turned[..., ::-1] if symmetry & 1 else turned


def image_back(board: NDArray[np.float32], symmetry: int) -> NDArray[np.float32]:
    """Boards as they were before image() turned them."""
    turned = board[..., ::-1] if symmetry & 1 else board
    turned = turned[..., ::-1, :] if symmetry & 2 else turned
    return turned.swapaxes(-1, -2) if symmetry & 4 else turned


def shares(scores: NDArray[np.float32], legal: NDArray[np.bool_]) -> NDArray[np.float32]:
    """The softmax of each row over the legal points; all 0 where there is none."""
    held = np.where(legal, scores, -np.inf)
    highest = held.max(axis=1, keepdims=True)
    weights = np.exp(held - np.where(np.isfinite(highest), highest, 0))
    sums = np.maximum(weights.sum(axis=1, keepdims=True), np.finfo(np.float32).tiny)
    probabilities: NDArray[np.float32] = (weights / sums).astype(np.float32)
    return probabilities


def chance(log_odds: NDArray[np.float32]) -> NDArray[np.float32]:
    """Probabilities from log odds."""
    chances: NDArray[np.float32] = (1 / (1 + np.exp(-log_odds))).astype(np.float32)
    return chances
