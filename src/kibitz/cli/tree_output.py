"""What `kibitz tree` prints and draws of the tree of any game."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click

from kibitz.games.kit import LineOfPlay


@dataclass(frozen=True, slots=True)
class TreeWanted:
    """The tree of a position so many plies deep, and the file of its picture if one is wanted."""

    line: LineOfPlay
    depth: int
    picture: Path | None

    def show(self, evaluate: Callable[[Any], float]) -> None:
        """Print the tree that an evaluation gives, and draw it; `evaluate` sees a position as its side to move does."""
        from kibitz.search.game_tree import expand, to_xml
        from kibitz.search.tree_picture import draw_tree

        root = expand(self.line.position, self.depth, evaluate)
        click.echo(to_xml(root, self.line.game.format_move))
        if self.picture:
            draw_tree(root, self.picture, self.line.game.format_move)
            click.echo(f"The picture is in {self.picture}.", err=True)
