"""What noughts and crosses contributes to `kibitz tree`: perfect evaluation, evolved networks, or nothing."""

from pathlib import Path
from typing import TYPE_CHECKING, Final

from kibitz.cli.contributions import Contribution
from kibitz.cli.given import given_text
from kibitz.cli.tree_output import show_tree
from kibitz.rules.noughts.position import NOUGHTS
from kibitz.terminal.noughts.line import parse_noughts_line

if TYPE_CHECKING:
    from kibitz.rules.noughts.position import NoughtsPosition
    from kibitz.search.game_tree import PositionEvaluator

_PERFECT: Final = "perfect"


def _tree(position: str, depth: int, evaluation: str | None, picture: Path | None) -> None:
    from kibitz.search.game_tree import expand
    from kibitz.search.noughts.perfect import value_for_mover

    start = parse_noughts_line(given_text(position)).position
    show_tree(expand(start, depth, _evaluator(evaluation or _PERFECT), value_for_mover), NOUGHTS.format_move, picture)


def _evaluator(name: str) -> "PositionEvaluator[NoughtsPosition]":
    """Values rounded to a hundredth, so that they can be read in a drawing; raises SetupError if there is no such model."""
    from kibitz.models.noughts.evolved import load_by_name
    from kibitz.search.noughts.perfect import value_for_mover

    if name == _PERFECT:
        return value_for_mover
    network = load_by_name(name)
    return lambda position: round(network.value_for_mover(position), 2)


CONTRIBUTION: Final = Contribution(
    _tree,
    "the evaluation is perfect unless given. Evolved networks value positions on a scale of their own.",
    (
        "kibitz tree b2a1 --depth 2 --game noughts",
        "kibitz tree 'XO-OXX--- O' --depth 4 --game noughts --picture tree.png",
    ),
)
