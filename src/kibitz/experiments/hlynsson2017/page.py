"""The page docs/papers/hlynsson2017.md: the thesis's tables and figures beside ours, and its open questions.

All of it is made from result.json, metrics.csv and comparisons.json of a folder of runs; a network that was not run says so.
"""

from pathlib import Path
from typing import Any, Final

import numpy as np

from kibitz.experiments.hlynsson2017 import verdicts
from kibitz.experiments.hlynsson2017.like_with_like import like_with_like
from kibitz.experiments.hlynsson2017.paper import (
    ARCHITECTURE,
    BRANCHING,
    DESIGN_CHOICES,
    FFO_43_BEST,
    FFO_43_THESIS,
    NETWORKS,
    PAPER,
    Network,
)
from kibitz.experiments.hlynsson2017.pictures import draw_curves, draw_walk
from kibitz.experiments.hlynsson2017.questions import questions
from kibitz.experiments.hlynsson2017.tables import ENOUGH, NOT_RUN, TEST, Results, percent, stage_cell, table, with_interval
from kibitz.features.othello.samples import STAGE_NAMES, VALIDATION_YEARS
from kibitz.files import make_folder, write_whole
from kibitz.learn.networks.othello.settings import RECIPES
from kibitz.learn.runs.run_folder import RunFolder
from kibitz.nets.othello.spec import NetSpec

PAGE_FILE: Final = "hlynsson2017.md"
PICTURES: Final = "hlynsson2017"
CURVE_ROWS: Final = 6
_ASKED_IN: Final = 1000
_VALIDATION: Final = str(VALIDATION_YEARS[0])
_DRAWN: Final = ("hlynsson42-11", "raw-11")


def write_page(run_root: Path, out_dir: Path) -> Path:
    """Write hlynsson2017.md and its pictures from the results of all runs in a folder and return the page's path."""
    results = read_results(run_root)
    make_folder(out_dir / PICTURES)
    parts = [_introduction(results), _architecture(), _recipes(), like_with_like(results), _performance(results)]
    parts += [
        _stages(results),
        _curves(run_root, results, out_dir),
        _endgame(results, out_dir),
        questions(run_root, results),
        _choices(),
    ]
    path = out_dir / PAGE_FILE
    write_whole(path, "\n".join(parts))
    return path


def read_results(run_root: Path) -> Results:
    """What finished runs of the thesis's networks measured, by recipe and network."""
    found = {}
    for recipe in RECIPES:
        for network in NETWORKS:
            result = RunFolder(run_root / f"{recipe}-{network.name}").result()
            if result is not None:
                found[recipe, network] = result
    return found


def _introduction(results: Results) -> str:
    return (
        "# Hlynsson 2017: predicting expert moves with fully convolutional networks\n\n"
        "Hlynur Davíð Hlynsson, *Predicting expert moves in the game of Othello using fully convolutional neural networks*, "
        "KTH Stockholm, 2017.\n\n"
        "This page is written by `kibitz reproduce hlynsson2017` from the results of finished runs, which are kept in "
        "`checkpoints/hlynsson2017/`; a network that was not run says so. Split: WTHOR 1977–2014 to learn, 2015 to validate, "
        "2016 to test, every move of every game. The first choice among the legal moves is right if it is the move played, or "
        "its image under a symmetry that leaves the position unchanged. Intervals hold 95 % of the values found by drawing "
        "games.\n\n"
        "```sh\n" + "".join(f"{line}\n" for line in _commands(results)) + "```\n"
    )


def _commands(results: Results) -> list[str]:
    """What trains the networks again that were run, those of one size together."""
    sizes: dict[tuple[str, int], list[str]] = {}
    for (recipe, network), result in results.items():
        sizes.setdefault((recipe, _round(result["positions"])), []).append(network.name)
    trained = [
        f"kibitz reproduce hlynsson2017 --networks {','.join(names)} --recipe {recipe} --positions {positions}"
        for (recipe, positions), names in sizes.items()
    ]
    return [*trained, "kibitz reproduce hlynsson2017 --networks variants --positions N   # the open questions"]


def _round(positions: int) -> int:
    """The positions that were asked for: a run ends with a whole batch."""
    return positions // _ASKED_IN * _ASKED_IN


def _architecture() -> str:
    return "## Table 4.2: the network\n\n" + table(("nr.", "layer", "size", "filters", "filter size"), ARCHITECTURE)


def _recipes() -> str:
    text = "## Table 4.3: design choices, and the better recipe for the same network\n\n"
    return text + table(("choice", "thesis", "better recipe"), DESIGN_CHOICES)


def _performance(results: Results) -> str:
    head = ["layers", "planes", "weights", "printed: validation %", "test %", "ms"]
    for recipe in RECIPES:
        head += [f"{recipe} recipe: validation %", "test % (interval)", "ms", "positions, hours"]
    rows = []
    for network, paper in PAPER.items():
        weights = NetSpec(network.planes, layers=network.layers).weight_count()
        row = [str(network.layers), str(network.plane_count), f"{weights / 1000:.0f}k"]
        row += [str(paper.validation), str(paper.test), str(paper.forward_ms)]
        for recipe in RECIPES:
            row += _performance_cells(results.get((recipe, network)))
        rows.append(row)
    return (
        "## Table 4.4: accuracy\n\n"
        "Printed figures are the thesis's own: all eight networks trained for a week on three Tesla K40, answers timed on an "
        "Intel i7-4500U. Ours were trained on a share of one processor core, and differ in how many positions they have seen: "
        f"one of less than {ENOUGH / 1e6:g} million has only begun, and nothing follows from its figure. Hours are on the clock "
        "of a machine that did much else. Answers are timed on one thread of the busy machine, planes included.\n\n"
        + table(head, rows)
        + verdicts.accuracy(results)
    )


def _performance_cells(result: dict[str, Any] | None) -> list[str]:
    if result is None:
        return [NOT_RUN] * 4
    validation, test = result["years"].get(_VALIDATION), result["years"][TEST]
    spent = f"{result['positions'] / 1e6:.2f} M, {result['seconds'] / 3600:.2f} h"
    shown = percent(validation["top1"]) if validation else "–"
    return [shown, f"**{with_interval(test)}**", f"{result['forward_ms']:.2f}", spent]


def _stages(results: Results) -> str:
    columns = [Network("hlynsson42", 11), Network("raw", 11)]
    ours = [key for key in results if key[1] in columns]
    head = ["moves", "legal moves", *(f"printed: {network.name} %" for network in columns)]
    head += [f"{recipe} recipe: {network.name} %" for recipe, network in ours]
    rows = []
    for stage, name in enumerate(STAGE_NAMES):
        row = [name, str(BRANCHING[stage]), *(str(PAPER[network].by_stage[stage]) for network in columns)]
        rows.append(row + [stage_cell(results[key]["years"][TEST], stage) for key in ours])
    note = "" if ours else "No network of ours has been run.\n\n"
    return "## Table 4.5: accuracy by stage on the test year\n\n" + note + table(head, rows) + verdicts.stages(results)


def _curves(run_root: Path, results: Results, out_dir: Path) -> str:
    text = (
        "## Figures 4.3 and 4.4: loss and accuracy while training\n\n"
        "The thesis prints its curves without numbers, so there is no verdict on them. Ours, on a sample of the validation "
        "year; the losses of the two recipes are not of one kind (a softmax in each cell, or one over the legal moves), the "
        "validation's is always the latter. "
        "`metrics.csv` of each run has all rows.\n\n"
    )
    runs = [RunFolder(run_root / f"{recipe}-{network.name}") for recipe, network in results if network.name in _DRAWN]
    if not runs:
        return text + "Not run.\n"
    draw_curves(runs, out_dir / PICTURES / "loss.png", (("train_loss", "--"), ("validation_nll", "-")), "loss", 1)
    draw_curves(runs, out_dir / PICTURES / "accuracy.png", (("validation_top1", "-"),), "right on the validation sample, %", 100)
    text += f"![Loss while training]({PICTURES}/loss.png)\n\n![Accuracy while training]({PICTURES}/accuracy.png)\n\n"
    return text + "\n".join(_curve(folder) for folder in runs)


def _curve(folder: RunFolder) -> str:
    rows = folder.metrics()
    chosen = [rows[place] for place in sorted(set(np.linspace(0, len(rows) - 1, CURVE_ROWS, dtype=int).tolist()))]
    cells = [
        (
            f"{int(row['positions']) / 1e6:.2f} M",
            f"{float(row['train_loss']):.3f}",
            f"{float(row['validation_nll']):.3f}",
            percent(float(row["validation_top1"])),
        )
        for row in chosen
    ]
    return f"{folder.path.name}:\n\n" + table(("positions", "training loss", "validation nll", "validation %"), cells)


def _endgame(results: Results, out_dir: Path) -> str:
    text = (
        "## Figure 4.5: FFO endgame position 43\n\n"
        f"Perfect play is {FFO_43_BEST}; the thesis's network chose {FFO_43_THESIS}.\n\n"
    )
    shown = {key: result for key, result in results.items() if key[1].name in _DRAWN}
    if not shown:
        return text + "Not run.\n"
    rows = [
        (f"{recipe} {network.name}", *(f"{move['choice']} ({move['probability']:.0%})" for move in result["ffo43"]))
        for (recipe, network), result in shown.items()
    ]
    (recipe, network), best = max(shown.items(), key=lambda item: float(item[1]["years"][TEST]["top1"]))
    draw_walk(f"{recipe} {network.name}", best["ffo43"], out_dir / PICTURES / "ffo43.png")
    picture = f"\n![Probabilities of {network.name} along perfect play]({PICTURES}/ffo43.png)\n"
    said = verdicts.endgame(f"our {network.name}, the one that is right most often in 2016,", best["ffo43"])
    return text + table(("network", "c7", "h4", "h5", "b8"), rows) + said + picture


def _choices() -> str:
    return (
        "## Where the thesis leaves room, and what was chosen\n\n"
        "- *Discs*: its text draws black, white, empty, its table 4.1 player, opponent, empty; the table is followed.\n"
        "- *History*: the last four discs placed by either side; a pass is not a move and leaves no trace.\n"
        "- *Mobility, stability, frontier* stand on the mover's legal squares only, one plane for each count from 0 to 6 and one "
        "for more.\n"
        "- *Opponent stability gained*: for each legal square of the mover, the stable discs the opponent would gain by playing "
        "there instead; 0 if the rules would not let it.\n"
        "- *Stable discs*: Zebra counted them for the thesis; here it is exact edges, full lines and stable neighbours. None is "
        "counted that could turn; on 60 random endgames with 6 empties the count finds more than four fifths of those that "
        "playing out every continuation proves.\n"
        "- *Batch of 256*: 64 moves with their four images each.\n"
        "- *Learning rates* were lowered by hand; here the four rates get a quarter of the run each.\n"
        "- *Stages* by equation 2.1 count the disc about to be placed, so that they are the rows of table 4.5.\n"
    )
