"""The engine as a player: the best move it finds within a level, a depth or a time, and perfect play near the end.

See kibitz.search.othello.levels for what a level means.
"""

import random
from typing import Any

from kibitz.errors import SetupError
from kibitz.openings.othello.shipped import analyst_of_tables
from kibitz.players.othello.generosity import Generosity
from kibitz.players.othello.pondering import Ponderer
from kibitz.players.othello.standard_board import StandardBoardPlayer
from kibitz.players.othello.time_sharing import LagMeter
from kibitz.players.player import Turn
from kibitz.rules.game import Game
from kibitz.rules.othello.position import Position
from kibitz.search.othello.levels import DEFAULT_TABLES_MB, limits_of


class EnginePlayer(StandardBoardPlayer):
    """Plays the best move, or one that is worse on purpose: `margin` and `give` say by how much.

    With a margin all moves that are at most so many discs worse are equally likely. With discs to give away it plays as an expert
    would, as long as its moves do not cost more than that in the whole game; see kibitz.players.othello.generosity.

    With a clock it takes no more for a move than kibitz.players.othello.time_sharing allows, whatever its level; then, and with
    seconds, how far it gets depends on the machine. If it may `ponder` it thinks while its opponent does. Every game is played
    as if it were its first. In the opening it plays by what is proven and by its `book`, whatever its level, unless it has none.
    """

    def __init__(
        self,
        level: int | None = None,
        depth: int | None = None,
        seconds: float | None = None,
        margin: float = 0.0,
        give: float = 0.0,
        ponder: bool = False,
        book: bool = True,
        hash: int = DEFAULT_TABLES_MB,
        seed: int | None = None,
        name: str = "engine",
    ) -> None:
        """`hash` is in megabytes. Raises SetupError if one is out of its range, or for more than one of level, depth and seconds.

        So it does for more than one of margin and give.
        """
        if margin > 0 and give > 0:
            raise SetupError("margin and give are given; one of them says how much worse than the best a move may be")
        self.name = name
        self._limits = limits_of(level, depth, seconds)
        self._margin = margin
        self._seed = seed
        self._chooser = random.Random(seed)
        self._generosity = Generosity(give, self._chooser) if give > 0 else None
        self._lag = LagMeter()
        self._analyst = analyst_of_tables(hash, book=book)
        self._ponderer = Ponderer(self._analyst) if ponder else None

    @property
    def is_repeatable(self) -> bool:
        plays_by_chance = self._margin > 0 or self._generosity is not None
        return self._limits.seconds is None and self._ponderer is None and (not plays_by_chance or self._seed is not None)

    def new_game(self, game: Game[Any]) -> None:
        super().new_game(game)
        self._end_pondering()
        self._lag = LagMeter()
        self._analyst.forget()
        if self._generosity is not None:
            self._generosity.begin()

    def choose_square(self, turn: Turn, position: Position) -> int:
        self._end_pondering()
        limits = self._lag.within_clock(self._limits, turn.clock, position.empty_count)
        if self._margin == 0 and self._generosity is None:
            return self._analyst.best_move(position, limits, turn.stop).move
        ranked = self._analyst.within(limits).deepen(position, stop=turn.stop).moves
        if self._generosity is not None:
            return self._generosity.choose(turn, position, ranked)
        return self._chooser.choice([row.move for row in ranked if row.score >= ranked[0].score - self._margin])

    def opponent_to_move(self, turn: Turn) -> None:
        if self._ponderer is not None and isinstance(turn.position, Position):
            self._ponderer.begin(turn.position, self._limits)

    def close(self) -> None:
        self._end_pondering()

    def _end_pondering(self) -> None:
        if self._ponderer is not None:
            self._ponderer.end()
