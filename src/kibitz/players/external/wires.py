"""The protocols that engines of the list speak. A game adds its own with WIRES in `<game>/external.py`."""

from dataclasses import dataclass
from typing import Final

from kibitz import players
from kibitz.errors import SetupError
from kibitz.per_game import entries_of_games
from kibitz.players.external.configured import ConfiguredEngine
from kibitz.players.external.session import EngineSession
from kibitz.players.player import Player
from kibitz.plugins import named


@dataclass(frozen=True, slots=True)
class Wire:
    """A protocol. `session` and `player` are `module:callable`, called with an engine, and with one and seconds or None."""

    name: str
    session: str
    player: str
    only_game: str = ""


_GTP: Final = Wire("gtp", "kibitz.players.external.gtp_session:GtpSession", "kibitz.players.external.player:gtp_player")


def wires(game: str | None = None) -> list[Wire]:
    """The protocols, of one game or of all."""
    found = [_GTP, *entries_of_games(players, "external", "WIRES")]
    return [wire for wire in found if game is None or wire.only_game in ("", game)]


def open_session(engine: ConfiguredEngine) -> EngineSession:
    """Start an engine; raises SetupError if that is not possible, ForfeitError if it does not answer."""
    session: EngineSession = named(wire_of(engine).session)(engine)
    return session


def player_of(engine: ConfiguredEngine, seconds: float | None = None) -> Player:
    """An engine as a player, which starts it at its first game."""
    player: Player = named(wire_of(engine).player)(engine, seconds)
    return player


def wire_of(engine: ConfiguredEngine) -> Wire:
    """The protocol of an engine; raises SetupError if its game has none of that name."""
    for wire in wires(engine.game):
        if wire.name == engine.protocol:
            return wire
    known = ", ".join(wire.name for wire in wires(engine.game))
    raise SetupError(f"the engine {engine.name} speaks {engine.protocol!r}; known for {engine.game} are {known}")
