"""The pictures of the page: learning curves after figures 4.3 and 4.4, and the boards of figure 4.5."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.patches import Circle

from kibitz.learn.runs.run_folder import RunFolder
from kibitz.rules.squares import parse_square

_DPI: Final = 80
_GREEN: Final = "#3a7d5c"
_LEAST_SHOWN: Final = 0.005


def draw_curves(folders: Sequence[RunFolder], path: Path, columns: Sequence[tuple[str, str]], label: str, scale: float) -> None:
    """Write curves of some runs over the positions seen; `columns` are those of metrics.csv with the style of their line."""
    figure = Figure(figsize=(7, 4))
    axes = figure.subplots()
    for number, folder in enumerate(folders):
        rows = folder.metrics()
        positions = [int(row["positions"]) / 1e6 for row in rows]
        for column, style in columns:
            name = f"{folder.path.name}, {'training' if column.startswith('train') else 'validation'}"
            axes.plot(positions, [scale * float(row[column]) for row in rows], style, color=f"C{number}", label=name)
    axes.set(xlabel="million positions", ylabel=label, xscale="log")
    axes.xaxis.set_major_formatter("{x:g}")
    axes.xaxis.set_minor_formatter("")
    axes.legend(fontsize=7)
    axes.grid(alpha=0.3)
    figure.tight_layout()
    figure.savefig(path, dpi=_DPI)


def draw_walk(name: str, steps: Sequence[dict[str, Any]], path: Path) -> None:
    """Write the boards of figure 4.5 side by side, the probability of each legal move in its square."""
    figure = Figure(figsize=(3 * len(steps), 3.4))
    for axes, step in zip(figure.subplots(1, len(steps)), steps, strict=True):
        _draw_board(axes, step)
    figure.suptitle(name, fontsize=10)
    figure.tight_layout()
    figure.savefig(path, dpi=_DPI)


def _draw_board(axes: Axes, step: dict[str, Any]) -> None:
    text = step["board"]
    axes.set(xlim=(0, 8), ylim=(8, 0), aspect="equal", facecolor=_GREEN)
    axes.set_xticks([file + 0.5 for file in range(8)], "abcdefgh", fontsize=7)
    axes.set_yticks([rank + 0.5 for rank in range(8)], "12345678", fontsize=7)
    axes.tick_params(length=0)
    for line in range(1, 8):
        axes.axhline(line, color="black", linewidth=0.5)
        axes.axvline(line, color="black", linewidth=0.5)
    for square, sign in enumerate(text[:64]):
        if sign in "XO":
            colour = "black" if sign == "X" else "white"
            axes.add_patch(Circle((square % 8 + 0.5, square // 8 + 0.5), 0.4, color=colour))
    for move, share in step["probabilities"].items():
        if share >= _LEAST_SHOWN:
            square = parse_square(move)
            weight = "bold" if move == step["best"] else "normal"
            axes.text(square % 8 + 0.5, square // 8 + 0.5, f"{100 * share:.0f}", ha="center", va="center", fontsize=8,
                      color="yellow", weight=weight)  # fmt: skip
    axes.set_title(f"best {step['best']}, chosen {step['choice']} ({step['probability']:.0%})", fontsize=8)
