"""The experiments of the report, for the page of all papers."""

from pathlib import Path
from typing import Any, Final

from kibitz.experiments.findings import NOT_RUN, Finding, reached
from kibitz.experiments.matches import PaperMatch, outcome_of
from kibitz.experiments.ng2017.after_games_page import GAMES, after_games_results, best_rate
from kibitz.experiments.ng2017.matches import AGAINST_PEOPLE
from kibitz.experiments.ng2017.networks import VARIANTS
from kibitz.experiments.ng2017.page import read_results
from kibitz.experiments.ng2017.paper import BEST, NETWORKS
from kibitz.experiments.ng2017.styles_page import CLAIMS, OPENINGS, Claim, styles_results, verdict
from kibitz.experiments.ng2017.tables import TURNING_GAIN, Results, turning_gain

_THERE: Final = "until no better for five epochs"
_TESTERS: Final = 0.7


def findings(runs: Path) -> list[Finding]:
    """All networks of the tables by the better recipe, variants, the player, how features change play, learning after games."""
    results = read_results(runs)
    found = [_network(name, results.get(f"better-{name}")) for name in NETWORKS]
    found += [_match(match, runs) for match in AGAINST_PEOPLE]
    found += [_variant(name, results.get(f"{variant.recipe}-{BEST}-{name}")) for name, variant in VARIANTS.items()]
    found.append(_turning(results))
    found += [_claim(claim, styles_results(runs)) for claim in CLAIMS]
    return [*found, _after_games(after_games_results(runs))]


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


def _turning(results: Results) -> Finding:
    """What it gains to turn every game by its first move."""
    words, printed = "every game turned by its first move, the border alone", f"gain of about {TURNING_GAIN}"
    found = turning_gain(results)
    if found is None:
        return Finding(words, _THERE, printed)
    gain, word = found
    return Finding(words, _THERE, printed, "two networks", f"gain of {gain:+.4f}", word)


def _claim(claim: Claim, found: dict[str, dict[str, Any]]) -> Finding:
    """What figures 17 to 26 say of how features change play."""
    words = f"figures 17 to 26: {claim.words}"
    told = verdict(claim, found)
    if told == NOT_RUN:
        return Finding(words, "some positions", "in words")
    said, _, difference = told.rstrip(")").partition(" (")
    return Finding(words, "some positions", "in words", f"{2 * OPENINGS} games each", difference, said)


def _after_games(found: dict[float, dict[str, Any]]) -> Finding:
    words, best = "learning after each game", best_rate(found)
    if best is None:
        return Finding(words, "not run there", "proposed")
    rate, gain, least = best
    here = f"{GAMES} games at each of {len(found)} rates"
    ours = f"error in the second half {gain:.4f} lower at {rate:g}"
    return Finding(words, "not run there", "proposed", here, ours, "better" if gain > least else "within two standard errors")


def _match(match: PaperMatch, runs: Path) -> Finding:
    words, printed = f"the player against `{match.second}`", "70 % against testers"
    result = match.folder(runs).result()
    if result is None:
        return Finding(words, "not stated", printed)
    games = 2 * result["pairs"]
    here = f"{games} games" if result["pairs"] >= match.pairs else f"{games} of {2 * match.pairs} games"
    return Finding(words, "not stated", printed, here, f"{outcome_of(result)[1]} %", reached(result["score"] >= _TESTERS))
