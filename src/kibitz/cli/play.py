"""`kibitz play`: a game in the terminal, between people and players in any mixture."""

from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from kibitz.cli.completions import complete_player
from kibitz.cli.game_help import helped
from kibitz.cli.game_options import game_options, required
from kibitz.cli.given import given_text
from kibitz.games.kit import Kit, TablePart

if TYPE_CHECKING:
    from kibitz.games.kit import LineOfPlay
    from kibitz.terminal.game import Table


@helped
@click.command()
@click.option(
    "--black",
    shell_complete=complete_player,
    default="human",
    show_default=True,
    help="Who plays Black; `kibitz players` lists who can.",
)
@click.option("--white", shell_complete=complete_player, help="Who plays White; the game's default player unless given.")
@click.option(
    "--hint", shell_complete=complete_player, help="Who answers when you ask for a hint; the game's default player unless given."
)
@click.option("--start", default="", help="The position to start from: moves, or a board followed by the side to move.")
@game_options("terminal")
@click.option("--save", type=click.Path(path_type=Path), help="Write the game to this new file; its extension sets the format.")
@click.option("--seed", type=int, help="Make the random choices of the players repeatable.")
def play(
    black: str,
    white: str | None,
    hint: str | None,
    start: str,
    kit: Kit,
    options: dict[str, Any],
    save: Path | None,
    seed: int | None,
) -> None:
    """Play a game in the terminal.

    Type a move, or one of: undo, hint, moves, save FILE, resign, quit, help. The moves are always shown at the end.
    """
    part: TablePart = required(kit, "terminal")
    line = part.line(given_text(start), **options)
    texts = (black, white or part.opponent(), hint or part.adviser())
    _play(part.table(line), line, texts, save, seed)


def _play(table: "Table", line: "LineOfPlay", texts: tuple[str, str, str], save: Path | None, seed: int | None) -> None:
    from kibitz.players.registry import make_player
    from kibitz.terminal.game import TerminalGame, check_new_file

    if save:
        check_new_file(save, table)
    with ExitStack() as stack:
        seeds = (None, None, None) if seed is None else (seed, seed + 1, seed + 2)
        black, white, hint = (stack.enter_context(make_player(text, seed)) for text, seed in zip(texts, seeds, strict=True))
        TerminalGame(table, line.start, line.moves, (black, white), hint, save).play()
