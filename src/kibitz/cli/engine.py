"""`kibitz engine`: an engine for other programs, over standard input and output."""

from itertools import chain
from typing import TYPE_CHECKING, Any

import click

from kibitz.cli.completions import complete_player
from kibitz.cli.game_help import helped
from kibitz.cli.game_options import game_options, required
from kibitz.errors import SetupError
from kibitz.games.catalogue import kits_with
from kibitz.games.kit import EnginePart, Kit

if TYPE_CHECKING:
    from kibitz.players.player import Player


def _protocols() -> list[str]:
    """The protocols of all games, each once."""
    spoken = (kit.engine.protocols for kit in kits_with("engine") if kit.engine)
    return list(dict.fromkeys(chain.from_iterable(spoken)))


@helped
@click.command()
@click.argument("protocol", type=click.Choice(_protocols()))
@game_options("engine")
@click.option(
    "--player",
    shell_complete=complete_player,
    help="Who chooses the moves instead of the engine; `kibitz players` lists who can.",
)
def engine(protocol: str, kit: Kit, options: dict[str, Any], player: str | None) -> None:
    """Play and analyse for another program.

    gtp is the Go Text Protocol, with commands that tell a user interface the rules of any game. nboard is the protocol of NBoard.
    Other programs start this command and talk to it; docs/engines.md says how to set it up there.
    """
    from kibitz.protocols.driver import converse

    part: EnginePart = required(kit, "engine")
    _check(protocol, kit, part)
    chooser = part.player(player, **options)
    spoken = part.protocol(protocol, player, **options)
    converse(spoken, part.thinker(None if chooser is None else _made(chooser), **options))


def _check(protocol: str, kit: Kit, part: EnginePart) -> None:
    """Raise SetupError if a game is not played through a protocol."""
    if protocol not in part.protocols:
        raise SetupError(f"{kit.title} is not played through {protocol}, but through {' or '.join(part.protocols)}")


def _made(text: str) -> "Player":
    from kibitz.players.registry import make_player, parse_player_text

    if parse_player_text(text).name.lower() == "human":
        raise SetupError("a person cannot play through a protocol, which takes up standard input; name another player")
    return make_player(text)
