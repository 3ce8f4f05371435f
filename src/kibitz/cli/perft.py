"""`kibitz perft`: the leaves of the game tree, counted in pieces so that the count can be watched and stopped."""

import time
from collections.abc import Iterator
from typing import Any, Final

import click

from kibitz.cli.game_help import helped
from kibitz.cli.game_options import game_options
from kibitz.cli.given import given_text
from kibitz.cli.output import json_option, print_json
from kibitz.cli.progress import progress_bar
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
    """The number of leaves; how far the count is, is told on standard error."""
    nodes, counted = 0, 0.0
    with progress_bar(title, 1.0, is_quiet) as watch:
        for leaves, share in pieces:
            nodes, counted = nodes + leaves, counted + share
            if watch:
                watch(counted)
    return nodes
