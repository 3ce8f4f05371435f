"""The paper's figures drawn from our runs."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final

import numpy as np
from numpy.typing import NDArray

from kibitz.experiments.leouski1996.opponent import GAMES
from kibitz.learn.runs.run_folder import RunFolder
from kibitz.pictures import new_figure, save_figure
from kibitz.rules.othello.position import parse_board

if TYPE_CHECKING:
    from matplotlib.axes import Axes

_SMOOTHED_OVER: Final = 15  # measurements
_GREEN: Final = "#3a7d5c"
_GREY: Final = "#9a9a9a"


def draw_learning_curves(runs: Mapping[str, Sequence[RunFolder]], path: Path) -> None:
    """Figures 3 and 4: games won against the opponent over games learnt from, the mean of the seeds, as measured and smoothed."""
    figure = new_figure(10, 4)
    as_measured, smoothed = figure.subplots(1, 2, sharey=True)
    for number, (name, folders) in enumerate(runs.items()):
        games, won = mean_curve(folders)
        as_measured.plot(games, won, color=f"C{number}", linewidth=0.8, label=name)
        smoothed.plot(games, running_mean(won), color=f"C{number}", label=name)
    for axes, title in ((as_measured, "as measured"), (smoothed, f"mean of {_SMOOTHED_OVER} measurements")):
        axes.set(xlabel="training games", ylabel=f"games won of {GAMES}", ylim=(0, GAMES), title=title)
        axes.grid(alpha=0.3)
        axes.legend(fontsize=8)
    save_figure(figure, path)


def mean_curve(folders: Sequence[RunFolder]) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
    """Games learnt from, and games won as a mean of the runs that were all measured there."""
    rows = [folder.metrics() for folder in folders]
    length = min(map(len, rows))
    won = np.array([[int(row["won"]) for row in run[:length]] for run in rows])
    return np.array([int(row["step"]) for row in rows[0][:length]]), won.mean(axis=0)


def running_mean(values: NDArray[np.float64]) -> NDArray[np.float64]:
    """Each value's mean with those before it, as far back as the smoothing goes."""
    starts = np.maximum(0, np.arange(len(values)) + 1 - _SMOOTHED_OVER)
    return np.array([values[start : end + 1].mean() for end, start in enumerate(starts)])


def draw_coefficients(boards: Sequence[NDArray[np.float64]], titles: Sequence[str], path: Path) -> None:
    """Coefficients as the paper draws them: the area of a square is their size, white is positive and black negative."""
    figure = new_figure(3 * len(boards), 3.3)
    for axes, coefficients, title in zip(np.atleast_1d(figure.subplots(1, len(boards))), boards, titles, strict=True):
        _draw_squares(axes, coefficients)
        axes.set_title(title, fontsize=9)
    save_figure(figure, path)


def draw_boards(texts: Sequence[str], titles: Sequence[str], path: Path) -> None:
    """Positions side by side."""
    figure = new_figure(3 * len(texts), 3.3)
    for axes, text, title in zip(figure.subplots(1, len(texts)), texts, titles, strict=True):
        _draw_position(axes, text)
        axes.set_title(title, fontsize=9)
    save_figure(figure, path)


def _draw_squares(axes: "Axes", coefficients: NDArray[np.float64]) -> None:
    from matplotlib.patches import Rectangle

    _frame(axes, _GREY)
    sides = 0.95 * np.sqrt(np.abs(coefficients) / max(float(np.abs(coefficients).max()), 1e-12))
    for square, side in enumerate(sides):
        corner = (square % 8 + 0.5 - side / 2, square // 8 + 0.5 - side / 2)
        axes.add_patch(Rectangle(corner, side, side, color="white" if coefficients[square] > 0 else "black"))


def _draw_position(axes: "Axes", text: str) -> None:
    from matplotlib.patches import Circle

    _frame(axes, _GREEN)
    position = parse_board(text)
    for line in range(1, 8):
        axes.axhline(line, color="black", linewidth=0.5)
        axes.axvline(line, color="black", linewidth=0.5)
    for discs, colour in ((position.black, "black"), (position.white, "white")):
        for square in (square for square in range(64) if discs >> square & 1):
            axes.add_patch(Circle((square % 8 + 0.5, square // 8 + 0.5), 0.4, color=colour))


def _frame(axes: "Axes", colour: str) -> None:
    axes.set(xlim=(0, 8), ylim=(8, 0), aspect="equal", facecolor=colour)
    axes.set_xticks([file + 0.5 for file in range(8)], "abcdefgh", fontsize=7)
    axes.set_yticks([rank + 0.5 for rank in range(8)], "12345678", fontsize=7)
    axes.tick_params(length=0)
