"""Alpha-beta over any evaluation of any game with the whole tree kept, to be looked at: as XML or as a drawing.

After figure 7 of A. Pinkney's dissertation (Nottingham, 2009). It is not for playing: every node is an object.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from math import inf
from typing import Generic, TypeAlias
from xml.etree import ElementTree

from kibitz.rules.game import GamePosition, P

# What a position is worth to its side to move.
PositionEvaluator: TypeAlias = Callable[[P], float]
FormatMove: TypeAlias = Callable[[int], str]


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


@dataclass(frozen=True, slots=True)
class Scale(Generic[P]):
    """How positions are valued, and games that are over on the same scale."""

    evaluate: PositionEvaluator[P]
    final: PositionEvaluator[P]


def final_score(position: GamePosition) -> float:
    """The score of a game that is over, seen by the side that would be to move."""
    outcome = position.outcome()
    return 0.0 if outcome is None else outcome.score_for(position.to_move)


def expand(position: P, depth: int, evaluate: PositionEvaluator[P], final: PositionEvaluator[P] = final_score) -> TreeNode[P]:
    """The tree so many moves deep, forced passes counted as moves; `final` values games that are over."""
    root = TreeNode(position, None, is_max=True)
    _expand(root, depth, -inf, inf, Scale(evaluate, final))
    return root


def _expand(node: TreeNode[P], depth: int, alpha: float, beta: float, scale: Scale[P]) -> None:
    """Give a node its value and children. Values outside of alpha to beta cannot change the choice at the root."""
    moves = node.position.legal_moves()
    if depth == 0 or not moves:
        value = scale.evaluate(node.position) if moves else scale.final(node.position)
        node.value = value if node.is_max else -value
        return
    node.value = -inf if node.is_max else inf
    for number, move in enumerate(moves):
        child = TreeNode(node.position.play(move), move, not node.is_max)
        node.children.append(child)
        _expand(child, depth - 1, alpha, beta, scale)
        if node.is_max:
            node.value = max(node.value, child.value)
            alpha = max(alpha, node.value)
        else:
            node.value = min(node.value, child.value)
            beta = min(beta, node.value)
        if alpha >= beta:
            node.unexplored = moves[number + 1 :]
            return


def to_xml(root: TreeNode[P], format_move: FormatMove) -> str:
    """The tree as an XML document: nested `node` elements with `move`, `type` (max or min), `value` and `unexplored`."""
    element = _element(root, format_move)
    ElementTree.indent(element)
    return ElementTree.tostring(element, encoding="unicode")


def _element(node: TreeNode[P], format_move: FormatMove) -> ElementTree.Element:
    facts = {"type": "max" if node.is_max else "min", "value": f"{node.value:g}"}
    if node.move is not None:
        facts = {"move": format_move(node.move), **facts}
    if node.unexplored:
        facts["unexplored"] = " ".join(map(format_move, node.unexplored))
    element = ElementTree.Element("node", facts)
    element.extend(_element(child, format_move) for child in node.children)
    return element
