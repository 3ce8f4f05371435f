"""Which positions a step of the nested network learns from, and what is to be said of them.

A step's positions are of one board size, one of each game drawn, and depend on the settings and the step's number alone.
"""

from dataclasses import dataclass, fields
from typing import Final

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from kibitz.features.go.moves import GoMoves
from kibitz.learn.networks.go.games import LabelledGames
from kibitz.learn.networks.go.training import one_open_move_of_each, turned_board
from kibitz.models.go.expert import GoExpertModel
from kibitz.nets.go.nested_inputs import is_black, network_inputs
from kibitz.rules.squares import PASS
from kibitz.rules.symmetry import SYMMETRIES

NO_POINT: Final = -1  # of a reply that is a pass or was not played


@dataclass(frozen=True)
class Shelf:
    """Games of one size to learn from or to be watched on.

    `visits` [G] are relative; `is_open` [G, stride] says which remainders of a move's index are drawn, since the pattern model
    knows the answers of moves it has learned from; `owners` [G, size²] are 0 where they are not known.
    """

    labelled: LabelledGames
    visits: NDArray[np.float64]
    is_open: NDArray[np.bool_]
    owners: NDArray[np.int8]


@dataclass(frozen=True)
class Batch:
    """Positions and the truth about them, seen by the side to move.

    Planes and numbers as network_inputs() has them; legal [N, size²]; the move and the reply as points [N], NO_POINT if there was
    none; owners [N, size²] and winner [N] 1, −1, or 0 if not known; score [N] with komi, NaN if not known.
    """

    planes: Tensor
    numbers: Tensor
    legal: Tensor
    point: Tensor
    reply: Tensor
    owners: Tensor
    winner: Tensor
    score: Tensor

    def __len__(self) -> int:
        return len(self.point)


def draw(shelves: list[Shelf], shares: NDArray[np.float64], expert: GoExpertModel, batch: int, seed: int, step: int) -> Batch:
    """The positions of a step: of one shelf, which is drawn by its share, all in the same of the eight images."""
    chooser = np.random.default_rng([seed, step])
    shelf = shelves[int(chooser.choice(len(shelves), p=shares))]
    ends = np.cumsum(shelf.visits)
    games = np.sort(np.searchsorted(ends, chooser.random(batch) * ends[-1], side="right"))
    moves = one_open_move_of_each(shelf.labelled.games, shelf.is_open, games, chooser)
    return turned_batch(batch_of(shelf, games, moves, expert), int(chooser.integers(len(SYMMETRIES))))


def batch_of(shelf: Shelf, games: NDArray[np.int64], moves: GoMoves, expert: GoExpertModel) -> Batch:
    """Positions before some moves; `games` are the numbers on the shelf of the games that the moves are counted in."""
    drawn = games[moves.game]
    labelled = shelf.labelled
    said = expert.said(moves)
    inputs = network_inputs(moves, said, labelled.komi[drawn], labelled.counting[drawn])
    sign = np.where(is_black(moves), 1, -1).astype(np.int8)
    return Batch(
        torch.from_numpy(inputs.planes),
        torch.from_numpy(inputs.board),
        torch.from_numpy(said.probabilities > 0),
        torch.from_numpy(moves.point),
        torch.from_numpy(_replies(moves)),
        torch.from_numpy((shelf.owners[drawn] * sign[:, None]).astype(np.float32)),
        torch.from_numpy((labelled.winner[drawn] * sign).astype(np.float32)),
        torch.from_numpy((labelled.score[drawn] * sign).astype(np.float32)),
    )


def turned_batch(batch: Batch, symmetry: int) -> Batch:
    """The same positions in one of the eight images."""
    size = batch.planes.shape[-1]
    source = turned_board(torch.arange(size * size).view(size, size), symmetry).flatten()
    target = torch.argsort(source)
    found = {field.name: getattr(batch, field.name) for field in fields(batch)}
    found["planes"] = turned_board(batch.planes, symmetry).contiguous(memory_format=torch.channels_last)
    for name in ("legal", "owners"):
        found[name] = found[name][:, source]
    found["point"] = target[batch.point]
    found["reply"] = torch.where(batch.reply >= 0, target[batch.reply.clamp(min=0)], NO_POINT)
    return Batch(**found)


def _replies(moves: GoMoves) -> NDArray[np.int64]:
    """Where the opponent moved next, [N]; NO_POINT for a pass and at the end of a game."""
    following = moves.index + 1
    is_played = following < moves.games.move_counts[moves.game]
    rows = moves.games.first[moves.game] + np.where(is_played, following, 0)
    point = moves.games.points[rows].astype(np.int64)
    found: NDArray[np.int64] = np.where(is_played & (point != PASS), point, NO_POINT)
    return found
