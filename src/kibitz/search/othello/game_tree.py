"""Alpha-beta over any evaluation with the whole tree kept, to be looked at: as XML or as a drawing.

After figure 7 of A. Pinkney, Development of an Artificial Neural Network to Play Othello (Nottingham, 2009). For playing, use
kibitz.search.othello.midgame or kibitz.search.othello.minimax: here every node is an object.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from math import inf
from typing import TypeAlias
from xml.etree import ElementTree

from kibitz.rules.othello.position import Position
from kibitz.rules.squares import format_move

# What a position is worth to its side to move.
PositionEvaluator: TypeAlias = Callable[[Position], float]


@dataclass(slots=True)
class TreeNode:
    """A position in the tree; `value` is seen by the side to move at the root, who wants it high at `is_max` nodes.

    `move` led here, None at the root. After a cut-off the `unexplored` moves were not looked at, and `value` is only a bound.
    """

    position: Position
    move: int | None
    is_max: bool
    value: float = 0.0
    children: list["TreeNode"] = field(default_factory=list)
    unexplored: tuple[int, ...] = ()

    def walk(self) -> Iterator["TreeNode"]:
        """This node and all below it, parents before children."""
        yield self
        for child in self.children:
            yield from child.walk()

    def best_line(self) -> tuple[int, ...]:
        """The moves of the first best continuation."""
        for child in self.children:
            if child.value == self.value and child.move is not None:
                return (child.move, *child.best_line())
        return ()


def expand(position: Position, depth: int, evaluate: PositionEvaluator) -> TreeNode:
    """The tree so many moves deep, forced passes counted as moves; a game that is over counts its final score."""
    root = TreeNode(position, None, is_max=True)
    _expand(root, depth, -inf, inf, evaluate)
    return root


def _expand(node: TreeNode, depth: int, alpha: float, beta: float, evaluate: PositionEvaluator) -> None:
    """Give a node its value and children. Values outside of alpha to beta cannot change the choice at the root."""
    if depth == 0 or node.position.is_over:
        node.value = _leaf_value(node, evaluate)
        return
    node.value = -inf if node.is_max else inf
    moves = node.position.legal_moves()
    for number, move in enumerate(moves):
        child = TreeNode(node.position.play(move), move, not node.is_max)
        node.children.append(child)
        _expand(child, depth - 1, alpha, beta, evaluate)
        if node.is_max:
            node.value = max(node.value, child.value)
            alpha = max(alpha, node.value)
        else:
            node.value = min(node.value, child.value)
            beta = min(beta, node.value)
        if alpha >= beta:
            node.unexplored = moves[number + 1 :]
            return


def _leaf_value(node: TreeNode, evaluate: PositionEvaluator) -> float:
    outcome = node.position.outcome()
    value = evaluate(node.position) if outcome is None else outcome.score_for(node.position.to_move)
    return value if node.is_max else -value


def to_xml(root: TreeNode) -> str:
    """The tree as an XML document: nested `node` elements with `move`, `type` (max or min), `value` and `unexplored`."""
    element = _element(root)
    ElementTree.indent(element)
    return ElementTree.tostring(element, encoding="unicode")


def _element(node: TreeNode) -> ElementTree.Element:
    facts = {"type": "max" if node.is_max else "min", "value": f"{node.value:g}"}
    if node.move is not None:
        facts = {"move": format_move(node.move), **facts}
    if node.unexplored:
        facts["unexplored"] = " ".join(map(format_move, node.unexplored))
    element = ElementTree.Element("node", facts)
    element.extend(_element(child) for child in node.children)
    return element
