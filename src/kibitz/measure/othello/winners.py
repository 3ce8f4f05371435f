"""How well chances to win agree with how games ended: Ng's mean squared error, and whether a chance means what it says.

A game counts 1 for its winner, 0 for both sides of a draw, -1 for its loser; a chance of 0.75 expects 0.5. Every position before
a disc is placed counts, of games that were played to their end.
"""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from kibitz.features.othello.planes import Situations, situations_of_replay
from kibitz.measure.calibration import Reliability, reliability
from kibitz.records.othello.record import GameRecord
from kibitz.rules.othello import bulk
from kibitz.rules.othello.bulk import Boards, Replay
from kibitz.rules.othello.position import Position
from kibitz.rules.squares import NO_MOVE

CALIBRATION_AXES: Final = ("chance to win", "share won, draws as half")
_BOARD_SIZE: Final = 8
_STAGE_DISCS: Final = 4
_DRAWS: Final = 1000
_SEED: Final = 2017
_EDGES: Final = (0.025, 0.975)


@dataclass(frozen=True, slots=True)
class DecidedPositions:
    """Positions, how their games ended for the side to move (1, 0 or -1), and the number of their game, all [N]."""

    situations: Situations
    outcome: NDArray[np.float64]
    game: NDArray[np.int64]

    def __len__(self) -> int:
        return len(self.game)


def decided_positions(records: Iterable[GameRecord]) -> DecidedPositions:
    """All positions of the finished ones of some games; games on boards other than 8×8 are left out."""
    by_start: dict[Position, list[GameRecord]] = defaultdict(list)
    for record in records:
        if record.start.size == _BOARD_SIZE:
            by_start[record.start].append(record)
    parts = [decided_positions_of_replay(_replay(start, games)) for start, games in by_start.items()]
    return _joined(parts)


def decided_positions_of_replay(played: Replay) -> DecidedPositions:
    """All positions of the finished ones of some games."""
    game = played.game_of_row()
    winner = np.sign(played.black_scores())[game]
    outcome = np.where(played.black_to_move, winner, -winner).astype(np.float64)
    rows = (played.over & (played.failed_at < 0))[game]
    return DecidedPositions(situations_of_replay(played).take(rows), outcome[rows], game[rows])


def winner_report(chances: NDArray[np.float64], positions: DecidedPositions) -> dict[str, Any]:
    """All figures of the chances of some positions, as JSON; the interval is found by drawing games."""
    errors = np.square(2 * chances - 1 - positions.outcome)
    decided = positions.outcome != 0
    right = np.sign(2 * chances - 1)[decided] == positions.outcome[decided]
    low, high = _interval(errors, positions.game)
    return {
        "games": len(np.unique(positions.game)),
        "positions": len(positions),
        "mean_squared_error": float(errors.mean()),
        "mean_squared_error_low": low,
        "mean_squared_error_high": high,
        "right_side": float(right.mean()) if len(right) else None,
        "by_stage": _by_stage(errors, positions.situations.boards),
        "calibration": chance_reliability(chances, positions).to_json(),
    }


def chance_reliability(chances: NDArray[np.float64], positions: DecidedPositions) -> Reliability:
    """Positions by their chance to win, and how often they were won, a draw counted as half a win."""
    return reliability(chances, (positions.outcome + 1) / 2)


def _by_stage(errors: NDArray[np.float64], boards: Boards) -> list[dict[str, Any]]:
    stage = (np.bitwise_count(boards.own | boards.opp).astype(np.int64) - 4) // _STAGE_DISCS
    rows = []
    for number in np.unique(stage).tolist():
        chosen = errors[stage == number]
        first = 4 + number * _STAGE_DISCS
        rows.append({"first_discs": first, "positions": len(chosen), "mean_squared_error": float(chosen.mean())})
    return rows


def _interval(errors: NDArray[np.float64], game: NDArray[np.int64]) -> tuple[float | None, float | None]:
    """Between which values 95 % of drawn sets of games have their error; None where there are fewer than two games."""
    _, game = np.unique(game, return_inverse=True)
    count = int(game.max(initial=-1)) + 1
    if count < 2:
        return None, None
    sums = np.stack([np.bincount(game, minlength=count), np.bincount(game, weights=errors, minlength=count)], axis=1)
    chooser = np.random.default_rng(_SEED)
    totals = np.array([sums[chooser.integers(0, count, count)].sum(axis=0) for _ in range(_DRAWS)])
    low, high = np.quantile(totals[:, 1] / totals[:, 0], _EDGES)
    return float(low), float(high)


def _replay(start: Position, games: list[GameRecord]) -> Replay:
    table = np.full((len(games), max(max(len(record.moves) for record in games), 1)), NO_MOVE, np.int8)
    for row, record in zip(table, games, strict=True):
        row[: len(record.moves)] = record.moves
    return bulk.replay(table, start)


def _joined(parts: list[DecidedPositions]) -> DecidedPositions:
    if not parts:
        return decided_positions_of_replay(_replay(Position.start(), [GameRecord(moves=())]))
    firsts = np.cumsum([0, *(int(part.game.max(initial=-1)) + 1 for part in parts[:-1])])
    situations = [part.situations for part in parts]
    own, opp = (np.concatenate([getattr(each.boards, side) for each in situations]) for side in ("own", "opp"))
    return DecidedPositions(
        Situations(
            Boards(own, opp),
            np.concatenate([each.black_to_move for each in situations]),
            np.concatenate([each.recent for each in situations]),
        ),
        np.concatenate([part.outcome for part in parts]),
        np.concatenate([part.game + first for part, first in zip(parts, firsts, strict=True)]),
    )
