"""What policy gradient makes of the trained network: a section of the page, from the results of its runs."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

import numpy as np

from kibitz.experiments.hlynsson2017.tables import table
from kibitz.experiments.hlynsson2017.variants import SEEDS
from kibitz.learn.runs.run_folder import RunFolder

POLICY: Final = "policy-gradient"  # the part of the reproduction, and what its folders' names begin with
START: Final = "raw-11"  # the shipped network that all runs begin as
WAYS: Final = ("by lot", "first choice")
MATCH_GAMES: Final = 400  # for each way of choosing moves
OPENING_MOVES: Final = 6
SAMPLE: Final = 20_000  # moves of the test year


def policy_folder(runs: Path, seed: int) -> RunFolder:
    """Where the run of a seed is kept."""
    return RunFolder(runs / (POLICY if seed == 1 else f"{POLICY}-seed{seed}"))


def policy_results(runs: Path) -> list[dict[str, Any]]:
    """The results of all seeds that came to their end."""
    found = (policy_folder(runs, seed).result() for seed in SEEDS)
    return [result for result in found if result is not None]


def policy_text(runs: Path) -> str:
    """The section of the page."""
    text = (
        "## Open question: policy gradient from the trained network\n\n"
        f"The thesis's next step is AlphaGo's: the shipped `{START}` plays against itself as it was at the start and on the way, "
        "its moves drawn by lot from its probabilities, and every move of a game is made likelier by what the game brought above "
        f"the mean (`kibitz reproduce hlynsson2017 --networks {POLICY}`). Then it meets its start: {MATCH_GAMES} games by lot, "
        f"and {MATCH_GAMES} with first choices after {OPENING_MOVES} random moves, each opening with both colours. "
        f"The last columns are first choices that are right on {SAMPLE:,} moves of 2016, before and after.\n\n"
    )
    found = policy_results(runs)
    if not found:
        return text + "Not run.\n"
    rows = [
        (
            str(result["seed"]),
            f"{result['games']:,}",
            *(_record(result["against_start"][way]) for way in WAYS),
            *(f"{100 * result[moment]:.1f}" for moment in ("top1_before", "top1_after")),
        )
        for result in found
    ]
    heads = [f"won–drawn–lost against its start, {way}" for way in WAYS]
    head = ("seed", "games learned from", *heads, "before, %", "after, %")
    return text + table(head, rows) + f"\nBy first choices it is {stronger(found)} than its start.\n"


def share_of(record: dict[str, int]) -> float:
    """Points as a share of all, a draw half a point."""
    return (record["won"] + record["drawn"] / 2) / sum(record.values())


def stronger(found: Sequence[dict[str, Any]]) -> str:
    """How the networks do by first choices, all seeds together: two standard errors decide."""
    shares = [share_of(result["against_start"][WAYS[1]]) for result in found]
    error = 0.5 / (MATCH_GAMES * len(shares)) ** 0.5
    away = float(np.mean(shares)) - 0.5
    return "stronger" if away > 2 * error else "weaker" if away < -2 * error else "neither stronger nor weaker"


def _record(record: dict[str, int]) -> str:
    return f"{record['won']}–{record['drawn']}–{record['lost']} ({100 * share_of(record):.1f} %)"
