"""The report's experiments as run folders: one network for each kind of final board, none among them."""

import time
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Final

import numpy as np
import torch

from kibitz.cluster import open_workers
from kibitz.experiments.paisarnsrisomsuk2015.dataset import (
    Moves,
    load_moves,
    predicted_patterns,
    recorded_patterns,
    save_whole,
    simulate_patterns,
)
from kibitz.experiments.paisarnsrisomsuk2015.experiments import (
    PREDICTED,
    Recipe,
    last_first_guesses,
    last_rows,
    run_folder,
    variant_of,
)
from kibitz.experiments.paisarnsrisomsuk2015.paper import TRAINING_MOVES
from kibitz.experiments.paisarnsrisomsuk2015.training import Examples, train
from kibitz.experiments.papers import Wanted
from kibitz.features.go.planes import HIGHEST_RANK, Influence
from kibitz.learn.runs.progress import Tell, Told
from kibitz.learn.runs.run_folder import RunFolder
from kibitz.models.go.default import DEFAULT_GO_MODEL
from kibitz.models.go.network import load_go_network
from kibitz.models.store import find_model

_SEED: Final = 2015
_SETS: Final = ("train", "test")


def run_all(names: Mapping[str, Recipe], wanted: Wanted) -> None:
    """Run these experiments, each by its recipe, one after another, and begin none when the minutes are over."""
    torch.set_num_threads(wanted.threads)
    ends = time.monotonic() + 60 * wanted.minutes if wanted.minutes else None
    sets = cache(lambda of_all_ranks: load_moves(wanted.data, wanted.positions or TRAINING_MOVES, _SEED, of_all_ranks))
    for name, recipe in names.items():
        if ends is None or time.monotonic() < ends:
            _run(name, recipe, wanted, sets(recipe.is_of_all_ranks))


def _run(name: str, recipe: Recipe, wanted: Wanted, sets: tuple[Moves, Moves]) -> None:
    folder = run_folder(wanted.runs, wanted.recipe, name)
    train_on, test_on = (_examples(name, kind, moves, wanted, recipe) for kind, moves in zip(_SETS, sets, strict=True))
    settings = {"experiment": name, "recipe": wanted.recipe, "seed": _SEED, "train": len(train_on), "test": len(test_on)}
    settings |= {"passes": recipe.passes, "networks": recipe.networks}
    if variant_of(name) is not None:
        settings["ranks"] = {str(dan): int((train_on.dan == dan).sum()) for dan in range(1, HIGHEST_RANK + 1)}
    folder.start(settings, are_the_same=lambda found: {**found, "networks": recipe.networks} == settings)
    taught = _keep_whole_networks(folder, len(train_on) * recipe.passes)
    for number in range(recipe.networks):
        if number not in taught:
            _train_one(number, train_on, test_on, recipe, folder, wanted.tell)
    folder.save_result({"moves": len(test_on), **_means(folder)})


def _keep_whole_networks(folder: RunFolder, last_step: int) -> set[int]:
    """The networks that were taught to the end before a run was broken off, or was to have fewer; what is left of others goes."""
    rows = folder.metrics()
    whole = {int(row["network"]) for row in rows if int(row["step"]) == last_step}
    folder.replace_metrics(row for row in rows if int(row["network"]) in whole)
    return whole


def _train_one(number: int, train_on: Examples, test_on: Examples, recipe: Recipe, folder: RunFolder, tell: Tell) -> None:
    """Teach one network of a run and add what is measured on the way to the run's metrics."""

    def measured(done: int, shares: list[float]) -> None:
        top = {f"top_{guesses}": round(share, 4) for guesses, share in enumerate(shares, 1)}
        folder.add_metrics({"network": number, "step": done, **top})
        tell(Told(f"{folder.path.name} {number}", done, len(train_on) * recipe.passes, f"{100 * shares[0]:.1f} %"))

    train(train_on, test_on, recipe, _SEED + number, measured)


def _means(folder: RunFolder) -> dict[str, float]:
    """The last figures of a run's networks, on the mean, and the lowest and highest share of first guesses that were right."""
    last = last_rows(folder)
    means = {key: float(np.mean([float(row[key]) for row in last])) for key in last[0] if key.startswith("top")}
    first = last_first_guesses(folder)
    return {**means, "lowest_top_1": min(first), "highest_top_1": max(first)}


def _examples(name: str, kind: str, moves: Moves, wanted: Wanted, recipe: Recipe) -> Examples:
    planes = moves.board_planes(recipe.groups)
    if name != "none" and variant_of(name) is None:
        planes = np.concatenate([planes, moves.pattern_planes(_patterns(name, kind, moves, wanted))], axis=1)
    return Examples(planes, moves.played, moves.dan)


def _patterns(name: str, kind: str, moves: Moves, wanted: Wanted) -> Influence:
    """Final boards, kept on disk for the next recipe: simulations take longer than learning does."""
    file = wanted.runs / "patterns" / f"{name}-{kind}-{len(moves)}.npy"
    if not file.is_file():
        file.parent.mkdir(parents=True, exist_ok=True)
        _compute(name, moves, file, wanted, f"{name}-{kind}")
    found: Influence = np.load(file)
    return found


def _compute(name: str, moves: Moves, file: Path, wanted: Wanted, part: str) -> None:
    if name == "record":
        save_whole(file, recorded_patterns(moves))
    elif name == PREDICTED:
        network = load_go_network(find_model(DEFAULT_GO_MODEL).weights)
        save_whole(file, predicted_patterns(moves, network, wanted.tell, part))
    else:
        with open_workers(wanted.threads, wanted.cluster) as workers:
            simulate_patterns(moves, int(name.partition("-")[2]), file, workers, wanted.tell, part)
