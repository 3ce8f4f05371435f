"""The moves that networks of the report learn from and are measured on, with final boards of every kind."""

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray

from kibitz.errors import SetupError
from kibitz.features.go.final_boards import gnugo_final_boards, predicted_final_boards, simulated_final_boards
from kibitz.features.go.moves import GoMoves
from kibitz.features.go.planes import PAPER_GROUPS, GoPlanes, Influence, board_planes, final_board_planes, selected_planes
from kibitz.files import place_whole, whole_file
from kibitz.learn.runs.progress import Tell, Told
from kibitz.models.go.network import GoNetworkModel
from kibitz.records.go.files import go_games_of, read_go_games
from kibitz.records.go.record import GoRecord, parse_dan
from kibitz.rules.game import Color
from kibitz.rules.go.bulk import GoGames
from kibitz.rules.squares import PASS
from kibitz.workers import Workers

SIZE: Final = 19
TRAINING_TO_TEST: Final = 10
MOVES_A_GAME: Final = 50
SHORTEST_GAME: Final = 100
KOMI: Final = 6.5
_POSITIONS_A_STEP: Final = 500
_POSITIONS_A_JOB: Final = 100
_NOT_SIMULATED: Final = -128  # no influence
_DEFAULT_DAN: Final = 6
_LOWEST_DAN: Final = 1  # what kyu players count as among players of all ranks


@dataclass(frozen=True)
class Moves:
    """Recorded moves: before each of them lies a position. All arrays are [N], ascending by game and place."""

    games: GoGames
    game: NDArray[np.int64]
    index: NDArray[np.int64]
    dan: NDArray[np.int64]  # the mover's

    def __len__(self) -> int:
        return len(self.game)

    @property
    def is_black(self) -> NDArray[np.uint8]:
        found: NDArray[np.uint8] = self.games.is_black[self.games.first[self.game] + self.index]
        return found

    @property
    def played(self) -> NDArray[np.int64]:
        """The point of each move."""
        points: NDArray[np.int16] = self.games.points[self.games.first[self.game] + self.index]
        return points.astype(np.int64)

    def board_planes(self, groups: tuple[str, ...] = PAPER_GROUPS) -> GoPlanes:
        """What the report's networks see of the board, [N, 8, 19, 19], or other groups of planes."""
        parts = [
            selected_planes(board_planes(self.games, self.game[rows], self.index[rows]), groups) for rows in _steps(len(self))
        ]
        return np.concatenate(parts)

    def pattern_planes(self, influence: Influence) -> GoPlanes:
        """Final boards, seen by Black, as planes seen by the movers, [N, 9, 19, 19]."""
        return final_board_planes(influence, self.is_black)


def load_moves(folder: Path, training_moves: int, seed: int, is_of_all_ranks: bool = False) -> tuple[Moves, Moves]:
    """Moves to learn from and a tenth as many to measure on, of different games, in fifties.

    The games are those without handicap or, if `is_of_all_ranks`, all those with a player below 6 dan. Raises SetupError if there
    are not enough games.
    """
    chooser = np.random.default_rng(seed)
    cut = math.ceil(training_moves / MOVES_A_GAME)
    wanted = cut + math.ceil(cut / TRAINING_TO_TEST)
    records = list(islice(_usable(folder, _has_weaker if is_of_all_ranks else _is_even), 4 * wanted))
    if len(records) < wanted:
        raise SetupError(f"{folder} has {len(records)} games of Go that can be used, and {wanted} are needed")
    chosen = [records[number] for number in chooser.permutation(len(records))[:wanted]]
    return _drawn(chosen[:cut], chooser), _drawn(chosen[cut:], chooser)


def _usable(folder: Path, is_wanted: Callable[[GoRecord], bool]) -> Iterator[GoRecord]:
    """Games that are long enough, as they stand in the files; those that are refused were refused for good."""
    for record in read_go_games(folder, lambda _: None):
        if record.size == SIZE and is_wanted(record) and len(record.moves) >= SHORTEST_GAME:
            yield record


def _is_even(record: GoRecord) -> bool:
    return not record.handicap


def _has_weaker(record: GoRecord) -> bool:
    """Whether somebody below 6 dan plays."""
    return any(_dan_of(rank) < _DEFAULT_DAN for rank in (record.black_rank, record.white_rank))


def _dan_of(rank: str) -> int:
    """The dan of a rank, the lowest for kyu; whoever has none counts as the strong player that the archives are about."""
    return parse_dan(rank) or (_LOWEST_DAN if rank.strip().lower().endswith("k") else _DEFAULT_DAN)


def _drawn(records: list[GoRecord], chooser: np.random.Generator) -> Moves:
    """Moves of each game, passes left aside."""
    games = go_games_of(records, SIZE)
    game, index, dan = [], [], []
    for number, record in enumerate(records):
        placed = [place for place, move in enumerate(record.moves) if move.point != PASS]
        places = np.sort(chooser.choice(placed, MOVES_A_GAME, replace=False))
        ranks = {Color.BLACK: record.black_rank, Color.WHITE: record.white_rank}
        game += [number] * MOVES_A_GAME
        index += places.tolist()
        dan += [_dan_of(ranks[record.moves[place].color]) for place in places.tolist()]
    return Moves(games, np.array(game), np.array(index), np.array(dan))


def recorded_patterns(moves: Moves) -> Influence:
    """The final board of each move's game, [N, 361], seen by Black; raises SetupError without GNU Go."""
    return gnugo_final_boards(moves.games, moves.games.replay())[moves.game]


@dataclass(frozen=True)
class Simulations:
    """So many playouts from each of some positions, `rows` of all; games and arrays are those of Moves, of these rows alone."""

    rows: slice
    games: GoGames
    game: NDArray[np.int64]
    index: NDArray[np.int64]
    playouts: int

    @classmethod
    def of(cls, moves: Moves, rows: slice, playouts: int) -> "Simulations":
        games, game = np.unique(moves.game[rows], return_inverse=True)
        return cls(rows, moves.games.selected(games), game, moves.index[rows], playouts)

    def run(self) -> Influence:
        """The mean of the last boards, [rows, 361], seen by Black; always the same for the same rows."""
        sums = self.games.core.owner_sums(self.game, self.index, self.playouts, KOMI, True, self.rows.start)
        return simulated_final_boards(sums.astype(np.int64), self.playouts)


def simulate_patterns(moves: Moves, playouts: int, file: Path, workers: Workers, tell: Tell, part: str) -> None:
    """Write the mean of the last boards of so many simulations from each position, [N, 361] seen by Black, into a file.

    What was found before an interruption lies beside it and is not simulated again.
    """
    begun = file.with_name(f"{file.stem}-begun.npy")
    if not begun.is_file():
        save_whole(begun, np.full((len(moves), SIZE * SIZE), _NOT_SIMULATED, np.int8))
    patterns = np.load(begun, mmap_mode="r+")
    missing = [rows for rows in _steps(len(moves), _POSITIONS_A_JOB) if (patterns[rows] == _NOT_SIMULATED).any()]
    done = len(moves) - sum(rows.stop - rows.start for rows in missing)
    for job, found in workers.run(Simulations.run, (Simulations.of(moves, rows, playouts) for rows in missing)):
        patterns[job.rows] = found
        done += len(found)
        tell(Told(part, done, len(moves)))
    patterns.flush()
    place_whole(begun, file)


def save_whole(file: Path, array: Influence) -> None:
    """Save an array so that the file of that name is never a part of it."""
    with whole_file(file) as part:
        np.save(part, array)


def predicted_patterns(moves: Moves, network: GoNetworkModel, tell: Tell, part: str) -> Influence:
    """What a network expects of the board at the end, [N, 361], seen by Black."""
    asked = GoMoves(moves.games, moves.game, moves.index, moves.played)
    parts = []
    for rows in _steps(len(moves)):
        parts.append(predicted_final_boards(network.judge(asked.take(rows)).ownership, moves.is_black[rows]))
        tell(Told(part, rows.stop, len(moves)))
    return np.concatenate(parts)


def _steps(count: int, size: int = _POSITIONS_A_STEP) -> list[slice]:
    return [slice(first, min(first + size, count)) for first in range(0, count, size)]
