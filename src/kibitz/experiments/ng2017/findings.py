"""The experiments of the report, for the page of all papers."""

from pathlib import Path
from typing import Any, Final

from kibitz.experiments.findings import Finding, reached
from kibitz.experiments.matches import PaperMatch, outcome_of
from kibitz.experiments.ng2017.matches import AGAINST_PEOPLE
from kibitz.experiments.ng2017.page import read_results
from kibitz.experiments.ng2017.paper import NETWORKS

_THERE: Final = "until no better for five epochs"
_TO_RUN: Final = (
    ("the raw board without further planes", "0.82"),
    ("other learning rates and momenta", "much worse"),
    ("stable discs and gaps of the border as planes", "proposed"),
    ("learning after each game", "proposed"),
)


def findings(runs: Path) -> list[Finding]:
    """All networks of the tables by the better recipe, the player against people's stand-ins, and what is still to be run."""
    results = read_results(runs)
    found = [_network(name, results.get(f"better-{name}")) for name in NETWORKS]
    found += [_match(match, runs) for match in AGAINST_PEOPLE]
    return found + [Finding(words, "not stated", printed) for words, printed in _TO_RUN]


def _network(name: str, result: dict[str, Any] | None) -> Finding:
    printed = NETWORKS[name][1].independent
    words = f"network {name}, error on sets 2 to 7"
    if result is None:
        return Finding(words, _THERE, f"{printed:.4f}")
    ours = result["independent"]
    return Finding(words, _THERE, f"{printed:.4f}", f"{result['epochs']} epochs", f"{ours:.4f}", reached(ours <= printed))


def _match(match: PaperMatch, runs: Path) -> Finding:
    words, printed = f"the player against `{match.second}`", "70 % against testers"
    result = match.folder(runs).result()
    if result is None:
        return Finding(words, "not stated", printed)
    return Finding(
        words, "not stated", printed, f"{2 * match.pairs} games", f"{outcome_of(result)[1]} %", reached(result["score"] >= 0.7)
    )
