"""`kibitz engine`: an engine for other programs, over standard input and output."""

from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

import click

from kibitz.errors import SetupError
from kibitz.search.levels import DEFAULT_LEVEL, DEFAULT_TABLES_MB, HIGHEST_LEVEL, Limits, limits_of

if TYPE_CHECKING:
    from kibitz.players.player import Player
    from kibitz.protocols.conversation import LineProtocol
    from kibitz.protocols.thinker import Thinker
    from kibitz.search.analysis import Analyst

GTP_GAMES: Final = {
    "othello": "kibitz.protocols.gtp_othello:othello_gtp",
    "go": "kibitz.protocols.gtp_go:go_gtp",
}
"""What makes the commands of GTP for each game, as `module:callable`; NBoard plays Othello only."""

_NOBODY: Final = "none"  # in the lead of a search


@click.command()
@click.argument("protocol", type=click.Choice(["gtp", "nboard"]))
@click.option("--game", type=click.Choice(list(GTP_GAMES)), default="othello", show_default=True, help="What is played.")
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
@click.option(
    "--prior",
    help="The model of Go moves that leads the search for moves of Go, its name or file, or `none`; go-network unless given.",
)
def engine(
    protocol: str, game: str, player: str | None, level: int | None, hash_mb: int, threads: int, prior: str | None
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

    if protocol == "nboard" and game != "othello":
        raise SetupError("the protocol of NBoard is for Othello; Go is played through gtp")
    if prior is not None and (game != "go" or player is not None):
        raise SetupError("--prior is for the search for moves of Go; a named player has its own options")
    chooser = _go_player(threads, prior) if player is None and game == "go" else player
    converse(_line_protocol(protocol, game, player, limits_of(level)), _thinker(chooser, hash_mb, threads))


def _go_player(threads: int, prior: str | None) -> str:
    """The player of Go unless another is named."""
    from kibitz.players.registry import PlayerText, usual_go_player

    if prior is None:
        return usual_go_player(threads=threads)
    options = [("threads", str(threads)), *([] if prior == _NOBODY else [("prior", prior)])]
    return str(PlayerText("uct", tuple(options)))


def _line_protocol(protocol: str, game: str, player: str | None, limits: Limits) -> "LineProtocol[Any]":
    if protocol == "gtp":
        module, _, maker = GTP_GAMES[game].partition(":")
        made: LineProtocol[Any] = getattr(import_module(module), maker)(limits, f"Kibitz {player}" if player else "Kibitz")
        return made
    from kibitz.protocols.nboard import NBoard

    return NBoard(limits, player or "Kibitz", name_tells_depth=player is None)


def _thinker(player: str | None, hash_mb: int, threads: int) -> "Thinker":
    from kibitz.protocols.thinker import Thinker

    def make_analyst() -> "Analyst":
        from kibitz.models.engine import shipped_analyst

        return shipped_analyst(hash_mb, threads)

    return Thinker(make_analyst, None if player is None else _made(player))


def _made(text: str) -> "Player":
    from kibitz.players.registry import make_player, parse_player_text

    if parse_player_text(text).name.lower() == "human":
        raise SetupError("a person cannot play through a protocol, which takes up standard input; name another player")
    return make_player(text)
