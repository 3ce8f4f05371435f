"""The page docs/papers/pinkney2009.md: the dissertation's words and figures beside what our runs found.

All of it is made from metrics.csv and result.json of a folder of runs, and comparisons.json beside them. An evolution that was
not run says so.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from kibitz.experiments.pinkney2009.comparisons import describe_comparisons, format_table, most_error
from kibitz.experiments.pinkney2009.measuring import (
    CANDIDATES,
    CHOOSING_GAMES,
    GREEDY_GAMES,
    OPENING_MOVES,
    RANDOM_GAMES,
    best_network_file,
)
from kibitz.experiments.pinkney2009.paper import CHOICES, DRAWS, PLATEAU_FROM, RISE_FROM, STOPPED_AFTER
from kibitz.experiments.pinkney2009.pictures import (
    SMOOTHED_OVER,
    draw_progress,
    draw_squares,
    draw_start,
    draw_variants,
    running_mean,
    smoothed_curves,
    tree_of_the_start,
    win_curve,
)
from kibitz.experiments.pinkney2009.variants import PAPER, REPEATS, VARIANTS
from kibitz.experiments.pinkney2009.verdicts import curve_verdict
from kibitz.files import make_folder, write_whole
from kibitz.learn.runs.run_folder import RunFolder
from kibitz.models.othello.evolved import load_population
from kibitz.rules.squares import format_move
from kibitz.search.game_tree import to_xml

PAGE_FILE: Final = "pinkney2009.md"
PICTURES: Final = "pinkney2009"
NOT_RUN: Final = "not run"
_CURVE_AT: Final = (0, 20, 50, 80, 150, 200, 300, 400, 500, 600, 700, 800)
_XML_LINES: Final = 12


def write_page(runs: Path, out: Path) -> Path:
    """Write pinkney2009.md and its pictures from the runs in a folder and return the page's path."""
    make_folder(out / PICTURES)
    parts = [_introduction(), _choices(), _progress(runs, out), _variants(runs, out)]
    parts += [describe_comparisons(runs), _squares(runs, out), _tree(runs, out), _cost(runs)]
    path = out / PAGE_FILE
    write_whole(path, "\n".join(part for part in parts if part))
    return path


def _begun(runs: Path) -> list[str]:
    """The variants that have at least one generation."""
    return [name for name in VARIANTS if RunFolder(runs / name).metrics()]


def _measured(runs: Path) -> list[str]:
    return [name for name in VARIANTS if RunFolder(runs / name).result() is not None and best_network_file(runs / name).is_file()]


def _introduction() -> str:
    return (
        "# Pinkney 2009: networks that evolve by playing each other\n\n"
        "Alexander J. Pinkney, *Development of an Artificial Neural Network to Play Othello*, University of Nottingham, 2009.\n\n"
        "This page is written by `kibitz reproduce pinkney2009` from the runs in a folder; an evolution that was not run says "
        "so. Every generation's weights are kept there. A run goes on after any interruption and ends with the same bits, "
        "whatever the number of processes or machines that play its games.\n\n"
        "```sh\n"
        "kibitz reproduce pinkney2009 --networks paper --threads 2      # as described: 800 generations of 24 networks\n"
        "kibitz reproduce pinkney2009 --networks seeds                  # the same with ten seeds\n"
        "kibitz reproduce pinkney2009 --networks all --budget 60        # his extensions and ours; goes on another time\n"
        "kibitz match alphabeta:evolved,depth=1 random                  # the best network found here, at the board\n"
        "```\n"
    )


def _choices() -> str:
    return "## The method, as it is described and as it is done here\n\n" + format_table(("section", "he says", "here"), CHOICES)


def _progress(runs: Path, out: Path) -> str:
    text = (
        "## Figure 8: games won of 1,000 against a random mover\n\n"
        f"His curve improves markedly from about generation {RISE_FROM}, is level from about {PLATEAU_FROM}, and was stopped "
        f"after {STOPPED_AFTER} generations; {DRAWS[0]} to {DRAWS[1]} games of each thousand are drawn throughout. The "
        "dissertation prints the curve without a table.\n\n"
    )
    folders = repeats(runs)
    if not folders:
        return text + "Not run.\n"
    draw_progress(folders, out / PICTURES / "figure8.png")
    text += f"![Games won by generation]({PICTURES}/figure8.png)\n\n" + _curve(folders)
    word, heights = curve_verdict(folders)
    return text + f"\n**{word.capitalize()}**, by the mean of {SMOOTHED_OVER} generations: {heights}.\n" + _seeds(folders)


def repeats(runs: Path) -> list[RunFolder]:
    """The runs of the paper's recipe: all that came to their end, or the first one so far."""
    folders = [RunFolder(runs / name) for name in (PAPER, *REPEATS)]
    return [folder for folder in folders if folder.result() is not None] or [folders[0]] * bool(folders[0].metrics())


def _curve(folders: Sequence[RunFolder]) -> str:
    generation, share = win_curve(folders[0])
    curves = 1000 * smoothed_curves(folders)
    draws = running_mean(np.array([int(row["drawn"]) for row in folders[0].metrics()], np.float64))
    cells = [
        (str(place), f"{1000 * share[place]:.0f}", _spread(curves[:, place]), f"{draws[place]:.0f}")
        for place in _CURVE_AT
        if place < curves.shape[1]
    ]
    head = ("generation", "won, first seed", f"won, mean of {SMOOTHED_OVER}", f"drawn, first seed, mean of {SMOOTHED_OVER}")
    best = int(share.argmax())
    return (
        format_table(head, cells) + f"\nHighest of the first seed: {1000 * share[best]:.0f} in generation {generation[best]}.\n"
    )


def _spread(values: NDArray[np.float64]) -> str:
    """The mean of some seeds, with the lowest and the highest."""
    return f"{values.mean():.0f}" + (f" ({values.min():.0f} to {values.max():.0f})" if len(values) > 1 else "")


def _seeds(folders: Sequence[RunFolder]) -> str:
    """What the best networks of all seeds won, in games that had no say in their choice."""
    won = [100 * share_won(result["random"]) for folder in folders if (result := folder.result()) is not None]
    if len(won) < 2:
        return ""
    return (
        f"\nThe best network of each of {len(won)} seeds won {np.mean(won):.1f} % of {RANDOM_GAMES:,} games against a random "
        f"mover in the mean, with a standard deviation of {np.std(won, ddof=1):.1f} between seeds: "
        f"{', '.join(f'{share:.1f}' for share in won)}.\n"
    )


def _variants(runs: Path, out: Path) -> str:
    text = (
        "## His extensions, and beyond\n\n"
        "All have the network of the paper; the words say what else is different. Of each run the "
        f"{CANDIDATES} generations with the most wins, the last one, and for CMA-ES the average of the means of the later half "
        f"played {CHOOSING_GAMES:,} more games each against a random mover to choose the best network. The figures are from "
        f"games that had no say in that: {RANDOM_GAMES:,} against a random mover from the start (one standard error is at most "
        f"{most_error(RANDOM_GAMES):.1f} points), and {GREEDY_GAMES:,} against the greedy mover of section 3.1.5 after "
        f"{OPENING_MOVES} random moves, each opening with both colours (at most {most_error(GREEDY_GAMES):.1f} points). All "
        "look at the next move alone.\n\n"
    )
    begun = _begun(runs)
    if begun:
        draw_variants([RunFolder(runs / name) for name in begun], out / PICTURES / "variants.png")
        text += f"![Curves of all evolutions]({PICTURES}/variants.png)\n\n"
    head = (
        "evolution",
        "what is different",
        "generations",
        "best in",
        "won against random",
        "against greedy",
        "core s",
    )
    return text + format_table(head, [_variant_row(name, RunFolder(runs / name)) for name in VARIANTS])


def _variant_row(name: str, folder: RunFolder) -> tuple[str, ...]:
    result = folder.result()
    rows = folder.metrics()
    if result is None:
        reached = f"{rows[-1]['step']} so far" if rows else NOT_RUN
        return (name, VARIANTS[name].says, reached, *["–"] * 4)
    random, greedy = (_record(result[other]) for other in ("random", "greedy"))
    figures = (
        str(result["generations"]),
        _place(result["generations_of_best"]),
        random,
        greedy,
        f"{result['core_seconds']:.0f}",
    )
    return (name, VARIANTS[name].says, *figures)


def _place(generations: list[int]) -> str:
    first, last = generations
    return str(last) if first == last else f"mean of {first}–{last}"


def _record(found: dict[str, Any]) -> str:
    """The share of games won, and how many were won, drawn and lost."""
    return f"**{100 * share_won(found):.1f} %** ({found['won']} – {found['drawn']} – {found['lost']})"


def share_won(found: dict[str, Any]) -> float:
    """The share of some games that were won."""
    return float(found["won"] / (found["won"] + found["drawn"] + found["lost"]))


def _squares(runs: Path, out: Path) -> str:
    networks = {name: load_population(best_network_file(runs / name)) for name in _measured(runs)}
    if not networks:
        return ""
    draw_squares(networks, out / PICTURES / "squares.png")
    return (
        "## What the networks think of squares\n\n"
        "The slope of the output by each input on an empty board, averaged over the eight symmetries: red is a square worth "
        "having, blue one worth avoiding. Nobody told them of corners; the pictures show who found out.\n\n"
        f"![Values of squares]({PICTURES}/squares.png)\n"
    )


def _tree(runs: Path, out: Path) -> str:
    text = (
        "## Figure 7: the tree of three moves from the start\n\n"
        "By the best network of the paper's run; dashes are branches that alpha-beta left out.\n\n"
    )
    if PAPER not in _measured(runs):
        return text + "Not run.\n"
    network = load_population(best_network_file(runs / PAPER))
    draw_start(network, out / PICTURES / "figure7.png")
    lines = to_xml(tree_of_the_start(network), format_move).splitlines()
    shown = "\n".join(lines[:_XML_LINES])
    return (
        text + f"![Game tree]({PICTURES}/figure7.png)\n\nThe same tree as XML, its first lines of {len(lines)}:\n\n"
        f"```xml\n{shown}\n```\n"
    )


def _cost(runs: Path) -> str:
    rows = RunFolder(runs / PAPER).metrics()
    if len(rows) < 2:
        return ""
    last = rows[-1]
    core = float(last["core_seconds"])
    return (
        "## What it costs\n\n"
        f"{len(rows)} generations of the paper's run, {_games(rows):,} games, took {core:.0f} seconds of a core for the games, "
        f"{1000 * core / len(rows):.0f} ms a generation, and {float(last['seconds']) / 60:.0f} minutes on the clock of a machine "
        "of two cores that did much else. The dissertation speaks of days (section 1.2).\n"
    )


def _games(rows: list[dict[str, str]]) -> int:
    settings = VARIANTS[PAPER].settings
    return len(rows) * (settings.networks * (settings.networks - 1) + settings.benchmark_games)
