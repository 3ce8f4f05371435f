"""The player of Go by playouts; see kibitz.search.go.tree."""

from dataclasses import replace
from typing import Any, Final

from kibitz.errors import SetupError
from kibitz.models.go.loading import load_go_model
from kibitz.models.go.model import GoMoveModel
from kibitz.models.go.prior import prior_of
from kibitz.players.go.counting import wins_by_passing
from kibitz.players.go.time_sharing import GoTimeKeeper
from kibitz.players.player import Answer, Player, Request, Turn
from kibitz.rules.game import Game, GamePosition
from kibitz.rules.go.position import GoPosition
from kibitz.rules.squares import PASS
from kibitz.search.go.searching import KeptTrees
from kibitz.search.go.tree import NO_PRIOR, TreeFindings, TreeLimits, default_settings

DEFAULT_PLAYOUTS: Final = 10_000

# Below this chance, and once the board is developed, playing on only wastes the opponent's time.
_HOPELESS: Final = 0.05
_DEVELOPED: Final = 0.5  # moves made, as a fraction of the points


class UctPlayer(Player):
    """Plays the move with the most playouts, and resigns when hardly any playout is won.

    It keeps its tree from move to move, as far as the game went that way, and thinks no longer than the choice is open.
    """

    def __init__(
        self,
        playouts: int | None = None,
        seconds: float | None = None,
        threads: int = 1,
        guided: bool = True,
        resigns: bool = True,
        prior: str | GoMoveModel | None = None,
        seed: int | None = None,
        name: str = "uct",
    ) -> None:
        """`prior` may be a model's name or file; raises SetupError if there is none, or for numbers below 1."""
        if threads < 1 or (playouts is not None and playouts < 1):
            raise SetupError(f"{name}: playouts and threads are 1 or more")
        self.name = name
        most = DEFAULT_PLAYOUTS if playouts is None and seconds is None else playouts
        self._limits = TreeLimits(most, seconds, until_decided=True)
        self._threads = threads
        model = load_go_model(prior) if isinstance(prior, str) else prior
        self._prior = NO_PRIOR if model is None else prior_of(model)
        self._settings = replace(default_settings(self._prior), guided=guided)
        self._resigns = resigns
        self._seed = seed
        self._trees = self.new_trees(threads)
        self._followed: tuple[GamePosition | None, tuple[int, ...]] = (None, ())
        self._time = GoTimeKeeper()

    @property
    def is_repeatable(self) -> bool:
        return self._seed is not None and self._threads == 1 and self._limits.seconds is None

    def new_game(self, game: Game[Any]) -> None:
        if game.name != "go":
            raise SetupError(f"{self.name} plays Go, not {game.name}")
        self._trees.forget()
        self._time = GoTimeKeeper()

    def choose(self, turn: Turn) -> Answer:
        position = go_position(turn.position)
        if wins_by_passing(position):
            return PASS
        found = self.search(turn)
        if self._resigns and _is_hopeless(position, found):
            return Request.RESIGN
        return found.best.move

    def search(self, turn: Turn) -> TreeFindings:
        """What the playouts say of a turn's position, within the player's limits and the clock's."""
        position = go_position(turn.position)
        self._follow(turn, position)
        limits = self._time.begin(self._limits, turn.clock, position)
        found = self._trees.within(limits).deepen(position, stop=turn.stop)
        self._time.end()
        return found

    def new_trees(self, threads: int) -> KeptTrees:
        """Trees that have not begun to grow, as this player searches."""
        return KeptTrees(self._prior, threads, self._seed, self._settings)

    def _follow(self, turn: Turn, position: GoPosition) -> None:
        """Advance the trees of the last turn to this one, if it follows in the same game."""
        start, moves = self._followed
        if turn.start == start and turn.moves[: len(moves)] == moves:
            self._trees.follow(turn.moves[len(moves) :], position)
        else:
            self._trees.forget()
        self._followed = turn.start, turn.moves


def go_position(position: GamePosition) -> GoPosition:
    """The position itself; raises SetupError if it is of another game."""
    if not isinstance(position, GoPosition):
        raise SetupError("only positions of Go can be searched by playouts of Go")
    return position


def _is_hopeless(position: GoPosition, found: TreeFindings) -> bool:
    return position.move_count > _DEVELOPED * position.size**2 and found.best.win_chance < _HOPELESS
