"""The experiments of the thesis, for the page of all papers."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

import numpy as np

from kibitz.experiments.findings import Finding, reached
from kibitz.experiments.hlynsson2017.comparisons import COMBINATIONS, VARIANT_RUN, read_comparisons
from kibitz.experiments.hlynsson2017.page import read_results
from kibitz.experiments.hlynsson2017.paper import PAPER, Network
from kibitz.experiments.hlynsson2017.policy_page import policy_results, share_of, stronger
from kibitz.experiments.hlynsson2017.sizes_page import PAIRS, SIZES_MEASURED, games_won, sizes_folder
from kibitz.experiments.hlynsson2017.tables import ENOUGH, TEST, gain_cell, with_interval
from kibitz.experiments.hlynsson2017.variants import SEEDS, VARIANTS
from kibitz.experiments.hlynsson2017.verdicts import has_reached
from kibitz.learn.runs.run_folder import RunFolder
from kibitz.nets.othello.plane_variants import PLANE_GROUPS

TOO_SHORT: Final = "too short to tell"
_THERE: Final = "a week on three Tesla K40"
# Open questions that variants answer: what the thesis says, and the variants.
_ASKED: Final[dict[str, tuple[str, Sequence[str]]]] = {
    "filter counts 32, 48, 80 and 96": ("64 chosen", [name for name in VARIANTS if name.startswith("filters-")]),
    "depth search": ("9 or 10 layers best in short trainings", [name for name in VARIANTS if name.startswith("depth-")]),
    "leave out each group of planes": ("proposed", [f"without-{group}" for group in PLANE_GROUPS]),
    "a plane for the stage of the game": ("proposed", ["stage-plane"]),
    "residual blocks": ("proposed", ["residual"]),
    "pooling layers": ("proposed", ["pooling"]),
}


def findings(runs: Path) -> list[Finding]:
    """The eight networks by the better recipe, the 11-layer ones by the thesis's, and its open questions."""
    results, compared = read_results(runs), read_comparisons(runs)
    found = [_finding("better", network, results.get(("better", network))) for network in PAPER]
    found += [_finding("thesis", network, results.get(("thesis", network))) for network in PAPER if network.layers == 11]
    found += [_asked(words, printed, names, runs, compared["variants"]) for words, (printed, names) in _ASKED.items()]
    found += [_combined(name, compared["combinations"].get(name), runs) for name in COMBINATIONS]
    return [*found, _sizes(runs), _policy_gradient(runs)]


def _finding(recipe: str, network: Network, result: dict[str, Any] | None) -> Finding:
    printed = PAPER[network].test
    words = f"table 4.4, {network.layers} layers, {network.plane_count} planes, {recipe} recipe"
    if result is None:
        return Finding(words, _THERE, f"{printed} %")
    test = result["years"][TEST]
    here, ours = f"{result['positions'] / 1e6:.1f} M positions", f"{with_interval(test)} %"
    is_reached = has_reached(network, result)
    is_judged = is_reached or result["positions"] >= ENOUGH
    return Finding(words, _THERE, f"{printed} %", here, ours, reached(is_reached) if is_judged else TOO_SHORT)


def _asked(words: str, printed: str, names: Sequence[str], runs: Path, gains: dict[str, Any]) -> Finding:
    """What variants gain over the reference of their seed, from the least to the most."""
    trainings = [VARIANT_RUN + name + (f"-seed{seed}" if seed > 1 else "") for name in names for seed in SEEDS]
    found = {name: gains[name]["gain"] for name in trainings if name in gains}
    if not found:
        return Finding(words, "not stated", printed)
    positions = max((RunFolder(runs / name).result() or {"positions": 0})["positions"] for name in found)
    here = f"{positions / 1000:.0f} k positions, {len(found)} of {len(trainings)} trainings"
    least, most = (f"{100 * end:+.1f}" for end in (min(found.values()), max(found.values())))
    ours = f"gains of {least} to {most} points" if len(found) > 1 else f"gain of {most} points"
    verdict = TOO_SHORT if positions < ENOUGH else over_seeds(names, gains)
    return Finding(words, "not stated", printed, here, ours, verdict)


def over_seeds(names: Sequence[str], gains: dict[str, Any]) -> str:
    """Which variants are better or worse than the reference by two standard errors of the mean over their seeds."""
    judged: dict[str, list[str]] = {"better": [], "worse": [], "within two standard errors": [], "too few seeds to tell": []}
    for name in names:
        trainings = (VARIANT_RUN + name + (f"-seed{seed}" if seed > 1 else "") for seed in SEEDS)
        found = [gains[training]["gain"] for training in trainings if training in gains]
        judged[_by_two_errors(found)].append(VARIANTS[name].says)
    return "; ".join(f"{word}: {', '.join(those)}" for word, those in judged.items() if those)


def _by_two_errors(found: Sequence[float]) -> str:
    if len(found) < 2:
        return "too few seeds to tell"
    mean, error = float(np.mean(found)), float(np.std(found, ddof=1)) / len(found) ** 0.5
    return "better" if mean > 2 * error else "worse" if mean < -2 * error else "within two standard errors"


def _combined(name: str, result: dict[str, Any] | None, runs: Path) -> Finding:
    """What networks gain together over one of them."""
    words = f"{name}: {COMBINATIONS[name].says}"
    if result is None:
        return Finding(words, "not run there", "proposed")
    members = (RunFolder(runs / member).result() for member in COMBINATIONS[name].members)
    sizes = sorted({member["positions"] for member in members if member is not None})
    here = " and ".join(f"{size / 1e6:.2g} M" for size in sizes) + " positions"
    return Finding(words, "not run there", "proposed", here, f"gain {gain_cell(result)} points", _better(result, sizes[0]))


def _sizes(runs: Path) -> Finding:
    """Games of the raw network on boards that it has not learned on."""
    words, printed = "boards of other sizes", "not in the thesis"
    result = sizes_folder(runs).result()
    if result is None:
        return Finding(words, "not run there", printed)
    shares = {size: games_won(result, size, "random") for size in SIZES_MEASURED}
    ours = ", ".join(f"{size}×{size} {100 * share:.0f} %" for size, share in shares.items()) + " against a random mover"
    verdict = "better than chance on each" if min(shares.values()) > 0.5 else "no better than chance on some"
    return Finding(words, "not run there", printed, f"{2 * PAIRS} games on each", ours, verdict)


def _policy_gradient(runs: Path) -> Finding:
    """Games of networks that went on learning from games, against the network they began as."""
    words, printed = "policy gradient from the trained network", "proposed"
    found = policy_results(runs)
    if not found:
        return Finding(words, "not run there", printed)
    played = sum(result["games"] for result in found)
    here = f"{played:,} games, {len(found)} seed{'s' if len(found) > 1 else ''}"
    shares = [100 * share_of(result["against_start"]["first choice"]) for result in found]
    ours = f"{', '.join(f'{share:.1f} %' for share in shares)} of the points against its start"
    return Finding(words, "not run there", printed, here, ours, stronger(found))


def _better(result: dict[str, Any], positions: int) -> str:
    if positions < ENOUGH:
        return TOO_SHORT
    return "better" if result["gain_low"] > 0 else "worse" if result["gain_high"] < 0 else "no difference to be seen"
