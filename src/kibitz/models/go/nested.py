"""The nested network of Go in the light install: moves, owners, score and winner with komi and rules, on 9×9 to 19×19.

The network reads what the tables of kibitz.models.go.expert say and corrects it; its card names them. Score and winner come from
one distribution, also where images are averaged, so that points and chances never disagree about who leads.
kibitz.learn.networks.go.nested_kind trains it.
"""

from collections.abc import Sequence
from math import nan
from pathlib import Path
from typing import ClassVar, Final

import numpy as np
from numpy.typing import NDArray

from kibitz import _native
from kibitz.errors import SetupError
from kibitz.features.go.moves import GoMoves
from kibitz.features.go.planes import recent_points
from kibitz.models.go.expert import GoExpertModel
from kibitz.models.go.judging import GoJudge, GoJudgement, chance, image, image_back, shares
from kibitz.models.go.network import expert_of
from kibitz.nets.go.nested_inputs import PLANES, NetworkInputs, network_inputs, state_inputs
from kibitz.nets.go.spec import INPUT, MOVES, NUMBERS, OWNERSHIP, REPLY, SCORE, SPREAD, WINNER
from kibitz.nets.sessions import RUNTIME_ERRORS, embedded_card, open_session
from kibitz.rules.game import Color
from kibitz.rules.go.bulk import GoTerms
from kibitz.rules.go.position import GoPosition
from kibitz.rules.go.rule_sets import Scoring
from kibitz.rules.squares import PASS
from kibitz.rules.symmetry import SYMMETRIES

FEATURES: Final = "go-nested-planes"
FEATURES_VERSION: Final = 1
_ASKED: Final = (MOVES, OWNERSHIP, SCORE, SPREAD)
_NAMES: Final = [INPUT, NUMBERS, MOVES, REPLY, OWNERSHIP, SCORE, SPREAD, WINNER]


class GoNestedModel(GoJudge):
    """Moves, owners, score and winner."""

    knows_points: ClassVar[bool] = True

    def __init__(self, path: Path, expert: GoExpertModel) -> None:
        """Raise SetupError if the file is missing or is no nested network of Go."""
        self.name = path.stem
        self.expert = expert
        self._path = path
        self._session = open_session(path, 1)
        embedded_card(self._session, path)
        ends = (*self._session.get_inputs(), *self._session.get_outputs())
        if [each.name for each in ends] != _NAMES:
            raise SetupError(f"{path} has {', '.join(each.name for each in ends)}, and is not a nested network of Go")
        if ends[0].shape[1] != PLANES:
            raise SetupError(f"{path} reads {ends[0].shape[1]} planes, and this release of Kibitz has {PLANES}")

    def judge_batch(self, moves: GoMoves) -> GoJudgement:
        """What is thought of the positions before a few moves, with the terms of their games where these are known."""
        terms, said = moves.games.terms or _unknown_terms(len(moves.games)), self.expert.said(moves)
        inputs = network_inputs(moves, said, terms.komi[moves.game], terms.counting[moves.game])
        return self._answer(inputs, said.probabilities > 0, SYMMETRIES)

    def judge_position(self, position: GoPosition) -> GoJudgement:
        """What is thought of one position, with its komi and rules."""
        return self._judge_position(position, SYMMETRIES)

    def glance(self, position: GoPosition) -> GoJudgement:
        """What is thought of one position at a glance: one image instead of eight."""
        return self._judge_position(position, SYMMETRIES[:1])

    def advise(self, state: _native.go.State, recent: NDArray[np.int16]) -> NDArray[np.float32]:
        """How likely each point is, [size²], at a glance, whatever the komi. See kibitz.search.go.tree.Adviser."""
        said = self.expert.state_said(state, recent)
        # The core has the same sign for a pass and for what was before the game began.
        known = np.trim_zeros(recent - PASS, "b") + PASS
        inputs = state_inputs(state, known.astype(np.int16), said, nan, 0)
        found: NDArray[np.float32] = self._answer(inputs, said.probabilities > 0, SYMMETRIES[:1]).probabilities[0]
        return found

    def _judge_position(self, position: GoPosition, symmetries: Sequence[int]) -> GoJudgement:
        recent = recent_points(position)
        said = self.expert.state_said(position.state, recent)
        komi = position.komi + position.rules.points_for(position.handicap)
        counting = 1 if position.rules.scoring == Scoring.AREA else -1
        of_mover = -komi if position.to_move == Color.BLACK else komi
        inputs = state_inputs(position.state, recent, said, of_mover, counting)
        return self._answer(inputs, said.probabilities > 0, symmetries)

    def _answer(self, inputs: NetworkInputs, legal: NDArray[np.bool_], symmetries: Sequence[int]) -> GoJudgement:
        """The mean of what is said of some images of positions."""
        images = [self._run(image(inputs.planes, symmetry), inputs.board) for symmetry in symmetries]
        moves, owners = (
            np.mean([image_back(found[kind], symmetry) for symmetry, found in zip(symmetries, images, strict=True)], axis=0)
            for kind in range(2)
        )
        score, spread = (np.mean([found[kind][:, 0] for found in images], axis=0) for kind in (2, 3))
        flat = (len(inputs.board), -1)
        return GoJudgement(shares(moves.reshape(flat), legal), np.tanh(owners / 2).reshape(flat), chance(score / spread), score)

    def _run(self, planes: NDArray[np.float32], numbers: NDArray[np.float32]) -> list[NDArray[np.float32]]:
        asked = {INPUT: np.ascontiguousarray(planes), NUMBERS: numbers}
        try:
            found: list[NDArray[np.float32]] = self._session.run(_ASKED, asked)
        except RUNTIME_ERRORS as error:
            raise SetupError(f"{self._path} cannot be run: {error}") from None
        return found


def load_go_nested(path: Path) -> GoNestedModel:
    """The network in a file with the expert that its card names, beside it or among the models; raises SetupError."""
    return GoNestedModel(path, expert_of(path))


def _unknown_terms(games: int) -> GoTerms:
    return GoTerms(np.full(games, nan, np.float32), np.zeros(games, np.int8))
