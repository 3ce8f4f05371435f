"""How players of a rating play beyond what a model of moves says: how far they avoid losses, and when they resign.

A model's moves are drawn once for each move of a game, and its blunders add up: strong players see more than it does. So each
probability is multiplied by exp(-aversion × loss), with the loss by a search of six plies and the aversion by rating and phase.
The numbers are in rated_play.json; kibitz.learn.tables.othello.rated_play makes them.
"""

import json
from dataclasses import asdict, dataclass
from functools import lru_cache
from importlib.resources import files
from math import exp
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from kibitz.features.othello.candidates import first_moves
from kibitz.features.othello.planes import Situations
from kibitz.features.othello.second_look import PLAY_PHASES
from kibitz.files import parse_json
from kibitz.models.othello.expert import ExpertModel
from kibitz.models.othello.kinds import SECOND_LOOK
from kibitz.models.othello.model import MoveModel, Ratings
from kibitz.models.othello.second_look import SecondLookModel, deep_values
from kibitz.models.othello.shares import shares_of_weights
from kibitz.models.store import find_by_name
from kibitz.rules.othello.bulk import Boards, children, legal_masks
from kibitz.rules.othello.position import Position
from kibitz.search.othello.deep_values import MARGIN, DeepValues
from kibitz.search.othello.endgame import solve_children_many
from kibitz.search.othello.evaluation import load_evaluation
from kibitz.search.othello.move_values import position_values

EVALUATION: Final = "evaluation-2014"
DEPTH: Final = 6
EXACT_FROM: Final = 11
FIRST_EMPTIES: Final = 50
"""Before that the first ten moves are played as the model says: people know them, and a small search does not."""

_DEPTH_BEHIND: Final = 4
_TABLE: Final = "rated_play.json"
_KINDS: Final = {"tables": ExpertModel, SECOND_LOOK: SecondLookModel}  # as cards name them


@dataclass(frozen=True, slots=True)
class Aversion:
    """How strongly a disc of loss is avoided, for some ratings in ascending order and each of PLAY_PHASES, [R][4]."""

    ratings: tuple[float, ...]
    by_phase: tuple[tuple[float, ...], ...]

    def of(self, rating: NDArray[np.float64], empties: NDArray[np.int64]) -> NDArray[np.float64]:
        """The aversion of players of some ratings, [N]; 0 where the rating is NaN and in the first ten moves."""
        found = np.zeros(len(empties))
        for number, (first, last) in enumerate(PLAY_PHASES):
            here = (empties >= first) & (empties <= min(last, FIRST_EMPTIES)) & np.isfinite(rating)
            found[here] = np.interp(rating[here], self.ratings, [row[number] for row in self.by_phase])
        return found


@dataclass(frozen=True, slots=True)
class Resignation:
    """The log odds that the side to move gives up, by its value in discs and the empty squares: each by itself and their product.

    Nobody gives up who is less than `least` discs behind, or before `first_empties` squares are left.
    """

    constant: float
    of_value: float
    of_empties: float
    of_both: float
    least: float
    first_empties: int

    def chance(self, position: Position) -> float:
        """The chance that the side to move resigns now."""
        empties = position.empty_count
        if empties > self.first_empties:
            return 0.0
        value = float(values_behind(Boards.of([position]))[0])
        odds = self.constant + self.of_value * value + (self.of_empties + self.of_both * value) * empties
        return 0.0 if value > -self.least else 1 / (1 + exp(-odds))


@dataclass(frozen=True, slots=True)
class RatedPlay:
    """What was learned of how people play: `about` says from what, `aversion` is by the kind of model it was measured with."""

    aversion: dict[str, Aversion]
    resignation: Resignation
    about: dict[str, Any]

    def to_json(self) -> str:
        return json.dumps(asdict(self), indent=1) + "\n"

    @classmethod
    def from_json(cls, text: str) -> "RatedPlay":
        """What to_json() wrote; raises KeyError, TypeError or ValueError for anything else."""
        found = parse_json(text)
        aversion = {
            kind: Aversion(tuple(each["ratings"]), tuple(tuple(row) for row in each["by_phase"]))
            for kind, each in found["aversion"].items()
        }
        return cls(aversion, Resignation(**found["resignation"]), dict(found["about"]))


def values_behind(boards: Boards) -> NDArray[np.float32]:
    """The values in discs for the side to move by which it is told how far it is behind, [N]."""
    return position_values(load_evaluation(find_by_name(EVALUATION).weights), boards, _DEPTH_BEHIND)


@lru_cache(maxsize=1)
def shipped_rated_play() -> RatedPlay:
    """What comes with Kibitz."""
    return RatedPlay.from_json((files("kibitz.models.othello") / _TABLE).read_text(encoding="utf-8"))


@dataclass(frozen=True, slots=True)
class Sight:
    """How far somebody looks who tells losses: some plies, and to the end from the last EXACT_FROM empty squares on."""

    deep: DeepValues

    @classmethod
    def of_depth(cls, depth: int) -> "Sight":
        """By the evaluation that all of this was measured with."""
        return cls(deep_values(EVALUATION, depth))

    def losses(self, boards: Boards) -> NDArray[np.float32]:
        """What each legal move loses in discs against the best one, at most MARGIN, by position and then square, [M]."""
        values = self.values(boards)
        first = first_moves(boards)
        counts = np.diff(first)
        if not len(values):
            return values
        best = np.repeat(np.maximum.reduceat(values, first[:-1][counts > 0]), counts[counts > 0])
        found: NDArray[np.float32] = np.minimum(best - values, np.float32(MARGIN))
        return found

    def values(self, boards: Boards) -> NDArray[np.float32]:
        """The value of each legal move in discs for the side that moves, by position and then square, [M]."""
        late = _empties(boards) <= EXACT_FROM
        values = np.empty(int(first_moves(boards)[-1]), np.float32)
        late_moves = late[children(boards).parent]
        values[late_moves] = solve_children_many(_chosen(boards, late)).score
        some = _chosen(boards, ~late)
        values[~late_moves] = self.deep.of(some, legal_masks(some))[:, -1]
        return values


class RatedPlayModel:
    """A model of moves whose probabilities err as players of the rating do; see kibitz.models.othello.model for the contract.

    Without a rating it answers as the model does.
    """

    def __init__(self, model: MoveModel, aversion: Aversion) -> None:
        self.name = model.name
        self.model = model
        self._aversion = aversion
        self._sight = Sight.of_depth(DEPTH)

    @property
    def rating_range(self) -> tuple[float, float]:
        """The ratings between which it tells players apart."""
        return self._aversion.ratings[0], self._aversion.ratings[-1]

    def probabilities(self, situations: Situations, rating: Ratings = None) -> NDArray[np.float64]:
        """How likely each square is played, [N, 64]; a row sums to 1 over the legal squares, or is 0 where there are none."""
        table = self.model.probabilities(situations, rating)
        if rating is None:
            return table
        aversion = self._aversion.of(
            np.broadcast_to(np.asarray(rating, np.float64), len(situations)), _empties(situations.boards)
        )
        careful = np.flatnonzero((aversion != 0) & (np.bitwise_count(legal_masks(situations.boards)) > 1))
        boards = _chosen(situations.boards, careful)
        table[careful] = _avoiding(table[careful], boards, self._sight.losses(boards), aversion[careful])
        return table


def playing_by_rating(model: MoveModel) -> MoveModel:
    """The model as players of a rating play, if it is of a kind for which that was measured, else the model itself."""
    kind = next((name for name, shape in _KINDS.items() if isinstance(model, shape)), "")
    aversion = shipped_rated_play().aversion.get(kind)
    return model if aversion is None else RatedPlayModel(model, aversion)


def _avoiding(
    table: NDArray[np.float64], boards: Boards, loss: NDArray[np.float32], aversion: NDArray[np.float64]
) -> NDArray[np.float64]:
    moves = children(boards)
    found = np.zeros_like(table)
    found[moves.parent, moves.square] = table[moves.parent, moves.square] * np.exp(-aversion[moves.parent] * loss)
    return shares_of_weights(found, boards)


def _empties(boards: Boards) -> NDArray[np.int64]:
    empties: NDArray[np.int64] = 64 - np.bitwise_count(boards.own | boards.opp).astype(np.int64)
    return empties


def _chosen(boards: Boards, rows: NDArray[Any]) -> Boards:
    return Boards(boards.own[rows], boards.opp[rows])
