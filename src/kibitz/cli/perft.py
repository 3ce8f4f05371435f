"""`kibitz perft`: the leaves of the game tree, counted in pieces so that the count can be watched and stopped."""

import sys
import time
from collections.abc import Iterator
from typing import Any, Final

import click

from kibitz.cli.game_help import helped
from kibitz.cli.game_options import game_options
from kibitz.cli.given import given_text
from kibitz.cli.output import json_option, print_json
from kibitz.games.kit import Kit

DEEPEST: Final = 120


@helped
@click.command()
@click.argument("depth", type=click.IntRange(0, DEEPEST))
@click.option("--position", default="", help="The position to start from: moves, a board followed by the side to move, or -.")
@game_options("positions")
@json_option
def perft(depth: int, position: str, kit: Kit, options: dict[str, Any], as_json: bool) -> None:
    """Count the leaves of the game tree to check the rules.

    A pass is a ply of its own, and a game that ends earlier counts as one leaf. Every ply multiplies the time by the number of
    moves.
    """
    root = kit.positions.parse(given_text(position), **options).position
    began = time.perf_counter()
    nodes = _watched_count(kit.positions.leaves(root, depth), f"perft {depth}", is_quiet=as_json)
    seconds = time.perf_counter() - began
    if as_json:
        print_json({"nodes": nodes, "seconds": seconds})
    else:
        click.echo(f"perft {depth}: {nodes} leaves in {seconds:.3f} s")


def _watched_count(pieces: Iterator[tuple[int, float]], title: str, is_quiet: bool) -> int:
    """The number of leaves, with a bar on standard error if somebody watches."""
    if is_quiet or not sys.stderr or not sys.stderr.isatty():
        return sum(leaves for leaves, _ in pieces)
    from rich.console import Console
    from rich.progress import Progress

    with Progress(console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task(title, total=1.0)
        nodes = 0
        for leaves, share in pieces:
            nodes += leaves
            progress.advance(task, share)
    return nodes
