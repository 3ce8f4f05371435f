"""Engines of the list as players: `external:katago`."""

from typing import Any

from kibitz.errors import SetupError
from kibitz.players.external.configured import ConfiguredEngine, find_engine
from kibitz.players.external.wires import player_of
from kibitz.players.gtp import GtpPlayer
from kibitz.players.player import Answer, Player, Turn
from kibitz.rules.game import Game


class ExternalPlayer(Player):
    """An engine of the list; it plays the one game that it is listed for."""

    def __init__(self, engine: ConfiguredEngine, seconds: float | None) -> None:
        self._engine = engine
        self._player = player_of(engine, seconds)
        self.name = engine.title or engine.name

    def new_game(self, game: Game[Any]) -> None:
        if game.name != self._engine.game:
            raise SetupError(f"the engine {self._engine.name} is in the list for {self._engine.game}, not for {game.name}")
        self._player.new_game(game)
        self.name = self._player.name

    def choose(self, turn: Turn) -> Answer:
        return self._player.choose(turn)

    def close(self) -> None:
        self._player.close()


def external_player(engine: str, seconds: float | None = None, name: str = "") -> ExternalPlayer:  # noqa: ARG001 - all players have one
    """The player of an engine by its name; raises SetupError if it is not in the list."""
    return ExternalPlayer(find_engine(engine), seconds)


def gtp_player(engine: ConfiguredEngine, seconds: float | None) -> GtpPlayer:
    return GtpPlayer(engine.command_line, engine.timeout, engine.title or engine.name, seconds)
