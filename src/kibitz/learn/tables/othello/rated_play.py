"""Learns how players of a rating play, for kibitz.models.othello.rated_play: which losses they avoid, and when they resign.

python -m kibitz.learn.tables.othello.rated_play --playok PLAYOK_2023.wtb --out src/kibitz/models/othello/rated_play.json

A model plays games against itself at each rating; then the aversion is found at which the loss that is to be expected in these
positions is that of real players, and the games are played again with it.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import click
import numpy as np
from numpy.typing import NDArray

from kibitz.features.othello.second_look import PLAY_PHASES
from kibitz.files import write_whole
from kibitz.learn.tables.othello.resignation import fit_resignation
from kibitz.measure.othello.sampled_games import JUDGED_DEPTH, judged, sampled_games
from kibitz.models.othello.loading import load_model
from kibitz.models.othello.model import MoveModel
from kibitz.models.othello.rated_play import DEPTH, Aversion, RatedPlay, RatedPlayModel, Sight
from kibitz.rules.othello.bulk import Boards, children

Floats = NDArray[np.float64]

MODELS: Final = {"tables": "expert-2014", "second-look": "human-2014"}
RATINGS: Final = tuple(float(rating) for rating in range(1000, 2201, 200))

# Real players' mean losses in discs by phase: 2016, 87,301 moves, judged eight plies deep; docs/results/moves.md.
_REAL_RATINGS: Final = (1075.0, 1310.0, 1480.0, 1615.0, 1760.0)
_REAL_LOSSES: Final = (
    (2.76, 2.87, 2.44, 1.15),
    (1.76, 2.01, 1.69, 0.56),
    (1.38, 1.65, 1.45, 0.56),
    (1.14, 1.41, 1.14, 0.43),
    (0.82, 0.93, 0.86, 0.12),
)
_REAL_MOVES: Final = (20135, 15438, 31612, 17725, 2391)

_MOST: Final = 3.0
_SOFTLY: Final = 0.05  # added to an aversion before its logarithm is smoothed


def real_losses(ratings: tuple[float, ...]) -> Floats:
    """The mean loss of real players of some ratings in each phase, [R, 4]: a straight line through the logarithms by rating."""
    columns = np.array(_REAL_LOSSES).T
    lines = [np.polyfit(_REAL_RATINGS, np.log(column), 1, w=np.sqrt(_REAL_MOVES) * column) for column in columns]
    return np.stack([np.exp(np.polyval(line, ratings)) for line in lines], axis=1)


def fit_aversion(model: MoveModel, games: int, positions: int, rounds: int, seed: int) -> Aversion:
    """The aversion at which a model's games lose what real ones do, smooth over ratings."""
    found = Aversion(RATINGS, tuple((0.0,) * len(PLAY_PHASES) for _ in RATINGS))
    wanted = real_losses(RATINGS)
    for number in range(rounds):
        rows = [
            list(_fitted(model, found, rating, wanted[place], games, positions, seed + number))
            for place, rating in enumerate(RATINGS)
        ]
        found = Aversion(RATINGS, _smoothed(np.array(rows)))
        click.echo(f"round {number + 1}: {found.by_phase}", err=True)
    return found


def _fitted(
    model: MoveModel, now: Aversion, rating: float, wanted: Floats, games: int, positions: int, seed: int
) -> Iterator[float]:
    """The aversion of one rating in each phase, by positions of games that are played with what was found so far."""
    played = sampled_games(RatedPlayModel(model, now), rating, rating, games, seed + int(rating)).situations
    empties = 64 - np.bitwise_count(played.boards.own | played.boards.opp).astype(np.int64)
    random = np.random.default_rng(seed)
    for (first, last), goal in zip(PLAY_PHASES, wanted, strict=True):
        here = judged(played.boards) & (empties >= first) & (empties <= last)
        asked = played.take(random.permutation(np.flatnonzero(here))[:positions])
        moves = children(asked.boards)
        share = model.probabilities(asked, rating)[moves.parent, moves.square]
        yield _aversion_for(goal, share, _losses(asked.boards, DEPTH), _losses(asked.boards, JUDGED_DEPTH), moves.parent)


def _losses(boards: Boards, depth: int) -> Floats:
    return Sight.of_depth(depth).losses(boards).astype(np.float64)


def _aversion_for(goal: float, share: Floats, seen: Floats, real: Floats, parent: NDArray[np.int64]) -> float:
    """The aversion to losses as they are seen at which the mean of the real ones is the goal, by halving."""
    low, high = -_SOFTLY, _MOST
    for _ in range(40):
        middle = (low + high) / 2
        weights = share * np.exp(-middle * seen)
        mean = np.mean(np.bincount(parent, weights * real) / np.bincount(parent, weights))
        low, high = (middle, high) if mean > goal else (low, middle)
    return high


def _smoothed(rows: Floats) -> tuple[tuple[float, ...], ...]:
    """Aversions [R, 4], their logarithms a parabola over the ratings, no less than 0."""
    steps = np.arange(len(rows)) - len(rows) / 2
    parabolas = [np.polyfit(steps, np.log(np.maximum(column, 0) + _SOFTLY), 2) for column in rows.T]
    smooth = np.stack([np.exp(np.polyval(each, steps)) - _SOFTLY for each in parabolas], axis=1)
    return tuple(tuple(round(float(each), 4) for each in row) for row in np.clip(smooth, 0, _MOST))


def about(settings: dict[str, Any]) -> dict[str, Any]:
    """What stands in the file for people."""
    return {
        "title": "How players of a rating avoid losses, and when they resign",
        "aversion": "how strongly a disc of loss is avoided, by rating and phase (moves 11 to 30, 31 to 47, 48 to 53, 54 to 60)",
        "data": "real losses: WTHOR 2016; resignations: PlayOK 2023; the models' own games",
        "models": MODELS,
        "settings": settings,
        "command": "python -m kibitz.learn.tables.othello.rated_play --playok PLAYOK_2023.wtb --out rated_play.json",
        "licence": "MIT",
    }


@click.command(help=__doc__)
@click.option("--playok", type=click.Path(exists=True, path_type=Path), required=True, help="Games of which some were given up.")
@click.option("--games", default=40, show_default=True, help="Games of each rating and round.")
@click.option("--positions", default=120, show_default=True, help="Positions of each rating and phase.")
@click.option("--rounds", default=1, show_default=True)
@click.option("--seed", default=1, show_default=True)
@click.option("--out", type=click.Path(path_type=Path), required=True)
def main(playok: Path, out: Path, **settings: int) -> None:
    """Write the file."""
    resignation, given_up = fit_resignation(playok)
    aversion = {kind: fit_aversion(load_model(name), **settings) for kind, name in MODELS.items()}
    write_whole(out, RatedPlay(aversion, resignation, about({**settings, **given_up})).to_json())


if __name__ == "__main__":
    main()
