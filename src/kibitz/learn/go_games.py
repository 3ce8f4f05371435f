"""Archives of Go games as one table with the year of each game, kept beside a run so that they are read once."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray

from kibitz.errors import SetupError
from kibitz.records.go_files import plain_game, read_go_games
from kibitz.records.record import SkippedGame
from kibitz.rules.go_bulk import GoGames, PlainGame

_COLUMNS: Final = ("points", "is_black", "first", "setup_points", "setup_is_black", "first_setup")
_TOLD_EVERY: Final = 1000


@dataclass(frozen=True, slots=True)
class DatedGames:
    """Games of one board size and the year of each, [G]."""

    games: GoGames
    year: NDArray[np.int64]

    def of_years(self, first: int, last: int) -> NDArray[np.int64]:
        """The numbers of the games of some years, both ends included."""
        return np.flatnonzero((self.year >= first) & (self.year <= last))


def read_dated_games(source: Path, size: int, tell: Callable[[int], None]) -> DatedGames:
    """The games of a file, folder or archive that have a date and this board size; `tell` hears now and then how many were seen.

    Games that cannot be used are left out. Raises SetupError if none is left.
    """
    found: list[PlainGame] = []
    years: list[int] = []
    for number, record in enumerate(read_go_games(source, _pass_over)):
        if number % _TOLD_EVERY == 0:
            tell(number)
        if record.size == size and record.year is not None and record.moves:
            found.append(plain_game(record))
            years.append(record.year)
    if not found:
        raise SetupError(f"{source} holds no game of Go with a date on a board of {size}×{size}")
    return DatedGames(GoGames.of(size, found), np.array(years, np.int64))


def kept_games(store: Path, source: Path, size: int, tell: Callable[[int], None]) -> DatedGames:
    """The games of a source, from the file `store` if they were read before; else they are read and put there."""
    if not store.is_file():
        dated = read_dated_games(source, size, tell)
        # A run may be killed at any instant: what stands under the name is whole.
        temporary = store.with_name(store.stem + ".new.npz")
        columns = {name: getattr(dated.games, name) for name in _COLUMNS}
        np.savez(temporary, size=np.array(dated.games.size), year=dated.year, **columns)
        temporary.replace(store)
    with np.load(store, allow_pickle=False) as stored:
        games = GoGames(int(stored["size"]), *(stored[name] for name in _COLUMNS))
        return DatedGames(games, stored["year"])


def _pass_over(_skipped: SkippedGame) -> None:
    """Nothing is said of games that cannot be used: `kibitz archive import` names them."""
