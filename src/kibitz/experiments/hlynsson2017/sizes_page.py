"""What the raw network does on boards of other sizes: a section of the page, from the result that sizes keeps."""

from pathlib import Path
from typing import Any, Final

from kibitz.experiments.hlynsson2017.tables import NOT_RUN, table
from kibitz.learn.runs.run_folder import RunFolder

SIZES: Final = "sizes"  # the part of the reproduction, and its folder
SIZES_MEASURED: Final = (6, 8, 10)
OTHERS: Final = ("random", "greedy")
PAIRS: Final = 100
OPENING_MOVES: Final = 4


def sizes_folder(runs: Path) -> RunFolder:
    """Where the result is kept."""
    return RunFolder(runs / SIZES)


def sizes_text(runs: Path) -> str:
    """The section of the page."""
    result = sizes_folder(runs).result()
    rows = [(f"{size}×{size}", *(_cell(result, size, other) for other in OTHERS)) for size in SIZES_MEASURED]
    trained = "" if result is None else f", trained on {result['positions'] / 1e6:.1f} million positions of 8×8"
    return (
        "## Open question: boards of other sizes\n\n"
        f"A fully convolutional network takes any board. The first choice of raw-11{trained}, in games after {OPENING_MOVES} "
        f"random moves, {PAIRS} openings with both colours, against a random mover and against one that turns as many discs as "
        "it can (`kibitz reproduce hlynsson2017 --networks sizes`):\n\n"
        + table(("board", *(f"won–drawn–lost against {other}" for other in OTHERS)), rows)
    )


def games_won(result: dict[str, Any], size: int, other: str) -> float:
    """The share of games won on a board."""
    found = result["sizes"][str(size)][other]
    return float(found["won"] / sum(found.values()))


def _cell(result: dict[str, Any] | None, size: int, other: str) -> str:
    if result is None:
        return NOT_RUN
    found = result["sizes"][str(size)][other]
    return f"{found['won']}–{found['drawn']}–{found['lost']}"
