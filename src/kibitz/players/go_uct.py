"""The player of Go by playouts; see kibitz.search.go_tree."""

from threading import Event
from typing import Any, Final

from kibitz.errors import SetupError
from kibitz.players.player import Answer, Clock, Player, Request, Turn
from kibitz.rules.game import Color, Game, GamePosition
from kibitz.rules.go import GoPosition
from kibitz.rules.squares import PASS
from kibitz.search.go_tree import TreeFindings, TreeLimits, TreeSettings, search_tree

DEFAULT_PLAYOUTS: Final = 10_000

# Below this chance, and once the board has taken shape, playing on only wastes the opponent's time.
_HOPELESS: Final = 0.05
_TAKEN_SHAPE: Final = 0.5  # moves made, as a share of the points

# Kept back on the clock for what happens outside the search.
_RESERVE_SECONDS: Final = 0.2
_LEAST_SECONDS: Final = 0.02
_LEAST_MOVES_TO_COME: Final = 15


class UctPlayer(Player):
    """Plays the move that most playouts went through, and gives up when hardly any is won."""

    def __init__(
        self,
        playouts: int | None = None,
        seconds: float | None = None,
        threads: int = 1,
        guided: bool = True,
        resigns: bool = True,
        seed: int | None = None,
        name: str = "uct",
    ) -> None:
        if threads < 1 or (playouts is not None and playouts < 1):
            raise SetupError(f"{name}: playouts and threads are 1 or more")
        self.name = name
        usual = DEFAULT_PLAYOUTS if playouts is None and seconds is None else playouts
        self._limits = TreeLimits(usual, seconds)
        self._threads = threads
        self._settings = TreeSettings(guided=guided)
        self._resigns = resigns
        self._seed = seed

    @property
    def is_repeatable(self) -> bool:
        return self._seed is not None and self._threads == 1 and self._limits.seconds is None

    def new_game(self, game: Game[Any]) -> None:
        if game.name != "go":
            raise SetupError(f"{self.name} plays Go, not {game.name}")

    def choose(self, turn: Turn) -> Answer:
        position = go_position(turn.position)
        if _wins_by_passing(turn):
            return PASS
        found = self.search(position, turn.clock, turn.stop)
        if self._resigns and _is_hopeless(position, found):
            return Request.RESIGN
        return found.best.move

    def search(self, position: GoPosition, clock: Clock | None, stop: Event | None) -> TreeFindings:
        """What the playouts say of a position, within the player's limits and the clock's."""
        seed = position.move_count if self._seed is None else self._seed
        return search_tree(position, _within_clock(self._limits, clock, position), self._settings, self._threads, seed, stop)


def go_position(position: GamePosition) -> GoPosition:
    """The position itself; raises SetupError if it is of another game."""
    if not isinstance(position, GoPosition):
        raise SetupError("only positions of Go can be searched by playouts of Go")
    return position


def _wins_by_passing(turn: Turn) -> bool:
    """Whether the opponent has just passed and the mover is ahead on the board as it stands."""
    position = go_position(turn.position)
    if position.passes != 1:
        return False
    black_score = position.black_score()
    return (black_score if position.to_move == Color.BLACK else -black_score) > 0


def _is_hopeless(position: GoPosition, found: TreeFindings) -> bool:
    return position.move_count > _TAKEN_SHAPE * position.size**2 and found.best.win_chance < _HOPELESS


def _within_clock(limits: TreeLimits, clock: Clock | None, position: GoPosition) -> TreeLimits:
    """The limits with no more time than an equal share of the moves that are likely to come."""
    if clock is None:
        return limits
    moves_to_come = max((position.size**2 * 0.8 - position.move_count) / 2, _LEAST_MOVES_TO_COME)
    left = max(clock.seconds_left - _RESERVE_SECONDS, 0.0)
    share = max(min(left / moves_to_come + clock.increment, left / 2), _LEAST_SECONDS)
    return TreeLimits(limits.playouts, share if limits.seconds is None else min(share, limits.seconds))
