"""Variants and mixtures of networks compared on the answers that were kept; no network is asked here."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from kibitz.experiments.hlynsson2017.variants import BASE, PARTS, REFERENCE, Named, parse_network
from kibitz.features.othello.samples import ExpertMoves, stages
from kibitz.learn.runs.run_folder import read_json
from kibitz.measure.intervals import DRAWS, LEVEL, intervals
from kibitz.measure.othello.accuracy import judge

COMPARISONS_FILE: Final = "comparisons.json"
FULL_RUN: Final = "better-hlynsson42-11"
RAW_RUN: Final = "better-raw-11"
VARIANT_RUN: Final = f"better-{BASE.name}-"
VARIANT_REFERENCE: Final = VARIANT_RUN + REFERENCE
IMAGES_OF: Final = FULL_RUN
IMAGES_NAME: Final = "eight images"
SWITCH_STAGE: Final = 5  # moves 29–32, the first that the full planes predict
_SEED: Final = 2017

Answers = NDArray[np.float32]  # [N, 64], probabilities over the legal moves


@dataclass(frozen=True, slots=True)
class Year:
    """The moves of a year and the game of each."""

    moves: ExpertMoves
    game: NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Combination:
    """Several networks that answer together; `compared` is the run whose answers alone it is compared with."""

    says: str
    members: tuple[str, ...]
    compared: str
    mix: Callable[[list[Answers], Year], Answers]


def read_comparisons(run_root: Path) -> dict[str, Any]:
    """What compare_all() found for a folder of runs; empty if it has not been there."""
    path = run_root / COMPARISONS_FILE
    return read_json(path) if path.is_file() else {"variants": {}, "combinations": {}}


def reference_of(run_name: str) -> str:
    """The run that a variant is compared with: the reference of its seed, or for that of another seed the first; else none."""
    if not run_name.startswith(VARIANT_RUN):
        return ""
    named = parse_network(run_name.removeprefix("better-"))
    if named.variant in PARTS or named == Named(BASE, REFERENCE):
        return ""
    seed = 1 if named.variant == REFERENCE else named.seed
    return "better-" + Named(BASE, REFERENCE, seed).name


def difference(ours: Answers, theirs: Answers, year: Year) -> dict[str, Any]:
    """How much more often the first is right than the second on the same moves, in shares, with an interval by game."""
    gain = judge(ours, year.moves).first.astype(float) - judge(theirs, year.moves).first
    _, game = np.unique(year.game, return_inverse=True)
    count = int(game.max()) + 1
    sums = np.stack([np.bincount(game, minlength=count), np.bincount(game, weights=gain, minlength=count)], axis=1)
    chooser = np.random.default_rng(_SEED)
    totals = np.array([sums[chooser.integers(0, count, count)].sum(axis=0) for _ in range(DRAWS)])
    low, high = np.quantile(totals[:, 1] / totals[:, 0], ((1 - LEVEL) / 2, (1 + LEVEL) / 2))
    return {"gain": float(gain.mean()), "gain_low": float(low), "gain_high": float(high)}


def mean_of(members: list[Answers], _: Year) -> Answers:
    """The mean of the members' probabilities."""
    found: Answers = np.mean(members, axis=0, dtype=np.float32)
    return found


def switched(members: list[Answers], year: Year) -> Answers:
    """The first member's answers up to move 28, the second's from then on."""
    late = stages(year.moves.situations.boards) >= SWITCH_STAGE
    return np.where(late[:, None], members[1], members[0])


def by_part(members: list[Answers], year: Year) -> Answers:
    """Each part of the game answered by its own network."""
    stage = stages(year.moves.situations.boards)
    part = np.searchsorted([last for (_, last), _ in PARTS.values()], stage)
    return np.choose(part[:, None], members)


def figures(found: Answers, year: Year) -> dict[str, Any]:
    """The figures of answers to a year's moves, by stage too, with intervals by game."""
    verdicts = judge(found, year.moves)
    return {**verdicts.summary(), **intervals(verdicts, year.game)}


COMBINATIONS: Final = {
    "two inputs": Combination("the mean of hlynsson42-11 and raw-11", (FULL_RUN, RAW_RUN), FULL_RUN, mean_of),
    "switch at move 28": Combination("raw-11 up to move 28, then hlynsson42-11", (RAW_RUN, FULL_RUN), FULL_RUN, switched),
    "two seeds": Combination(
        "the mean of two seeds of the reference",
        (VARIANT_REFERENCE, f"{VARIANT_REFERENCE}-seed2"),
        VARIANT_REFERENCE,
        mean_of,
    ),
    "network per part": Combination(
        "three networks, each for a third of the game and trained on a third of the positions",
        tuple(f"{VARIANT_RUN}{part}" for part in PARTS),
        VARIANT_REFERENCE,
        by_part,
    ),
}
