"""Whether the expert errs as players of its rating do: losses of sampled games beside those of real ones, and R against R + 200.

python benchmarks/calibrated_play.py WTHOR_FILE... [--model human-2014] [--mode full] [--games 60] [--plot FILE.png] [--pairs 50]

A loss is what a move gives away in discs by the engine eight plies deep, at most 16, and exactly in the last eleven squares.
Forced moves and the first ten are left out. Real moves are those of players the model knows, within 100 points of the rating.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import click
import numpy as np
from numpy.typing import NDArray

from kibitz.features.othello.planes import RECENT_MOVES, Situations
from kibitz.features.othello.recorded_moves import moves_of_records
from kibitz.models.othello.engine import EVALUATION_NAME
from kibitz.models.othello.loading import load_model
from kibitz.models.othello.model import MoveModel, in_mode
from kibitz.models.othello.second_look import deep_values
from kibitz.pictures import new_figure, save_figure
from kibitz.records.othello.files import read_games
from kibitz.rules.othello.bulk import Boards, children, legal_masks, play
from kibitz.rules.othello.position import START
from kibitz.rules.squares import NO_MOVE
from kibitz.search.othello.deep_values import MARGIN
from kibitz.search.othello.endgame import solve_children_many

RATINGS = range(1000, 2001, 200)
BAND = 100
PHASES = (("moves 11-30", 31, 50), ("31-47", 14, 30), ("48-53", 8, 13), ("54-60", 1, 7))  # by empties
EXACT_FROM = 11


@dataclass(frozen=True, slots=True)
class Losses:
    """What moves gave away, and how many squares were empty before them, [N]."""

    loss: NDArray[np.float32]
    empties: NDArray[np.int64]

    def row(self, first: int, last: int) -> tuple[int, list[float], list[float]]:
        """How many moves a phase has, their mean loss and shares of 4 and 10 and more, and the standard errors of these."""
        loss = self.loss[(self.empties >= first) & (self.empties <= last)]
        parts = [loss, loss >= 4, loss >= 10]
        count = max(len(loss), 1)
        return len(loss), [float(np.mean(p)) if len(loss) else 0.0 for p in parts], [float(np.std(p)) / count**0.5 for p in parts]


def losses_of(boards: Boards, squares: NDArray[np.int8]) -> Losses:
    """The losses of some moves; forced ones and those of the first ten are left out."""
    empties = 64 - np.bitwise_count(boards.own | boards.opp).astype(np.int64)
    counted = (np.bitwise_count(legal_masks(boards)) > 1) & (empties <= 50)
    late = counted & (empties <= EXACT_FROM)
    loss = np.zeros(len(boards), np.float32)
    for rows in (np.flatnonzero(late), np.flatnonzero(counted & ~late)):
        some = Boards(boards.own[rows], boards.opp[rows])
        moves = children(some)
        if empties[rows].max(initial=0) <= EXACT_FROM:
            values = solve_children_many(some).score.astype(np.float32)
        else:
            values = deep_values(EVALUATION_NAME).of(some, legal_masks(some))[:, -1]
        best = np.full(len(rows), -np.inf, np.float32)
        np.maximum.at(best, moves.parent, values)
        played = moves.square == squares[rows][moves.parent]
        loss[rows[moves.parent[played]]] = np.minimum((best[moves.parent] - values)[played], MARGIN)
    return Losses(loss[counted], empties[counted])


def real_losses(model: MoveModel, files: tuple[Path, ...], rating: float, most: int) -> Losses:
    """Those of real players of about a rating."""
    played = moves_of_records(record for file in files for record in read_games(file, on_skip=lambda _: None))
    people = model.known_players  # type: ignore[attr-defined]
    ratings = people.ratings_of(people.numbers(played.player))
    low, high = (rating - BAND if rating > RATINGS[0] else -np.inf), (rating + BAND if rating < RATINGS[-1] else np.inf)
    boards = played.moves.situations.boards
    counted = (np.bitwise_count(played.moves.legal) > 1) & (np.bitwise_count(boards.own | boards.opp) >= 14)
    rows = np.flatnonzero((ratings >= low) & (ratings < high) & counted)
    rows = np.random.default_rng(1).permutation(rows)[:most]
    return losses_of(Boards(boards.own[rows], boards.opp[rows]), played.moves.square[rows])


@dataclass(frozen=True, slots=True)
class Played:
    """Sampled games: the positions and moves of all of them, [N], and Black's final scores, [G]."""

    boards: Boards
    squares: NDArray[np.int8]
    scores: NDArray[np.int64]


def sampled_games(model: MoveModel, black: float, white: float, games: int, seed: int) -> Played:
    """Games from the start in which both sides draw each move as often as the model says."""
    random = np.random.default_rng(seed)
    own, opp = (np.full(games, mask, np.uint64) for mask in (START.own, START.opp))
    is_black = np.ones(games, np.bool_)
    recent = np.full((games, RECENT_MOVES), NO_MOVE, np.int8)
    kept: list[tuple[NDArray[np.uint64], NDArray[np.uint64], NDArray[np.int8]]] = []
    while True:
        stuck = legal_masks(Boards(own, opp)) == 0
        own, opp, is_black = np.where(stuck, opp, own), np.where(stuck, own, opp), is_black ^ stuck
        going = np.flatnonzero(legal_masks(Boards(own, opp)))
        if not len(going):
            break
        boards = Boards(own[going], opp[going])
        rating = np.where(is_black[going], black, white).astype(np.float32)
        table = model.probabilities(Situations(boards, is_black[going], recent[going]), rating)
        squares = (table.cumsum(axis=1) > random.random((len(going), 1))).argmax(axis=1).astype(np.int8)
        kept.append((boards.own, boards.opp, squares))
        after = play(boards, squares)
        own[going], opp[going], is_black[going] = after.own, after.opp, ~is_black[going]
        recent[going] = np.concatenate([squares[:, None], recent[going][:, :-1]], axis=1)
    black_discs, white_discs = np.where(is_black, own, opp), np.where(is_black, opp, own)
    scores = np.bitwise_count(black_discs).astype(np.int64) - np.bitwise_count(white_discs)
    parts = [np.concatenate([each[part] for each in kept]) for part in range(3)]
    return Played(Boards(parts[0], parts[1]), parts[2], scores)


def points(model: MoveModel, low: float, pairs: int) -> tuple[float, float]:
    """The points of R + 200 against R, colours changed, and their standard error."""
    high = low + 200
    scores = np.concatenate([sampled_games(model, high, low, pairs, 7).scores, -sampled_games(model, low, high, pairs, 8).scores])
    won = (np.sign(scores) + 1) / 2
    return float(won.mean()), float(won.std() / len(won) ** 0.5)


def compared(
    model: MoveModel, files: tuple[Path, ...], games: int
) -> Iterator[tuple[int, str, tuple[int, ...], list[list[float]]]]:
    """For each rating and phase how many real and sampled moves there are, and the three figures of both with their errors."""
    for rating in RATINGS:
        real = real_losses(model, files, rating, games * 80)
        made = sampled_games(model, rating, rating, games, rating)
        sampled = losses_of(made.boards, made.squares)
        for phase, first, last in PHASES:
            one, other = real.row(first, last), sampled.row(first, last)
            yield rating, phase, (one[0], other[0]), [one[1], one[2], other[1], other[2]]


def draw(rows: list[tuple[int, str, tuple[int, ...], list[list[float]]]], path: Path) -> None:
    """A picture: one column for each figure, one row for each phase, real and sampled by rating."""
    figure = new_figure(12, 10)
    axes = figure.subplots(len(PHASES), 3, sharex=True)
    for line, (phase, _, _) in enumerate(PHASES):
        mine = [row for row in rows if row[1] == phase]
        for column, title in enumerate(("mean loss, discs", "share of 4 and more", "share of 10 and more")):
            for label, value, error in (("real", 0, 1), ("sampled", 2, 3)):
                figures = [row[3] for row in mine]
                axes[line, column].errorbar(
                    [row[0] for row in mine],
                    [each[value][column] for each in figures],
                    yerr=[2 * each[error][column] for each in figures],
                    label=label,
                    capsize=3,
                )
            axes[line, column].set(title=f"{phase}: {title}", ylim=(0, None))
    axes[0, 0].legend()
    save_figure(figure, path)


@click.command(help=__doc__)
@click.argument("files", nargs=-1, required=True, type=click.Path(exists=True, path_type=Path))
@click.option("--model", "name", default="human-2014", show_default=True)
@click.option("--mode", type=click.Choice(["quick", "full"]), default=None)
@click.option("--games", default=60, show_default=True, help="Sampled games of each rating.")
@click.option("--pairs", default=50, show_default=True, help="Pairs of games of R against R + 200, 0 for none.")
@click.option("--plot", type=click.Path(path_type=Path))
def main(files: tuple[Path, ...], name: str, mode: str | None, games: int, pairs: int, plot: Path | None) -> None:
    """Print the tables and draw the picture."""
    model = in_mode(load_model(name), mode)
    rows = []
    if games:
        print("rating  phase         moves real/sampled   mean loss       4 and more       10 and more")
        for rating, phase, counts, figures in compared(model, files, games):
            rows.append((rating, phase, counts, figures))
            real, error, sampled, other = figures
            parts = [f"{r:6.3f}±{e:.3f} {s:6.3f}±{o:.3f}" for r, e, s, o in zip(real, error, sampled, other, strict=True)]
            print(f"{rating:6}  {phase:12} {counts[0]:6}/{counts[1]:<6}  {'  '.join(parts)}", flush=True)
    for low in RATINGS[:-1] if pairs else ():
        share, error = points(model, low, pairs)
        print(f"{low + 200} against {low}: {100 * share:.1f} % ± {100 * error:.1f} of {2 * pairs} games", flush=True)
    if plot and rows:
        draw(rows, plot)


if __name__ == "__main__":
    main()
