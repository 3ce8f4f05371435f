"""The report's experiments as run folders: one network for each kind of final board, none among them."""

import time
from pathlib import Path
from typing import Final

import numpy as np
import torch

from kibitz.errors import SetupError
from kibitz.experiments.paisarnsrisomsuk2015.dataset import Moves, load_moves, recorded_patterns, simulated_patterns
from kibitz.experiments.paisarnsrisomsuk2015.paper import TRAINING_MOVES
from kibitz.experiments.paisarnsrisomsuk2015.training import RECIPES, Examples, train
from kibitz.experiments.papers import Wanted
from kibitz.features.go_planes import Influence
from kibitz.learn.progress import Tell, Told
from kibitz.learn.run_folder import RunFolder

EXPERIMENTS: Final = ("none", "record", "simulated-10", "simulated-100", "simulated-1000")
_SEED: Final = 2015
_SETS: Final = ("train", "test")


def parse_experiments(text: str) -> list[str]:
    """The experiments of a text with commas between, or of `all`; raises SetupError."""
    names = list(EXPERIMENTS) if text == "all" else [name.strip() for name in text.split(",") if name.strip()]
    for name in names:
        if name not in EXPERIMENTS:
            raise SetupError(f"{name!r} is no experiment of the report; known are all, {', '.join(EXPERIMENTS)}")
    return names


def run_all(wanted: Wanted) -> None:
    """Run those that are wanted and not finished, one after another, and begin none when the minutes are over."""
    names, recipe = parse_experiments(wanted.parts), wanted.recipe
    if recipe not in RECIPES:
        raise SetupError(f"recipe {recipe!r} is not known; known are {', '.join(RECIPES)}")
    missing = [name for name in names if run_folder(wanted.runs, recipe, name).result() is None]
    if not missing:
        return
    torch.set_num_threads(wanted.threads)
    ends = time.monotonic() + 60 * wanted.minutes if wanted.minutes else None
    sets = load_moves(wanted.data, wanted.positions or TRAINING_MOVES, _SEED)
    for name in missing:
        if ends is None or time.monotonic() < ends:
            _run(name, recipe, wanted.runs, sets, wanted.tell)


def run_folder(runs: Path, recipe: str, name: str) -> RunFolder:
    return RunFolder(runs / f"{recipe}-{name}")


def _run(name: str, recipe: str, runs: Path, sets: tuple[Moves, Moves], tell: Tell) -> None:
    folder = run_folder(runs, recipe, name)
    folder.start({"experiment": name, "recipe": recipe, "seed": _SEED, "train": len(sets[0]), "test": len(sets[1])})
    train_on, test_on = (_examples(name, kind, moves, runs, tell) for kind, moves in zip(_SETS, sets, strict=True))
    trainings = len(train_on) * RECIPES[recipe].passes
    (folder.path / "metrics.csv").unlink(missing_ok=True)

    def measured(done: int, shares: list[float]) -> None:
        folder.add_metrics({"step": done, **{f"top_{guesses}": share for guesses, share in enumerate(shares, 1)}})
        tell(Told(f"{recipe}-{name}", done, trainings, f"{100 * shares[0]:.1f} %"))

    train(train_on, test_on, RECIPES[recipe], _SEED, measured)
    last = folder.metrics()[-1]
    folder.save_result({"moves": len(test_on), **{key: float(value) for key, value in last.items() if key != "step"}})


def _examples(name: str, kind: str, moves: Moves, runs: Path, tell: Tell) -> Examples:
    planes = moves.board_planes()
    if name != "none":
        planes = np.concatenate([planes, moves.pattern_planes(_patterns(name, kind, moves, runs, tell))], axis=1)
    return Examples(planes, moves.played, moves.dan)


def _patterns(name: str, kind: str, moves: Moves, runs: Path, tell: Tell) -> Influence:
    """Final boards, kept on disk for the next recipe: simulations take longer than learning does."""
    file = runs / "patterns" / f"{name}-{kind}-{len(moves)}.npy"
    if file.is_file():
        stored: Influence = np.load(file)
        return stored
    playouts = int(name.partition("-")[2] or 0)
    found = simulated_patterns(moves, playouts, tell, f"{name}-{kind}") if playouts else recorded_patterns(moves)
    file.parent.mkdir(parents=True, exist_ok=True)
    np.save(file, found)
    return found
