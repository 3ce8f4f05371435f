"""`kibitz play`: a game in the terminal, between people and players in any mixture."""

from contextlib import ExitStack
from pathlib import Path

import click

from kibitz.cli.positions import Line, read_line_of_play, size_option


@click.command()
@click.option("--black", default="human", show_default=True, help="Who plays Black; `kibitz players` lists who can.")
@click.option("--white", default="greedy", show_default=True, help="Who plays White.")
@click.option("--hint", default="greedy", show_default=True, help="Who answers when you ask for a hint.")
@click.option("--start", default="", help="Where to begin: a transcript, or a board with its side to move.")
@size_option
@click.option("--save", type=click.Path(path_type=Path), help="Write the game to this new file; its ending names the format.")
@click.option("--seed", type=int, help="Make the random choices of the players repeatable.")
def play(black: str, white: str, hint: str, start: str, size: int | None, save: Path | None, seed: int | None) -> None:
    """Play a game in the terminal.

    Type a square such as f5 to move there, or one of: undo, hint, moves, save FILE, resign, quit, help. Whatever happens, the
    moves are shown at the end.

    \b
    Example: kibitz play
             kibitz play --black human:name=Ada --white random:seed=1 --save game.pgn
             kibitz play --black greedy --white 'gtp:"gtp-rhino",timeout=20' --start f5d6
    """
    line = read_line_of_play(start, size)
    _play_line(line, (black, white, hint), save, seed)


def _play_line(line: Line, texts: tuple[str, str, str], save: Path | None, seed: int | None) -> None:
    from kibitz.cli.board import BoardDrawer
    from kibitz.cli.terminal_game import TerminalGame, check_new_file
    from kibitz.players.registry import make_player

    if save:
        check_new_file(save)
    with ExitStack() as stack:
        seeds = (None, None, None) if seed is None else (seed, seed + 1, seed + 2)
        black, white, hint = (stack.enter_context(make_player(text, seed)) for text, seed in zip(texts, seeds, strict=True))
        TerminalGame(BoardDrawer.for_standard_output(), line, black, white, hint, save).play()
