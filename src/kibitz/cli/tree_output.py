"""How `kibitz tree` shows a tree of any game."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from kibitz.rules.game import P

if TYPE_CHECKING:
    from kibitz.search.game_tree import FormatMove, TreeNode


def show_tree(root: "TreeNode[P]", format_move: "FormatMove", picture: Path | None) -> None:
    """Print a tree as XML, and draw it if a file is named."""
    from kibitz.search.game_tree import to_xml
    from kibitz.search.tree_picture import draw_tree

    click.echo(to_xml(root, format_move))
    if picture:
        draw_tree(root, picture, format_move)
        click.echo(f"The picture is in {picture}.", err=True)
