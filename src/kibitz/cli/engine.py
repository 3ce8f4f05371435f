"""`kibitz engine`: an engine for other programs, over standard input and output."""

from itertools import chain
from typing import TYPE_CHECKING, Any

import click

from kibitz.cli.game_options import game_options, required
from kibitz.errors import SetupError
from kibitz.games.catalogue import kits_with
from kibitz.games.kit import EnginePart, Kit
from kibitz.search.othello.levels import DEFAULT_LEVEL, DEFAULT_TABLES_MB, HIGHEST_LEVEL, limits_of

if TYPE_CHECKING:
    from kibitz.players.player import Player
    from kibitz.protocols.thinker import Thinker
    from kibitz.search.othello.analysis import Analyst


def _protocols() -> list[str]:
    """The protocols of all games, each once."""
    spoken = (kit.engine.protocols for kit in kits_with("engine") if kit.engine)
    return list(dict.fromkeys(chain.from_iterable(spoken)))


@click.command()
@click.argument("protocol", type=click.Choice(_protocols()))
@game_options("engine")
@click.option("--player", help="Who chooses the moves instead of the engine; `kibitz players` lists who can.")
@click.option("--level", type=int, help=f"How far the engine looks, 1 to {HIGHEST_LEVEL}; {DEFAULT_LEVEL} unless given.")
@click.option(
    "--hash",
    "hash_mb",
    type=click.IntRange(2, 1 << 20),
    default=DEFAULT_TABLES_MB,
    show_default=True,
    help="Megabytes in which the engine remembers positions.",
)
@click.option(
    "--threads",
    type=click.IntRange(1, 256),
    default=1,
    show_default=True,
    help="Threads that solve the end of a game, or that search for moves of Go.",
)
def engine(
    protocol: str, kit: Kit, options: dict[str, Any], player: str | None, level: int | None, hash_mb: int, threads: int
) -> None:
    """Play and analyse for another program.

    PROTOCOL is gtp, the Go Text Protocol with GoGui's commands for the rules of games, or nboard, the protocol of NBoard. Other
    programs start this command and talk to it; docs/engines.md tells how to enter it there.

    \b
    Example: kibitz engine gtp
             kibitz engine gtp --player expert:rating=1500
             kibitz engine nboard --hash 256 --threads 2
             kibitz engine gtp --game go --threads 2
             kibitz engine gtp --game go --player uct:seconds=2,threads=2
    """
    from kibitz.protocols.driver import converse

    part: EnginePart = required(kit, "engine")
    _check(protocol, kit, part)
    if player is not None and options:
        raise SetupError(f"--{next(iter(options))} is for the search of {kit.title}; a named player has its own options")
    chooser = part.player(threads, **options) if player is None else player
    converse(part.protocol(protocol, limits_of(level), player), _thinker(chooser, hash_mb, threads))


def _check(protocol: str, kit: Kit, part: EnginePart) -> None:
    """Raise SetupError if a game is not played through a protocol."""
    if protocol not in part.protocols:
        raise SetupError(f"{kit.title} is not played through {protocol}, but through {' or '.join(part.protocols)}")


def _thinker(player: str | None, hash_mb: int, threads: int) -> "Thinker":
    from kibitz.protocols.othello.engine import AnalystEngine
    from kibitz.protocols.thinker import Thinker

    def make_analyst() -> "Analyst":
        from kibitz.models.othello.engine import shipped_analyst

        return shipped_analyst(hash_mb, threads)

    return Thinker(AnalystEngine(make_analyst), None if player is None else _made(player))


def _made(text: str) -> "Player":
    from kibitz.players.registry import make_player, parse_player_text

    if parse_player_text(text).name.lower() == "human":
        raise SetupError("a person cannot play through a protocol, which takes up standard input; name another player")
    return make_player(text)
