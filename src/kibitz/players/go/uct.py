"""The player of Go by playouts; see kibitz.search.go.tree."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any, Final

from kibitz import _native
from kibitz.errors import SetupError
from kibitz.models.go.loading import load_go_model
from kibitz.models.go.model import GoMoveModel
from kibitz.models.go.prior import prior_of
from kibitz.players.go.time_sharing import GoTimeKeeper
from kibitz.players.player import Answer, Player, Request, Turn
from kibitz.rules.game import Game, GamePosition
from kibitz.rules.go.position import GoPosition
from kibitz.rules.squares import PASS
from kibitz.search.go.counting import wins_by_passing
from kibitz.search.go.tree import NO_PRIOR, TreeFindings, TreeLimits, default_settings, findings_of, grow, make_trees

DEFAULT_PLAYOUTS: Final = 10_000

# Below this chance, and once the board has taken shape, playing on only wastes the opponent's time.
_HOPELESS: Final = 0.05
_TAKEN_SHAPE: Final = 0.5  # moves made, as a share of the points


@dataclass(frozen=True, slots=True)
class _Kept:
    """Trees of the position that some moves led to."""

    trees: list[_native.GoTree]
    start: GamePosition
    komi: float
    moves: tuple[int, ...]

    def follow(self, turn: Turn) -> bool:
        """Whether all trees could be led on to the turn's position, which is then the one they are of."""
        is_later = turn.moves[: len(self.moves)] == self.moves and turn.start == self.start
        if not is_later or go_position(turn.position).komi != self.komi:
            return False
        return all(_advance(tree, turn.moves[len(self.moves) :]) for tree in self.trees)


def _advance(tree: _native.GoTree, moves: Iterable[int]) -> bool:
    return all(tree.advance(move) for move in moves)


class UctPlayer(Player):
    """Plays the move that most playouts went through, and gives up when hardly any is won.

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
        self._kept: _Kept | None = None
        self._time = GoTimeKeeper()

    @property
    def is_repeatable(self) -> bool:
        return self._seed is not None and self._threads == 1 and self._limits.seconds is None

    def new_game(self, game: Game[Any]) -> None:
        if game.name != "go":
            raise SetupError(f"{self.name} plays Go, not {game.name}")
        self._kept = None
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
        if self._kept is None or not self._kept.follow(turn):
            self._kept = None  # both trees at once would take twice the memory
        trees = self.make_trees(position, self._threads) if self._kept is None else self._kept.trees
        self._kept = _Kept(trees, turn.start, position.komi, turn.moves)
        grow(trees, self._time.begin(self._limits, turn.clock, position), turn.stop)
        self._time.end()
        return findings_of(trees)

    def make_trees(self, position: GoPosition, threads: int) -> list[_native.GoTree]:
        """Trees of a position that have not begun to grow, as this player searches."""
        seed = position.move_count if self._seed is None else self._seed
        return make_trees(position, threads, seed, self._prior, self._settings)


def go_position(position: GamePosition) -> GoPosition:
    """The position itself; raises SetupError if it is of another game."""
    if not isinstance(position, GoPosition):
        raise SetupError("only positions of Go can be searched by playouts of Go")
    return position


def _is_hopeless(position: GoPosition, found: TreeFindings) -> bool:
    return position.move_count > _TAKEN_SHAPE * position.size**2 and found.best.win_chance < _HOPELESS
