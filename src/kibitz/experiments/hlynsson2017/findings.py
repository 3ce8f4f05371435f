"""The experiments of the thesis, for the page of all papers."""

from pathlib import Path
from typing import Any, Final

from kibitz.experiments.findings import Finding, reached
from kibitz.experiments.hlynsson2017.page import read_results
from kibitz.experiments.hlynsson2017.paper import PAPER, Network
from kibitz.experiments.hlynsson2017.tables import TEST, with_interval

_THERE: Final = "a week on three Tesla K40"
# Experiments that the thesis names and that have no run of a size that could tell anything.
_TOO_SMALL: Final = (
    ("filter counts 32, 48, 80 and 96", "64 chosen"),
    ("depth search", "11 layers best"),
    ("leave out each group of planes", "proposed"),
    ("networks for each stage of the game", "proposed"),
    ("policy gradient from the trained network", "proposed"),
    ("boards of other sizes", "proposed"),
)


def findings(runs: Path) -> list[Finding]:
    """The eight networks by the better recipe, the 11-layer ones by the thesis's, and what is still to be run."""
    results = read_results(runs)
    found = [_finding("better", network, results.get(("better", network))) for network in PAPER]
    found += [_finding("thesis", network, results.get(("thesis", network))) for network in PAPER if network.layers == 11]
    return found + [Finding(words, "not stated", printed) for words, printed in _TOO_SMALL]


def _finding(recipe: str, network: Network, result: dict[str, Any] | None) -> Finding:
    printed = PAPER[network].test
    words = f"table 4.4, {network.layers} layers, {network.plane_count} planes, {recipe} recipe"
    if result is None:
        return Finding(words, _THERE, f"{printed} %")
    test = result["years"][TEST]
    here = f"{result['positions'] / 1e6:.1f} M positions"
    return Finding(words, _THERE, f"{printed} %", here, f"{with_interval(test)} %", reached(100 * test["top1"] >= printed))
