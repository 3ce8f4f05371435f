"""The runs of the paper and beyond it: which there are, how they are run within a budget, and what is read from them."""

import math
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import numpy as np

from kibitz.errors import SetupError
from kibitz.experiments.leouski1996.opponent import GAMES, games_against, measure, trained_player, won_against_all
from kibitz.learn.runs.progress import Tell
from kibitz.learn.runs.run_folder import RunFolder
from kibitz.learn.temporal.othello import ntuple, temporal
from kibitz.learn.temporal.othello.ntuple import NTupleSettings
from kibitz.learn.temporal.othello.temporal import TemporalSettings
from kibitz.models.card import EVALUATION, write_card
from kibitz.models.othello.foresight import Foresight, solving, tables_foresight, wystan
from kibitz.models.othello.kinds import SIGMA_NETWORK
from kibitz.nets.othello.sigma_network import SigmaNetwork, save_network
from kibitz.search.othello.evaluation import Evaluation

SEEDS: Final = (1, 2, 3, 4, 5)
NETWORKS: Final = ("network1", "network2", "network3")
# Network 3 with smaller steps, and with a trace as well.
SLOWER: Final = "network3-slower"
LAMBDA: Final = "network3-lambda"
# The paper's own learning; kept is a running mean of the weights.
AVERAGED: Final = "network3-averaged"
# The mechanism that the paper proposes: a gate in the place of the number of discs.
GATED: Final = "network3-gated"
NTUPLE: Final = "ntuple"
PARTS: Final = (*NETWORKS, AVERAGED, SLOWER, LAMBDA, GATED, NTUPLE)
_SMALL_RATE: Final = 0.01
_TRACE: Final = 0.7
_AVERAGE: Final = 0.12
LAST_MEASUREMENTS: Final = 25  # measurements, one every 120 games


@dataclass(frozen=True, slots=True)
class Run:
    """One training of a part of the paper with a seed."""

    part: str
    seed: int

    @property
    def name(self) -> str:
        return f"{self.part}-seed{self.seed}"


def wanted_runs(parts: str) -> list[Run]:
    """The runs of some parts, one seed of each after the other; raises SetupError for a part that is not known."""
    names = PARTS if parts == "all" else tuple(filter(None, parts.split(",")))
    for name in names:
        if name not in PARTS:
            raise SetupError(f"there is no part {name!r}; known are {', '.join(PARTS)} and all")
    return [Run(part, seed) for seed in SEEDS for part in names if part != NTUPLE or seed == SEEDS[0]]


def run_all(parts: str, runs: Path, minutes: float | None, tell: Tell) -> None:
    """Run some parts until the time is over, if it is limited; whatever is not finished goes on the next time."""
    deadline = math.inf if minutes is None else time.monotonic() + 60 * minutes
    for run in wanted_runs(parts):
        folder = RunFolder(runs / run.name)
        if folder.result() is None and time.monotonic() < deadline:
            (_run_tables if run.part == NTUPLE else _run_network)(run, folder, tell, lambda: time.monotonic() < deadline)


def settings_of(run: Run) -> TemporalSettings:
    """The paper's settings, or what a part changes about them."""
    network, _, variant = run.part.partition("-")
    if not variant or run.part == GATED:
        return TemporalSettings(network=run.part, seed=run.seed)
    if run.part == AVERAGED:
        return TemporalSettings(network=network, average=_AVERAGE, seed=run.seed)
    return TemporalSettings(network=network, rate=_SMALL_RATE, trace=_TRACE if run.part == LAMBDA else 0.0, seed=run.seed)


def _run_network(run: Run, folder: RunFolder, tell: Tell, goes_on: Callable[[], bool]) -> None:
    network = temporal.learn(settings_of(run), folder, measure, tell, goes_on)
    if network is not None:
        save_trained(network, folder, run)
        folder.save_result({**end_of(folder), "against": won_against_all(trained_player(network))})


def _run_tables(run: Run, folder: RunFolder, tell: Tell, goes_on: Callable[[], bool]) -> None:
    tables = ntuple.learn(NTupleSettings(seed=run.seed), folder, measure_tables, tell, goes_on)
    if tables is not None:
        save_tables(tables, folder, run)
        folder.save_result({**end_of(folder), "against": won_against_all(tables_player(tables))})


def measure_tables(evaluation: Evaluation) -> dict[str, int]:
    """How pattern tables do against the opponent."""
    return games_against(tables_player(evaluation), wystan())


def tables_player(evaluation: Evaluation) -> Foresight:
    """Pattern tables as they play, searching as the networks do."""
    return solving(tables_foresight(evaluation))


def save_trained(network: SigmaNetwork, folder: RunFolder, run: Run) -> Path:
    """Write a network with its card, ready for `network:FILE`, and return its file."""
    weights = folder.path / f"{run.name}.safetensors"
    save_network(network, weights)
    what = f"{network.name} of Leouski and Utgoff (1996), trained by temporal differences"
    write_card(weights, {"kind": SIGMA_NETWORK, "features": "board", **_card_facts(what, folder, run)})
    return weights


def save_tables(tables: Evaluation, folder: RunFolder, run: Run) -> Path:
    """Write pattern tables with their card, ready for `network:FILE`, and return their file."""
    weights = folder.path / f"{run.name}.safetensors"
    tables.save(weights)
    what = "an n-tuple network, trained by temporal differences"
    write_card(weights, {"kind": EVALUATION, "features": tables.patterns, **_card_facts(what, folder, run)})
    return weights


def _card_facts(what: str, folder: RunFolder, run: Run) -> dict[str, Any]:
    return {
        "features_version": 1,
        "licence": "MIT",
        "description": what,
        "data": "games against itself",
        "split": "none: it is measured in games against another player",
        "settings": folder.settings(),
        "command": f"kibitz reproduce leouski1996 --networks {run.part}",
        "figures": end_of(folder),
    }


def end_of(folder: RunFolder) -> dict[str, float]:
    """What a run came to: the share of games won in its last measurements, the most of sixty, and those of the last network."""
    won = [int(row["won"]) for row in folder.metrics()]
    return {"end_share": float(np.mean(won[-LAST_MEASUREMENTS:])) / GAMES, "best_won": max(won), "last_won": won[-1]}


def finished(runs: Path, part: str) -> list[RunFolder]:
    """The folders of a part's finished runs, by seed."""
    folders = [RunFolder(runs / Run(part, seed).name) for seed in SEEDS]
    return [folder for folder in folders if folder.result() is not None]


def shipped_run(runs: Path) -> RunFolder | None:
    """The run whose network 3 is shipped: of all seeds the one with the best mean of its last measurements; None without runs."""
    folders = finished(runs, "network3")
    return max(folders, key=lambda folder: float((folder.result() or {})["end_share"]), default=None)


def trained_network(folder: RunFolder) -> SigmaNetwork:
    """The network of a run's last checkpoint."""
    return temporal.kept_network(folder)
