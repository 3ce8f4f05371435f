"""What each figure of first choices may look at, so that like is compared with like."""

from typing import Any, Final

from kibitz.experiments.hlynsson2017.paper import PAPER, Network
from kibitz.experiments.hlynsson2017.tables import NOT_RUN, TEST, Results, percent, table, with_interval
from kibitz.models.store import find_by_name

_MODEL: Final = "expert-2014"
_NETWORKS: Final = (Network("raw", 11), Network("hlynsson42", 11))
# Runarsson & Lucas (2014), as the thesis quotes them: n-tuples learned from a thousand games, measured on another thousand.
_BASELINE: Final = "53.0"


def like_with_like(results: Results) -> str:
    """The section of the page: first choices that were right, and what was seen to make them."""
    head = ("first choice is the move played, %", "board", "last moves", "search values", "opening counts", "names", "right %")
    rows = [("n-tuples of Runarsson and Lucas 2014, as the thesis quotes them, a thousand other games", *_looks(1), _BASELINE)]
    for network in _NETWORKS:
        looks = _looks(1 if network.planes == "raw" else 2)
        ours = results.get(("better", network))
        rows.append((f"the thesis, {network.name}", *looks, str(PAPER[network].test)))
        right = NOT_RUN if ours is None else with_interval(ours["years"][TEST])
        rows.append((f"ours, {network.name}{_size(ours)}", *looks, right))
    figures = find_by_name(_MODEL).card.facts["figures"]
    rows.append((f"`{_MODEL}`", *_looks(4), _on_card(figures["WTHOR 2016"])))
    rows.append((f"`{_MODEL}`, knowing who plays", *_looks(5), _on_card(figures["WTHOR 2016, told names"])))
    return (
        "## Like with like\n\n"
        "What is seen decides as much as how it is learned. Only rows that see the same may be compared. All but the first are "
        "about all moves of WTHOR 2016.\n\n" + table(head, rows)
    )


def _looks(count: int) -> list[str]:
    """Marks under the first so many things that may be looked at; each row adds to the one before."""
    return ["yes" if place < count else "no" for place in range(5)]


def _size(result: dict[str, Any] | None) -> str:
    return "" if result is None else f", {result['positions'] / 1e6:.1f} M positions"


def _on_card(figures: dict[str, Any]) -> str:
    low, high = (percent(bound) for bound in figures["top1_interval_95"])
    return f"{percent(figures['top1'])} ({low} to {high})"
