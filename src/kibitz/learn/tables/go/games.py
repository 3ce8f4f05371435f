"""Archives of Go games as one table with the year of each game, kept beside a run so that they are read once."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray

from kibitz.errors import SetupError
from kibitz.files import whole_file
from kibitz.records.go.files import plain_game, read_go_games
from kibitz.records.reports import SkippedGame
from kibitz.rules.game import Color
from kibitz.rules.go.bulk import GoGames, PlainGame
from kibitz.rules.go.position import GoGame
from kibitz.search.go.playouts import dead_stones

_COLUMNS: Final = ("points", "is_black", "first", "setup_points", "setup_is_black", "first_setup")
_ENDS: Final = ("year", "winner", "is_counted")
_WINNERS: Final = {Color.BLACK: 1, Color.WHITE: -1, None: 0}
_TOLD_EVERY: Final = 1000
_PLAYOUTS: Final = 64  # owners of thousands of games are learned from, so each may be judged roughly


@dataclass(frozen=True, slots=True)
class DatedGames:
    """Games of one board size, the year of each, who won it and whether it was played to its end and counted, [G]."""

    games: GoGames
    year: NDArray[np.int64]
    winner: NDArray[np.int8]  # 1 Black, −1 White, 0 for nobody or not known
    is_counted: NDArray[np.bool_]

    def selected(self, games: NDArray[np.int64]) -> "DatedGames":
        """Some of the games, in the order of their numbers `games`."""
        return DatedGames(self.games.selected(games), self.year[games], self.winner[games], self.is_counted[games])

    def of_years(self, first: int, last: int) -> NDArray[np.int64]:
        """The numbers of the games of some years, both ends included."""
        return np.flatnonzero((self.year >= first) & (self.year <= last))


def read_dated_games(source: Path, size: int, tell: Callable[[int], None]) -> DatedGames:
    """The games of a file, folder or archive that have a date and this board size; `tell` hears now and then how many were seen.

    Games that cannot be used are left out. Raises SetupError if none is left.
    """
    found: list[PlainGame] = []
    years: list[int] = []
    ends: list[tuple[int, bool]] = []
    for number, record in enumerate(read_go_games(source, _pass_over)):
        if number % _TOLD_EVERY == 0:
            tell(number)
        if record.size == size and record.year is not None and record.moves:
            found.append(plain_game(record))
            years.append(record.year)
            ends.append((_WINNERS[record.winner], record.is_counted))
    if not found:
        raise SetupError(f"{source} holds no game of Go with a date on a board of {size}×{size}")
    winner, is_counted = zip(*ends, strict=True)
    return DatedGames(GoGames.of(size, found), np.array(years, np.int64), np.array(winner, np.int8), np.array(is_counted))


def kept_games(store: Path, source: Path, size: int, tell: Callable[[int], None]) -> DatedGames:
    """The games of a source, from the file `store` if they were read before; else they are read and put there."""
    if not store.is_file():
        dated = read_dated_games(source, size, tell)
        columns = {name: getattr(dated.games, name) for name in _COLUMNS}
        ends = {name: getattr(dated, name) for name in _ENDS}
        with whole_file(store) as file:
            np.savez(file, size=np.array(dated.games.size), **ends, **columns)
    with np.load(store, allow_pickle=False) as stored:
        games = GoGames(int(stored["size"]), *(stored[name] for name in _COLUMNS))
        return DatedGames(games, *(stored[name] for name in _ENDS))


def final_owners(games: GoGames) -> NDArray[np.int8]:
    """Who owns each point at the end of each game, [G, size²]: 1 Black, −1 White, 0 nobody.

    Records end with dead stones on the board; those that playouts take are taken off.
    """
    rules = GoGame(games.size)
    ends = (rules.set_up(np.flatnonzero(row == 1).tolist(), np.flatnonzero(row == 2).tolist()) for row in games.replay().stones)
    return np.array([end.owners(dead_stones(end, _PLAYOUTS)) for end in ends], np.int8)


def _pass_over(_skipped: SkippedGame) -> None:
    """Nothing is said of games that cannot be used: `kibitz archive import` names them."""
