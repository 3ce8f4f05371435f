"""A player that searches a tree as AlphaZero does, with tables trained by self-play or a model of moves and winners."""

from typing import Any, Final

from kibitz.errors import SetupError
from kibitz.models.othello.tree_judges import TreeJudge, find_judge
from kibitz.players.player import Player, Turn
from kibitz.rules.game import Game
from kibitz.rules.othello.bulk import Boards
from kibitz.rules.othello.position import Position
from kibitz.search.othello.endgame import solve_moves
from kibitz.search.othello.puct import Exploration, TreeSearch, halving_square

DEFAULT_SIMULATIONS: Final = 800
_SOLVER_MB: Final = 16


class PuctPlayer(Player):
    """Plays the move with the most visits after so many simulations, on the board its model knows.

    With `halving` (sequential halving) the simulations are divided equally among the moves, then among the better half …
    Every search starts from scratch, so the same position always gets the same move. From `exact` empty squares on it solves the
    position instead of searching.
    """

    def __init__(
        self,
        model: str | TreeJudge,
        simulations: int = DEFAULT_SIMULATIONS,
        exact: int = 0,
        halving: bool = False,
        rate: float = Exploration().rate,
        name: str = "puct",
    ) -> None:
        """`model` may be a name. Raises SetupError if there is none that can guide a search, or for less than 2 simulations."""
        if simulations < 2:
            raise SetupError(f"simulations is {simulations}; the first one only evaluates the position, so at least 2 are needed")
        self.name = name
        self._model = find_judge(model) if isinstance(model, str) else model
        self._simulations = simulations
        self._exact = exact
        self._halving = halving
        self._exploration = Exploration(rate)

    @property
    def is_repeatable(self) -> bool:
        return True

    def new_game(self, game: Game[Any]) -> None:
        if game.name != "othello" or game.size != self._model.size:
            known = f"{self._model.size}×{self._model.size}"
            raise SetupError(f"{self.name} plays only Othello on {known} squares, not {game.name} on {game.size}×{game.size}")

    def choose(self, turn: Turn) -> int:
        position = turn.position
        if not isinstance(position, Position):
            raise TypeError(f"{self.name} plays Othello, not in a {type(position).__name__}")
        moves = position.legal_moves()
        if len(moves) == 1:
            return moves[0]
        if position.empty_count <= self._exact:
            return solve_moves(position, hash_mb=_SOLVER_MB, stop=turn.stop)[0].move
        return self._searched(turn, position)

    def _searched(self, turn: Turn, position: Position) -> int:
        stop = turn.stop
        judge, is_stopped = self._model.judge, lambda: stop is not None and stop.is_set()
        if self._halving:
            return halving_square(position, judge, self._simulations, self._exploration, is_stopped)
        search = TreeSearch(Boards.of([position]), judge, position.size, self._exploration)
        search.run(2)
        search.run(self._simulations, self._model.at_once, is_stopped)
        return int(search.best_squares()[0])
