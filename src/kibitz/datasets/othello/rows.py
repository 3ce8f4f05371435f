"""Moves of Othello as rows: the board as the mover sees it, the square, what the engine says it lost, how likely it was.

A row is a disc placed on 8×8; forced passes have none.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from kibitz.datasets.rows import Asked, Games, Moves, Rows
from kibitz.datasets.tables import Columns
from kibitz.errors import SetupError
from kibitz.features.othello.planes import Situations, situations_of_replay
from kibitz.models.othello.engine import shipped_evaluation
from kibitz.models.othello.loading import load_model
from kibitz.models.othello.model import MoveModel
from kibitz.rules.othello import bulk
from kibitz.rules.othello.bulk import Boards, Squares
from kibitz.rules.squares import NO_MOVE, PASS
from kibitz.search.othello.endgame import solve_children_many
from kibitz.search.othello.move_values import move_values

_BATCH: Final = 2048
_MOST_EXACT: Final = 16  # empty squares: beyond that a dataset would take weeks
_DEEPEST: Final = 10
_PASS_TEXT: Final = ord("-")


class OthelloRows:
    """Games on 8×8 from the usual start."""

    extra: tuple[str, ...] = ()
    at_once: int = 4096
    usable: Mapping[str, str] = {"the game begins with another position": "games.start IS NULL"}
    columns: Mapping[str, str] = {
        "own": "the mover's discs, a bit for each square: 0 is a1, 1 is b1, 63 is h8",
        "opp": "the opponent's discs",
        "move": "the square of the disc placed, 0 to 63",
    }
    on_request: Mapping[str, str] = {
        "loss": "discs that the move lost against the best one, as the engine sees it",
        "loss_is_exact": "whether that was found by looking to the end of the game",
        "probability": "how likely the model thought the move",
    }

    def prepared(self, asked: Asked) -> Callable[[Games], Moves]:
        if not 0 <= asked.loss <= _DEEPEST:
            raise SetupError(f"the engine looks 1 to {_DEEPEST} plies deep for a dataset, not {asked.loss}")
        if not 0 <= asked.exact <= _MOST_EXACT:
            raise SetupError(f"the last {_MOST_EXACT} empty squares can be solved for a dataset, not {asked.exact}")
        if asked.exact and not asked.loss:
            raise SetupError("to solve the last squares is part of the loss; name its depth too")
        return _Turned(asked, load_model(asked.model) if asked.model else None)


ROWS: Final[Rows] = OthelloRows()


@dataclass(frozen=True, slots=True)
class _Turned:
    """Turns games into rows."""

    asked: Asked
    model: MoveModel | None

    def __call__(self, games: Games) -> Moves:
        replay = bulk.replay(squares_of(games.moves))
        _require_legal(games, replay)
        columns: Columns = {"own": replay.boards.own, "opp": replay.boards.opp, "move": replay.square}
        if self.asked.loss:
            columns |= self._losses(replay.boards, replay.square)
        if self.model:
            columns["probability"] = _likely(self.model, situations_of_replay(replay), replay.square)
        game = replay.game_of_row()
        return Moves(columns, game, np.arange(len(game)) - replay.first[game] + 1, replay.black_to_move)

    def _losses(self, boards: Boards, squares: Squares) -> Columns:
        empties = 64 - np.bitwise_count(boards.own | boards.opp)
        exact = empties <= self.asked.exact
        loss = np.zeros(len(boards), np.float32)
        for rows, lost in ((exact, _exact_loss), (~exact, self._searched_loss)):
            loss[rows] = lost(_taken(boards, rows), squares[rows])
        return {"loss": loss, "loss_is_exact": exact}

    def _searched_loss(self, boards: Boards, squares: Squares) -> NDArray[np.float32]:
        found = move_values(shipped_evaluation(), boards, self.asked.loss)
        return _lost(found.parent, found.square, found.value, squares)


def _require_legal(games: Games, replay: bulk.Replay) -> None:
    """Raise SetupError for a game that no import let in."""
    for row in np.flatnonzero(replay.failed_at >= 0):
        number, move = int(games.id[row]), int(replay.failed_at[row]) + 1
        raise SetupError(f"the archive is damaged: move {move} of game {number} is not legal; import the games again")


def _exact_loss(boards: Boards, squares: Squares) -> NDArray[np.float32]:
    found = solve_children_many(boards)
    return _lost(found.parent, found.square, found.score.astype(np.float32), squares)


def _lost(parent: NDArray[np.int64], square: Squares, value: NDArray[np.float32], played: Squares) -> NDArray[np.float32]:
    """The best value of each position less that of the move played, [N], from the values of all moves."""
    best = np.full(len(played), -np.inf, np.float32)
    np.maximum.at(best, parent, value)
    chosen = square == played[parent]
    mine = np.zeros(len(played), np.float32)
    mine[parent[chosen]] = value[chosen]
    return best - mine


def _taken(boards: Boards, rows: NDArray[np.bool_]) -> Boards:
    return Boards(boards.own[rows], boards.opp[rows])


def _likely(model: MoveModel, situations: Situations, squares: Squares) -> NDArray[np.float32]:
    """The probability of each move played, [N]."""
    found = np.zeros(len(squares), np.float32)
    for start in range(0, len(squares), _BATCH):
        rows = slice(start, start + _BATCH)
        probabilities = model.probabilities(situations.take(rows))
        found[rows] = probabilities[np.arange(len(probabilities)), squares[rows]]
    return found


def squares_of(transcripts: Sequence[str]) -> Squares:
    """Transcripts of an archive, two letters a move, as a table [G, L] with NO_MOVE behind the ends."""
    texts = np.array(transcripts, dtype=np.bytes_)
    letters = texts.view(np.uint8).reshape(len(texts), -1)
    letters = letters[:, : letters.shape[1] // 2 * 2]
    columns, rows = letters[:, ::2].astype(np.int16), letters[:, 1::2].astype(np.int16)
    squares = (rows - ord("1")) * 8 + columns - ord("a")
    squares[columns == _PASS_TEXT] = PASS
    squares[columns == 0] = NO_MOVE
    return squares.astype(np.int8)
