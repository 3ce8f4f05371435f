"""How play changes with the features, figures 17 to 26 of the report: a section of its page, from what styles kept."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from kibitz.experiments.papers import STYLES
from kibitz.learn.runs.run_folder import RunFolder

RECIPE: Final = "better"
# The networks of table 1 that differ in their features alone.
SHOWN: Final = {"0": "border", "5": "corner, border", "13": "free move, corner, border"}
OPENINGS: Final = 100
OPENING_MOVES: Final = 6
NOT_RUN: Final = "not run"
# What is counted in each game, and the words for it.
MEASURES: Final = {
    "points": "points, %",
    "diagonal": "longest diagonal line of its discs at 20 discs",
    "border": "its discs on the border at 30 discs",
    "beside_corner": "its moves beside an empty corner",
    "replies": "the opponent's moves to choose from, 20 to 50 discs",
}
# What befell some games, and how many of them were won.
EVENTS: Final = {
    "first_corner": "games in which the first corner was the opponent's, and won of them",
    "first_two_corners": "the first two corners",
    "all_corners": "all four corners",
}
# The positions shown, by the figures that they repeat.
EXAMPLES: Final = {
    "diagonal": "figures 17 to 20, the longest diagonal",
    "two_corners": "figure 23, a game won after the opponent had the first two corners",
    "four_corners": "figure 24, most discs with all corners lost",
    "few_replies": "figure 25, the fewest moves left to the opponent before 45 discs",
    "forced_beside": "figure 26, the opponent has the first corner and can only move beside an empty one",
}


@dataclass(frozen=True, slots=True)
class Claim:
    """Something the report says of the features: a measure, the network in which it is larger, and the one it is larger than."""

    words: str
    measure: str
    more: str
    less: str


CLAIMS: Final = (
    Claim("with the border alone it likes long diagonals", "diagonal", "0", "13"),
    Claim("with the corner it is a little shy of squares beside corners", "beside_corner", "0", "5"),
    Claim("with the corner it is eager for the border", "border", "5", "0"),
    Claim("with free move it is stronger at once", "points", "13", "5"),
    Claim("with free move it leaves the opponent fewer moves", "replies", "5", "13"),
)


def styles_folder(runs: Path, network: str) -> RunFolder:
    """Where what a network played is kept."""
    return RunFolder(runs / STYLES / network)


def styles_results(runs: Path) -> dict[str, dict[str, Any]]:
    """What was measured, by network."""
    found = {network: styles_folder(runs, network).result() for network in SHOWN}
    return {network: result for network, result in found.items() if result is not None}


def styles_text(runs: Path) -> str:
    """The section of the page."""
    text = (
        "## Figures 17 to 26: how play changes with the features\n\n"
        "Three networks of table 1 that differ in their features alone, by the better recipe, each look one disc ahead in "
        f"{2 * OPENINGS} games against `wystan`, which looks two ahead: {OPENINGS} openings of {OPENING_MOVES} random moves, "
        f"with both colours (`kibitz reproduce ng2017 --networks {STYLES}`). Means over games, with their standard errors.\n\n"
    )
    found = styles_results(runs)
    head = ("counted in each game", *(f"network {network}: {words}" for network, words in SHOWN.items()))
    rows = [(words, *(_mean(found.get(network), name) for network in SHOWN)) for name, words in MEASURES.items()]
    rows += [(words, *(_event(found.get(network), name) for network in SHOWN)) for name, words in EVENTS.items()]
    shown = [head, ("---",) * len(head), *rows]
    text += "\n".join("| " + " | ".join(line) + " |" for line in shown) + "\n"
    return text + _claims(found) + "".join(_examples(network, result) for network, result in found.items())


def _mean(result: dict[str, Any] | None, name: str) -> str:
    if result is None:
        return NOT_RUN
    found = result["means"].get(name)
    return "no such board" if found is None else f"{found[0]:.2f} ± {found[1]:.2f}"


def _event(result: dict[str, Any] | None, name: str) -> str:
    return NOT_RUN if result is None else f"{result['events'][name][0]}, {result['events'][name][1]}"


def verdict(claim: Claim, found: Mapping[str, dict[str, Any]]) -> str:
    """Whether what the report says is true of our networks, by two standard errors of the difference."""
    if not {claim.more, claim.less} <= set(found):
        return NOT_RUN
    (more, more_error), (less, less_error) = (found[name]["means"][claim.measure] for name in (claim.more, claim.less))
    difference, error = more - less, (more_error**2 + less_error**2) ** 0.5
    told = f"{difference:+.2f} ± {error:.2f}"
    if difference > 2 * error:
        return f"holds ({told})"
    return f"does not hold, it is the other way ({told})" if difference < -2 * error else f"not to be seen ({told})"


def _claims(found: Mapping[str, dict[str, Any]]) -> str:
    said = (f"- {claim.words[0].upper()}{claim.words[1:]}: {verdict(claim, found)}." for claim in CLAIMS)
    return "\nWhat the report says of them:\n\n" + "\n".join(said) + "\n"


def _examples(network: str, result: dict[str, Any]) -> str:
    text = ""
    for name, words in EXAMPLES.items():
        board = result["examples"].get(name)
        if board is not None:
            text += f"\nNetwork {network} (`X`), {words}:\n\n```\n{_drawn(board)}\n```\n"
    return text


def _drawn(board: str) -> str:
    """The 64 signs of a board in rows, with its coordinates."""
    rows = [f"{rank + 1} " + " ".join(board[8 * rank : 8 * rank + 8]) for rank in range(8)]
    return "\n".join(["  a b c d e f g h", *rows])
