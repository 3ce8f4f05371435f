"""Hlynsson, "Predicting expert moves in the game of Othello using fully convolutional neural networks" (KTH, 2017).

The thesis's networks trained again on the same split of WTHOR (1977–2014, 2015, 2016), by its recipe or by a better one that
ends in the same exported network, and its tables side by side with what was measured. Nothing is shown that was not run.
"""

import re
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, TypeAlias

import numpy as np

from kibitz.errors import SetupError
from kibitz.features.planes import Situations, situation
from kibitz.features.samples import STAGE_NAMES, TEST_YEARS, VALIDATION_YEARS, expert_moves
from kibitz.learn.batches import Data, SoftTargets, load_data
from kibitz.learn.plots import plot_run
from kibitz.learn.run_folder import RunFolder
from kibitz.learn.settings import RECIPES, Settings
from kibitz.learn.supervised import Report, judge_net, load_net, measured_rate, train
from kibitz.nets.convolutional import ExpertNet
from kibitz.nets.export import export_onnx
from kibitz.nets.runtime import MoveNet
from kibitz.nets.spec import NetSpec
from kibitz.rules.othello import parse_board
from kibitz.rules.squares import format_square, parse_transcript

MODEL_FILE: Final = "model.onnx"
PAGE_FILE: Final = "hlynsson2017.md"
CURVE_ROWS: Final = 10


@dataclass(frozen=True, slots=True)
class Network:
    """One of the thesis's eight networks, named like `hlynsson42-11`: plane set and layers."""

    planes: str
    layers: int

    @property
    def name(self) -> str:
        return f"{self.planes}-{self.layers}"

    @property
    def plane_count(self) -> int:
        return len(NetSpec(self.planes).plane_set())


@dataclass(frozen=True, slots=True)
class PaperResult:
    """A row of table 4.4 with its column of table 4.5; accuracies in per cent."""

    validation: float
    test: float
    forward_ms: float
    thousand_weights: int
    by_stage: tuple[float, ...]


Results: TypeAlias = dict[tuple[str, Network], dict[str, Any]]  # by recipe and network

NETWORKS: Final = tuple(Network(planes, layers) for planes in ("hlynsson42", "raw") for layers in (8, 9, 10, 11))

# Table 4.2.
ARCHITECTURE: Final = (
    ("0", "input", "8×8", "42", ""),
    ("1–10", "convolution, ReLU", "8×8", "64", "3×3"),
    ("11", "convolution, softmax", "8×8", "2", "1×1"),
)

# Table 4.3 beside the better recipe.
DESIGN_CHOICES: Final = (
    ("layers", "8–11", "8–11"),
    ("hidden layers", "64 filters of 3×3, ReLU", "the same once exported; normalisation and skips while training"),
    ("output", "2 filters of 1×1", "the same"),
    ("output activation", "softmax in each cell", "softmax over the legal moves, of the difference of the two planes"),
    ("start", "truncated normal 0.1, biases 0.1", "He's for the filters, zero for the output"),
    ("regularisation, pooling", "none", "weight decay 0.01, no pooling"),
    ("learning rate", "1e-4, stepwise to 1e-5", "one cycle, linear to zero"),
    ("batch", "256", "256"),
    ("optimiser", "Adam", "Muon for the filters, AdamW for the rest"),
    ("images", "4 symmetries, all in the batch", "8 symmetries, one drawn for each move"),
    ("moves", "in the files' order, 5 % taken", "shuffled, forced moves left out"),
    ("target", "the move played", "the shares of all moves played in that position up to symmetry"),
)

# Tables 4.4 and 4.5.
PAPER: Final = {
    Network("hlynsson42", 8): PaperResult(
        57.8, 57.8, 34.5, 246, (74.6, 40.7, 49.3, 46.8, 45.7, 46.9, 49.0, 49.1, 52.7, 55.1, 59.1, 65.5, 83.3)
    ),
    Network("hlynsson42", 9): PaperResult(
        58.3, 58.1, 37.2, 283, (74.9, 40.6, 50.0, 47.4, 46.6, 47.3, 48.6, 50.0, 52.3, 54.6, 59.8, 65.7, 83.4)
    ),
    Network("hlynsson42", 10): PaperResult(
        57.8, 58.0, 40.1, 320, (74.5, 40.5, 50.0, 46.5, 46.1, 47.2, 48.5, 49.5, 52.8, 55.3, 59.9, 65.6, 83.7)
    ),
    Network("hlynsson42", 11): PaperResult(
        58.2, 58.3, 43.3, 357, (74.9, 41.2, 50.0, 47.4, 46.1, 48.1, 48.9, 49.8, 53.3, 55.4, 60.0, 65.6, 83.5)
    ),
    Network("raw", 8): PaperResult(
        57.0, 56.8, 17.6, 223, (74.8, 41.4, 50.1, 47.7, 45.4, 46.4, 47.2, 48.1, 50.7, 53.1, 56.1, 61.5, 79.1)
    ),
    Network("raw", 9): PaperResult(
        57.0, 57.3, 21.0, 260, (75.0, 41.9, 50.2, 48.7, 46.5, 46.3, 48.1, 49.6, 50.8, 53.2, 56.7, 62.2, 79.6)
    ),
    Network("raw", 10): PaperResult(
        57.2, 57.4, 24.7, 297, (75.2, 41.2, 50.7, 48.1, 46.4, 47.6, 48.2, 49.0, 51.2, 53.2, 56.6, 62.3, 79.8)
    ),
    Network("raw", 11): PaperResult(
        57.2, 57.4, 27.6, 334, (74.9, 42.1, 50.9, 47.2, 46.9, 47.4, 48.1, 49.3, 51.5, 53.2, 57.0, 62.1, 79.8)
    ),
}
BRANCHING: Final = (7.1, 11.0, 11.5, 11.9, 11.7, 11.3, 10.6, 9.6, 8.4, 7.1, 5.5, 4.0, 2.5)

# Figure 4.5: position 43 of the FFO endgame suite, perfect play from it, and the choices of the thesis's best network.
FFO_43: Final = "--XXXXX---XXXX---OOOXX---OOXXXX--OOXXXO-OOOOXOO----XOX----XXXXX- O"
FFO_43_BEST: Final = "c7h4h5b8"
FFO_43_THESIS: Final = "c7h4h5h6"


def parse_network(name: str) -> Network:
    """The network of a name such as `raw-9`; raises SetupError for others than the thesis's eight."""
    match = re.fullmatch(r"(\w+)-(\d+)", name)
    found = Network(match[1], int(match[2])) if match else None
    if found not in PAPER:
        raise SetupError(f"network {name!r} is not one of the thesis's; those are {', '.join(net.name for net in NETWORKS)}")
    return found


def reproduce(
    budget_minutes: float,
    networks: Sequence[str],
    run_root: Path,
    out_dir: Path,
    *,
    wthor: Path,
    recipe: str = "better",
    threads: int = 1,
    report: Report | None = None,
) -> Path:
    """Train networks for a share of the budget each, measure them, and return the page written into `out_dir`.

    A run that was interrupted goes on with the settings it began with, whatever the budget; a finished one is not run again.
    """
    for name in networks:
        network = parse_network(name)
        folder = RunFolder(run_root / f"{recipe}-{name}")
        if folder.result() is None:
            settings = _begun_settings(folder) or _settings(network, recipe, budget_minutes / len(networks), threads, wthor)
            run_network(settings, folder, wthor, report)
    return write_page(run_root, out_dir)


def run_network(
    settings: Settings, folder: RunFolder, wthor: Path, report: Report | None = None, soft: SoftTargets | None = None
) -> dict[str, Any]:
    """Train one network to its end, export it, and return what was measured on all of 2015 and 2016."""
    train(settings, load_data(wthor, settings, soft), folder, report)
    result = measure(load_net(folder), folder, wthor)
    folder.save_result(result)
    plot_run(folder)
    return result


def measure(net: ExpertNet, folder: RunFolder, wthor: Path) -> dict[str, Any]:
    """Accuracy on the validation and the test year, and the time of a single answer of the exported network."""
    validation = expert_moves(wthor, VALIDATION_YEARS)
    test = expert_moves(wthor, TEST_YEARS)
    result: dict[str, Any] = {
        "network": net.spec.to_json(),
        "positions": int(folder.metrics()[-1]["positions"]),
        "seconds": float(folder.metrics()[-1]["seconds"]),
        "weights": net.spec.weight_count(),
        "validation": judge_net(net, validation).summary(),
        "test": judge_net(net, test).summary(),
    }
    path = folder.path / MODEL_FILE
    export_onnx(net, path, {"test_top1": result["test"]["top1"], "trained_on": "WTHOR 1977–2014"})
    exported = MoveNet(path)
    result["forward_ms"] = forward_milliseconds(exported, test.situations)
    result["ffo43"] = figure_4_5(exported)
    return result


def forward_milliseconds(net: MoveNet, situations: Situations, repeats: int = 300) -> float:
    """The median time of one position's probabilities on one thread, planes included."""
    times = []
    for row in np.linspace(0, len(situations) - 1, repeats, dtype=int):
        one = situations.take(slice(row, row + 1))
        begin = time.perf_counter()
        net.probabilities(one)
        times.append(1000 * (time.perf_counter() - begin))
    return float(np.median(times))


def figure_4_5(net: MoveNet) -> list[dict[str, Any]]:
    """The network's first choices along perfect play from FFO position 43, each with its probability."""
    position = parse_board(FFO_43)
    played: list[int] = []
    choices: list[dict[str, Any]] = []
    for best in parse_transcript(FFO_43_BEST):
        shares = net.probabilities(situation(position, played))[0]
        choice = int(shares.argmax())
        choices.append({"best": format_square(best), "choice": format_square(choice), "probability": float(shares[choice])})
        position = position.play(best)
        played.append(best)
    return choices


def write_page(run_root: Path, out_dir: Path) -> Path:
    """Write hlynsson2017.md from the results of all runs in a folder and return its path."""
    results = _results(run_root)
    parts = [_introduction(), _architecture(), _recipes(), _performance(results), _stages(results)]
    parts += [_curves(run_root, results), _endgame(results), _choices()]
    out_dir.mkdir(parents=True, exist_ok=True)
    path = out_dir / PAGE_FILE
    path.write_text("\n".join(parts))
    return path


def _begun_settings(folder: RunFolder) -> Settings | None:
    return Settings.from_json(folder.settings()) if folder.has_checkpoint() else None


def _settings(network: Network, recipe: str, minutes: float, threads: int, wthor: Path) -> Settings:
    """A recipe's settings for as many positions as the minutes allow on this machine."""
    if recipe not in RECIPES:
        raise SetupError(f"recipe {recipe!r} is not known; known are {', '.join(RECIPES)}")
    trial = RECIPES[recipe](network.planes, network.layers, 1_000_000, threads)
    data: Data = load_data(wthor, trial)
    seconds = min(20.0, 6 * minutes)
    positions = int(measured_rate(trial, data, seconds) * (60 * minutes - seconds))
    return RECIPES[recipe](network.planes, network.layers, max(positions, trial.batch), threads)


def _results(run_root: Path) -> Results:
    """What finished runs measured, by recipe and network."""
    found = {}
    for recipe in RECIPES:
        for network in NETWORKS:
            result = RunFolder(run_root / f"{recipe}-{network.name}").result()
            if result is not None:
                found[recipe, network] = result
    return found


def _table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines) + "\n"


def _percent(share: float) -> str:
    return f"{100 * share:.1f}"


def _introduction() -> str:
    return (
        "# Hlynsson 2017: predicting expert moves with fully convolutional networks\n\n"
        "Hlynur Davíð Hlynsson, *Predicting expert moves in the game of Othello using fully convolutional neural networks*, "
        "KTH Stockholm, 2017.\n\n"
        "This page is written by `kibitz.experiments.hlynsson2017.write_page` from the results of finished runs; "
        "a network that was not run says so. Split: WTHOR 1977–2014 to learn, 2015 to validate, 2016 to test, every move of "
        "every game. The first choice among the legal moves is right if it is the move played, or its image under a symmetry "
        "that leaves the position unchanged. The thesis's copy of 2016 was an early, smaller one.\n"
    )


def _architecture() -> str:
    return "## Table 4.2: the network\n\n" + _table(("nr.", "layer", "size", "filters", "filter size"), ARCHITECTURE)


def _recipes() -> str:
    text = "## Table 4.3: design choices, and the better recipe for the same network\n\n"
    return text + _table(("choice", "thesis", "better recipe"), DESIGN_CHOICES)


def _performance(results: Results) -> str:
    head = ["layers", "planes", "weights", "printed: validation %", "test %", "ms"]
    for recipe in RECIPES:
        head += [f"{recipe} recipe: validation %", "test %", "ms", "positions, hours"]
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
        "Intel i7-4500U. Ours were trained on a share of a processor; they answer on one thread, planes included.\n\n"
        + _table(head, rows)
    )


def _performance_cells(result: dict[str, Any] | None) -> list[str]:
    if result is None:
        return ["not run"] * 4
    validation, test = _percent(result["validation"]["top1"]), _percent(result["test"]["top1"])
    spent = f"{result['positions'] / 1e6:.2f} M, {result['seconds'] / 3600:.1f} h"
    return [validation, f"**{test}**", f"{result['forward_ms']:.2f}", spent]


def _stages(results: Results) -> str:
    columns = [Network("hlynsson42", 11), Network("raw", 11)]
    ours = [(recipe, network) for recipe in RECIPES for network in NETWORKS if (recipe, network) in results]
    head = ["moves", "legal moves", *(f"printed: {network.name} %" for network in columns)]
    head += [f"{recipe} recipe: {network.name} %" for recipe, network in ours]
    rows = []
    for stage, name in enumerate(STAGE_NAMES):
        row = [name, str(BRANCHING[stage]), *(str(PAPER[network].by_stage[stage]) for network in columns)]
        rows.append(row + [_stage_cell(results[key], stage) for key in ours])
    note = "" if ours else "No network of ours has been run.\n\n"
    return "## Table 4.5: accuracy by stage on the test year\n\n" + note + _table(head, rows)


def _stage_cell(result: dict[str, Any], stage: int) -> str:
    found = [row["top1"] for row in result["test"]["by_stage"] if row["stage"] == stage]
    return _percent(found[0]) if found else "–"


def _curves(run_root: Path, results: Results) -> str:
    text = (
        "## Figures 4.3 and 4.4: loss and accuracy while training\n\n"
        "The thesis prints its curves without numbers. Ours, on a sample of the validation year; each run folder holds all rows "
        "in `metrics.csv` and both pictures.\n\n"
    )
    parts = [_curve(f"{recipe}-{network.name}", run_root) for recipe, network in results]
    return text + ("\n".join(parts) if parts else "Not run.\n")


def _curve(name: str, run_root: Path) -> str:
    rows = RunFolder(run_root / name).metrics()
    chosen = [rows[place] for place in sorted(set(np.linspace(0, len(rows) - 1, CURVE_ROWS, dtype=int).tolist()))]
    cells = [
        (
            f"{int(row['positions']) / 1e6:.2f} M",
            f"{float(row['train_loss']):.3f}",
            f"{float(row['validation_nll']):.3f}",
            _percent(float(row["validation_top1"])),
        )
        for row in chosen
    ]
    return f"{name}:\n\n" + _table(("positions", "training loss", "validation nll", "validation %"), cells)


def _endgame(results: Results) -> str:
    text = (
        "## Figure 4.5: FFO endgame position 43\n\n"
        f"Perfect play is {FFO_43_BEST}; the thesis's network chose {FFO_43_THESIS}.\n\n"
    )
    rows = [
        (f"{recipe} {network.name}", *(f"{move['choice']} ({move['probability']:.0%})" for move in result["ffo43"]))
        for (recipe, network), result in results.items()
    ]
    return text + (_table(("network", "c7", "h4", "h5", "b8"), rows) if rows else "Not run.\n")


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
