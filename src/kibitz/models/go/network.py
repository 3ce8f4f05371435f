"""The expert for Go joined by a network, in the light install: likelier moves, who will own each point, and who wins.

The network reads what the tables of kibitz.models.go.expert say and corrects it; its card names them. All eight images of a
position are looked at, and the answer is their mean. kibitz.learn.networks.go.training trains it.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from kibitz import _native
from kibitz.errors import SetupError
from kibitz.features.go.moves import GoMoves
from kibitz.features.go.planes import GoPlanes, board_planes, recent_points, state_planes
from kibitz.models.card import card_beside, read_card
from kibitz.models.go.expert import GoExpertModel, load
from kibitz.models.go.kinds import GO_TABLES
from kibitz.models.go.model import GoMoveModel
from kibitz.models.store import StoredModel, find_by_name, load_stored
from kibitz.nets.go.spec import EXPERT, INPUT, MOVES, OWNERSHIP, WINNER, GoExpertSaid, GoNetSpec, expert_planes
from kibitz.nets.sessions import RUNTIME_ERRORS, embedded_card, open_session
from kibitz.rules.go.position import GoPosition
from kibitz.rules.symmetry import SYMMETRIES

FEATURES: Final = "go-planes"
FEATURES_VERSION: Final = 2
_BATCH: Final = 64


@dataclass(frozen=True, slots=True)
class GoJudgement:
    """What is thought of some positions, seen by the side to move.

    `probabilities` [N, size²] of the moves, `ownership` [N, size²] from −1, the opponent's, to 1, `wins` [N] the chance to win.
    """

    probabilities: NDArray[np.float32]
    ownership: NDArray[np.float32]
    wins: NDArray[np.float32]

    @classmethod
    def joined(cls, parts: "list[GoJudgement]") -> "GoJudgement":
        """Judgements of several batches as one; there must be at least one."""
        return cls(*(np.concatenate([getattr(part, name) for part in parts]) for name in cls.__dataclass_fields__))


class GoNetworkModel:
    """Moves, owners and winners; see kibitz.models.go.expert.GoMoveModel. Safe to share between threads."""

    def __init__(self, path: Path, expert: GoExpertModel) -> None:
        """Raise SetupError if the file is missing or is no network of Go."""
        self.name = path.stem
        self.expert: Final = expert
        self._path = path
        self._session = open_session(path, 1)
        try:
            GoNetSpec.from_json(embedded_card(self._session, path)["spec"])
        except SetupError as error:
            raise SetupError(f"{path}: {error}") from None
        names = [each.name for each in (*self._session.get_inputs(), *self._session.get_outputs())]
        if names != [INPUT, EXPERT, MOVES, OWNERSHIP, WINNER]:
            raise SetupError(f"{path} has {', '.join(names)}, and is no network of Go")

    def probabilities(self, moves: GoMoves) -> NDArray[np.float32]:
        """How likely each point is in the positions before some moves, [N, size²]; 0 where a move is not legal."""
        return self.judge(moves).probabilities

    def judge(self, moves: GoMoves) -> GoJudgement:
        """What is thought of the positions before some moves."""
        parts = [moves.take(slice(start, start + _BATCH)) for start in range(0, max(len(moves), 1), _BATCH)]
        return GoJudgement.joined([self._judge_batch(part) for part in parts])

    def _judge_batch(self, moves: GoMoves) -> GoJudgement:
        return self._answer(board_planes(moves.games, moves.game, moves.index), self.expert.said(moves))

    def position_probabilities(self, position: GoPosition) -> NDArray[np.float32]:
        """How likely each legal point of a position is, [size²], all 0 if there is none."""
        probabilities: NDArray[np.float32] = self.judge_position(position).probabilities[0]
        return probabilities

    def judge_position(self, position: GoPosition) -> GoJudgement:
        """What is thought of one position."""
        return self._judge_state(position.state, recent_points(position), SYMMETRIES)

    def advise(self, state: _native.go.State, recent: NDArray[np.int16]) -> NDArray[np.float32]:
        """How likely each point is, [size²], at a glance: one image instead of eight. See kibitz.search.go.tree.Adviser."""
        probabilities: NDArray[np.float32] = self._judge_state(state, recent, SYMMETRIES[:1]).probabilities[0]
        return probabilities

    def _judge_state(self, state: _native.go.State, recent: NDArray[np.int16], symmetries: Sequence[int]) -> GoJudgement:
        return self._answer(state_planes(state, recent)[None], self.expert.state_said(state, recent), symmetries)

    def _answer(self, planes: GoPlanes, said: GoExpertSaid, symmetries: Sequence[int] = SYMMETRIES) -> GoJudgement:
        """The mean of what is said of some images of positions."""
        count, size = len(planes), planes.shape[-1]
        inputs = planes.astype(np.float32), expert_planes(said, size)
        images = [self._run(*(np.ascontiguousarray(_image(part, symmetry)) for part in inputs)) for symmetry in symmetries]
        moves, owners = (
            np.mean([_image_back(image[kind], symmetry) for symmetry, image in zip(symmetries, images, strict=True)], axis=0)
            for kind in range(2)
        )
        wins = np.mean([image[2] for image in images], axis=0)
        return GoJudgement(
            _shares(moves.reshape(count, -1), said.probabilities > 0), np.tanh(owners / 2).reshape(count, -1), _chance(wins[:, 0])
        )

    def _run(self, planes: NDArray[np.float32], expert: NDArray[np.float32]) -> list[NDArray[np.float32]]:
        try:
            found: list[NDArray[np.float32]] = self._session.run([MOVES, OWNERSHIP, WINNER], {INPUT: planes, EXPERT: expert})
        except RUNTIME_ERRORS as error:
            raise SetupError(f"{self._path} cannot be run: {error}") from None
        return found


@dataclass(frozen=True, slots=True)
class GoThoughts:
    """What a model thinks of one position, seen by the side to move; chances and owners only if it knows of such things.

    `probabilities` [size²] of the moves, `ownership` [size²] from −1, the opponent's, to 1.
    """

    probabilities: NDArray[np.float32]
    win_chance: float | None = None
    ownership: NDArray[np.float32] | None = None


def think_of(model: GoMoveModel, position: GoPosition) -> GoThoughts:
    """All that a model of Go moves can say of a position."""
    if not isinstance(model, GoNetworkModel):
        return GoThoughts(model.position_probabilities(position))
    judged = model.judge_position(position)
    return GoThoughts(judged.probabilities[0], float(judged.wins[0]), judged.ownership[0])


def load_go_network(path: Path) -> GoNetworkModel:
    """The network in a file with the expert that its card names, beside it or among the models; raises SetupError."""
    card = read_card(card_beside(path))
    name = card.settings.get("expert")
    if not isinstance(name, str):
        raise SetupError(f"the card of {path} names no expert for Go that the network reads")
    beside = path.with_name(f"{name}.safetensors")
    return GoNetworkModel(path, load(beside) if beside.is_file() else _expert_named(name))


def _expert_named(name: str) -> GoExpertModel:
    stored: StoredModel = find_by_name(name)
    if stored.card.kind != GO_TABLES:
        raise SetupError(f"{name} is no expert for Go made of tables")
    expert: GoExpertModel = load_stored(stored)
    return expert


def _image(board: NDArray[Any], symmetry: int) -> NDArray[Any]:
    """Boards [..., size, size] turned and mirrored: bit 2 swaps rows and columns, bits 1 and 0 turn them over."""
    turned = board.swapaxes(-1, -2) if symmetry & 4 else board
    turned = turned[..., ::-1, :] if symmetry & 2 else turned
    return turned[..., ::-1] if symmetry & 1 else turned


def _image_back(board: NDArray[np.float32], symmetry: int) -> NDArray[np.float32]:
    turned = board[..., ::-1] if symmetry & 1 else board
    turned = turned[..., ::-1, :] if symmetry & 2 else turned
    return turned.swapaxes(-1, -2) if symmetry & 4 else turned


def _shares(scores: NDArray[np.float32], legal: NDArray[np.bool_]) -> NDArray[np.float32]:
    """The softmax of each row over the legal points; all 0 where there is none."""
    held = np.where(legal, scores, -np.inf)
    highest = held.max(axis=1, keepdims=True)
    weights = np.exp(held - np.where(np.isfinite(highest), highest, 0))
    sums = np.maximum(weights.sum(axis=1, keepdims=True), np.finfo(np.float32).tiny)
    shares: NDArray[np.float32] = (weights / sums).astype(np.float32)
    return shares


def _chance(log_odds: NDArray[np.float32]) -> NDArray[np.float32]:
    chances: NDArray[np.float32] = (1 / (1 + np.exp(-log_odds))).astype(np.float32)
    return chances
