"""The test of an engine that a package adds; run it on any engine you add."""

from typing import Any

from kibitz.errors import KibitzError
from kibitz.players.conformance import check_player
from kibitz.players.external.configured import ConfiguredEngine
from kibitz.players.external.player import ExternalPlayer
from kibitz.players.external.probe import probe
from kibitz.rules.game import BrokenContractError, Game


def check_engine(engine: ConfiguredEngine, game: Game[Any], games: int = 2) -> None:
    """Start the engine, ask what it can do, and let it play; raise BrokenContractError at the first thing that is wrong."""
    if engine.game != game.name:
        raise BrokenContractError(f"{engine.name}: it is for {engine.game!r}, and the game is {game.name!r}")
    try:
        found = probe(engine).abilities
        if found.sizes and game.size not in found.sizes:
            raise BrokenContractError(f"{engine.name}: it has no board of size {game.size}")
        check_player(lambda: ExternalPlayer(engine, None), game, games)
    except KibitzError as error:
        raise BrokenContractError(f"{engine.name}: {error}") from None
