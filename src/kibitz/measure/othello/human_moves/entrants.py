"""What Kibitz itself enters into the benchmark: its models, and the baselines that everybody should beat.

`look-up` counts what was played in the training years; an unseen position gets equal chances. `engine:N` is the engine looking N
moves ahead, `ntuple` an n-tuple network looking one ahead: their values become probabilities by one temperature, fitted on a
sample of the validation year. Their first choice is the engine's.
"""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray

from kibitz.errors import SetupError
from kibitz.features.othello.candidates import keys_after
from kibitz.features.othello.openings import OpeningYears
from kibitz.features.othello.planes import Situations
from kibitz.features.othello.samples import expert_moves
from kibitz.measure.othello.accuracy import judge
from kibitz.measure.othello.human_moves.asked import Asked, read_asked
from kibitz.measure.othello.human_moves.judging import Entry
from kibitz.measure.othello.human_moves.splits import TRAIN, VALIDATE, splits_of
from kibitz.measure.othello.models import Told
from kibitz.models.othello.loading import load_model
from kibitz.models.othello.model import MoveModel, PersonalModel, RatedModel
from kibitz.models.store import find_by_name
from kibitz.rules.othello.bulk import Boards, children
from kibitz.search.othello.evaluation import Evaluation, load_evaluation
from kibitz.search.othello.move_values import move_values

LOOK_UP: Final = "look-up"
NTUPLE: Final = "ntuple"
ENGINE: Final = "engine:"
BASELINES: Final = (LOOK_UP, NTUPLE, "engine:1", "engine:4", "engine:8")

_BATCH: Final = 2048
_FITTED_ON: Final = 50  # one game in so many of the validation year gives the temperature
_TEMPERATURES: Final = np.geomspace(0.25, 16, 25)  # discs
_ENGINE_EVALUATION: Final = "evaluation-2014"

Progress = Callable[[int], None] | None
Predictor = Callable[[Asked, slice], NDArray[np.float64]]


@dataclass(frozen=True, slots=True)
class Entrant:
    """Somebody who predicts, in batches: probabilities [n, 64] of some rows of what is asked."""

    entry: Entry
    predict: Predictor

    def probabilities(self, asked: Asked, progress: Progress = None) -> NDArray[np.float64]:
        """The predictions for everything that is asked, [N, 64]; `progress` hears how many are done."""
        parts = []
        for start in range(0, max(len(asked), 1), _BATCH):
            parts.append(self.predict(asked, slice(start, start + _BATCH)))
            if progress is not None:
                progress(min(start + _BATCH, len(asked)))
        return np.concatenate(parts)


def model_entrant(name: str, knowing: Told) -> Entrant:
    """A model of moves by its name; raises SetupError if it cannot be told ratings or names."""
    model = load_model(name)
    if knowing is Told.RATINGS and not isinstance(model, RatedModel):
        raise SetupError(f"the model {name} does not take ratings; use --knowing nothing")
    if knowing is Told.NAMES and not isinstance(model, PersonalModel):
        raise SetupError(f"the model {name} does not take names; use --knowing nothing")
    return Entrant(Entry(name, knowing), lambda asked, rows: _told(model, knowing, asked, rows))


def _told(model: MoveModel, knowing: Told, asked: Asked, rows: slice) -> NDArray[np.float64]:
    situations = asked.moves.situations.take(rows)
    if knowing is Told.NAMES and isinstance(model, PersonalModel):
        return model.personal_probabilities(situations, asked.player[rows])
    return model.probabilities(situations, asked.rating[rows] if knowing is Told.RATINGS else None)


def baseline_entrant(name: str, folder: Path, wthor: Path | None) -> Entrant:
    """A baseline by its name; `look-up` reads the training years of a folder of WTHOR files. Raises SetupError."""
    if name == LOOK_UP:
        return _look_up(wthor)
    if name == NTUPLE:
        return _by_values(name, load_evaluation(find_by_name(NTUPLE).weights), 1, folder)
    depth = name.removeprefix(ENGINE)
    if not (name.startswith(ENGINE) and depth.isdecimal() and 1 <= int(depth) <= 12):
        raise SetupError(f"there is no baseline {name!r}; baselines are {', '.join(BASELINES)}")
    return _by_values(name, load_evaluation(find_by_name(_ENGINE_EVALUATION).weights), int(depth), folder)


def _look_up(wthor: Path | None) -> Entrant:
    if wthor is None:
        raise SetupError("look-up counts the training games; name their folder with --wthor")
    train = next(split for split in splits_of(wthor) if split.name == TRAIN)
    moves = expert_moves(wthor, train.years)
    situations = moves.situations
    last = train.years[-1]
    counts = OpeningYears.of_positions(situations.boards, situations.black_to_move, np.full(len(moves), last))

    def predict(asked: Asked, rows: slice) -> NDArray[np.float64]:
        return _counted(counts, asked.moves.situations.take(rows), last)

    return Entrant(
        Entry(LOOK_UP, Told.NOTHING, "counts of the positions after each move; one more game with equal chances"), predict
    )


def _counted(counts: OpeningYears, situations: Situations, last: int) -> NDArray[np.float64]:
    """How often each move's position was reached, with one more game in which all moves are equally likely."""
    keys = keys_after(situations.boards, situations.black_to_move)
    moves = children(situations.boards)
    table = np.zeros((len(situations), 64))
    legal_moves = np.bincount(moves.parent, minlength=len(situations))[moves.parent]
    table[moves.parent, moves.square] = counts.reached(keys, np.full(len(keys), last)).ever + 1 / legal_moves
    shares: NDArray[np.float64] = table / table.sum(axis=1, keepdims=True)
    return shares


def _by_values(name: str, evaluation: Evaluation, depth: int, folder: Path) -> Entrant:
    temperature = _fitted_temperature(evaluation, depth, folder)
    note = f"first choice of the search; probabilities by a temperature of {temperature:.2f} discs, fitted on {VALIDATE}"
    return Entrant(
        Entry(name, Told.NOTHING, note),
        lambda asked, rows: _softened(_value_table(evaluation, asked.moves.situations.take(rows).boards, depth), temperature),
    )


def _fitted_temperature(evaluation: Evaluation, depth: int, folder: Path) -> float:
    asked = read_asked(folder, VALIDATE, _FITTED_ON)
    values = _value_table(evaluation, asked.moves.situations.boards, depth)
    losses = [judge(_softened(values, each), asked.moves).nll.mean() for each in _TEMPERATURES]
    return float(_TEMPERATURES[int(np.argmin(losses))])


def _value_table(evaluation: Evaluation, boards: Boards, depth: int) -> NDArray[np.float64]:
    """The value of each legal move in discs, [N, 64]; minus infinity elsewhere."""
    found = move_values(evaluation, boards, depth)
    table = np.full((len(boards), 64), -np.inf)
    table[found.parent, found.square] = found.value
    return table


def _softened(values: NDArray[np.float64], temperature: float) -> NDArray[np.float64]:
    weights = np.exp((values - values.max(axis=1, keepdims=True)) / temperature)
    shares: NDArray[np.float64] = weights / weights.sum(axis=1, keepdims=True)
    return shares
