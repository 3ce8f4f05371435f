"""A drawing of a game tree: every node with its value, cut-off branches as short dashes."""

from pathlib import Path
from typing import TYPE_CHECKING, Final

from kibitz.pictures import new_figure, save_figure
from kibitz.rules.game import P
from kibitz.search.game_tree import FormatMove, TreeNode

if TYPE_CHECKING:
    from matplotlib.axes import Axes

_INCHES_PER_LEAF: Final = 0.35
_INCHES_PER_LEVEL: Final = 1.1
_STUB: Final = 0.25  # of a level


def draw_tree(root: TreeNode[P], path: Path, format_move: FormatMove) -> None:
    """Write the picture; a square is a node that wants a high value, a circle one that wants a low one. Raises SetupError."""
    leaves = sum(not node.children for node in root.walk())
    figure = new_figure(max(4.0, leaves * _INCHES_PER_LEAF), (_depth(root) + 1) * _INCHES_PER_LEVEL)
    axes = figure.subplots()
    axes.set_axis_off()
    _draw(root, 0, 0.0, axes, format_move)
    save_figure(figure, path)


def _depth(node: TreeNode[P]) -> int:
    return 1 + max((_depth(child) for child in node.children), default=-1)


def _draw(node: TreeNode[P], level: int, left: float, axes: "Axes", format_move: FormatMove) -> tuple[float, float]:
    """Draw a node and what is below it from a left border on; returns its own place and the next free border."""
    places = []
    border = left
    for child in node.children:
        place, border = _draw(child, level + 1, border, axes, format_move)
        places.append(place)
    here = (places[0] + places[-1]) / 2 if places else left
    for child, place in zip(node.children, places, strict=True):
        axes.plot([here, place], [-level, -level - 1], color="grey", linewidth=0.8, zorder=1)
        axes.annotate(_name(child, format_move), ((here + place) / 2, -level - 0.5), ha="center", va="center", fontsize=6)
    if node.unexplored:
        axes.plot([here, here + _STUB], [-level, -level - _STUB], color="grey", linestyle="dotted", linewidth=1.2, zorder=1)
    shape = {"boxstyle": "square" if node.is_max else "circle", "facecolor": "white", "edgecolor": "black"}
    axes.annotate(f"{node.value:g}", (here, -level), ha="center", va="center", fontsize=7, bbox=shape, zorder=2)
    return here, max(border, left + 1)


def _name(node: TreeNode[P], format_move: FormatMove) -> str:
    return "" if node.move is None else format_move(node.move)
