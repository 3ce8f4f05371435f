"""Figures 11 and 12 of the report drawn from our runs."""

from collections import defaultdict
from collections.abc import Mapping
from pathlib import Path

from kibitz.experiments.paisarnsrisomsuk2015.experiments import MOST_GUESSES
from kibitz.experiments.paisarnsrisomsuk2015.paper import PRINTED
from kibitz.learn.runs.run_folder import RunFolder
from kibitz.pictures import new_figure, save_figure


def draw_learning_curves(runs: Mapping[str, RunFolder], path: Path) -> None:
    """Figure 11: the share of moves guessed right over trainings; the report's last values are dashed."""
    figure = new_figure(6, 4)
    axes = figure.subplots()
    for number, (name, folder) in enumerate(runs.items()):
        curve = _mean_curve(folder)
        axes.plot(list(curve), list(curve.values()), marker="o", color=f"C{number}", label=name)
        if name in PRINTED:
            axes.axhline(PRINTED[name].top_1, color=f"C{number}", linestyle="--", linewidth=0.8)
    axes.set(xlabel="trainings, every pass counted", ylabel="first guess right, %")
    axes.grid(alpha=0.3)
    axes.legend(fontsize=8)
    save_figure(figure, path)


def _mean_curve(folder: RunFolder) -> dict[int, float]:
    """Per cent of the moves guessed right after so many trainings, on the mean of the run's networks."""
    found = defaultdict(list)
    for row in folder.metrics():
        found[int(row["step"])].append(100 * float(row["top_1"]))
    return {step: sum(shares) / len(shares) for step, shares in found.items()}


def draw_guesses(runs: Mapping[str, RunFolder], path: Path) -> None:
    """Figure 12: the share of moves among the first 1 to 10 guesses; the report's values at 10 are crosses."""
    figure = new_figure(6, 4)
    axes = figure.subplots()
    guesses = range(1, MOST_GUESSES + 1)
    for number, (name, folder) in enumerate(runs.items()):
        result = folder.result() or {}
        axes.plot(guesses, [100 * result[f"top_{count}"] for count in guesses], marker="o", color=f"C{number}", label=name)
        if name in PRINTED:
            axes.plot(MOST_GUESSES, PRINTED[name].top_10, marker="x", color=f"C{number}")
    axes.set(xlabel="guesses", ylabel="the move is among them, %")
    axes.grid(alpha=0.3)
    axes.legend(fontsize=8)
    save_figure(figure, path)
