"""`kibitz tree`: what alpha-beta looks at, as an XML document or a drawing."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from kibitz.cli.othello.positions import read_line_of_play
from kibitz.errors import SetupError

if TYPE_CHECKING:
    from kibitz.search.othello.game_tree import PositionEvaluator

_DEEPEST = 6


@click.command()
@click.argument("position")
@click.option("--depth", type=click.IntRange(1, _DEEPEST), default=3, show_default=True, help="How many moves it looks ahead.")
@click.option("--evaluation", default="squares", show_default=True, help="learned, squares, or a model that values positions.")
@click.option("--picture", type=click.Path(dir_okay=False, path_type=Path), help="Draw the tree into this PNG or SVG file.")
def tree(position: str, depth: int, evaluation: str, picture: Path | None) -> None:
    """Show the tree that alpha-beta looks at.

    POSITION is a transcript, a board with the side to move behind it, or - for standard input; `""` is the start. The tree is
    printed as XML: nested nodes with their move, their value for the side to move in POSITION, and the moves that were left out.

    \b
    Example: kibitz tree f5d6c3 --depth 2
             kibitz tree "" --evaluation evolved --picture tree.png
    """
    from kibitz.search.othello.game_tree import expand, to_xml
    from kibitz.search.othello.tree_picture import draw_tree

    start = read_line_of_play(position).position
    if start.size != 8:
        raise SetupError(f"evaluations value boards of 8×8 squares, not of {start.size}×{start.size}")
    root = expand(start, depth, _evaluator(evaluation))
    click.echo(to_xml(root))
    if picture:
        draw_tree(root, picture)
        click.echo(f"The picture is in {picture}.", err=True)


def _evaluator(name: str) -> "PositionEvaluator":
    """Values rounded to a hundredth, so that they can be read in a drawing."""
    from kibitz.models.othello.evaluators import find_evaluator
    from kibitz.rules.othello.bulk import Boards

    values = find_evaluator(name).evaluator
    return lambda position: round(float(values(Boards.of([position]))[0]), 2)
