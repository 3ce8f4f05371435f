"""A tree that grows by small steps and is kept: alpha-beta with any evaluator, stopped between two steps and continued later.

After Ng, "Playing Othello by deep learning neural network" (Hong Kong, 2017), "Game tree expansion": every position is valued
once in its life, children are kept in order with the best first, a finished depth is followed by the next, and after a move the
tree under it is what is left. A step is the valuing of all moves of one position.
"""

from collections.abc import Callable
from dataclasses import dataclass
from math import inf
from threading import Lock
from typing import Final

import numpy as np

from kibitz.errors import SetupError
from kibitz.rules.othello.bulk import Boards, children, legal_masks
from kibitz.rules.othello.position import Position
from kibitz.rules.squares import PASS
from kibitz.search.othello.minimax import Evaluator, final_scores, minimax_values

MOST_NODES: Final = 300_000

IsStopped = Callable[[], bool]


@dataclass(frozen=True, slots=True)
class ReadyMove:
    """The best move known, what it is worth to the side that plays it, and the depth in plies to which all moves were searched.

    The depth is 0 where the moves were only valued, or are in the order of an older look.
    """

    move: int
    value: float
    depth: int


@dataclass(slots=True)
class _Node:
    """A position of the tree. `value` is the evaluator's, seen by the node's mover; `children` have the best first."""

    board: Boards  # one row
    move: int  # that led here
    value: float
    is_over: bool
    children: list["_Node"] | None = None


class _Interrupted(Exception):  # noqa: N818
    """Somebody waits for the tree, or it is full."""


class GrowingTree:
    """The tree of one game. One thread grows it at a time, others wait; `best` can be read by anybody at any moment."""

    def __init__(
        self, evaluator: Evaluator, position: Position, final: Evaluator = final_scores, most_nodes: int = MOST_NODES
    ) -> None:
        """`final` values games that are over, on the evaluator's scale.

        Raises SetupError for a board that is not 8×8 and for a game that is over.
        """
        if position.size != 8 or position.is_over:
            raise SetupError("a tree grows from a position on 8×8 squares in which somebody can move")
        self._evaluator, self._final = evaluator, final
        self._most_nodes = most_nodes
        self._lock = Lock()
        self._nodes = 1
        self.evaluations = 0
        self._plant(_Node(Boards.of([position]), PASS, 0.0, is_over=False), position)

    @property
    def position(self) -> Position:
        """The position at the root."""
        return self._position

    @property
    def best(self) -> ReadyMove:
        """The best move of the root by the deepest look so far; never waits."""
        return self._best

    @property
    def node_count(self) -> int:
        """Positions in the tree."""
        return self._nodes

    def grow(self, depth: int, is_stopped: IsStopped) -> ReadyMove:
        """The best move of a search so many plies deep, or as deep as it came before it was stopped or full.

        A depth beyond the end of the game is one to the end. What is known already is not valued again.
        """
        with self._lock:
            try:
                while self._best.depth < min(depth, self._position.empty_count):
                    self._look_at_root(self._best.depth + 1, is_stopped)
            except _Interrupted:
                pass
            return self._best

    def follow(self, position: Position) -> bool:
        """Make a position that follows the root by one or two moves the new root, and say whether it was in the tree.

        All that does not follow from it is forgotten. The tree is as before if it was not found or is over.
        """
        with self._lock:
            found = self._find(position)
            if found is None or found.is_over:
                return False
            if found is not self._root:
                self._nodes = _count(found)
                self._plant(found, position)
            return True

    def _find(self, position: Position) -> _Node | None:
        """The node of a position among the root, its children and theirs."""
        nodes = [(self._root, self._position)]
        for _ in range(3):
            for node, reached in nodes:
                if reached == position:
                    return node
            nodes = [(child, reached.play(child.move)) for node, reached in nodes for child in node.children or ()]
        return None

    def _plant(self, root: _Node, position: Position) -> None:
        """Make a node the root; its moves are valued at once, so that there is a best one from the beginning."""
        self._root, self._position = root, position
        self._expand(root, lambda: False)
        assert root.children
        self._best = ReadyMove(root.children[0].move, -root.children[0].value, 0)

    def _look_at_root(self, depth: int, is_stopped: IsStopped) -> None:
        """Look at every move of the root; the best so far is ready after each once the first is looked at."""
        assert self._root.children
        values: list[float] = []
        for child in self._root.children:
            best = max(values, default=-inf)
            values.append(-self._look(child, depth - 1, -inf, -best, is_stopped))
            if values[-1] > best:
                # A depth that is not finished yet does not count, or the rest of it would never be looked at.
                self._best = ReadyMove(child.move, values[-1], self._best.depth)
        _put_in_order(self._root, values)
        self._best = ReadyMove(self._best.move, self._best.value, depth)

    def _look(self, node: _Node, depth: int, alpha: float, beta: float, is_stopped: IsStopped) -> float:
        """The value of a node for its mover if it lies between alpha and beta, else a bound on its side."""
        if depth == 0 or node.is_over:
            return node.value
        self._expand(node, is_stopped)
        assert node.children
        if node.children[0].move == PASS:
            return -self._look(node.children[0], depth, -beta, -alpha, is_stopped)
        values: list[float] = []
        for child in node.children:
            best = max(values, default=-inf)
            if best >= beta:
                break
            values.append(-self._look(child, depth - 1, -beta, -max(alpha, best), is_stopped))
        _put_in_order(node, values)
        return max(values)

    def _expand(self, node: _Node, is_stopped: IsStopped) -> None:
        """Give a node its children, all valued at once; a node that has some keeps them."""
        if node.children is not None:
            return
        if is_stopped() or self._nodes >= self._most_nodes:
            raise _Interrupted
        after = children(node.board)
        boards, moves = (after.boards, after.square.tolist()) if len(after.square) else (_swapped(node.board), [PASS])
        values = minimax_values(self._evaluator, boards, 0, self._final).tolist()
        over = (legal_masks(boards) | legal_masks(_swapped(boards)) == 0).tolist()
        rows = zip(moves, values, over, strict=True)
        node.children = [_Node(_row(boards, number), *facts) for number, facts in enumerate(rows)]
        node.children.sort(key=lambda child: child.value)
        self._nodes += len(moves)
        self.evaluations += len(moves)


def _put_in_order(node: _Node, values: list[float]) -> None:
    """Sort the children that were looked at by what they are worth, in front of the others; equal ones stay as they were."""
    assert node.children is not None
    order = np.argsort(-np.array(values), kind="stable").tolist()
    node.children[: len(values)] = [node.children[number] for number in order]


def _count(node: _Node) -> int:
    return 1 + sum(_count(child) for child in node.children or ())


def _swapped(boards: Boards) -> Boards:
    return Boards(boards.opp, boards.own)


def _row(boards: Boards, row: int) -> Boards:
    return Boards(boards.own[row : row + 1], boards.opp[row : row + 1])
