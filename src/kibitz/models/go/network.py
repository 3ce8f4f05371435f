"""The expert for Go joined by a network, in the light install: likelier moves, who will own each point, and who wins.

The network reads what the tables of kibitz.models.go.expert say and corrects it; its card names them. All eight images of a
position are looked at, and the answer is their mean. kibitz.learn.networks.go.training trains it.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray

from kibitz import _native
from kibitz.errors import SetupError
from kibitz.features.go.moves import GoMoves
from kibitz.features.go.planes import GoPlanes, board_planes, recent_points, state_planes
from kibitz.models.card import card_beside, read_card
from kibitz.models.go.expert import GoExpertModel, load
from kibitz.models.go.judging import GoJudge, GoJudgement, chance, expert_named, image, image_back, shares
from kibitz.nets.go.spec import EXPERT, INPUT, MOVES, OWNERSHIP, WINNER, GoExpertSaid, GoNetSpec, expert_planes
from kibitz.nets.sessions import RUNTIME_ERRORS, embedded_card, open_session
from kibitz.rules.go.position import GoPosition
from kibitz.rules.symmetry import SYMMETRIES

FEATURES: Final = "go-planes"
FEATURES_VERSION: Final = 2


class GoNetworkModel(GoJudge):
    """Moves, owners and winners, without komi."""

    def __init__(self, path: Path, expert: GoExpertModel) -> None:
        """Raise SetupError if the file is missing or is no network of Go."""
        self.name = path.stem
        self.expert = expert
        self._path = path
        self._session = open_session(path, 1)
        try:
            GoNetSpec.from_json(embedded_card(self._session, path)["spec"])
        except SetupError as error:
            raise SetupError(f"{path}: {error}") from None
        names = [each.name for each in (*self._session.get_inputs(), *self._session.get_outputs())]
        if names != [INPUT, EXPERT, MOVES, OWNERSHIP, WINNER]:
            raise SetupError(f"{path} has {', '.join(names)}, and is not a network of Go")

    def judge_batch(self, moves: GoMoves) -> GoJudgement:
        return self._answer(board_planes(moves.games, moves.game, moves.index), self.expert.said(moves))

    def judge_position(self, position: GoPosition) -> GoJudgement:
        """What is thought of one position."""
        return self._judge_state(position.state, recent_points(position), SYMMETRIES)

    def glance(self, position: GoPosition) -> GoJudgement:
        """What is thought of one position at a glance: one image instead of eight."""
        return self._judge_state(position.state, recent_points(position), SYMMETRIES[:1])

    def advise(self, state: _native.go.State, recent: NDArray[np.int16]) -> NDArray[np.float32]:
        """How likely each point is, [size²], at a glance. See kibitz.search.go.tree.Adviser."""
        probabilities: NDArray[np.float32] = self._judge_state(state, recent, SYMMETRIES[:1]).probabilities[0]
        return probabilities

    def _judge_state(self, state: _native.go.State, recent: NDArray[np.int16], symmetries: Sequence[int]) -> GoJudgement:
        return self._answer(state_planes(state, recent)[None], self.expert.state_said(state, recent), symmetries)

    def _answer(self, planes: GoPlanes, said: GoExpertSaid, symmetries: Sequence[int] = SYMMETRIES) -> GoJudgement:
        """The mean of what is said of some images of positions."""
        count, size = len(planes), planes.shape[-1]
        inputs = planes.astype(np.float32), expert_planes(said, size)
        images = [self._run(*(np.ascontiguousarray(image(part, symmetry)) for part in inputs)) for symmetry in symmetries]
        moves, owners = (
            np.mean([image_back(found[kind], symmetry) for symmetry, found in zip(symmetries, images, strict=True)], axis=0)
            for kind in range(2)
        )
        wins = np.mean([found[2] for found in images], axis=0)
        return GoJudgement(
            shares(moves.reshape(count, -1), said.probabilities > 0), np.tanh(owners / 2).reshape(count, -1), chance(wins[:, 0])
        )

    def _run(self, planes: NDArray[np.float32], expert: NDArray[np.float32]) -> list[NDArray[np.float32]]:
        try:
            found: list[NDArray[np.float32]] = self._session.run([MOVES, OWNERSHIP, WINNER], {INPUT: planes, EXPERT: expert})
        except RUNTIME_ERRORS as error:
            raise SetupError(f"{self._path} cannot be run: {error}") from None
        return found


def load_go_network(path: Path) -> GoNetworkModel:
    """The network in a file with the expert that its card names, beside it or among the models; raises SetupError."""
    return GoNetworkModel(path, expert_of(path))


def expert_of(path: Path) -> GoExpertModel:
    """The expert that the card of a network names, beside it or among the models; raises SetupError."""
    card = read_card(card_beside(path))
    name = card.settings.get("expert")
    if not isinstance(name, str):
        raise SetupError(f"the card of {path} names no expert for Go that the network reads")
    beside = path.with_name(f"{name}.safetensors")
    return load(beside) if beside.is_file() else expert_named(name)
