"""The trained network learning from each game it has played, as the report proposes: a section of its page."""

from pathlib import Path
from typing import Any, Final

from kibitz.learn.runs.run_folder import RunFolder

AFTER_GAMES: Final = "after-games"  # the part of the reproduction, and its folder
TRAINED: Final = "better-13"  # the run that all begin from
RATES: Final = (0.0, 1e-5, 1e-4, 1e-3)  # of plain descent; without a rate nothing is learned
GAMES: Final = 400
OPENING_MOVES: Final = 6
NOT_RUN: Final = "not run"


def after_games_folder(runs: Path, rate: float) -> RunFolder:
    """Where the run at a rate is kept."""
    return RunFolder(runs / AFTER_GAMES / f"{rate:g}")


def after_games_results(runs: Path) -> dict[float, dict[str, Any]]:
    """The results of finished runs, by their rates."""
    found = {rate: after_games_folder(runs, rate).result() for rate in RATES}
    return {rate: result for rate, result in found.items() if result is not None}


def after_games_text(runs: Path) -> str:
    """The section of the page."""
    text = (
        "## Learning after each game\n\n"
        "The report proposes that the program fits every game as soon as it is over, and says that the learning rate would have "
        f"to be found. `{TRAINED}` plays {GAMES} games one disc ahead against `wystan`, which looks two ahead, from openings of "
        f"{OPENING_MOVES} random moves that are the same at each rate, and takes one step of plain descent after each, towards "
        "its result in all its positions, without dropout "
        f"(`kibitz reproduce ng2017 --networks {AFTER_GAMES}`). Errors in games are those before the step; the last column is "
        "the error on set 2, which shows what is forgotten.\n\n"
    )
    found = after_games_results(runs)
    head = ("rate", "points of the first half, %", "of the second half, %", "error in the first half", "in the second half")
    rows = [(f"{rate:g}", *_cells(found.get(rate))) for rate in RATES]
    lines = [(*head, "error on set 2"), ("---",) * (len(head) + 1), *rows]
    return text + "\n".join("| " + " | ".join(line) + " |" for line in lines) + "\n" + _reading(found)


def _cells(result: dict[str, Any] | None) -> tuple[str, ...]:
    if result is None:
        return (NOT_RUN,) * 5
    points = (f"{100 * share:.1f}" for share in result["points"])
    return *points, *(f"{error:.4f}" for error in result["errors"]), f"{result['set_2']:.4f}"


def best_rate(found: dict[float, dict[str, Any]]) -> tuple[float, float, float] | None:
    """The rate with the smallest error in the second half of its games, by how much that is below no learning, and twice its
    standard error; None where nothing can be compared.
    """
    if 0.0 not in found or len(found) < 2:
        return None
    rate = min((rate for rate in found if rate), key=lambda rate: float(found[rate]["errors"][1]))
    return rate, found[0.0]["errors"][1] - found[rate]["errors"][1], 2 * found[rate]["error_of_second"]


def _reading(found: dict[float, dict[str, Any]]) -> str:
    best = best_rate(found)
    if best is None:
        return ""
    rate, gain, least = best
    said = "it foretells its games better" if gain > least else "nothing is gained that chance could not bring"
    return f"\nAt the best rate, {rate:g}, the error in the second half is {gain:.4f} below that without learning: {said}.\n"
