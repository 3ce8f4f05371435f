"""Who thinks for a protocol: a player for moves if one was named, and the engine for moves otherwise and for values always."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from threading import Event
from typing import TYPE_CHECKING, Any

from kibitz.errors import SetupError
from kibitz.players.othello.time_sharing import within_clock
from kibitz.players.player import Answer, Player, Turn
from kibitz.rules.game import Game, GamePosition
from kibitz.rules.othello.position import Position
from kibitz.search.othello.levels import Limits

if TYPE_CHECKING:  # the engine is loaded when it is needed, so that the first answers come at once
    from kibitz.search.othello.analysis import Analyst, JudgedMove, Judgement, Watcher


@dataclass(frozen=True, slots=True)
class Choice:
    """A player's answer, and what the engine thinks of the move if it was the engine that chose it."""

    answer: Answer
    judged: "JudgedMove | None" = None


class Thinker:
    """One question at a time, from any thread. `make_analyst` is called when the engine is first needed."""

    def __init__(self, make_analyst: "Callable[[], Analyst]", player: Player | None = None) -> None:
        self._make_analyst = make_analyst
        self._player = player
        self._is_ready = False

    @property
    def has_player(self) -> bool:
        """Whether a player was named that chooses the moves instead of the engine."""
        return self._player is not None

    @property
    def player(self) -> Player | None:
        """Who was named to choose the moves."""
        return self._player

    @cached_property
    def _analyst(self) -> "Analyst":
        return self._make_analyst()

    def get_ready(self, game: Game[Any]) -> None:
        """Begin a game; raises SetupError if it cannot be played, PeerError if another program is to play it and fails."""
        if self._player is not None:
            self._player.new_game(game)
        elif game.name != "othello" or game.size != 8:
            raise SetupError(f"the engine plays only Othello on 8×8 squares, not {game.name} on {game.size}×{game.size}")
        else:
            _ = self._analyst  # read from disk now rather than on the clock of the first move
        self._is_ready = True

    def choose(self, turn: Turn, limits: Limits) -> Choice:
        """A move, within the limits and the turn's clock if the engine chooses it; a named player has limits of its own."""
        if not self._is_ready:
            self.get_ready(turn.game)
        if self._player is not None:
            return Choice(self._player.choose(turn))
        position = othello_position(turn.position)
        found = self._analyst.best_move(position, within_clock(limits, turn.clock, position.empty_count), turn.stop)
        return Choice(found.move, found)

    def opponent_to_move(self, turn: Turn) -> None:
        """Tell the player that its opponent thinks now; it may do so too until it is asked again. Returns at once."""
        if self._player is not None:
            self._player.opponent_to_move(turn)

    def judge(self, position: GamePosition, limits: Limits, watch: "Watcher | None", stop: Event) -> "Judgement":
        """What the engine thinks of every legal move, best first; `watch` gets what is known meanwhile."""
        return self._analyst.judge_moves(othello_position(position), limits, watch, stop)

    def best(self, position: GamePosition, limits: Limits, stop: Event) -> "JudgedMove":
        """The engine's move in a position where the game is not over."""
        return self._analyst.best_move(othello_position(position), limits, stop)

    def close(self) -> None:
        """Give back what the player holds."""
        if self._player is not None:
            self._player.close()


def othello_position(position: GamePosition) -> Position:
    """The position itself; raises SetupError if it is of another game."""
    if not isinstance(position, Position):
        raise SetupError("the engine judges positions of Othello only")
    return position
