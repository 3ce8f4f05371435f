"""What a finished run leaves: the model's card, with figures measured on the very file that is kept, and the result."""

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kibitz.features.othello.samples import ExpertMoves, moves_of_replay
from kibitz.learn.runs.kinds import Job
from kibitz.learn.runs.progress import Told
from kibitz.measure.intervals import intervals
from kibitz.measure.othello.models import judge_model
from kibitz.models.card import write_card
from kibitz.models.othello.loading import load_model
from kibitz.records.othello.wthor import read_positions


def moves_with_games(wthor: Path, year: int) -> tuple[ExpertMoves, NDArray[np.int64]]:
    """All moves of a year, and the number of the game of each."""
    _, replay = read_positions([wthor / f"WTH_{year}.wtb"])
    return moves_of_replay(replay), replay.game_of_row()


def finish_move_model(job: Job, weights: Path, facts: Mapping[str, Any], years: Iterable[int]) -> dict[str, Any]:
    """Write the card of a model of moves, and the run's result, which is returned; both have figures on some years.

    Years without a file are left out.
    """
    facts = {**facts, "licence": job.licence, "command": job.command}
    write_card(weights, {**facts, "figures": {}})
    figures = {f"WTHOR {year}": _figures(job, weights, year) for year in years if (job.games / f"WTH_{year}.wtb").is_file()}
    write_card(weights, {**facts, "figures": figures})
    result = {"model": weights.name, "figures": figures}
    job.folder.save_result(result)
    return result


def _figures(job: Job, weights: Path, year: int) -> dict[str, Any]:
    moves, game = moves_with_games(job.games, year)
    part = f"measuring {year}"
    verdicts = judge_model(load_model(str(weights)), moves, progress=lambda done: job.tell(Told(part, done, len(moves))))
    return {key: _rounded(value) for key, value in {**verdicts.figures(), **intervals(verdicts, game)}.items()}


def _rounded(value: float | int | None) -> float | int | None:
    return round(value, 4) if isinstance(value, float) else value
