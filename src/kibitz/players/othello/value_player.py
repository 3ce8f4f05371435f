"""A player that searches with a value network, and ponders while its opponent thinks.

After Ng, "Playing Othello by deep learning neural network" (Hong Kong, 2017): the tree grows in the background by small steps,
the part under the moves played is kept, and there is a best move at any time. His two threads share a lock that is not fair, so
one of them sleeps; here the background is stopped between two steps and joined before anybody else touches the tree.
"""

import time
from threading import Event, Thread
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from kibitz.features.othello.value_planes import FIRST_MOVE, turned_by_first_move
from kibitz.models.othello.evaluators import value_scale
from kibitz.models.othello.model import WinnerModel
from kibitz.models.othello.winners import load_winner_model
from kibitz.players.othello.standard_board import StandardBoardPlayer
from kibitz.players.othello.time_sharing import LagMeter
from kibitz.players.player import Turn
from kibitz.rules.game import Game
from kibitz.rules.othello.bulk import Boards
from kibitz.rules.othello.position import START, Position
from kibitz.search.othello.growing_tree import GrowingTree, IsStopped
from kibitz.search.othello.levels import DEEPEST, Limits, limits_of_depth
from kibitz.search.othello.minimax import Evaluator

DEFAULT_MODEL: Final = "ng2017"
DEFAULT_DEPTH: Final = 4
# So many empties more than it looks ahead are read to the end: the last moves have few replies.
_LAST_MOVES: Final = 2


class ValuePlayer(StandardBoardPlayer):
    """Plays the best move at a depth in plies, or as deep as it gets in some seconds, by a model that predicts winners.

    If it may `ponder` it answers with what it found out meanwhile, which may be deeper than asked.
    """

    def __init__(
        self,
        model: str | WinnerModel = DEFAULT_MODEL,
        depth: int = DEFAULT_DEPTH,
        seconds: float | None = None,
        ponder: bool = False,
        name: str = "value",
    ) -> None:
        """`model` may be a name. With `seconds` it searches until they are over and ignores `depth`.

        Raises SetupError if there is no such model, if it does not predict winners, or for a depth out of its range.
        """
        self.name = name
        self._scale = value_scale(load_winner_model(model) if isinstance(model, str) else model)
        self._depth = limits_of_depth(depth).exact_from if seconds is None else DEEPEST
        self._seconds = seconds
        self._is_pondering_allowed = ponder
        self._lag = LagMeter()
        self._tree: GrowingTree | None = None
        self._first_move: int | None = None
        self._background = _Background()

    @property
    def is_repeatable(self) -> bool:
        return self._seconds is None and not self._is_pondering_allowed

    def new_game(self, game: Game[Any]) -> None:
        super().new_game(game)
        self._background.end()
        self._tree = None
        self._lag = LagMeter()

    def choose_square(self, turn: Turn, position: Position) -> int:
        self._background.end()
        if position == START:
            return FIRST_MOVE  # all four are one by symmetry, and the network knows games that begin with it
        limits = self._lag.within_clock(Limits(self._depth, 0, self._seconds), turn.clock, position.empty_count)
        tree = self._tree_at(turn, position)
        return tree.grow(self._wanted_depth(position), _until(limits.seconds, turn.stop)).move

    def opponent_to_move(self, turn: Turn) -> None:
        position = turn.position
        self._background.end()
        if not self._is_pondering_allowed or not isinstance(position, Position) or position.is_over or position == START:
            return
        self._background.begin(self._tree_at(turn, position))

    def close(self) -> None:
        self._background.end()

    def _wanted_depth(self, position: Position) -> int:
        is_near_end = position.empty_count <= self._depth + _LAST_MOVES
        return position.empty_count if is_near_end else self._depth

    def _tree_at(self, turn: Turn, position: Position) -> GrowingTree:
        """The tree with a position at its root: what is left of the one there is, or a new one."""
        first_move = turn.moves[0] if turn.moves and turn.start == START else None
        if self._tree is None or first_move != self._first_move or not self._tree.follow(position):
            moves = () if first_move is None else (first_move,)
            self._tree = GrowingTree(_turned(self._scale.evaluator, moves), position, self._scale.final)
            self._first_move = first_move
        return self._tree


class _Background:
    """Grows a tree until it is stopped, in a thread that is always joined."""

    def __init__(self) -> None:
        self._stop = Event()
        self._thread: Thread | None = None

    def begin(self, tree: GrowingTree) -> None:
        """Grow a tree from now on; returns at once."""
        self._stop = Event()
        self._thread = Thread(target=tree.grow, args=(DEEPEST, self._stop.is_set), name="growing")
        self._thread.start()

    def end(self) -> None:
        """Stop; the tree is free when this returns, which takes one step at most."""
        self._stop.set()
        if self._thread is not None:
            self._thread.join()
            self._thread = None


def _until(seconds: float | None, stop: Event | None) -> IsStopped:
    """Whether some seconds from now are over or somebody has set an event."""
    end = None if seconds is None else time.monotonic() + seconds
    return lambda: (stop is not None and stop.is_set()) or (end is not None and time.monotonic() >= end)


def _turned(evaluator: Evaluator, moves: tuple[int, ...]) -> Evaluator:
    """An evaluator that sees the positions of a game as if it had begun with f5."""

    def evaluate(boards: Boards) -> NDArray[np.float64]:
        return evaluator(turned_by_first_move(boards, moves))

    return evaluate
