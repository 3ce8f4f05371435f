"""The paper's figures 7 and 8 drawn from our runs, and what a network thinks of each square."""

from collections.abc import Sequence
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray

from kibitz.experiments.pinkney2009.paper import GAMES_AGAINST_RANDOM, PLATEAU_FROM, RISE_FROM
from kibitz.learn.runs.run_folder import RunFolder
from kibitz.models.othello.evolved import EvolvedNet, Population
from kibitz.pictures import new_figure, save_figure
from kibitz.rules.othello.bulk import Boards
from kibitz.rules.othello.position import START, Position
from kibitz.rules.squares import format_move
from kibitz.search.game_tree import TreeNode, expand
from kibitz.search.tree_picture import draw_tree

SMOOTHED_OVER: Final = 20  # generations
TREE_DEPTH: Final = 3


def draw_progress(folders: Sequence[RunFolder], path: Path) -> None:
    """Figure 8: games won of 1,000 against a random mover, by generation, with what the paper says of its own curve.

    The first run's games are drawn one by one; of several runs the mean and the band from the lowest to the highest too.
    """
    figure = new_figure(8, 4.5)
    axes = figure.subplots()
    generation, share = win_curve(folders[0])
    axes.plot(generation, GAMES_AGAINST_RANDOM * share, color="#9a9a9a", linewidth=0.7, label="games won, first seed")
    smooth = GAMES_AGAINST_RANDOM * smoothed_curves(folders)
    if len(smooth) > 1:
        span = range(smooth.shape[1])
        axes.fill_between(
            span, smooth.min(axis=0), smooth.max(axis=0), color="#3a7d5c", alpha=0.2, label="lowest to highest seed"
        )
    label = f"mean of {SMOOTHED_OVER} generations" + (f" and {len(smooth)} seeds" if len(smooth) > 1 else "")
    axes.plot(smooth.mean(axis=0), color="#3a7d5c", label=label)
    for place, words in ((RISE_FROM, "his rises from here"), (PLATEAU_FROM, "his is level from here")):
        axes.axvline(place, color="black", linestyle="dotted", linewidth=1)
        axes.annotate(f" {words}", (place, 0.02), xycoords=("data", "axes fraction"), fontsize=8)
    axes.set(xlabel="generation", ylabel="games won of 1,000 against a random mover", xlim=(0, None))
    axes.grid(alpha=0.3)
    axes.legend()
    save_figure(figure, path)


def draw_variants(folders: Sequence[RunFolder], path: Path) -> None:
    """The smoothed curves of several runs, by generation and by the time of one core."""
    figure = new_figure(10, 4.5)
    by_generation, by_time = figure.subplots(1, 2, sharey=True)
    for number, folder in enumerate(folders):
        generation, share = win_curve(folder)
        seconds = np.array([float(row["core_seconds"]) for row in folder.metrics()])
        curve = 100 * running_mean(share)
        by_generation.plot(generation, curve, color=f"C{number}", label=folder.path.name)
        by_time.plot(seconds, curve, color=f"C{number}", label=folder.path.name)
    by_generation.set(xlabel="generation", ylabel=f"% won against a random mover, mean of {SMOOTHED_OVER} generations")
    by_time.set(xlabel="seconds of one core, games against random included")
    by_time.legend(fontsize=8)
    for axes in (by_generation, by_time):
        axes.grid(alpha=0.3)
    save_figure(figure, path)


def win_curve(folder: RunFolder) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
    """The generations of a run and the shares of the games against a random mover that their best networks won."""
    rows = folder.metrics()
    won, games = (np.array([[int(row[name]) for name in ("won", "drawn", "lost")] for row in rows]) @ weights for weights in
                  ([1, 0, 0], [1, 1, 1]))  # fmt: skip
    return np.array([int(row["step"]) for row in rows]), won / games


def smoothed_curves(folders: Sequence[RunFolder]) -> NDArray[np.float64]:
    """The running means of several runs' curves as far as all of them went, [runs, generations]."""
    curves = [running_mean(win_curve(folder)[1]) for folder in folders]
    length = min(map(len, curves))
    return np.array([curve[:length] for curve in curves])


def running_mean(values: NDArray[np.float64]) -> NDArray[np.float64]:
    """Each value's mean with those before it, as far back as the smoothing goes."""
    starts = np.maximum(0, np.arange(len(values)) + 1 - SMOOTHED_OVER)
    return np.array([values[start : end + 1].mean() for end, start in enumerate(starts)])


def draw_squares(networks: dict[str, Population], path: Path) -> None:
    """What a disc more on each square is worth to networks, from an empty board on: red is good, blue is bad."""
    figure = new_figure(3.2 * len(networks), 3.4)
    for axes, (name, network) in zip(np.atleast_1d(figure.subplots(1, len(networks))), networks.items(), strict=True):
        values = square_values(network)
        limit = np.abs(values).max()
        axes.imshow(values, cmap="RdBu_r", vmin=-limit, vmax=limit)
        axes.set_xticks(range(8), "abcdefgh")
        axes.set_yticks(range(8), range(1, 9))
        axes.set_title(name, fontsize=9)
    save_figure(figure, path)


def square_values(network: Population) -> NDArray[np.float64]:
    """The slope of a network's output by each of its inputs where all are 0, averaged over the symmetries, [8, 8]."""
    slopes = (network.to_hidden[0] * (network.thresholds[0] / 2)) @ network.from_hidden[0]
    board = slopes.astype(np.float64).reshape(8, 8)
    images = [np.rot90(side, turns) for side in (board, board.T) for turns in range(4)]
    mean: NDArray[np.float64] = np.mean(images, axis=0)
    return mean


def tree_of_the_start(network: Population) -> TreeNode[Position]:
    """Figure 7: three moves from the start, valued by a network, with what alpha-beta leaves out."""
    net = EvolvedNet(network)

    def evaluate(position: Position) -> float:
        return round(float(net.values(Boards.of([position]))[0]), 2)

    return expand(START, TREE_DEPTH, evaluate)


def draw_start(network: Population, path: Path) -> None:
    draw_tree(tree_of_the_start(network), path, format_move)
