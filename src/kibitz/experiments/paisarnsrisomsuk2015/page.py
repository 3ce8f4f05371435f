"""The page docs/papers/paisarnsrisomsuk2015.md, written from finished runs: the report's figures beside ours."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final

import numpy as np

from kibitz.experiments.paisarnsrisomsuk2015.experiments import (
    EXPERIMENTS,
    PREDICTED,
    RECIPES,
    last_first_guesses,
    run_folder,
)
from kibitz.experiments.paisarnsrisomsuk2015.paper import PRINTED, READINGS
from kibitz.experiments.paisarnsrisomsuk2015.pictures import draw_guesses, draw_learning_curves
from kibitz.learn.runs.run_folder import RunFolder

PAGE_FILE: Final = "paisarnsrisomsuk2015.md"
PICTURES: Final = "paisarnsrisomsuk2015"
NOT_RUN: Final = "not run"
_RECIPE_NAMES: Final = {
    "thesis": "The report's recipe",
    "better": "The same network with Adam, batches of 100 and four passes",
    "better-few": "Adam, a tenth of the moves ten times over",
}

_GAINS: Final = """## The gains

The report gains 12 points with the record's final board and 3 with a thousand simulations. With Adam the order is the report's:
no final board, ten simulations, a hundred, the record's. A hundred of our simulations gain what a thousand did for the report.
The record's gain is larger because the network learns more from the same moves: without a final board it has three times the
report's share.

The report's recipe stops in the middle of learning: after 100,000 trainings the curves still rise, and networks with other first
weights and another order of moves are points apart. Networks that see a final board have 17 planes instead of 8 and so begin
with larger sums, further from any sense: a loss of 17.1 (record) and 18.5 (ten simulations) on the mean of ten networks, 12.7
without. The record's board is worth so much that it is far ahead all the same; what simulations tell does not make up for that
start within one pass.

A thousand simulations from every move take about four hours of one core, shared out by `--threads` or `--cluster`. With a tenth
of the moves, ten times over, a thousand simulations and the record's board gain what the report says they do. What our network
expects of the final board gains more than simulations, but it has learned from other games besides.
"""


def write_page(runs: Path, out: Path) -> Path:
    """Write the page and its pictures from all finished runs in a folder and return the page's path."""
    (out / PICTURES).mkdir(parents=True, exist_ok=True)
    path = out / PAGE_FILE
    path.write_text("\n".join([_introduction(), _readings(), *(_recipe(recipe, runs, out) for recipe in _shown(runs)), _GAINS]))
    return path


def _shown(runs: Path) -> list[str]:
    """The recipes for all moves, and those for a part of them that were run."""
    return [
        recipe
        for recipe, settings in RECIPES.items()
        if settings.every_training == 1 or any(run_folder(runs, recipe, name).result() for name in EXPERIMENTS)
    ]


def _introduction() -> str:
    return (
        "# Paisarnsrisomsuk & Wiratchotisatian 2015: the final board in a network's eyes\n\n"
        "Sarun Paisarnsrisomsuk and Pitchaya Wiratchotisatian, *UCT-Enhanced Deep Convolutional Neural Network for Move "
        "Recommendation in Go*, Worcester Polytechnic Institute, 2015.\n\n"
        "A network of one hidden layer guesses experts' moves of Go; it guesses better when it is shown the board at the end of "
        "the game, from the record or as simulations expect it. This page is written by `kibitz reproduce paisarnsrisomsuk2015` "
        "from finished runs; what was not run says so.\n\n"
        "```sh\n"
        "kibitz reproduce paisarnsrisomsuk2015 --data SGF --networks none,record,simulated-10,simulated-100\n"
        "kibitz reproduce paisarnsrisomsuk2015 --data SGF --networks none,record,simulated-10,simulated-100 --recipe thesis\n"
        "kibitz reproduce paisarnsrisomsuk2015 --data SGF --networks all --recipe better-few\n"
        "```\n"
    )


def _readings() -> str:
    return "## How the report was read\n\n" + _table(("point", "the report", "here"), READINGS)


def _recipe(recipe: str, runs: Path, out: Path) -> str:
    folders = {name: run_folder(runs, recipe, name) for name in EXPERIMENTS}
    finished = {name: folder for name, folder in folders.items() if folder.result() is not None}
    rows = [_row(name, folder, folders["none"]) for name, folder in folders.items()]
    text = f"## {_RECIPE_NAMES[recipe]}\n\n" + _table(_HEAD, rows)
    if not finished:
        return text
    text += f"\n{_amounts(finished)}\n"
    draw_learning_curves(finished, out / PICTURES / f"{recipe}-figure11.png")
    draw_guesses(finished, out / PICTURES / f"{recipe}-figure12.png")
    return text + (
        f"\n![Figure 11: accuracy over trainings]({PICTURES}/{recipe}-figure11.png)\n\n"
        f"![Figure 12: accuracy of the first guesses]({PICTURES}/{recipe}-figure12.png)\n"
    )


def _amounts(finished: Mapping[str, RunFolder]) -> str:
    """How many moves the runs saw; the report's were 100,000 and 10,000."""
    settings = [folder.settings() for folder in finished.values()]
    amounts = sorted({(row["train"], row["passes"], row["test"], row["networks"]) for row in settings})
    return " ".join(_amount(*row) for row in amounts)


def _amount(train: int, passes: int, test: int, networks: int) -> str:
    several = f"; the mean of {networks} networks, the lowest and highest of them, and gains with their standard errors"
    several = several if networks > 1 else ""
    return f"Learnt from {train:,} moves in {passes} {'pass' if passes == 1 else 'passes'} and measured on {test:,}{several}."


_HEAD: Final = ("final board", "top 1, report", "top 1, here", "gain, report", "gain, here", "top 10, report", "top 10, here")


_UNPRINTED: Final = {PREDICTED: "not in the report"}


def _row(name: str, folder: RunFolder, base: RunFolder) -> tuple[str, ...]:
    """A line of a table; gains are points above the base, the network that sees no final board."""
    printed, result, without = PRINTED.get(name), folder.result(), base.result()
    theirs = (
        [f"{share:g} %" for share in (printed.top_1, printed.top_10)] if printed else [_UNPRINTED.get(name, "a curve only")] * 2
    )
    their_gain = f"{printed.top_1 - PRINTED['none'].top_1:g}" if printed else ""
    if result is None:
        return name, theirs[0], NOT_RUN, their_gain, "", theirs[1], NOT_RUN
    gain = _gain(folder, base) if without and name != "none" else ""
    return name, theirs[0], _first_guess(result), their_gain, gain, theirs[1], f"{100 * result['top_10']:.1f} %"


def _gain(folder: RunFolder, base: RunFolder) -> str:
    """The points by which the first guesses of a run are more often right than the base's, with one standard error if known."""
    ours, theirs = (100 * np.array(last_first_guesses(run)) for run in (folder, base))
    gain = f"{ours.mean() - theirs.mean():.1f}"
    if min(len(ours), len(theirs)) < 2:
        return gain
    return f"{gain} ± {np.hypot(*(shares.std(ddof=1) / np.sqrt(len(shares)) for shares in (ours, theirs))):.1f}"


def _first_guess(result: Mapping[str, float]) -> str:
    lowest, highest = (100 * result[f"{end}_top_1"] for end in ("lowest", "highest"))
    return f"{100 * result['top_1']:.1f} %" + (f" ({lowest:.1f} to {highest:.1f})" if lowest < highest else "")


def _table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines) + "\n"
