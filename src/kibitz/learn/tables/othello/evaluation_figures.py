"""How well an evaluation predicts the results of games it has not seen."""

from typing import Final

import numpy as np

from kibitz.learn.tables.othello.evaluation import Samples
from kibitz.search.othello.endgame import scores_many
from kibitz.search.othello.evaluation import Evaluation

_STAGE_DISCS: Final = 4
_EXACT_EMPTIES: Final = (10, 14, 24)
_EXACT_POSITIONS: Final = 1000
_SOLVED_EMPTIES: Final = 14


def stage_figures(evaluation: Evaluation, samples: Samples) -> list[dict[str, float]]:
    """Errors on games by stages of 4 discs, in discs: against perfect play where known, and against the game as played."""
    values = evaluation.values(samples.boards)
    stage = (samples.disc_counts.astype(int) - 4) // _STAGE_DISCS
    rows = []
    for number in np.unique(stage):
        chosen = stage == number
        error = values[chosen] - samples.target[chosen]
        played = values[chosen] - samples.result[chosen]
        rows.append(
            {
                "first_discs": int(4 + number * _STAGE_DISCS),
                "positions": int(chosen.sum()),
                "mean_absolute_error": round(float(np.abs(error).mean()), 2),
                "mean_squared_error": round(float((error**2).mean()), 1),
                "mean_squared_error_as_played": round(float((played**2).mean()), 1),
            }
        )
    return rows


def exact_figures(evaluation: Evaluation, samples: Samples, seed: int = 5) -> list[dict[str, float]]:
    """Errors against exact scores, in discs, at 10 and 14 empties, solved, and at 24, known to the archive."""
    empties = 64 - samples.disc_counts.astype(int)
    random = np.random.default_rng(seed)
    rows = []
    for count in _EXACT_EMPTIES:
        there = np.flatnonzero(empties == count)
        chosen = samples.select(random.choice(there, min(_EXACT_POSITIONS, len(there)), replace=False))
        solved = count <= _SOLVED_EMPTIES
        scores = scores_many(chosen.boards) if solved else chosen.target
        error = evaluation.values(chosen.boards) - scores
        rows.append(
            {
                "empties": count,
                "positions": len(chosen),
                "mean_absolute_error": round(float(np.abs(error).mean()), 2),
                "mean_error": round(float(error.mean()), 2),
            }
        )
    return rows


def win_figures(evaluation: Evaluation, samples: Samples) -> dict[str, float]:
    """How well the chances predict who won: +1, 0, -1 for the side to move, over every position (Ng's measure)."""
    expected = 2 * evaluation.chances(samples.boards) - 1
    outcome = np.sign(samples.result)
    decided = outcome != 0
    return {
        "positions": len(samples),
        "mean_squared_error": round(float(((expected - outcome) ** 2).mean()), 4),
        "right_side": round(float((np.sign(expected[decided]) == outcome[decided]).mean()), 4),
    }
