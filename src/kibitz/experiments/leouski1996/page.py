"""The page docs/papers/leouski1996.md, written from finished runs: the paper's figures and words beside ours."""

from collections.abc import Sequence
from pathlib import Path
from typing import Final

import numpy as np

from kibitz.experiments.leouski1996 import analysis, verdicts
from kibitz.experiments.leouski1996.matches import CALIBRATION, OF_THE_SHIPPED, PLAYED
from kibitz.experiments.leouski1996.opponent import GAMES, OPPONENTS
from kibitz.experiments.leouski1996.paper import (
    C1_TAKEN,
    CONNECTIONS,
    MOVE_AT_C1,
    ONE_BOARD,
    OTHER_BOARD,
    PRINTED,
    READINGS,
)
from kibitz.experiments.leouski1996.pictures import draw_boards, draw_coefficients, draw_learning_curves
from kibitz.experiments.leouski1996.runs import (
    AVERAGED,
    GATED,
    LAMBDA,
    LAST_MEASUREMENTS,
    NETWORKS,
    NTUPLE,
    SEEDS,
    SLOWER,
    finished,
    shipped_run,
    trained_network,
)
from kibitz.experiments.matches import match_rows, outcome_of
from kibitz.files import make_folder, write_whole
from kibitz.learn.runs.run_folder import RunFolder
from kibitz.nets.othello.sigma_network import SHAPES

PAGE_FILE: Final = "leouski1996.md"
PICTURES: Final = "leouski1996"
NOT_RUN: Final = "not run"
# Student's t for a 95 % interval of the mean, by the number of runs.
_T: Final = {2: 12.71, 3: 4.30, 4: 3.18, 5: 2.78}
_BEYOND: Final = {
    AVERAGED: "network 3, the running mean of its weights kept",
    SLOWER: "network 3, α = 0.01",
    LAMBDA: "network 3, α = 0.01, TD(0.7)",
    GATED: "network 3, gated",
    NTUPLE: "n-tuple network",
}
_DISC_RANGES: Final = (range(12, 20), range(20, 30), range(30, 40), range(40, 50))
_STAGE_NAMES: Final = ("opening", "middle game", "endgame")


def write_page(runs: Path, out: Path) -> Path:
    """Write leouski1996.md and its pictures from all finished runs in a folder and return the page's path."""
    make_folder(out / PICTURES)
    parts = [_introduction(), _readings(), _opponent(runs), _curves(runs, out), _taylor(runs, out), _beyond(runs)]
    path = out / PAGE_FILE
    write_whole(path, "\n".join(parts))
    return path


def mean_with_interval(shares: Sequence[float]) -> str:
    """A mean in per cent with its 95 % interval; the mean alone of a single run."""
    mean = 100 * float(np.mean(shares))
    if len(shares) < 2:
        return f"{mean:.1f}"
    half = 100 * _T[len(shares)] * float(np.std(shares, ddof=1)) / len(shares) ** 0.5
    return f"{mean:.1f} ({mean - half:.1f} to {mean + half:.1f})"


def _table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines) + "\n"


def _picture(name: str, words: str) -> str:
    return f"![{words}]({PICTURES}/{name})\n\n"


def _introduction() -> str:
    return (
        "# Leouski & Utgoff 1996: what a neural network can learn about Othello\n\n"
        "Anton V. Leouski and Paul E. Utgoff, *What a Neural Network Can Learn about Othello*, technical report 96-10, "
        "University of Massachusetts, 1996.\n\n"
        "This page is written by `kibitz reproduce leouski1996` from finished runs, which are kept in `checkpoints/leouski1996`; "
        "what was not run says so. Nothing is learnt from games of people or other programs. " + verdicts.RULE + "\n\n"
        "```sh\n"
        "kibitz reproduce leouski1996 --networks network1,network2,network3   # five seeds each, about 20 minutes of one core\n"
        "kibitz reproduce leouski1996 --budget 60                             # everything, as far as an hour goes\n"
        "kibitz reproduce leouski1996 --runs checkpoints/leouski1996          # only the page\n"
        "kibitz reproduce leouski1996 --networks matches                      # the matches at the end of the page\n"
        "```\n"
    )


def _readings() -> str:
    return "## What is learnt, and how the paper was read\n\n" + _table(("point", "the paper", "here"), READINGS)


def _opponent(runs: Path) -> str:
    return (
        "## The opponent\n\n"
        "Wystan, by J. Clouse, cannot be had any more; the paper says that it knows mobility and stability, and not how it "
        "searches. The player `wystan` stands in for it. It adds up 4 for each legal move, 12 for each disc that can never be "
        "turned again (a lower bound, as the solver computes it) and the value below of the square of each disc, its own less "
        "the opponent's, and looks two moves ahead, as the networks do. They play the last ten empty squares perfectly as in the "
        "paper; `wystan:solved=10` does so too and is the harder opponent, met by the first short runs. Nobody has tuned "
        "these numbers, and no network has met it while learning.\n\n"
        "```\n"
        " 20  -3  11   8   8  11  -3  20\n"
        " -3  -7  -4   1   1  -4  -7  -3\n"
        " 11  -4   2   2   2   2  -4  11\n"
        "  8   1   2  -3  -3   2   1   8   and the same mirrored below\n"
        "```\n\n"
        f"The games begin from the {GAMES} different positions after four moves (of 244 lines, images under the symmetries "
        "counted once); the network has Black in every second of them. A draw is not a win.\n\n"
        "How strong it is, in pairs of games from even openings:\n\n"
        + _table(("match", "won–drawn–lost", "points, %"), match_rows(CALIBRATION, runs))
    )


def _curves(runs: Path, out: Path) -> str:
    text = (
        "## Figures 3 and 4: games won against the opponent\n\n"
        f"Mean of the last {LAST_MEASUREMENTS} measurements of {GAMES} games, one every 120 training games; means of the seeds "
        "with a 95 % interval by Student's t.\n\n"
    )
    found = {part: finished(runs, part) for part in NETWORKS}
    rows = [(part, CONNECTIONS[part], str(_weight_count(part)), PRINTED[part], *_ends(found[part])) for part in NETWORKS]
    text += _table(("network", "units", "weights", "the paper", "won at the end, %", "by seed, %", "best of 60"), rows)
    drawn = {part: folders for part, folders in found.items() if folders}
    if not drawn:
        return text
    draw_learning_curves(drawn, out / PICTURES / "curves.png")
    text += "\n" + _picture("curves.png", "games won by the three networks over games of training")
    text += "The last network of each run against the opponent, and against it with less and with more search:\n\n"
    text += _table(("network", *(f"`{name}`, %" for name in OPPONENTS)), [(part, *_against(drawn[part])) for part in drawn])
    return text + "\n" + verdicts.order_by_opponent(runs) + verdicts.learning_curves(runs) + _shipped(runs)


def _shipped(runs: Path) -> str:
    """Which network is shipped, and why it wins less in a match than the curve says."""
    folder = shipped_run(runs)
    result = folder.result() if folder else None
    if folder is None or result is None:
        return ""
    words = (
        "\n**The shipped network.** Shipped is network 3 of the seed with the best mean of its last measurements, here "
        f"`{folder.path.name}` with {100 * result['end_share']:.1f} %. That mean is of {LAST_MEASUREMENTS} networks on the way, "
        f"and the best of {len(SEEDS)} such means is lucky; the network that is kept is the last one, which won "
        f"{result['last_won']} of {GAMES} games in its measurement."
    )
    match = OF_THE_SHIPPED.folder(runs).result()
    if match is not None:
        points = outcome_of(match)[1]
        words += f" In {2 * OF_THE_SHIPPED.pairs} games that had no say in the choice it has {points} % of the points."
    return words + "\n"


def _against(folders: Sequence[RunFolder]) -> list[str]:
    """The games won by the last networks of some runs against each opponent."""
    results = [folder.result() or {} for folder in folders]
    return [mean_with_interval([result["against"][name] / GAMES for result in results]) for name in OPPONENTS]


def _weight_count(part: str) -> int:
    return sum(int(np.prod(size)) for size in SHAPES[part].sizes().values())


def _ends(folders: Sequence[RunFolder]) -> tuple[str, str, str]:
    results = [folder.result() or {} for folder in folders]
    if not results:
        return NOT_RUN, NOT_RUN, NOT_RUN
    shares = [result["end_share"] for result in results]
    return (
        mean_with_interval(shares),
        ", ".join(f"{100 * share:.0f}" for share in shares),
        str(max(r["best_won"] for r in results)),
    )


def _taylor(runs: Path, out: Path) -> str:
    folders = finished(runs, "network3")
    text = "## Figures 5 to 8: Taylor's expansion around the empty board\n\n"
    if not folders:
        return text + f"Network 3 was {NOT_RUN}.\n"
    text += (
        "White squares are positive, black ones negative, their area is the size of the coefficient. Derivatives are exact "
        "(`kibitz.nets.othello.sigma_taylor`); second-order coefficients are ½ ∂²f/∂x∂y. Pictures are of the "
        "first seed, tables of all.\n\n"
    )
    _draw_taylor(folders[0], out / PICTURES)
    networks = [trained_network(folder) for folder in folders]
    text += _picture("figure5.png", "first-order coefficients of the three parts of network 3")
    text += _signs(folders) + "\n" + verdicts.weighted_squares(networks) + "\n"
    text += "Figure 6: the four most valuable maps of the first part.\n\n" + _picture("figure6.png", "maps of the first part")
    text += verdicts.opening_maps(networks) + "\nFigure 7: those of the second part.\n\n"
    text += _picture("figure7.png", "maps of the second part") + verdicts.middle_game_maps(networks) + "\n"
    text += "Figure 8: what a8, b8, c8 and d8 add together with other squares in the third part, corners left out.\n\n"
    text += _picture("figure8.png", "second-order coefficients of four squares of the edge")
    text += verdicts.edge_interactions(networks) + "\n"
    return text + _mobility(folders, out) + _lost_sensitivity(runs, out)


def _draw_taylor(folder: RunFolder, pictures: Path) -> None:
    network = trained_network(folder)
    draw_coefficients(analysis.first_order(network), _STAGE_NAMES, pictures / "figure5.png")
    numbers = [f"map {number + 1}" for number in range(analysis.MAPS_SHOWN)]
    draw_coefficients(analysis.most_valuable_maps(network, 0), numbers, pictures / "figure6.png")
    draw_coefficients(analysis.most_valuable_maps(network, 1), numbers, pictures / "figure7.png")
    draw_coefficients(analysis.interactions(network, 2), analysis.EDGE_OF_FIGURE_8, pictures / "figure8.png")


def _signs(folders: Sequence[RunFolder]) -> str:
    """The coefficients of corners and X squares, by seed and part, beside the mean of all squares."""
    rows = []
    for folder in folders:
        for stage, first in zip(_STAGE_NAMES, analysis.first_order(trained_network(folder)), strict=True):
            corner, x_square = first[analysis.CORNERS[0]], first[analysis.X_SQUARES[0]]
            rows.append((folder.path.name, stage, f"{corner:+.3f}", f"{x_square:+.3f}", f"{first.mean():+.3f}"))
    return _table(("run", "part", "corner", "X square", "mean of the board"), rows)


def _mobility(folders: Sequence[RunFolder], out: Path) -> str:
    draw_boards((MOVE_AT_C1, C1_TAKEN), ("Black has a move at c1", "c1 is taken"), out / PICTURES / "figure9.png")
    rows = []
    for folder in folders:
        network = trained_network(folder)
        costs = [analysis.immediate_mobility(network, discs).of_the_move for discs in _DISC_RANGES]
        values = [f"{value:+.3f}" for value in (*analysis.figure_9_values(network), *costs)]
        rows.append((folder.path.name, *values[:2], str(verdicts.drawn_pairs_won(network)), *values[2:]))
    ranges = [f"{discs.start}–{discs.stop - 1} discs" for discs in _DISC_RANGES]
    return (
        "## Figure 9: immediate mobility\n\n"
        + _picture("figure9.png", "two boards that differ in c1")
        + "The paper's boards are a picture that our copy lacks; these two fit its description. A white disc on c1 has a value "
        "of its own, so two boards prove little, and fifty pairs were drawn from random games of 10 to 39 discs: a board where "
        "c1 is a legal move, and the same with a white disc on c1. The last columns are means over positions of 400 random "
        "games: how much more it costs the mover that the opponent takes c1 where c2 is the opponent's and c3 the mover's, so "
        "that c1 is a move of the mover's, than where they have changed places and it is none. Above 0 the network knows that "
        "the move is lost.\n\n"
        + _table(("run", "with the move", "c1 taken", "pairs of 50 in which the move is worth more", *ranges), rows)
        + "\n"
        + verdicts.immediate_mobility([trained_network(folder) for folder in folders])
    )


def _lost_sensitivity(runs: Path, out: Path) -> str:
    draw_boards((ONE_BOARD, OTHER_BOARD), ("one board", "another board"), out / PICTURES / "figure10.png")
    rows = []
    for part in NETWORKS:
        for folder in finished(runs, part)[:1]:
            first, second = analysis.same_response(trained_network(folder))
            rows.append((folder.path.name, f"{first:+.4f}", f"{second:+.4f}"))
    return (
        "\n## Figure 10: two boards that networks 2 and 3 cannot tell apart\n\n"
        + _picture("figure10.png", "two boards of the same value")
        + "The contents of two triangles with equal diagonals have changed places; no symmetry of the board turns one into the "
        "other.\n\n" + _table(("run", "one board", "the other"), rows) + "\n" + verdicts.lost_sensitivity(runs)
    )


def _beyond(runs: Path) -> str:
    rows = [(name, str(len(finished(runs, part))), *_ends(finished(runs, part))) for part, name in _BEYOND.items()]
    text = (
        "## Beyond the paper\n\n"
        "**Smaller steps**: network 3 with α = 0.01. **TD(λ)**: the same, drawn towards what the rest of the game found, each "
        "later position counting 0.7 times as much as the one before. **Gated**: what section 6 proposes for games that fill one "
        "side of the board first. In each of the eight triangles a gate says how much each of three parts counts, by which of "
        "the triangle's ten squares hold a disc; its shares begin equal, it learns with everything else, and one curve follows "
        "the sum. **N-tuple network**: the eleven pattern shapes of "
        "`features/patterns.py`, and tables for the numbers of moves and of empty squares beside discs and for who moves last, "
        "at seven disc counts, 797,139 weights that begin at nothing; 300,000 games against itself one move ahead, a tenth of "
        "the moves at random, ends of ten squares solved, TD(0.7) with steps that shrink as Adagrad's, a running mean of the "
        "tables kept (`learn/ntuple.py`). All search as the paper's networks do; against the opponent:\n\n"
    )
    text += _table(("player", "runs", "won at the end, %", "by seed, %", "best of 60"), rows)
    return text + _matches(runs)


def _matches(runs: Path) -> str:
    return (
        "\nMatches from even openings, each with both colours. The paper met LOGISTELLO informally: network 3, two moves ahead, "
        "won easily against it one move ahead and lost against it two moves ahead. Our own evaluation, `evaluation-2014`, stands "
        "for it; how it compares with the champion's of 1996 is not known.\n\n"
        + _table(("match", "won–drawn–lost", "points, %"), match_rows(PLAYED, runs))
        + "\n"
        + verdicts.logistello(runs)
    )
