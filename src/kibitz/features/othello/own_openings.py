"""What each player has played in openings: the habits of a person, on top of what everybody plays.

A player is a number; names belong to whoever keeps the numbers. What was played lately says more about what will be played, so a
move's weight halves every HALF_LIFE years.
"""

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from kibitz.rules.othello.bulk import Masks

# Chosen on the moves of 2015, told who plays and knowing the games up to 2014: with 3, 6 and 12 years 67.3, 67.3 and 67.2 % of
# the first choices are right, and 67.1 % without forgetting.
HALF_LIFE: Final = 3.0
REMEMBERED_YEARS: Final = 10
MOST_DISCS: Final = 34  # later positions hardly ever come again

NOBODY: Final = -1

# How many of a player's own games weigh as much as the opinion of the model.
_MODEL_WEIGHT: Final = np.float32(2.0)

# Odd multipliers that spread the bits of a word (from splitmix64).
_PLAYER_FACTOR: Final = np.uint64(0xBF58476D1CE4E5B9)
_MIX_FACTOR: Final = np.uint64(0x9E3779B97F4A7C15)

Weights = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class OwnOpenings:
    """How often players brought positions about themselves, as weights.

    A player and a position are one key of 32 bits: of a million questions about moves never played, about a hundred meet the
    key of another one.
    """

    keys: NDArray[np.uint32]  # ascending, each once
    weights: NDArray[np.float16]

    @classmethod
    def none(cls) -> "OwnOpenings":
        """Of no player."""
        return cls(np.zeros(0, np.uint32), np.zeros(0, np.float16))

    @classmethod
    def of_moves(cls, players: NDArray[np.int64], keys_after: Masks, years: NDArray[np.int64], last_year: int) -> "OwnOpenings":
        """From moves with their players, the keys of the positions after them and their years, as seen at the end of a year."""
        remembered = (players != NOBODY) & (years <= last_year) & (years > last_year - REMEMBERED_YEARS)
        keys, place = np.unique(_keys(players[remembered], keys_after[remembered]), return_inverse=True)
        weights = np.bincount(place, 2.0 * 0.5 ** ((last_year - years[remembered]) / HALF_LIFE), len(keys))
        return cls(keys, weights.astype(np.float16))

    def weights_of(self, players: NDArray[np.int64], keys_after: Masks) -> Weights:
        """The weight of each move of each player, [M]; 0 where it was never played."""
        if not len(self.keys):
            return np.zeros(len(players), np.float32)
        wanted = _keys(players, keys_after)
        place = np.minimum(np.searchsorted(self.keys, wanted), len(self.keys) - 1)
        known = (self.keys[place] == wanted) & (players != NOBODY)
        return np.where(known, self.weights[place], 0).astype(np.float32)


def mixed_with_own(shares: Weights, own: Weights, position: NDArray[np.int64], count: int) -> Weights:
    """Probabilities of moves after the player's own games are heard; `position` [M] says which of `count` a move belongs to."""
    total = np.bincount(position, own, count).astype(np.float32)[position]
    mixed: Weights = (own + _MODEL_WEIGHT * shares) / (total + _MODEL_WEIGHT)
    return mixed


def _keys(players: NDArray[np.int64], keys_after: Masks) -> NDArray[np.uint32]:
    mixed = (keys_after ^ (players.astype(np.uint64) * _PLAYER_FACTOR)) * _MIX_FACTOR
    return (mixed >> np.uint64(32)).astype(np.uint32)
