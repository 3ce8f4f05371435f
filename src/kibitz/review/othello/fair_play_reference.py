"""Makes the reference of clean games that kibitz.review.othello.fair_play reads, and measures how often it is wrong.

    python -m kibitz.review.othello.fair_play_reference --archive FILE --out src/kibitz/review/othello/fair_play.json

The archive holds the games of WTHOR and has ratings. Both years are tournament games of people; that they are clean is assumed.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path
from typing import Any, Final

import click
import numpy as np
from numpy.typing import NDArray

from kibitz.archive.database import Archive, open_archive
from kibitz.archive.filters import GameFilter
from kibitz.archive.othello.catalogue import game_records
from kibitz.files import write_whole
from kibitz.models.othello.portrait import PlayerGames
from kibitz.review.othello.fair_play import (
    DEPTH,
    THRESHOLDS,
    GameFigures,
    Measured,
    Reference,
    deviation,
    game_figures,
)

_GAMES_OF_A_PLAYER: Final = 10
_SET_SIZES: Final = (5, 10)
_ASSISTED: Final = (0.3, 0.6, 1.0)
_PLAYERS: Final = """
    WITH sides AS (SELECT black AS player FROM games WHERE year = ? UNION ALL SELECT white FROM games WHERE year = ?)
    SELECT players.name, any_value(ratings.rating) FROM sides
    JOIN players ON players.id = sides.player AND NOT players.is_program
    JOIN ratings ON ratings.player = players.id AND ratings.year = ?
    GROUP BY players.name HAVING count(*) >= ? ORDER BY hash(players.name)
"""


@dataclass(frozen=True, slots=True)
class Sample:
    """A player's games of one year."""

    rating: float
    figures: GameFigures


def samples(archive: Archive, year: int, players: int) -> Iterator[Sample]:
    """Some games each of some players of a year, chosen by a hash of their names."""
    rows = archive.rows(_PLAYERS, [year, year, year, _GAMES_OF_A_PLAYER])
    for name, rating in islice(rows, players):
        records = game_records(archive, GameFilter(from_year=year, to_year=year, player=name, human=True))
        games = PlayerGames.of(name, islice(records, _GAMES_OF_A_PLAYER), rating)
        figures = game_figures(games)
        if len(figures) == _GAMES_OF_A_PLAYER:
            yield Sample(rating, figures)


def reference_of(found: list[Sample], about: dict[str, Any]) -> Reference:
    """The reference by least squares, with the spread between players and within one."""
    ratings = np.concatenate([np.full(len(sample.figures), sample.rating) for sample in found])
    player = np.repeat(np.arange(len(found)), [len(sample.figures) for sample in found])
    all_games = GameFigures.joined([sample.figures for sample in found])
    inputs = all_games.inputs(ratings)
    loss, loss_rest = _fitted(inputs, all_games.loss, player)
    agreement, agreement_rest = _fitted(inputs, all_games.agreement, player)
    means = [np.bincount(player, rest) / np.bincount(player) for rest in (-loss_rest, agreement_rest)]
    correlation = float(np.corrcoef(means[0], means[1])[0, 1])
    return Reference(loss, agreement, correlation, DEPTH, about, [])


def _fitted(
    inputs: NDArray[np.float64], figures: NDArray[np.float64], player: NDArray[np.int64]
) -> tuple[Measured, NDArray[np.float64]]:
    weights, *_ = np.linalg.lstsq(inputs, figures, rcond=None)
    rest = figures - inputs @ weights
    counts = np.bincount(player)
    means = np.bincount(player, rest) / counts
    within = float(np.sqrt(((rest - means[player]) ** 2).sum() / (len(rest) - len(counts))))
    between = max(float(means.var()) - within**2 / float(counts.mean()), 0.0) ** 0.5
    return Measured(tuple(map(float, weights)), between, within), rest


def checks_of(found: list[Sample], reference: Reference) -> list[dict[str, Any]]:
    """How many sets of clean games lie beyond each threshold, and how many with so many moves replaced by the engine's."""
    return [_check(found, reference, size, share) for size in _SET_SIZES for share in (0.0, *_ASSISTED)]


def _check(found: list[Sample], reference: Reference, size: int, assisted: float) -> dict[str, Any]:
    sets = [
        (sample.rating, _assisted(sample.figures.take(slice(first, first + size)), assisted))
        for sample in found
        for first in range(0, len(sample.figures) - size + 1, size)
    ]
    indices = np.array([deviation(figures, rating, reference).index for rating, figures in sets])
    beyond = [{"index": threshold, "sets": int((indices >= threshold).sum())} for threshold in THRESHOLDS]
    return {"games": size, "assisted": assisted, "sets": len(sets), "beyond": beyond}


def _assisted(figures: GameFigures, share: float) -> GameFigures:
    """The games as they would look if so many of the moves had been the engine's: they lose nothing and agree."""
    return replace(figures, loss=figures.loss * (1 - share), agreement=figures.agreement + share * (1 - figures.agreement))


@click.command(help=__doc__)
@click.option("--archive", "path", type=click.Path(path_type=Path), required=True, help="An archive of WTHOR with ratings.")
@click.option("--learn", default=2015, show_default=True, help="The year of the reference.")
@click.option("--check", "checked", default=2016, show_default=True, help="The year on which it is checked.")
@click.option("--players", default=100, show_default=True, help="How many players of each year.")
@click.option("--out", type=click.Path(dir_okay=False, path_type=Path), required=True, help="File to write.")
def main(path: Path, learn: int, checked: int, players: int, out: Path) -> None:
    """Make the reference from one year and check it on another."""
    with open_archive(path, game="othello") as archive:
        learned, held_out = (list(samples(archive, year, players)) for year in (learn, checked))
    about = {
        "archive": "WTHOR",
        "year": learn,
        "players": len(learned),
        "checked_year": checked,
        "checked_players": len(held_out),
    }
    reference = reference_of(learned, {**about, "games_of_a_player": _GAMES_OF_A_PLAYER})
    write_whole(out, replace(reference, checks=checks_of(held_out, reference)).to_json())


if __name__ == "__main__":
    main()
