"""The errors of a trained value network: on the report's seven sets, with games apart, and on a year it has not seen."""

from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kibitz.experiments.ng2017.networks import TEST_YEAR
from kibitz.experiments.ng2017.paper import SETS
from kibitz.experiments.ng2017.samples import sampled
from kibitz.learn.networks.othello.value_settings import ValueSettings
from kibitz.learn.networks.othello.value_training import as_begun, divided, joined, load_value_net, predicted
from kibitz.learn.runs.progress import Tell, Told
from kibitz.learn.runs.run_folder import RunFolder
from kibitz.learn.tables.othello.drawn_positions import DrawnPositions, WholeGames
from kibitz.nets.othello.value_net import ValueNet


def measure(folder: RunFolder, wthor: Path, tell: Tell) -> dict[str, Any]:
    """Write and return the run's result: errors by set, for games of training and games held back, and on the test year.

    A set is a sample of one position from every game. Set 1 is looked at as a whole, held back positions included, as the report
    does.
    """
    settings = ValueSettings.from_json(folder.settings())
    net = load_value_net(folder)
    games = WholeGames.of_years(wthor, settings.years)
    learned = divided(settings, joined([games.drawn(seed) for seed in settings.sets])).train
    trained = _games_of_training(learned, len(games))
    errors, is_trained = {}, {}
    for number in SETS:
        tell(Told(f"{folder.path.name}, measuring", number - 1, len(SETS) + 1))
        drawn = as_begun(settings, sampled(games.drawn(number), number))
        errors[number], is_trained[number] = _errors(net, drawn), trained[drawn.game]
    result = {
        **_run_facts(folder, settings),
        "training_positions": len(learned),
        "sets": {str(number): float(found.mean()) for number, found in errors.items()},
        **_shared_games(errors, is_trained),
        **_unseen_year(net, settings, wthor),
    }
    folder.save_result(result)
    return result


def _games_of_training(learned: DrawnPositions, games: int) -> NDArray[np.bool_]:
    """Whether a position of each game was learned from, [G]."""
    was_trained = np.zeros(games, np.bool_)
    was_trained[learned.game] = True
    return was_trained


def _shared_games(errors: dict[int, NDArray[np.float32]], is_trained: dict[int, NDArray[np.bool_]]) -> dict[str, Any]:
    """The error on sets 2 to 7, and apart for positions of games that another position was learned from, and of the others."""
    others = np.concatenate([errors[number] for number in SETS[1:]])
    shared = np.concatenate([is_trained[number] for number in SETS[1:]])
    return {
        "independent": float(others.mean()),
        "training": float(errors[1].mean()),
        "games_shared": float(others[shared].mean()),
        "games_apart": float(others[~shared].mean()) if not shared.all() else None,
        "positions_shared": int(shared.sum()),
        "positions_apart": int((~shared).sum()),
    }


def _unseen_year(net: ValueNet, settings: ValueSettings, wthor: Path) -> dict[str, Any]:
    """The error on a sample of all positions of the test year, None if its file is not there."""
    if not (wthor / f"WTH_{TEST_YEAR}.wtb").is_file():
        return {"unseen_year": None}
    drawn = sampled(WholeGames.of_years(wthor, (TEST_YEAR, TEST_YEAR)).all_positions(), TEST_YEAR)
    return {"unseen_year": float(_errors(net, as_begun(settings, drawn)).mean())}


def _run_facts(folder: RunFolder, settings: ValueSettings) -> dict[str, Any]:
    rows = folder.metrics()
    facts = folder.load_checkpoint().facts
    return {
        "epochs": int(rows[-1]["epoch"]),
        "best_epoch": facts["best_epoch"],
        "held_back": facts["best_error"] if settings.held_back else None,
        "stopped_early": int(rows[-1]["epoch"]) - facts["best_epoch"] >= settings.patience,
        "seconds": facts["seconds"],
        "weights": settings.net.weight_count(),
    }


def _errors(net: ValueNet, positions: DrawnPositions) -> NDArray[np.float32]:
    errors: NDArray[np.float32] = np.square(predicted(net, positions) - positions.outcome)
    return errors
