"""What Othello contributes to `kibitz tree`: its evaluations by name."""

from pathlib import Path
from typing import TYPE_CHECKING, Final

from kibitz.cli.contributions import Contribution
from kibitz.cli.othello.positions import read_line_of_play
from kibitz.cli.tree_output import show_tree
from kibitz.errors import SetupError
from kibitz.rules.squares import format_move

if TYPE_CHECKING:
    from kibitz.rules.othello.position import Position
    from kibitz.search.game_tree import PositionEvaluator


def _tree(position: str, depth: int, evaluation: str | None, picture: Path | None) -> None:
    from kibitz.search.game_tree import expand

    start = read_line_of_play(position).position
    if start.size != 8:
        raise SetupError(f"evaluations value boards of 8×8 squares, not of {start.size}×{start.size}")
    show_tree(expand(start, depth, _evaluator(evaluation)), format_move, picture)


def _evaluator(name: str | None) -> "PositionEvaluator[Position]":
    """Values rounded to a hundredth, so that they can be read in a drawing."""
    from kibitz.models.othello.evaluators import SQUARES, find_evaluator
    from kibitz.rules.othello.bulk import Boards

    values = find_evaluator(name or SQUARES).evaluator
    return lambda position: round(float(values(Boards.of([position]))[0]), 2)


CONTRIBUTION: Final = Contribution(
    _tree,
    "the default evaluation is squares, which values squares and mobility. Others are learned, and models that value boards.",
    ("kibitz tree f5d6c3 --depth 2", 'kibitz tree "" --evaluation evolved --picture tree.png'),
)
