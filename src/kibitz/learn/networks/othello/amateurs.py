"""Games of amateurs as examples: online blitz with ratings on a scale of its own, and correspondence games.

Blitz players are rated by half of the games, and moves are learned and measured on the others. One player of five is kept out of
learning with all games, and so is one game of five of the others.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Protocol

import numpy as np
from numpy.typing import NDArray

from kibitz.archive.whole_history import Results, rate
from kibitz.features.othello.recorded_moves import moves_of_records
from kibitz.features.othello.samples import ExpertMoves, moves_of_replay
from kibitz.features.othello.second_look import Archive
from kibitz.learn.networks.othello.second_look_examples import Examples, examples_of
from kibitz.models.othello.expert import ExpertModel
from kibitz.records.othello.files import read_games
from kibitz.records.othello.wthor import WthorTable, read_positions

LEFT_OUT_DISCS: Final = 12
"""Positions with fewer discs are left out: many online games begin with drawn openings of eight moves."""

_LEAST_GAMES: Final = 10  # that a rating rests on
_KEPT: Final = 5  # one of so many players, and of so many games of the others, is kept for measuring


class AmateurSources(Protocol):
    """Which files hold amateurs' games, and how many of each to learn from; an empty name is no file."""

    @property
    def blitz(self) -> str: ...
    @property
    def correspondence(self) -> str: ...
    @property
    def amateur_games(self) -> int: ...


@dataclass(frozen=True, slots=True)
class AmateurMoves:
    """Moves of amateurs, and the ratings of who made them on the archive's own scale, NaN where there is none, [N]."""

    moves: ExpertMoves
    rating: NDArray[np.float32]
    game: NDArray[np.int64]

    def take(self, rows: NDArray[np.int64]) -> "AmateurMoves":
        """Some of the moves."""
        return AmateurMoves(self.moves.take(rows), self.rating[rows], self.game[rows])


def amateur_examples(first: ExpertModel, folder: Path, sources: AmateurSources, seed: int) -> Iterator[Examples]:
    """Examples of each archive that is named, its file seen from a folder."""
    if sources.blitz:
        learned, _ = blitz_moves(folder / sources.blitz)
        some = some_games(learned, sources.amateur_games, seed)
        yield examples_of(first, some.moves, some.rating, archive=Archive.BLITZ)
    if sources.correspondence:
        learned, _ = correspondence_moves(folder / sources.correspondence)
        some = some_games(learned, sources.amateur_games, seed)
        yield examples_of(first, some.moves, some.rating, archive=Archive.CORRESPONDENCE)


def blitz_moves(path: Path) -> tuple[AmateurMoves, AmateurMoves]:
    """Moves of a WTHOR file to learn from and to measure on, with ratings by its other games."""
    table, replay = read_positions([path])
    number = np.arange(len(table))
    rated = number % 2 == 0
    ratings = _ratings(table, rated & replay.over)
    game, moves = replay.game_of_row(), moves_of_replay(replay)
    mover = np.where(replay.black_to_move, table.black[game], table.white[game]).astype(np.int64)
    kept = _is_kept(table.black) | _is_kept(table.white) | (number // 2 % _KEPT == 0)
    late = np.bitwise_count(replay.boards.own | replay.boards.opp) >= LEFT_OUT_DISCS
    found = AmateurMoves(moves, ratings[mover], game)
    usable = late & ~rated[game]
    return found.take(np.flatnonzero(usable & ~kept[game])), found.take(np.flatnonzero(usable & kept[game]))


def correspondence_moves(path: Path) -> tuple[AmateurMoves, AmateurMoves]:
    """Moves of a file of games to learn from and to measure on; nobody in it has a name, so nobody has a rating."""
    played = moves_of_records(read_games(path, on_skip=lambda _: None))
    boards = played.moves.situations.boards
    rating = np.full(len(played), np.nan, np.float32)
    late = np.bitwise_count(boards.own | boards.opp) >= LEFT_OUT_DISCS
    found = AmateurMoves(played.moves, rating, played.game)
    kept = played.game % _KEPT == 0
    return found.take(np.flatnonzero(late & ~kept)), found.take(np.flatnonzero(late & kept))


def some_games(found: AmateurMoves, games: int, seed: int) -> AmateurMoves:
    """The moves of some games, drawn at random."""
    numbers = np.unique(found.game)
    chosen = np.random.default_rng(seed).permutation(numbers)[:games]
    return found.take(np.flatnonzero(np.isin(found.game, chosen)))


def _ratings(table: WthorTable, used: NDArray[np.bool_]) -> NDArray[np.float32]:
    """The rating of each player by number, NaN for whoever played too few of the games used or is not known."""
    used = used & (table.black > 0) & (table.white > 0)
    black, white, year = (column[used].astype(np.int64) for column in (table.black, table.white, table.year))
    history = rate(Results(black, white, year, (np.sign(table.black_score[used]) + 1) / 2))
    most = int(max(table.black.max(), table.white.max())) + 1
    ratings = np.full(most, np.nan, np.float32)
    enough = history.games >= _LEAST_GAMES
    ratings[history.player[enough]] = history.rating[enough]
    return ratings


def _is_kept(player: NDArray[np.uint16]) -> NDArray[np.bool_]:
    return (player > 0) & (player % _KEPT == 0)
