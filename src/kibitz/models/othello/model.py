"""The contract of everything that says how likely each move is; kibitz.models.othello.conformance tests it.

A model is asked about many positions at once and is safe to share between threads. What it can say beyond move probabilities
are capabilities of their own, asked for with isinstance().
"""

import math
from dataclasses import dataclass
from enum import StrEnum
from typing import Final, Protocol, TypeAlias, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from kibitz.errors import SetupError
from kibitz.features.othello.planes import Situations
from kibitz.models.othello.known_players import KnownPlayers

# One for all positions, or one for each [N] with NaN where it is not known.
Ratings: TypeAlias = float | NDArray[np.float32] | None


class MoveModel(Protocol):
    """Says how likely each legal move is to be played."""

    @property
    def name(self) -> str: ...

    def probabilities(self, situations: Situations, rating: Ratings = None) -> NDArray[np.float64]:
        """How likely each square is, [N, 64]: 0 where a move is not legal, and rows that add up to 1.

        The row of a position without a legal move is all 0. Images of a position under the 8 symmetries get the same
        probabilities, and so do squares that are equivalent by the position's own symmetries; models.shares ensures that.
        `rating` is the strength of the player to move; models without ratings ignore it.
        """
        ...


@runtime_checkable
class RatedModel(Protocol):
    """A model whose probabilities follow the player's rating."""

    @property
    def rating_range(self) -> tuple[float, float]:
        """The lowest and the highest rating that it has learned from."""
        ...


@runtime_checkable
class PersonalModel(Protocol):
    """A model that has met players and knows them by name."""

    @property
    def known_players(self) -> KnownPlayers: ...

    def personal_probabilities(self, situations: Situations, names: NDArray[np.str_]) -> NDArray[np.float64]:
        """As MoveModel.probabilities(), conditioned on who is to move in each position, [N]; unknown names are allowed."""
        ...


class Mode(StrEnum):
    """How much a model searches for its answer: QUICK for many positions, FULL for a single one or where accuracy counts."""

    QUICK = "quick"
    FULL = "full"


@dataclass(frozen=True, slots=True)
class KnownValues:
    """What somebody's search says of moves: discs for the mover, [N, 64], NaN where it says nothing, and how deep it is, [N]."""

    value: NDArray[np.float32]
    depth: NDArray[np.int64]


@runtime_checkable
class DeepModel(Protocol):
    """A model that sees more the deeper moves are searched."""

    @property
    def mode(self) -> Mode: ...

    def in_mode(self, mode: Mode) -> MoveModel:
        """The same model, quick or full."""
        ...

    def probabilities_with_values(
        self, situations: Situations, known: KnownValues, rating: Ratings = None
    ) -> NDArray[np.float64]:
        """As MoveModel.probabilities(), with values that somebody has searched already."""
        ...


@runtime_checkable
class WinnerModel(Protocol):
    """A model that also says who will win."""

    def win_chances(self, situations: Situations) -> NDArray[np.float64]:
        """The mover's chance to win, [N], a draw counted as half a win."""
        ...


@runtime_checkable
class OwnershipModel(Protocol):
    """A model that also says what the board will look like at the end."""

    def ownership(self, situations: Situations) -> NDArray[np.float64]:
        """The chance that the mover owns each square at the end of the game, [N, 64]."""
        ...


def in_mode(model: MoveModel, mode: str | None) -> MoveModel:
    """The model in a mode, in its own if none is named; raises SetupError if it has no modes."""
    if mode is None:
        return model
    if not isinstance(model, DeepModel):
        raise SetupError(f"the model {model.name} has no modes; leave the mode out")
    if mode not in list(Mode):
        raise SetupError(f"mode is {mode!r}; it is {' or '.join(Mode)}")
    return model.in_mode(Mode(mode))


HIGHEST_RATING: Final = 4000
"""Whatever is above this is a mistake in typing."""


def checked_rating(model: MoveModel, rating: float | None) -> float | None:
    """The rating; raises SetupError if it is none, or is given to a model that does not take a rating."""
    if rating is not None and not 0 < rating < math.inf:
        raise SetupError(f"a rating is a number above 0, not {rating:g}")
    if rating is not None and rating > HIGHEST_RATING:
        raise SetupError(f"a rating is at most {HIGHEST_RATING}, not {rating:g}")
    if rating is not None and not isinstance(model, RatedModel):
        raise SetupError(f"the model {model.name} does not take a rating; leave the rating out")
    return rating


class ToldModel:
    """A model that takes the player to move for somebody of a rating, for one it has met, or for anybody."""

    def __init__(self, model: MoveModel, rating: float | None = None, player: str | None = None) -> None:
        """Raises SetupError if both are given, or if the model does not take a rating, or does not know that player."""
        if rating is not None and player is not None:
            raise SetupError(
                f"a rating and the player {player!r} are given; the model knows the player's rating, so leave it out"
            )
        self.model = model
        self._rating = checked_rating(model, rating)
        self._player = None if player is None else _known_player(model, player)

    def probabilities(self, situations: Situations) -> NDArray[np.float64]:
        """As MoveModel.probabilities()."""
        if self._player is not None and isinstance(self.model, PersonalModel):
            return self.model.personal_probabilities(situations, np.full(len(situations), self._player))
        return self.model.probabilities(situations, self._rating)


def _known_player(model: MoveModel, name: str) -> str:
    if not isinstance(model, PersonalModel):
        raise SetupError(f"the model {model.name} does not take a player; leave the player out")
    return model.known_players.require(name)
