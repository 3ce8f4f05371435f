"""The report's tables beside ours, and the variants of its networks: sections of its page."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final, TypeAlias

from kibitz.experiments.findings import names_of
from kibitz.experiments.ng2017.paper import BEST, FINALS, NETWORKS, TABLE_1, TABLE_2, TABLE_LAYERS, PaperResult
from kibitz.learn.networks.othello.value_settings import RECIPES, ValueSettings
from kibitz.learn.runs.run_folder import RunFolder
from kibitz.nets.othello.value_spec import ValueSpec

NOT_RUN: Final = "not run"
_FEATURES: Final = {
    "ng-discs": "none",
    "ng-border": "border",
    "ng-corner": "corner, border",
    "ng-freemove": "free move, corner, border",
    "ng-freemove-corner10": "free move, corner 10, border",
    "ng-stable": "stable discs, free move, corner, border",
    "ng-gaps": "gaps, free move, corner, border",
}

# The variants of network 13 before and after every game is turned by its first move, and what the report says that gains.
TURNING: Final = ("any-first-move", "one-first-move")
TURNING_GAIN: Final = 0.04
_ERROR: Final = 0.002  # one standard error of a mean over 20,000 positions of six sets

Results: TypeAlias = dict[str, dict[str, Any]]  # by the name of the run's folder


def table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """A table in Markdown."""
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines) + "\n"


def tables_text(run_root: Path, results: Results) -> str:
    """All tables with a verdict under each, and the variants."""
    text = "## The tables\n\n"
    text += (
        "`independent` is the mean error on sets 2 to 7, `set 1` that on all of set 1. Printed figures on the left, ours on the "
        "right: by his recipe (`thesis`: batches of 5), by another one for the same network and data (`better`: Adam in batches "
        "of 128 at a rate that falls to nothing, every board shown as one of its eight images by lot, a running mean of the "
        "weights judged and kept), and by one with a teacher (`taught`: as `better`, but four fifths of each target are what "
        "`evaluation-2014` expects; the errors are those of the games' results all the same, and the teacher has seen the games "
        "of all sets). Nothing is turned when errors are measured. Runs with batches of 100 are of an older recipe: boards as "
        "they were played, and no mean of weights.\n\n"
    )
    titles = ("Table 1: one dropout", "Table 2: dropout of convolutions and dense layers apart", "Layers", "Last networks")
    for title, printed in zip(titles, (TABLE_1, TABLE_2, TABLE_LAYERS, FINALS), strict=True):
        text += f"### {title}\n\n" + _results_table(printed, results) + "\n" + _verdict(printed, results) + "\n"
    return text + _variants(run_root, results)


def _results_table(networks: Mapping[str, tuple[ValueSpec, PaperResult]], results: Results) -> str:
    head = ["network", "nodes", "dropout", "layers", "features", "independent", "set 1", "difference"]
    head += [f"ours, `{recipe}`: independent, set 1" for recipe in RECIPES]
    rows = []
    for name, (spec, printed) in networks.items():
        row = [name, str(spec.nodes), f"{spec.convolution_dropout:g}, {spec.dense_dropout:g}"]
        row += [f"{spec.convolutions} + {spec.dense_layers}", _FEATURES[spec.planes]]
        row += [f"{printed.independent:.4f}", f"{printed.training:.4f}", f"{printed.training - printed.independent:+.3f}"]
        rows.append([*row, *(_cell(results.get(f"{recipe}-{name}")) for recipe in RECIPES)])
    return table(head, rows)


def _verdict(networks: Mapping[str, tuple[ValueSpec, PaperResult]], results: Results) -> str:
    """Which networks of a table come as low as printed on sets 2 to 7, by any recipe."""
    ours = {name: [found["independent"] for recipe in RECIPES if (found := results.get(f"{recipe}-{name}"))] for name in networks}
    run = {name: min(errors) for name, errors in ours.items() if errors}
    reached = [name for name, error in run.items() if error <= networks[name][1].independent]
    if not run:
        return f"**Not run.** None of these {len(networks)} networks has been trained as listed.\n"
    missed, left = [name for name in run if name not in reached], f"{len(networks) - len(run)} of {len(networks)}"
    return f"**Reached**: {names_of(reached)}. Not reached: {names_of(missed)}. Not run: {left}.\n"


def _cell(result: dict[str, Any] | None) -> str:
    return NOT_RUN if result is None else f"{result['independent']:.4f}, {result['training']:.4f}; {_epochs(result)}"


def _error(found: float | None) -> str:
    return "none" if found is None else f"{found:.4f}"


def _epochs(result: dict[str, Any]) -> str:
    if result["held_back"] is None:
        return f"{result['epochs']} epochs, nothing held back"
    reason = "no better for five" if result["stopped_early"] else "the budget"
    return f"{result['epochs']} epochs, best {result['best_epoch']}, ended by {reason}"


def _variants(run_root: Path, results: Results) -> str:
    names = [name for name in results if name.split("-", 1)[1] not in NETWORKS]
    if not names:
        return "### Variants\n\nNone has been run.\n"
    rows = []
    for name in names:
        recipe, _, network = name.partition("-")
        settings = ValueSettings.from_json(RunFolder(run_root / name).settings())
        errors = [_error(results[name][key]) for key in ("independent", "training", "held_back")]
        facts = [f"{results[name]['weights']:,}", _FEATURES[settings.net.planes], _shown(settings)]
        rows.append([network, recipe, *facts, *errors, _epochs(results[name])])
    head = ("variant", "recipe", "weights", "features", "boards", "independent", "set 1", "held back", "epochs")
    return "### Variants\n\n" + table(head, rows) + _turning(results)


def turning_gain(results: Results) -> tuple[float, str] | None:
    """By how much the error falls where every game is turned by its first move, and whether that is the report's gain; None if
    one of the two networks was not run.
    """
    errors = [found["independent"] for name in TURNING if (found := results.get(f"better-{BEST}-{name}"))]
    if len(errors) < len(TURNING):
        return None
    gain = float(errors[0] - errors[1])
    word = "reached" if gain >= TURNING_GAIN else "there, but smaller" if gain > 2 * _ERROR * 2**0.5 else "not to be seen"
    return gain, word


def _turning(results: Results) -> str:
    found = turning_gain(results)
    if found is None:
        return ""
    gain, word = found
    return f"\n**Verdict on the turning by the first move**, from which the report gains {TURNING_GAIN}: {word} ({gain:+.4f}).\n"


def _shown(settings: ValueSettings) -> str:
    """How a run saw its boards; the first ones saw them as they were played, and kept the weights as they were."""
    return f"{'turned' if settings.turned else 'as played'}, batches of {settings.batch}"
