"""`kibitz play`: a game in the terminal, between people and players in any mixture."""

from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING

import click

from kibitz.cli.go_options import game_option, komi_option
from kibitz.cli.positions import read_line_of_play
from kibitz.errors import SetupError

if TYPE_CHECKING:
    from kibitz.cli.terminal_game import Table
    from kibitz.rules.game import GamePosition


@click.command()
@click.option("--black", default="human", show_default=True, help="Who plays Black; `kibitz players` lists who can.")
@click.option("--white", help="Who plays White; greedy unless given, uct at Go.")
@click.option("--hint", help="Who answers when you ask for a hint; greedy unless given, at Go goexpert if its model is there.")
@click.option("--start", default="", help="Where to begin: a transcript, or a board with its side to move.")
@game_option
@click.option("--size", type=int, help="Squares along an edge; 8 unless the board says otherwise, at Go points, 19.")
@komi_option
@click.option("--handicap", type=click.IntRange(0, 9), default=0, help="Stones that Black is given at Go.")
@click.option("--save", type=click.Path(path_type=Path), help="Write the game to this new file; its ending names the format.")
@click.option("--seed", type=int, help="Make the random choices of the players repeatable.")
def play(
    black: str,
    white: str | None,
    hint: str | None,
    start: str,
    game: str,
    size: int | None,
    komi: float | None,
    handicap: int,
    save: Path | None,
    seed: int | None,
) -> None:
    """Play a game in the terminal.

    Type a square such as f5 to move there, or one of: undo, hint, moves, save FILE, resign, quit, help. At Go type a point such
    as D4, or pass. Whatever happens, the moves are shown at the end.

    \b
    Example: kibitz play
             kibitz play --black human:name=Ada --white random:seed=1 --save game.pgn
             kibitz play --black greedy --white 'gtp:"gtp-rhino",timeout=20' --start f5d6
             kibitz play --game go --size 9 --white uct:seconds=2 --save game.sgf
    """
    if game == "go":
        table, begin, opening = _go_table(start, size, komi, handicap)
        texts = (black, white or _usual_go_opponent(), hint or _usual_go_hint())
    else:
        if komi is not None or handicap:
            raise SetupError("--komi and --handicap are for Go")
        table, begin, opening = _othello_table(start, size)
        texts = (black, white or "greedy", hint or "greedy")
    _play(table, begin, opening, texts, save, seed)


def _othello_table(start: str, size: int | None) -> "tuple[Table, GamePosition, tuple[int, ...]]":
    from kibitz.cli.board import BoardDrawer
    from kibitz.cli.othello_table import OthelloTable

    line = read_line_of_play(start, size)
    return OthelloTable(BoardDrawer.for_standard_output(), line.start.size), line.start, line.moves


def _go_table(start: str, size: int | None, komi: float | None, handicap: int) -> "tuple[Table, GamePosition, tuple[int, ...]]":
    from kibitz.cli.go_board import GoBoardDrawer
    from kibitz.cli.go_positions import read_go_line
    from kibitz.cli.go_table import GoTable

    line = read_go_line(start, size, komi, handicap)
    return GoTable(GoBoardDrawer.for_standard_output(), line.game), line.start, line.moves


def _usual_go_opponent() -> str:
    from kibitz.players.registry import usual_go_player

    return usual_go_player()


def _usual_go_hint() -> str:
    from kibitz.models.usual import is_usual_go_model_there

    return "goexpert" if is_usual_go_model_there() else "uct"


def _play(
    table: "Table",
    begin: "GamePosition",
    opening: tuple[int, ...],
    texts: tuple[str, str, str],
    save: Path | None,
    seed: int | None,
) -> None:
    from kibitz.cli.terminal_game import TerminalGame, check_new_file
    from kibitz.players.registry import make_player

    if save:
        check_new_file(save, table)
    with ExitStack() as stack:
        seeds = (None, None, None) if seed is None else (seed, seed + 1, seed + 2)
        black, white, hint = (stack.enter_context(make_player(text, seed)) for text, seed in zip(texts, seeds, strict=True))
        TerminalGame(table, begin, opening, (black, white), hint, save).play()
