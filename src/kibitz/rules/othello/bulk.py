"""Othello's rules for many positions at once, over uint64 arrays of the movers' and the opponents' discs.

These are the core's functions behind names and types; everything that learns or counts goes through here. Boards up to 8×8.
Nothing is checked for being reachable; a move that is not legal gives a wrong board, not an error, except in replay().
"""

from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from kibitz import _native
from kibitz.rules.othello.position import START, Position
from kibitz.rules.squares import board_shape

Masks: TypeAlias = NDArray[np.uint64]
Squares: TypeAlias = NDArray[np.int8]


@dataclass(frozen=True, slots=True)
class Boards:
    """Many positions: `own` and `opp` of shape [N]."""

    own: Masks
    opp: Masks

    def __len__(self) -> int:
        return len(self.own)

    @classmethod
    def of(cls, positions: list[Position]) -> "Boards":
        """The masks of some positions."""
        own = np.array([position.own for position in positions], dtype=np.uint64)
        return cls(own, np.array([position.opp for position in positions], dtype=np.uint64))


@dataclass(frozen=True, slots=True)
class Children:
    """Every position one move further: `parent` is the index of the position it comes from, all of shape [M]."""

    parent: NDArray[np.int64]
    square: Squares
    boards: Boards


@dataclass(frozen=True, slots=True)
class Replay:
    """Many games played through.

    `boards`, `square` and `black_to_move` have one row for each disc placed [N]; rows first[g] to first[g + 1] are game g.
    `final_black`, `final_white`, `over` and `failed_at` have one row for each game [G]; `failed_at` is the index of the first
    move that is not legal, or -1, and the game's rows end before it.
    """

    boards: Boards
    square: Squares
    black_to_move: NDArray[np.bool_]
    first: NDArray[np.int64]
    final_black: Masks
    final_white: Masks
    over: NDArray[np.bool_]
    failed_at: NDArray[np.int32]

    def game_of_row(self) -> NDArray[np.int64]:
        """The game each row belongs to, [N]."""
        return np.repeat(np.arange(len(self.over)), np.diff(self.first))

    def black_scores(self, size: int = 8) -> NDArray[np.int64]:
        """Black's final score of each game, empties counted for the winner, [G]."""
        return black_scores(self.final_black, self.final_white, size)


def legal_masks(boards: Boards, size: int = 8) -> Masks:
    """Where each mover may play, [N]."""
    return _native.othello.legal_masks(boards.own, boards.opp, board_shape(size).playable)


def flip_masks(boards: Boards, squares: Squares) -> Masks:
    """What each move turns, [N]; 0 where it is not legal or a pass."""
    return _native.othello.flip_masks(boards.own, boards.opp, squares)


def play(boards: Boards, squares: Squares) -> Boards:
    """The boards after one legal move each, seen by the other side; PASS only hands over the turn."""
    return Boards(*_native.othello.play_many(boards.own, boards.opp, squares))


def children(boards: Boards, size: int = 8) -> Children:
    """Every legal move of every position, by position and then square."""
    parent, square, own, opp = _native.othello.children(boards.own, boards.opp, board_shape(size).playable)
    return Children(parent, square, Boards(own, opp))


def canonical(boards: Boards) -> tuple[Boards, Squares]:
    """The canonical image of each position, and the symmetry that leads to it."""
    own, opp, symmetry = _native.othello.canonical_many(boards.own, boards.opp)
    return Boards(own, opp), symmetry


def transform(masks: Masks, symmetries: Squares) -> Masks:
    """Each mask under its symmetry, [N]."""
    return _native.transform_many(masks, symmetries)


def replay(moves: NDArray[np.int8], start: Position = START) -> Replay:
    """Play many games from one start position; `moves` is [G, L] of squares, NO_MOVE behind the last one.

    Passes may stand in the lists or be left out; they have no rows in the result.
    """
    table = np.ascontiguousarray(moves, dtype=np.int8)
    black_starts = start.own == start.black
    found = _native.othello.replay_games(table, start.black, start.white, black_starts, board_shape(start.size).playable)
    return Replay(
        boards=Boards(found["own"], found["opp"]),
        square=found["square"],
        black_to_move=found["black_to_move"].view(np.bool_),
        first=found["first"],
        final_black=found["final_black"],
        final_white=found["final_white"],
        over=found["over"].view(np.bool_),
        failed_at=found["failed_at"],
    )


def random_games(count: int, seed: int, size: int = 8) -> tuple[Squares, Masks, Masks]:
    """Games of two random movers from the start: moves [G, 60] without passes, final masks of Black and White [G].

    The same seed gives the same games on every machine.
    """
    return _native.othello.random_games(count, seed, board_shape(size).playable)


def black_scores(black: Masks, white: Masks, size: int = 8) -> NDArray[np.int64]:
    """Black's score of finished games, empties counted for the winner, [N]."""
    black_discs = np.bitwise_count(black).astype(np.int64)
    white_discs = np.bitwise_count(white).astype(np.int64)
    difference = black_discs - white_discs
    empties = size * size - black_discs - white_discs
    scores: NDArray[np.int64] = difference + np.sign(difference) * empties
    return scores


def perft(position: Position, depth: int) -> int:
    """Leaves of the game tree; a pass is a ply and a game that ended earlier counts as one leaf."""
    return _native.othello.perft(position.own, position.opp, depth, board_shape(position.size).playable)
