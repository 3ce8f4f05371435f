"""What tables may begin with instead of nothing: tables of an earlier run, or the engine's evaluation and the expert's moves.

The evaluation reads the same patterns, so its weights are taken over as they are. The expert's probabilities are imitated on
positions of tournament games.
"""

from dataclasses import dataclass
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray

from kibitz import _native
from kibitz.errors import SetupError
from kibitz.features.othello.planes import Situations, situations_of_replay
from kibitz.files import make_folder, whole_file
from kibitz.learn.runs.kinds import Job
from kibitz.learn.runs.progress import Told
from kibitz.learn.selfplay.othello.learning import SelfPlayPlan
from kibitz.models.othello.loading import load_model
from kibitz.models.othello.model import MoveModel
from kibitz.models.store import find_by_name
from kibitz.records.othello.wthor import read_positions
from kibitz.search.othello.evaluation import UNITS_PER_DISC, Evaluation, load_evaluation
from kibitz.search.othello.policy_tables import PolicyTables, load_policy_tables, new_core

FIRST_WEIGHTS: Final = "first-weights.npy"
_CHUNK: Final = 2000


@dataclass(frozen=True, slots=True)
class StartSettings:
    """From what the tables begin: a file of other tables, or the names of an evaluation and of a model of moves, none if empty.

    The model is imitated on `positions` of the games of `years`, first and last, at these rates, one pass each.
    """

    tables: str = ""
    evaluation: str = ""
    expert: str = ""
    years: tuple[int, int] = (2005, 2014)
    positions: int = 60_000
    rates: tuple[float, ...] = (0.1, 0.05)
    seed: int = 1


def first_weights(plan: SelfPlayPlan, start: StartSettings, job: Job) -> NDArray[np.float32]:
    """The weights a run begins with, [rows, knots, 2]; they are kept in its folder. Raises SetupError."""
    path = job.folder.path / FIRST_WEIGHTS
    if not path.is_file():
        tables = new_core(plan.patterns, plan.size, plan.knots)
        if start.tables:
            tables.weights[:] = _known_tables(start, plan).weights
        if start.evaluation:
            take_over(tables, load_evaluation(find_by_name(start.evaluation).weights), plan)
        if start.expert:
            imitate(tables, load_model(start.expert), _situations(start, job), start, job)
        make_folder(job.folder.path)
        with whole_file(path) as file:
            np.save(file, tables.weights)
    found: NDArray[np.float32] = np.load(path, allow_pickle=False)
    return found


def _known_tables(start: StartSettings, plan: SelfPlayPlan) -> PolicyTables:
    found = load_policy_tables(Path(start.tables).expanduser())
    if (found.patterns, found.size, found.knots) != (plan.patterns, plan.size, plan.knots):
        raise SetupError(f"{start.tables} holds tables of {found.patterns} at knots {list(found.knots)}, not those asked for")
    return found


def take_over(tables: _native.othello.PolicyTables, evaluation: Evaluation, plan: SelfPlayPlan) -> None:
    """Give tables the values of an evaluation; raises SetupError if it reads other patterns or has other knots."""
    if (evaluation.patterns, evaluation.knots) != (plan.patterns, plan.knots):
        raise SetupError(f"the evaluation reads {evaluation.patterns} at knots {list(evaluation.knots)}, the tables do not")
    tables.weights[:, :, 0] = evaluation.weights.T.astype(np.float32) / UNITS_PER_DISC


def imitate(
    tables: _native.othello.PolicyTables, model: MoveModel, situations: Situations, start: StartSettings, job: Job
) -> None:
    """Teach tables the moves of a model."""
    chunks = [situations.take(slice(begin, begin + _CHUNK)) for begin in range(0, len(situations), _CHUNK)]
    shares = []
    for number, chunk in enumerate(chunks):
        job.tell(Told("asking the expert", number * _CHUNK, len(situations)))
        shares.append(model.probabilities(chunk).astype(np.float32))
    for number, rate in enumerate(start.rates, 1):
        for chunk, wanted in zip(chunks, shares, strict=True):
            boards = chunk.boards
            no_scores = np.zeros(len(boards), np.float32)
            _, loss = tables.learn(boards.own, boards.opp, no_scores, wanted, 0.0, rate)
        job.tell(Told("imitating the expert", number, len(start.rates), f"cross entropy {loss:.3f}"))


def _situations(start: StartSettings, job: Job) -> Situations:
    """Some positions of tournament games, in random order; years without a file are left out."""
    files = [job.games / f"WTH_{year}.wtb" for year in range(start.years[0], start.years[1] + 1)]
    _, replay = read_positions([file for file in files if file.is_file()])
    found = situations_of_replay(replay)
    rows = np.random.default_rng(start.seed).permutation(len(found))[: start.positions]
    return found.take(rows)
