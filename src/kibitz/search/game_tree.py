"""Alpha-beta over any evaluation in any game, with the whole tree kept to be looked at: as XML or as a drawing.

After figure 7 of A. Pinkney's thesis (Nottingham, 2009). This is not for playing: every node is an object.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from math import inf
from typing import Generic, TypeVar
from xml.etree import ElementTree

from kibitz.rules.game import GamePosition
from kibitz.rules.squares import format_move

P = TypeVar("P", bound=GamePosition)


@dataclass(slots=True)
class TreeNode(Generic[P]):
    """A position in the tree; `value` is seen by the side to move at the root, who wants it high at `is_max` nodes.

    `move` led here, None at the root. After a cut-off the `unexplored` moves were not looked at, and `value` is only a bound.
    """

    position: P
    move: int | None
    is_max: bool
    value: float = 0.0
    children: list["TreeNode[P]"] = field(default_factory=list)
    unexplored: tuple[int, ...] = ()

    def walk(self) -> Iterator["TreeNode[P]"]:
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


def expand(position: P, depth: int, evaluate: Callable[[P], float]) -> TreeNode[P]:
    """The tree so many moves deep, forced passes counted as moves; a game that is over counts its final score.

    `evaluate` says what a position is worth to its side to move.
    """
    root = TreeNode(position, None, is_max=True)
    _expand(root, depth, -inf, inf, evaluate)
    return root


def _expand(node: TreeNode[P], depth: int, alpha: float, beta: float, evaluate: Callable[[P], float]) -> None:
    """Give a node its value and children. Values outside of alpha to beta cannot change the choice at the root."""
    if depth == 0 or node.position.outcome() is not None:
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


def _leaf_value(node: TreeNode[P], evaluate: Callable[[P], float]) -> float:
    outcome = node.position.outcome()
    value = evaluate(node.position) if outcome is None else outcome.score_for(node.position.to_move)
    return value if node.is_max else -value


def to_xml(root: TreeNode[P], write_move: Callable[[int], str] = format_move) -> str:
    """The tree as an XML document: nested `node` elements with `move`, `type` (max or min), `value` and `unexplored`.

    `write_move` is the game's notation; a1 to h8 unless given.
    """
    element = _element(root, write_move)
    ElementTree.indent(element)
    return ElementTree.tostring(element, encoding="unicode")


def _element(node: TreeNode[P], write_move: Callable[[int], str]) -> ElementTree.Element:
    facts = {"type": "max" if node.is_max else "min", "value": f"{node.value:g}"}
    if node.move is not None:
        facts = {"move": write_move(node.move), **facts}
    if node.unexplored:
        facts["unexplored"] = " ".join(map(write_move, node.unexplored))
    element = ElementTree.Element("node", facts)
    element.extend(_element(child, write_move) for child in node.children)
    return element
