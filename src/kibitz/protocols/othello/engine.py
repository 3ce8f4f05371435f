"""Othello's engine behind a protocol."""

from collections.abc import Callable
from functools import cached_property
from typing import TYPE_CHECKING, Any

from kibitz.errors import SetupError
from kibitz.players.othello.time_sharing import within_clock
from kibitz.players.player import Turn
from kibitz.rules.game import Game, GamePosition
from kibitz.rules.othello.position import Position
from kibitz.search.othello.levels import Limits

if TYPE_CHECKING:  # the engine is loaded when it is needed, so that the first answers come at once
    from kibitz.search.othello.analysis import Analyst, AnalystSearch
    from kibitz.search.othello.judgement import JudgedMove


class AnalystEngine:
    """An analyst that is made when it is first needed; see kibitz.protocols.thinker.Engine."""

    def __init__(self, make_analyst: "Callable[[], Analyst]") -> None:
        self._make_analyst = make_analyst

    @cached_property
    def _analyst(self) -> "Analyst":
        return self._make_analyst()

    def get_ready(self, game: Game[Any]) -> None:
        """Read the analyst from disk; raises SetupError for what is not Othello on 8×8."""
        if game.name != "othello" or game.size != 8:
            raise SetupError(f"the engine plays only Othello on 8×8 squares, not {game.name} on {game.size}×{game.size}")
        _ = self._analyst

    def choose(self, turn: Turn, limits: Limits) -> "JudgedMove":
        position = othello_position(turn.position)
        return self._analyst.best_move(position, within_clock(limits, turn.clock, position.empty_count), turn.stop)

    def within(self, limits: Limits) -> "AnalystSearch":
        return self._analyst.within(limits)


def othello_position(position: GamePosition) -> Position:
    """The position itself; raises SetupError if it is of another game."""
    if not isinstance(position, Position):
        raise SetupError("the engine analyses positions of Othello only")
    return position
