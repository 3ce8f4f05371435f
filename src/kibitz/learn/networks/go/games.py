"""Games of Go with what a network learns from in addition to their moves: komi, rules, winner, score and the owners of points.

Reading archives and finding owners by playouts take minutes, so both are kept in files beside the run.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray

from kibitz.errors import SetupError
from kibitz.files import whole_file
from kibitz.players.go.counting import lost_stones
from kibitz.records.go.files import plain_game, read_go_games
from kibitz.records.go.record import GoRecord
from kibitz.records.go.terms import told_counting, told_komi
from kibitz.records.reports import SkippedGame
from kibitz.rules.game import Color
from kibitz.rules.go.bulk import GoGames, GoTerms, PlainGame
from kibitz.rules.go.position import GoGame, GoPosition
from kibitz.search.go.playouts import play_out

_COLUMNS: Final = ("points", "is_black", "first", "setup_points", "setup_is_black", "first_setup")
_FACTS: Final = ("source", "year", "winner", "komi", "counting", "score")
_WINNERS: Final = {Color.BLACK: 1, Color.WHITE: -1, None: 0}
_TOLD_EVERY: Final = 1000
_OWNERS_AT_ONCE: Final = 200
_PLAYOUTS: Final = 300  # from the end of a game, for each side to move first
_AGREED: Final = 4.0  # points
_SEED: Final = 0

Tell = Callable[[int], None]


@dataclass(frozen=True, slots=True)
class LabelledGames:
    """Games of one board size with facts about each, [G].

    `source` is the number of the archive a game comes from. `winner` is 1 for Black, −1 for White, 0 if it is not known. `score`
    is Black's with komi, NaN if the game was not counted; `komi` and `counting` are those of kibitz.records.go.terms.
    """

    games: GoGames
    source: NDArray[np.int64]
    year: NDArray[np.int64]
    winner: NDArray[np.int8]
    komi: NDArray[np.float32]
    counting: NDArray[np.int8]
    score: NDArray[np.float32]

    def __len__(self) -> int:
        return len(self.year)

    def selected(self, numbers: NDArray[np.int64]) -> "LabelledGames":
        """Some of the games, in the order of their numbers."""
        return LabelledGames(self.games.selected(numbers), *(getattr(self, name)[numbers] for name in _FACTS))


def stored_games(store: Path, sources: list[Path], sizes: tuple[int, ...], tell: Tell) -> dict[int, LabelledGames]:
    """The dated games of some archives by board size, from the files in `store`, which are written first if they are missing.

    Games of a size follow the order of the archives and of the games in them. `tell` hears how many games were seen. Raises
    SetupError if a size has no game.
    """
    if not all(_file(store, size).is_file() for size in sizes):
        for size, games in _read(sources, sizes, tell).items():
            _write(_file(store, size), games)
    return {size: _load(_file(store, size)) for size in sizes}


def stored_owners(store: Path, labelled: LabelledGames, tell: Tell) -> NDArray[np.int8]:
    """Who owns each point at the end, [G, size²]: 1 Black, −1 White, 0 nobody or not known.

    Known are the owners of counted games where playouts lead to about the score on which the players agreed. They are kept in the
    file `store`; `tell` hears how many games are done.
    """
    if not store.is_file():
        owners = np.zeros((len(labelled), labelled.games.size**2), np.int8)
        counted = np.flatnonzero(~np.isnan(labelled.score))
        for start in range(0, len(counted), _OWNERS_AT_ONCE):
            some = counted[start : start + _OWNERS_AT_ONCE]
            owners[some] = agreed_owners(labelled.selected(some))
            tell(start + len(some))
        with whole_file(store) as file:
            np.save(file, owners)
    found: NDArray[np.int8] = np.load(store, allow_pickle=False)
    return found


def agreed_owners(labelled: LabelledGames) -> NDArray[np.int8]:
    """Who owns each point at the end of counted games, [G, size²]; 0 throughout where the score would be another than stated.

    Playouts take too many living stones to be believed unchecked. Counting territory or area differs by a few points.
    """
    rules = GoGame(labelled.games.size)
    boards = labelled.games.replay().stones
    ends = (rules.set_up(np.flatnonzero(board == 1).tolist(), np.flatnonzero(board == 2).tolist()) for board in boards)
    owners = np.array([end.owners(lost_stones(end, _rough_owners(end), 0.0)) for end in ends], np.int8)
    score = owners.sum(axis=1) - np.nan_to_num(labelled.komi)
    owners[np.abs(score - labelled.score) > _AGREED] = 0
    return owners


def _rough_owners(end: GoPosition) -> NDArray[np.float32]:
    sides = [play_out(end.with_turn_of(color), _PLAYOUTS, _SEED).ownership() for color in Color]
    mean: NDArray[np.float32] = np.mean(sides, axis=0)
    return mean


def _file(store: Path, size: int) -> Path:
    return store / f"games-{size}.npz"


def _read(sources: list[Path], sizes: tuple[int, ...], tell: Tell) -> dict[int, LabelledGames]:
    found: dict[int, list[tuple[int, GoRecord]]] = {size: [] for size in sizes}
    for number, (source, record) in enumerate(_records(sources)):
        if number % _TOLD_EVERY == 0:
            tell(number)
        if record.size in found and record.year is not None and record.moves:
            found[record.size].append((source, record))
    for size, records in found.items():
        if not records:
            raise SetupError(f"{', '.join(map(str, sources))} hold no game of Go with a date on a board of {size}×{size}")
    return {size: _labelled(size, records) for size, records in found.items()}


def _records(sources: list[Path]) -> Iterator[tuple[int, GoRecord]]:
    for number, source in enumerate(sources):
        for record in read_go_games(source, _pass_over):
            yield number, record


def _labelled(size: int, records: list[tuple[int, GoRecord]]) -> LabelledGames:
    plain: list[PlainGame] = [plain_game(record) for _, record in records]
    return LabelledGames(
        GoGames.of(size, plain),
        np.array([source for source, _ in records], np.int64),
        np.array([record.year for _, record in records], np.int64),
        np.array([_WINNERS[record.winner] for _, record in records], np.int8),
        np.array([told_komi(record) for _, record in records], np.float32),
        np.array([told_counting(record) for _, record in records], np.int8),
        np.array([_score(record) for _, record in records], np.float32),
    )


def _score(record: GoRecord) -> float:
    return np.nan if record.black_score is None else record.black_score


def _write(path: Path, labelled: LabelledGames) -> None:
    columns = {name: getattr(labelled.games, name) for name in _COLUMNS}
    facts = {name: getattr(labelled, name) for name in _FACTS}
    with whole_file(path) as file:
        np.savez(file, size=np.array(labelled.games.size), **facts, **columns)


def _load(path: Path) -> LabelledGames:
    with np.load(path, allow_pickle=False) as stored:
        terms = GoTerms(stored["komi"], stored["counting"])
        games = GoGames(int(stored["size"]), *(stored[name] for name in _COLUMNS))
        return LabelledGames(replace(games, terms=terms), *(stored[name] for name in _FACTS))


def _pass_over(_skipped: SkippedGame) -> None:
    """Nothing is said of games that cannot be used: `kibitz archive import` names them."""
