"""The page docs/papers/ng2017.md: the report's tables beside ours, what its shared games do, and how the player does.

All of it is made from result.json and metrics.csv of a folder of runs, from the matches kept there, and from the cards of shipped
models; what was not run says so.
"""

from pathlib import Path
from typing import Any, Final

from kibitz.experiments.matches import match_rows
from kibitz.experiments.ng2017.after_games_page import after_games_text
from kibitz.experiments.ng2017.matches import PLAYED
from kibitz.experiments.ng2017.networks import TEST_YEAR
from kibitz.experiments.ng2017.paper import (
    BEST,
    FINALS,
    LAYERS,
    NETWORKS,
    PRINTED_WEIGHTS,
    SETS,
)
from kibitz.experiments.ng2017.samples import SAMPLE
from kibitz.experiments.ng2017.styles_page import styles_text
from kibitz.experiments.ng2017.tables import NOT_RUN, Results, table, tables_text
from kibitz.experiments.papers import MODELS
from kibitz.files import make_folder, write_whole
from kibitz.learn.runs.run_folder import RunFolder
from kibitz.models.store import find_by_name
from kibitz.nets.othello.value_spec import ValueSpec
from kibitz.pictures import new_figure, save_figure

PAGE_FILE: Final = "ng2017.md"
PICTURES: Final = "ng2017"
WINNER_MODEL: Final = "winner-2014"


def write_page(run_root: Path, out_dir: Path) -> Path:
    """Write ng2017.md and its pictures from the results of all runs in a folder and return the page's path."""
    results = read_results(run_root)
    make_folder(out_dir / PICTURES)
    parts = [_introduction(), _layers(), tables_text(run_root, results), _sets(results), _shared_games(results)]
    parts += [_curves(run_root, results, out_dir), _own_value(run_root), _player(run_root)]
    parts += [styles_text(run_root), after_games_text(run_root), _choices()]
    path = out_dir / PAGE_FILE
    write_whole(path, "\n".join(parts))
    return path


def read_results(run_root: Path) -> Results:
    """What finished runs measured, by the names of their folders."""
    folders = sorted(run_root.glob("*-*")) if run_root.is_dir() else []
    found = {folder.name: RunFolder(folder).result() for folder in folders}
    return {name: result for name, result in found.items() if result is not None}


def _introduction() -> str:
    return (
        "# Ng 2017: a value network, and a player that thinks on its opponent's time\n\n"
        "Argens Ng, *Playing Othello by deep learning neural network*, final year project, University of Hong Kong, 2017.\n\n"
        "This page is written by `kibitz reproduce ng2017` from the results of finished runs, which are kept in "
        "`checkpoints/ng2017/`; what was not run says so. One position is drawn from every game of WTHOR 1977–2014 (115,096 "
        "finished games); the target is 1 if the side to move wins, 0 in a draw, −1 if it loses. Seven seeds give seven sets "
        "from the same games. A network learns from four fifths of set 1, stops when the last fifth gets no better for five "
        f"epochs, and keeps the weights of its best epoch. Our errors are on {SAMPLE:,} positions of each set.\n\n"
        "```sh\n"
        "kibitz reproduce ng2017 --networks 24-board --positions 1657386      # 18 epochs, as the shipped network was taught\n"
        "kibitz reproduce ng2017 --networks all --budget 600                  # the report's networks, a share of the time each\n"
        "kibitz reproduce ng2017 --networks 13 --recipe thesis --budget 600   # batches of 5 and plain descent, as printed\n"
        "kibitz reproduce ng2017 --networks 13-discs --budget 60              # the raw board; `variants` has more\n"
        "kibitz reproduce ng2017 --networks models,matches                    # our own models on the same sets, and the player\n"
        "kibitz reproduce ng2017 --networks styles,after-games                # how networks play, and one that learns from it\n"
        "kibitz reproduce ng2017 --runs checkpoints/ng2017                    # this page again\n"
        "```\n"
    )


def _layers() -> str:
    spec, _ = NETWORKS[BEST]
    rows = [(name, shape, f"{weights:,}") for name, shape, weights in LAYERS]
    rows.append(("sum", "all layers", f"{sum(weights for _, _, weights in LAYERS):,} (printed: {PRINTED_WEIGHTS:,})"))
    rows.append(("ours, as listed", "all layers", f"{spec.weight_count():,}"))
    on_board = ValueSpec(spec.planes, axes="board")
    rows.append(("ours, `-board`", "all layers", f"{on_board.weight_count():,}"))
    return (
        "## The default network\n\n"
        "The listed shapes say more than the text: the second convolution has 2,336 = 32 · (9 · 8 + 1) weights, so it read eight "
        "channels, and its answer is 32 × 8. The first layer's answer, 32 filters on 8 × 8 squares, was taken for 32 rows of 8 "
        "columns with 8 channels: a filter of the second layer slides over filters and files instead of files and ranks. We "
        "train the network as it is listed, and with `-board` behind its name the one that was probably meant.\n\n"
        + table(("layer", "shape", "weights"), rows)
    )


def _sets(results: Results) -> str:
    if not results:
        return "## Set by set (figure 12)\n\nNo network has been run.\n"
    head = ["network", *(f"set {number}" for number in SETS)]
    rows = [[name, *(f"{result['sets'][str(number)]:.4f}" for number in SETS)] for name, result in results.items()]
    return "## Set by set (figure 12)\n\n" + table(head, rows)


def _shared_games(results: Results) -> str:
    text = (
        "## What shared games do\n\n"
        "Sets 2 to 7 are drawn from the games of set 1, so a test position comes from a game of which another position was "
        "learned, with its result. Four fifths of the games were learned from, one fifth only told when to stop: the error on "
        "sets 2 to 7 for each of the two shows what sharing does, on the same years and the same kind of positions. The last "
        f"column is {TEST_YEAR}, a year the network has not seen at all, every position counted alike.\n\n"
    )
    if not results:
        return text + "No network has been run.\n"
    rows = []
    for name, result in results.items():
        apart = result["games_apart"]
        gain = NOT_RUN if apart is None else f"{apart - result['games_shared']:+.4f}"
        held = NOT_RUN if apart is None else f"{apart:.4f}"
        year = NOT_RUN if result["unseen_year"] is None else f"{result['unseen_year']:.4f}"
        rows.append([name, f"{result['independent']:.4f}", f"{result['games_shared']:.4f}", held, gain, year])
    head = ("network", "sets 2–7", "games learned from", "games held back", "worth of sharing", str(TEST_YEAR))
    return text + table(head, rows)


def _curves(run_root: Path, results: Results, out_dir: Path) -> str:
    if not results:
        return ""
    figure = new_figure(7, 4)
    axes = figure.subplots()
    for name in results:
        rows = [row for row in RunFolder(run_root / name).metrics() if row["held_back_error"]]
        axes.plot([int(row["epoch"]) for row in rows], [float(row["held_back_error"]) for row in rows], marker="o", label=name)
    axes.axhline(NETWORKS[BEST][1].independent, color="grey", linestyle="dotted", label="printed, network 13 on sets 2–7")
    axes.set(xlabel="epochs", ylabel="mean squared error, held back")
    axes.legend()
    save_figure(figure, out_dir / PICTURES / "learning.png")
    return f"![Errors on the positions held back, by epoch]({PICTURES}/learning.png)\n"


def _own_value(run_root: Path) -> str:
    facts = find_by_name(WINNER_MODEL).card.facts
    figures, evaluation = facts["figures"], find_by_name(facts["settings"]["evaluation"])
    unknown = ["not stated"] * 2
    of_winner = [_with_interval(figures.get(f"WTHOR {year}")) for year in (2015, 2016)]
    of_evaluation = [evaluation.card.facts["figures"][f"winner_{year}"]["mean_squared_error"] for year in (2015, 2016)]
    rows = [
        [f"network {BEST} as printed", f"{NETWORKS[BEST][1].independent:.4f}", *unknown],
        ["`final3` as printed, the best that learned from set 1 alone", f"{FINALS['final3'][1].independent:.4f}", *unknown],
        ["`final2` as printed, which learned from these sets", f"{FINALS['final2'][1].independent:.4f}", *unknown],
        [f"`{evaluation.name}`, no search", _on_sets(run_root, evaluation.name), *(f"{found:.4f}" for found in of_evaluation)],
        [f"`{WINNER_MODEL}`", _on_sets(run_root, WINNER_MODEL), *of_winner],
    ]
    settings = facts["settings"]
    return (
        "## Beyond: who wins, as well as we can tell\n\n"
        f"`{WINNER_MODEL}` looks {settings['depth']} discs ahead by the engine's pattern tables, which learned from 1977–2014, "
        f"solves the last {settings['exact_from']} empty squares exactly, and reads the value as a chance by a logistic curve "
        "for each disc count, fitted to games up to 2014. Depth and empties were chosen on 2015; 2016 was measured once. Every "
        "position of every finished game counts; intervals hold 95 % of the values found by drawing games. On sets 2 to 7 all "
        "share their games with what was learned: his networks with set 1, our models with all games up to 2014.\n\n"
        + table(("who wins: mean squared error", "sets 2–7", "2015", "2016"), rows)
        + "\n```sh\n"
        f"kibitz evaluate --model {WINNER_MODEL} --winners WTH_2016.wtb --plot calibration.png\n"
        "kibitz train winner-2014 --data WTHOR\n"
        "```\n\n"
        f"![Of positions given a chance, how many were won, 2016]({PICTURES}/calibration.png)\n"
    )


def _on_sets(run_root: Path, name: str) -> str:
    result = RunFolder(run_root / MODELS / name).result()
    if result is None:
        return NOT_RUN
    return f"{result['independent']:.4f} ± {2 * result['standard_error']:.4f} ({result['positions']:,} positions)"


def _with_interval(figures: dict[str, Any] | None) -> str:
    if figures is None:
        return NOT_RUN
    low, high = figures["mean_squared_error_low"], figures["mean_squared_error_high"]
    return f"**{figures['mean_squared_error']:.4f}** ({low:.4f} to {high:.4f})"


def _player(run_root: Path) -> str:
    text = (
        "## The player\n\n"
        "`value:MODEL` is his player: alpha-beta with children in order, a tree that is kept after a move and grows while the "
        "opponent thinks (`ponder=true`), and a best move at any moment. His two threads shared a lock that was not fair, so one "
        "of them slept for 0.3 s; ours is stopped between two steps and joined. He reports over 70 % against testers with 4 to 5 "
        "moves ahead; `expert:rating=R` plays as people of a rating do and stands for the testers, whose strength he does not "
        "say. Matches are from even openings, each with both colours.\n\n"
    )
    return text + table(("match", "won–drawn–lost", "points, % (interval)"), match_rows(PLAYED, run_root))


def _choices() -> str:
    return (
        "## What the report leaves open, and what was chosen\n\n"
        "- The target is the final winner seen by the player to move; planes are seen by the mover too (his program evaluates in "
        "the computer's colour).\n"
        "- Every layer is said to have ReLU; the last one cannot, since half of the targets are −1. It is linear here, and the "
        "player holds its answer between −1 and 1.\n"
        "- The listing has three convolutions and four wide dense layers, yet network 13 is said to have fewer convolutions than "
        "network 26 with three: convolutions are counted here by the dropouts behind them, and one more follows.\n"
        "- Rotation by the first move: WTHOR turns every game so that it begins with f5; the player turns its games alike.\n"
        "- Draws count 0. His games were those of WZebra's copy of WTHOR and 150 more; ours are WTHOR's up to 2014, so that 2015 "
        "and 2016 stay unseen.\n"
        "- Max-norm 2 holds along the first axis of each kernel, as Keras does: the rows of a filter, the inputs of a node.\n"
    )
