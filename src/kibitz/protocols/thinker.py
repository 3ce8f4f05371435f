"""Who thinks for a protocol: a player for moves if one was named, and the game's engine for moves otherwise and for values."""

from dataclasses import dataclass
from threading import Event
from typing import Any, Protocol

from kibitz.errors import SetupError
from kibitz.players.player import Answer, Player, Turn
from kibitz.rules.game import Game, GamePosition
from kibitz.search.contract import Opinion, Ranking, Search, Watcher


class Engine(Protocol):
    """A game's engine behind a protocol. Limits are of its own kind; whoever speaks the protocol of its game knows which."""

    def get_ready(self, game: Game[Any]) -> None:
        """Load what the first answer needs, rather than on the clock of the first move; raises SetupError for other games."""
        ...

    def choose(self, turn: Turn, limits: Any) -> Opinion:
        """The best move it finds within some limits and the turn's clock."""
        ...

    def within(self, limits: Any) -> Search[Any]:
        """The engine as a search with some limits."""
        ...


@dataclass(frozen=True, slots=True)
class Choice:
    """A player's answer, and what the engine thinks of the move if it was the engine that chose it."""

    answer: Answer
    judged: Opinion | None = None


class Thinker:
    """One question at a time, from any thread. A game whose moves a player always chooses needs no engine."""

    def __init__(self, engine: Engine | None = None, player: Player | None = None) -> None:
        self._engine = engine
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

    @property
    def engine(self) -> Engine:
        """The game's engine; raises SetupError if there is none."""
        if self._engine is None:
            raise SetupError("this game has no engine; name a player")
        return self._engine

    def get_ready(self, game: Game[Any]) -> None:
        """Begin a game; raises SetupError if it cannot be played, PeerError if another program is to play it and fails."""
        if self._player is not None:
            self._player.new_game(game)
        else:
            self.engine.get_ready(game)
        self._is_ready = True

    def choose(self, turn: Turn, limits: Any = None) -> Choice:
        """A move, within the limits and the turn's clock if the engine chooses it; a named player has limits of its own."""
        if not self._is_ready:
            self.get_ready(turn.game)
        if self._player is not None:
            return Choice(self._player.choose(turn))
        found = self.engine.choose(turn, limits)
        return Choice(found.move, found)

    def opponent_to_move(self, turn: Turn) -> None:
        """Tell the player that its opponent thinks now; it may do so too until it is asked again. Returns at once."""
        if self._player is not None:
            self._player.opponent_to_move(turn)

    def deepen(self, position: GamePosition, limits: Any, watch: Watcher | None, stop: Event) -> Ranking:
        """What the engine thinks of every legal move, best first; `watch` gets what is known meanwhile."""
        return self.engine.within(limits).deepen(position, watch, stop)

    def close(self) -> None:
        """Give back what the player holds."""
        if self._player is not None:
            self._player.close()
