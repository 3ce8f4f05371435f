"""When people resign, learned from games that were not played to the end: how far behind the side to move was, and how late.

In the files of PlayOK a game that was given up ends with a win of all discs for the side that was not to move.
"""

from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from kibitz.models.othello.rated_play import Resignation, values_behind
from kibitz.records.othello.wthor import WthorTable, read_positions
from kibitz.rules.othello.bulk import Boards, Masks, Replay, legal_masks

Floats = NDArray[np.float64]

LEAST: Final = 4.0
FIRST_EMPTIES: Final = 40
"""Whoever leaves earlier, or hardly behind, has left for another reason, such as a lost connection."""

_EVERY: Final = 16  # one game in so many is read
_STEPS: Final = 25


def fit_resignation(path: Path) -> tuple[Resignation, dict[str, Any]]:
    """The log odds that fit the games of a file best, and what they were found from; repeats to the bit."""
    value, empties, gave_up = positions_behind(path)
    weights = _logistic(np.stack([np.ones(len(value)), value, empties, value * empties], axis=1), gave_up)
    counts = {"positions": len(value), "resignations": int(gave_up.sum())}
    constant, of_value, of_empties, of_both = (round(float(each), 5) for each in weights)
    return Resignation(constant, of_value, of_empties, of_both, LEAST, FIRST_EMPTIES), counts


def positions_behind(path: Path, every: int = _EVERY) -> tuple[Floats, Floats, NDArray[np.bool_]]:
    """Positions in which the side to move was behind: its value in discs, the empty squares, and whether it gave up then.

    They are those of one game in `every`.
    """
    table, replay = read_positions([path])
    some = np.arange(len(table)) % every == 0
    left = _left(table, replay) & some
    moved = np.flatnonzero(some[replay.game_of_row()])
    own = np.concatenate([replay.boards.own[moved], _of_loser(table, replay.final_black, replay.final_white)[left]])
    opp = np.concatenate([replay.boards.opp[moved], _of_loser(table, replay.final_white, replay.final_black)[left]])
    gave_up = np.arange(len(own)) >= len(moved)
    empties = 64 - np.bitwise_count(own | opp).astype(np.int64)
    late = np.flatnonzero(empties <= FIRST_EMPTIES)
    value = values_behind(Boards(own[late], opp[late])).astype(np.float64)
    behind = value <= -LEAST
    return value[behind], empties[late][behind].astype(np.float64), gave_up[late][behind]


def _left(table: WthorTable, replay: Replay) -> NDArray[np.bool_]:
    """Which games were given up by the side to move, [G]."""
    own, opp = _of_loser(table, replay.final_black, replay.final_white), _of_loser(table, replay.final_white, replay.final_black)
    winner_moved = replay.black_to_move[np.maximum(replay.first[1:] - 1, 0)] == (table.black_score > 0)
    found: NDArray[np.bool_] = ~replay.over & (np.diff(replay.first) > 0) & (legal_masks(Boards(own, opp)) != 0) & winner_moved
    return found


def _of_loser(table: WthorTable, black: Masks, white: Masks) -> Masks:
    """What belongs to the loser of each game, [G]."""
    return np.where(table.black_score < 0, black, white)


def _logistic(inputs: Floats, happened: NDArray[np.bool_]) -> Floats:
    """The weights of a logistic regression by Newton's method."""
    weights = np.zeros(inputs.shape[1])
    for _ in range(_STEPS):
        chance = 1 / (1 + np.exp(-inputs @ weights))
        slope = inputs.T @ (happened - chance)
        weights += np.linalg.solve((inputs * (chance * (1 - chance))[:, None]).T @ inputs + 1e-6 * np.eye(len(weights)), slope)
    return weights
