"""The picture of a ladder: every player with its rating and interval."""

from collections.abc import Sequence
from pathlib import Path

from kibitz.arena.ladder import Rating
from kibitz.pictures import new_figure, save_figure


def plot_ladder(ratings: Sequence[Rating], path: Path) -> None:
    """Draw ratings, the best on top; raises SetupError without matplotlib or if the file cannot be written."""
    figure = new_figure(8, 1.2 + 0.35 * len(ratings))
    axes = figure.subplots()
    places = range(len(ratings))
    margins = [row.high - row.elo for row in ratings]
    axes.errorbar([row.elo for row in ratings], places, xerr=margins, fmt="o", capsize=3)
    axes.set_yticks(places, [row.player for row in ratings])
    axes.invert_yaxis()
    axes.grid(axis="x", alpha=0.4)
    axes.set(xlabel="Elo above the mean of all, with 95 % intervals", title="Ladder")
    save_figure(figure, path)
