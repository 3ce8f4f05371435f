"""Whether the expert errs as players of its rating do: losses of sampled games beside those of real ones, and R against R + 200.

python benchmarks/calibrated_play.py WTHOR_FILE... [--model human-2014] [--mode full] [--raw] [--games 60] [--pairs 50]

A loss is what a move gives away in discs by the engine eight plies deep, at most 16, and exactly in the last eleven squares.
Forced moves and the first ten are left out. Real moves are those of players the model knows, within 100 points of the rating.
"""

from collections.abc import Iterator
from pathlib import Path

import click
import numpy as np

from kibitz.features.othello.recorded_moves import moves_of_records
from kibitz.measure.othello.sampled_games import (
    JUDGED_DEPTH,
    PlayedLosses,
    judged,
    losses_of_moves,
    points_of_the_stronger,
    sampled_games,
)
from kibitz.models.othello.loading import load_model
from kibitz.models.othello.model import MoveModel, PersonalModel, in_mode
from kibitz.models.othello.rated_play import Sight, playing_by_rating
from kibitz.pictures import new_figure, save_figure
from kibitz.records.othello.files import read_games
from kibitz.rules.othello.bulk import Boards

RATINGS = range(1000, 2001, 200)
BAND = 100
PHASES = ("moves 11-30", "31-47", "48-53", "54-60")
MOVES_A_GAME = 12  # that are judged: many games tell more than many moves of one


def real_losses(model: PersonalModel, files: tuple[Path, ...], rating: float, most: int) -> PlayedLosses:
    """Those of real players of about a rating."""
    played = moves_of_records(record for file in files for record in read_games(file, on_skip=lambda _: None))
    people = model.known_players
    ratings = people.ratings_of(people.numbers(played.player))
    low, high = (rating - BAND if rating > RATINGS[0] else -np.inf), (rating + BAND if rating < RATINGS[-1] else np.inf)
    boards = played.moves.situations.boards
    rows = np.flatnonzero((ratings >= low) & (ratings < high) & judged(boards))
    return _judged_losses(boards, played.moves.square, np.random.default_rng(1).permutation(rows)[:most])


def _judged_losses(boards: Boards, squares: np.ndarray, rows: np.ndarray) -> PlayedLosses:
    return losses_of_moves(Boards(boards.own[rows], boards.opp[rows]), squares[rows], Sight.of_depth(JUDGED_DEPTH))


def compared(
    model: MoveModel, people: PersonalModel, files: tuple[Path, ...], games: int
) -> Iterator[tuple[int, str, tuple[int, ...], list[list[float]]]]:
    """For each rating and phase how many real and sampled moves there are, and the three figures of both with their errors."""
    for rating in RATINGS:
        real = real_losses(people, files, rating, games * MOVES_A_GAME)
        made = sampled_games(model, rating, rating, games, rating)
        rows = np.random.default_rng(2).permutation(np.flatnonzero(judged(made.situations.boards)))[: games * MOVES_A_GAME]
        sampled = _judged_losses(made.situations.boards, made.squares, rows)
        for number, phase in enumerate(PHASES):
            one, other = real.of_phase(number), sampled.of_phase(number)
            yield rating, phase, (one[0], other[0]), [one[1], one[2], other[1], other[2]]


def draw(rows: list[tuple[int, str, tuple[int, ...], list[list[float]]]], path: Path) -> None:
    """A picture: one column for each figure, one row for each phase, real and sampled by rating."""
    figure = new_figure(12, 10)
    axes = figure.subplots(len(PHASES), 3, sharex=True)
    for line, phase in enumerate(PHASES):
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
@click.option("--raw", is_flag=True, help="As the model says, with no losses avoided.")
@click.option("--games", default=60, show_default=True, help="Sampled games of each rating.")
@click.option("--pairs", default=50, show_default=True, help="Pairs of games of R against R + 200, 0 for none.")
@click.option("--plot", type=click.Path(path_type=Path))
def main(files: tuple[Path, ...], name: str, mode: str | None, raw: bool, games: int, pairs: int, plot: Path | None) -> None:
    """Print the tables and draw the picture."""
    people = load_model(name)
    model = in_mode(people, mode) if raw else playing_by_rating(in_mode(people, mode))
    rows = []
    if games:
        print("rating  phase         moves real/sampled   mean loss       4 and more       10 and more")
        for rating, phase, counts, figures in compared(model, people, files, games):
            rows.append((rating, phase, counts, figures))
            real, error, sampled, other = figures
            parts = [f"{r:6.3f}±{e:.3f} {s:6.3f}±{o:.3f}" for r, e, s, o in zip(real, error, sampled, other, strict=True)]
            print(f"{rating:6}  {phase:12} {counts[0]:6}/{counts[1]:<6}  {'  '.join(parts)}", flush=True)
    for low in RATINGS[:-1] if pairs else ():
        share, error = points_of_the_stronger(model, low, low + 200, pairs, seed=7)
        print(f"{low + 200} against {low}: {100 * share:.1f} % ± {100 * error:.1f} of {2 * pairs} games", flush=True)
    if plot and rows:
        draw(rows, plot)


if __name__ == "__main__":
    main()
