"""What Go contributes to `kibitz analyse`."""

import math
from pathlib import Path
from typing import Final

import click

from kibitz.cli.contributions import Contribution
from kibitz.cli.external import external_search
from kibitz.errors import SetupError


def _analyse(
    position: str,
    seconds: float | None,
    model: str | None,
    archive: Path | None,
    engine: str | None,
    as_json: bool,
    size: int | None,
    komi: float | None,
    playouts: int | None,
    threads: int,
    move_count: int | None,
    with_ownership: bool,
) -> None:
    from kibitz.cli.go.analysis import GoQuestion, analyse_go, read_go_place
    from kibitz.players.go.uct import DEFAULT_PLAYOUTS
    from kibitz.search.go.tree import TreeLimits

    if seconds is not None and not 0 < seconds < math.inf:
        raise SetupError(f"--seconds is {seconds:g}; write a number above 0")
    line = read_go_place(position, size, komi, move_count)
    most = DEFAULT_PLAYOUTS if playouts is None and seconds is None else playouts
    external = external_search(engine, "go", seconds, playouts)
    analyse_go(GoQuestion(line, TreeLimits(most, seconds), threads, model, archive, external), with_ownership, as_json)


CONTRIBUTION: Final = Contribution(
    _analyse,
    "POSITION is moves such as 'Q16 D4', a board or an SGF file. The engine shows the share of playouts won and how often "
    "it tried each move. The default model of human moves is go-network; it also guides the search.",
    (
        "kibitz analyse --game go --size 9 'E5 C3' --seconds 5 --ownership",
        "kibitz analyse --game go game.sgf --move 40 --json",
        "kibitz analyse --game go game.sgf --move 40 --engine katago --seconds 10",
    ),
    (
        click.Option(["--size"], type=int, help="Points along an edge of the board; 19 unless given."),
        click.Option(["--komi"], type=float, help="What White gets for moving second; 7.5 unless given."),
        click.Option(["--playouts"], type=click.IntRange(min=1), help="How many playouts; 10000 unless seconds are given."),
        click.Option(
            ["--threads"],
            type=click.IntRange(1, 256),
            default=1,
            show_default=True,
            help="Threads of the search, each with a tree of its own.",
        ),
        click.Option(["--move", "move_count"], type=click.IntRange(min=0), help="Analyse the position after this many moves."),
        click.Option(["--ownership", "with_ownership"], is_flag=True, help="Also show who will own each point."),
    ),
)
