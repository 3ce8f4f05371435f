"""One position from every game, drawn at random: the sets that value networks learn from and are tested on.

Neighbouring positions of a game look alike and share their result, so a network that sees them all learns games by heart. Ng
draws seven sets from the same games by seven seeds, so positions carry the number of their game: whoever tests can keep games
apart.
"""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kibitz.features.othello.planes import Situations, situations_of_boards
from kibitz.learn.tables.othello.game_tables import read_wthor_years
from kibitz.rules.othello.bulk import Boards, Replay, replay


@dataclass(frozen=True, slots=True)
class DrawnPositions:
    """Positions, how their games ended for the side to move (1, 0 or -1), and the number of their game, all [N]."""

    boards: Boards
    outcome: NDArray[np.float32]
    game: NDArray[np.int64]

    def __len__(self) -> int:
        return len(self.game)

    def take(self, rows: Any) -> "DrawnPositions":
        """Some of the positions, by indices, a mask or a slice."""
        boards = Boards(self.boards.own[rows], self.boards.opp[rows])
        return DrawnPositions(boards, self.outcome[rows], self.game[rows])

    def situations(self) -> Situations:
        """The positions with nothing told but the board."""
        return situations_of_boards(self.boards)


class WholeGames:
    """The complete games of some years, to draw positions from."""

    def __init__(self, played: Replay) -> None:
        self._played = played
        self._complete = np.flatnonzero(played.over & (played.failed_at < 0))

    @classmethod
    def of_years(cls, wthor: Path, years: tuple[int, int]) -> "WholeGames":
        """Those of WTHOR, the first and the last year included; raises SetupError if there is no file of these years."""
        return cls(replay(read_wthor_years(wthor, range(years[0], years[1] + 1)).moves))

    def __len__(self) -> int:
        return len(self._complete)

    def drawn(self, seed: int) -> DrawnPositions:
        """One position from each game, all positions of a game equally likely; game numbers count complete games."""
        first, last = self._played.first[self._complete], self._played.first[self._complete + 1]
        share = np.random.default_rng(seed).random(len(self))
        return self._positions(first + (share * (last - first)).astype(np.int64), np.arange(len(self)))

    def all_positions(self) -> DrawnPositions:
        """Every position before a disc is placed."""
        first, last = self._played.first[self._complete], self._played.first[self._complete + 1]
        rows = np.concatenate([np.arange(begin, end) for begin, end in zip(first, last, strict=True)])
        return self._positions(rows, np.repeat(np.arange(len(self)), last - first))

    def _positions(self, rows: NDArray[np.int64], game: NDArray[np.int64]) -> DrawnPositions:
        played = self._played
        winner = np.sign(played.black_scores()[self._complete[game]])
        outcome = np.where(played.black_to_move[rows], winner, -winner).astype(np.float32)
        return DrawnPositions(Boards(played.boards.own[rows], played.boards.opp[rows]), outcome, game)
