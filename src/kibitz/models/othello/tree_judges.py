"""Whatever can judge positions for a tree search, by name: tables that taught themselves, or a model of moves and winners."""

from dataclasses import dataclass
from typing import Final, cast

import numpy as np

from kibitz.errors import SetupError
from kibitz.features.othello.planes import RECENT_MOVES, Situations
from kibitz.models.card import POLICY_TABLES
from kibitz.models.othello.loading import load_model
from kibitz.models.othello.model import MoveModel, WinnerModel
from kibitz.models.store import find_model, load_stored
from kibitz.rules.othello.bulk import Boards
from kibitz.rules.squares import NO_MOVE
from kibitz.search.othello.policy_tables import PolicyTables
from kibitz.search.othello.puct import Judge, Judgements

_SEVERAL: Final = 8


@dataclass(frozen=True, slots=True)
class TreeJudge:
    """A judge, the size of the board it knows, and how many positions of a game it should be asked about at once."""

    judge: Judge
    size: int
    at_once: int = 1


def find_judge(name: str) -> TreeJudge:
    """The judge of a model's name; raises SetupError if there is none, or if it does not foretell both moves and winners."""
    stored = find_model(name)
    if stored.card.kind == POLICY_TABLES:
        tables = cast(PolicyTables, load_stored(stored))
        return TreeJudge(tables, tables.size)
    model = load_model(name)
    if not isinstance(model, WinnerModel):
        raise SetupError(f"the model {name} foretells moves, but not who will win; a tree search needs both")
    # Such a model takes longer to be asked than to answer.
    return TreeJudge(ModelJudge(model), 8, _SEVERAL)


class ModelJudge:
    """A model of moves that also foretells winners; the moves before a position are not told to it."""

    def __init__(self, model: MoveModel) -> None:
        self._model = model

    @property
    def counts_discs(self) -> bool:
        return False

    def judge(self, boards: Boards) -> Judgements:
        """See kibitz.search.othello.puct.Judge."""
        recent = np.full((len(boards), RECENT_MOVES), NO_MOVE, np.int8)
        # Black has moved first, so the side to move is Black at an even number of discs unless somebody passed.
        is_black = np.bitwise_count(boards.own | boards.opp) % 2 == 0
        situations = Situations(boards, is_black, recent)
        chances = cast(WinnerModel, self._model).win_chances(situations)
        return Judgements(self._model.probabilities(situations).astype(np.float32), (2 * chances - 1).astype(np.float32))
