"""The protocol of NBoard for engines of the list: Edax, Egaroucid, NTest, Zebra."""

from typing import Final

from kibitz.players.external.configured import ConfiguredEngine
from kibitz.players.external.wires import Wire
from kibitz.players.othello.nboard import NBoardPlayer

WIRES: Final = (
    Wire(
        "nboard",
        "kibitz.players.othello.nboard_session:NBoardSession",
        "kibitz.players.othello.external:nboard_player",
        only_game="othello",
    ),
)


def nboard_player(engine: ConfiguredEngine, _seconds: float | None) -> NBoardPlayer:
    """The protocol has no clock: how long the engine thinks is up to its depth."""
    return NBoardPlayer(engine.command_line, timeout=engine.timeout, name=engine.title or engine.name)
