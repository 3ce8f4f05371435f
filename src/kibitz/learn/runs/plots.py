"""Pictures of a run: its losses and its accuracy over the positions seen, after figures 4.3 and 4.4 of Hlynsson's thesis."""

from pathlib import Path

from matplotlib.figure import Figure

from kibitz.learn.runs.run_folder import RunFolder

_CURVES = {
    "loss": (("train_loss", "training batches"), ("validation_nll", "validation")),
    "accuracy": (("train_top1", "training batches"), ("validation_top1", "validation")),
}


def plot_run(folder: RunFolder) -> list[Path]:
    """Write loss.png and accuracy.png into the run's folder and return their paths; nothing if it has no metrics yet.

    Curves that a run did not measure are left out.
    """
    rows = folder.metrics()
    return [_plot(rows, name, curves, folder.path / f"{name}.png") for name, curves in _CURVES.items()] if rows else []


def _plot(rows: list[dict[str, str]], name: str, curves: tuple[tuple[str, str], ...], path: Path) -> Path:
    figure = Figure(figsize=(6, 4))
    axes = figure.subplots()
    positions = [int(row["positions"]) / 1e6 for row in rows]
    for column, label in (curve for curve in curves if curve[0] in rows[0]):
        axes.plot(positions, [float(row[column]) for row in rows], label=label)
    axes.set_xlabel("million positions")
    axes.set_ylabel(name)
    axes.legend()
    figure.tight_layout()
    figure.savefig(path, dpi=120)
    return path


def plot_generations(rows: list[dict[str, str]], path: Path) -> None:
    """Draw what each generation of a self-taught player erred by, and how it did against the one before."""
    figure = Figure(figsize=(6, 5))
    errors, scores = figure.subplots(2, sharex=True)
    steps = [int(row["step"]) for row in rows]
    errors.plot(steps, [float(row["squared_error"]) ** 0.5 for row in rows])
    errors.set_ylabel("error of values, discs")
    scores.plot(steps, [float(row["score"]) for row in rows], ".")
    scores.axhline(0.5, color="grey", linewidth=0.8)
    scores.set_ylabel("match score")
    scores.set_xlabel("generation")
    figure.tight_layout()
    figure.savefig(path, dpi=120)
