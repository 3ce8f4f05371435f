"""The experiments of the report, for the page of all papers."""

from pathlib import Path
from typing import Any, Final

from kibitz.experiments.findings import Finding, reached
from kibitz.experiments.matches import PaperMatch, outcome_of
from kibitz.experiments.ng2017.matches import AGAINST_PEOPLE
from kibitz.experiments.ng2017.networks import VARIANTS
from kibitz.experiments.ng2017.page import read_results
from kibitz.experiments.ng2017.paper import BEST, NETWORKS

_THERE: Final = "until no better for five epochs"
_TESTERS: Final = 0.7
_TO_RUN: Final = (("learning after each game", "proposed"),)


def findings(runs: Path) -> list[Finding]:
    """All networks of the tables by the better recipe, the player against people's stand-ins, and what is still to be run."""
    results = read_results(runs)
    found = [_network(name, results.get(f"better-{name}")) for name in NETWORKS]
    found += [_match(match, runs) for match in AGAINST_PEOPLE]
    found += [_variant(name, results.get(f"{variant.recipe}-{BEST}-{name}")) for name, variant in VARIANTS.items()]
    return found + [Finding(words, "not stated", printed) for words, printed in _TO_RUN]


def _network(name: str, result: dict[str, Any] | None) -> Finding:
    printed = NETWORKS[name][1].independent
    words = f"network {name}, error on sets 2 to 7"
    if result is None:
        return Finding(words, _THERE, f"{printed:.4f}")
    ours = result["independent"]
    return Finding(words, _THERE, f"{printed:.4f}", f"{result['epochs']} epochs", f"{ours:.4f}", reached(ours <= printed))


def _variant(name: str, result: dict[str, Any] | None) -> Finding:
    """A variant of network 13; the report gives no number that could be reached."""
    variant = VARIANTS[name]
    words = f"network {BEST} with {variant.says}, {variant.recipe} recipe"
    if result is None:
        return Finding(words, _THERE, variant.printed)
    ours = f"{result['independent']:.4f}"
    return Finding(words, _THERE, variant.printed, f"{result['epochs']} epochs", ours, "the page has it beside network 13")


def _match(match: PaperMatch, runs: Path) -> Finding:
    words, printed = f"the player against `{match.second}`", "70 % against testers"
    result = match.folder(runs).result()
    if result is None:
        return Finding(words, "not stated", printed)
    games = 2 * result["pairs"]
    here = f"{games} games" if result["pairs"] >= match.pairs else f"{games} of {2 * match.pairs} games"
    return Finding(words, "not stated", printed, here, f"{outcome_of(result)[1]} %", reached(result["score"] >= _TESTERS))
