"""Tables of the page on the thesis, and the cells that more than one of its parts has."""

from collections.abc import Sequence
from typing import Any, Final, TypeAlias

from kibitz.experiments.hlynsson2017.paper import Network
from kibitz.features.othello.samples import TEST_YEARS

NOT_RUN: Final = "not run"
ENOUGH: Final = 1_000_000  # positions, below which a network is not compared with the thesis's
TEST: Final = str(TEST_YEARS[0])

Results: TypeAlias = dict[tuple[str, Network], dict[str, Any]]  # by recipe and network


def table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """A table in Markdown."""
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines) + "\n"


def percent(share: float) -> str:
    """A share in percent."""
    return f"{100 * share:.1f}"


def with_interval(figures: dict[str, Any]) -> str:
    """The share of moves that were right, with its interval where there is one."""
    if "top1_low" not in figures:
        return percent(figures["top1"])
    return f"{percent(figures['top1'])} ({percent(figures['top1_low'])} to {percent(figures['top1_high'])})"


def gain_cell(found: dict[str, Any]) -> str:
    """A gain in points with its interval."""
    return f"{100 * found['gain']:+.1f} ({100 * found['gain_low']:+.1f} to {100 * found['gain_high']:+.1f})"


def stage_cell(figures: dict[str, Any], stage: int) -> str:
    """The share of moves that were right in one stage of the game."""
    found = [row["top1"] for row in figures["by_stage"] if row["stage"] == stage]
    return percent(found[0]) if found else "–"
