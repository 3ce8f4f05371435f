"""What Kibitz's own models say of the report's sets, measured as its networks are."""

from typing import Any, Final

import numpy as np

from kibitz.experiments.ng2017.paper import SETS
from kibitz.experiments.ng2017.samples import SAMPLE, sampled
from kibitz.experiments.papers import MODELS, Wanted
from kibitz.learn.runs.progress import Told
from kibitz.learn.runs.run_folder import RunFolder
from kibitz.learn.tables.othello.drawn_positions import DrawnPositions, WholeGames
from kibitz.models.othello.model import WinnerModel
from kibitz.models.othello.winners import foretold, load_winner_model

YEARS: Final = (1977, 2014)  # of the games that the sets are drawn from
# Models and how many positions of each set they are asked about; one that searches takes a while for each.
OWN_MODELS: Final = {"evaluation-2014": SAMPLE, "winner-2014": 2000}


def measure_models(wanted: Wanted) -> None:
    """Write the errors on the sets of those models that have not been measured."""
    for name, most in OWN_MODELS.items():
        folder = RunFolder(wanted.runs / MODELS / name)
        if folder.result() is None:
            folder.start({"model": name, "sets": list(SETS[1:]), "years": list(YEARS), "positions": most})
            folder.save_result(_measured(name, most, wanted))


def _measured(name: str, most: int, wanted: Wanted) -> dict[str, Any]:
    """The mean squared error on sets 2 to 7, by set and in all, with its standard error."""
    model, games = load_winner_model(name), WholeGames.of_years(wanted.data, YEARS)
    errors = {}
    for done, number in enumerate(SETS[1:]):
        wanted.tell(Told(f"{name}, measuring", done, len(SETS) - 1))
        errors[number] = _errors(model, sampled(games.drawn(number), number, most))
    together = np.concatenate(list(errors.values()))
    return {
        "sets": {str(number): float(found.mean()) for number, found in errors.items()},
        "independent": float(together.mean()),
        "standard_error": float(together.std() / np.sqrt(len(together))),
        "positions": len(together),
    }


def _errors(model: WinnerModel, positions: DrawnPositions) -> np.ndarray[Any, np.dtype[np.float64]]:
    return np.square(2 * foretold(model, positions.situations()) - 1 - positions.outcome)
