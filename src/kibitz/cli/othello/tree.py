"""What Othello contributes to `kibitz tree`: the evaluation."""

from collections.abc import Callable
from pathlib import Path
from typing import Final

import click

from kibitz.cli.contributions import Contribution
from kibitz.cli.othello.positions import read_line_of_play
from kibitz.cli.tree_output import TreeWanted
from kibitz.errors import SetupError
from kibitz.rules.othello.position import Position


def _show(position: str, depth: int, picture: Path | None, evaluation: str) -> None:
    line = read_line_of_play(position)
    if line.position.size != 8:
        raise SetupError(f"evaluations value boards of 8×8 squares, not of {line.position.size}×{line.position.size}")
    TreeWanted(line, depth, picture).show(_evaluator(evaluation))


def _evaluator(name: str) -> Callable[[Position], float]:
    """Values rounded to a hundredth, so that they can be read in a drawing."""
    from kibitz.models.othello.evaluators import find_evaluator
    from kibitz.rules.othello.bulk import Boards

    values = find_evaluator(name).evaluator
    return lambda position: round(float(values(Boards.of([position]))[0]), 2)


CONTRIBUTION: Final = Contribution(
    _show,
    "the board has 8×8 squares, and a game that is over counts its final score in discs.",
    ("kibitz tree f5d6c3 --depth 2", 'kibitz tree "" --evaluation evolved --picture tree.png'),
    (
        click.Option(
            ["--evaluation"], default="squares", show_default=True, help="learned, squares, or a model that values positions."
        ),
    ),
)
