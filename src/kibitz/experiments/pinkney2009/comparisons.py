"""What the page of Pinkney's dissertation says of networks that played each other, from comparisons.json of a folder of runs."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from kibitz.experiments.pinkney2009.measuring import (
    COMPARISONS,
    DEPTH_GAMES,
    OPENING_MOVES,
    PAIR_GAMES,
    SELECTION_EVERY,
    SELECTION_GAMES,
)
from kibitz.experiments.pinkney2009.variants import VARIANTS
from kibitz.learn.runs.run_folder import read_json


def describe_comparisons(runs: Path) -> str:
    """The sections about them; empty if nothing was compared."""
    if not (runs / COMPARISONS).is_file():
        return ""
    found = read_json(runs / COMPARISONS)
    return _selection(found["selection"]) + _pairs(found["pairs"]) + "\n" + _depths(found["depths"])


def _selection(found: dict[str, float] | None) -> str:
    """Why the paper's recipe levels off, as far as it was measured."""
    if found is None:
        return ""
    return (
        "## Why the paper's recipe levels off\n\n"
        "Every pair of networks plays only two games, and both always run alike. How far do the points of such a tournament say "
        "who is better? Correlations over the 24 networks, means of every "
        f"{SELECTION_EVERY}th generation of the paper's run:\n\n"
        + format_table(
            ("points that decided who lives on, and …", "correlation"),
            [
                (f"points of a tournament after {OPENING_MOVES} random moves", f"{found['with_openings']:.2f}"),
                (f"points of {SELECTION_GAMES} games each against a random mover", f"{found['against_random']:.2f}"),
                ("(two tournaments after random moves with each other)", f"{found['openings_again']:.2f}"),
            ],
        )
        + "\nNeighbouring networks are nearly equals, and so few games cannot tell them apart. What could help follows from "
        "that, and is tried above: a small start, where hidden nodes are off the flat parts of their curve and mutations change "
        "more; CMA-ES on the very same tournaments, which moves a mean of many networks instead of copying single ones, so that "
        "luck averages out; and games against a random mover, which decide by just what is measured. How many seeds each has is "
        "in its row.\n\n"
    )


def _pairs(pairs: list[dict[str, Any]]) -> str:
    text = (
        "## The best networks against each other\n\n"
        f"Score in per cent of {PAIR_GAMES} games, draws counted as half, after {OPENING_MOVES} random moves, each opening with "
        f"both colours; one standard error is at most {most_error(PAIR_GAMES):.1f}.\n\n"
    )
    scores = {(pair["first"], pair["second"]): _score(pair) for pair in pairs}
    scores |= {(second, first): 1 - score for (first, second), score in scores.items()}
    names = [name for name in VARIANTS if any(name in pair for pair in scores)]
    rows = [[name, *(f"{100 * scores[name, other]:.0f}" if name != other else "–" for other in names)] for name in names]
    return text + format_table(["score of, against", *names], rows)


def _score(found: dict[str, Any]) -> float:
    return float((found["won"] + found["drawn"] / 2) / (found["won"] + found["drawn"] + found["lost"]))


def _depths(depths: list[dict[str, Any]]) -> str:
    text = (
        "## Looking further ahead\n\n"
        "The same networks with alpha-beta over their evaluation (section 3.4): games won of "
        f"{DEPTH_GAMES} against a random mover and against the greedy mover, by the number of discs they look ahead. A game that "
        "is over counts by its result, also at depth 1.\n\n"
    )
    names = [name for name in VARIANTS if any(row["name"] == name for row in depths)]
    found = {(row["name"], row["depth"]): row for row in depths}
    looked = sorted({row["depth"] for row in depths})
    head = ["evolution"] + [f"{other}, depth {depth}" for other in ("random", "greedy") for depth in looked]
    rows = [
        [name] + [str(found[name, depth][other]["won"]) for other in ("random", "greedy") for depth in looked] for name in names
    ]
    return text + format_table(head, rows)


def format_table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """A table of the page."""
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines) + "\n"


def most_error(games: int) -> float:
    """The standard error of a share of so many games in per cent, where it is largest, at one half."""
    return float(50 / games**0.5)
