"""`kibitz perft`: the leaves of the game tree, counted in pieces so that it can be watched and stopped."""

import sys
import time
from collections.abc import Callable, Iterator
from typing import Final, TypeAlias

import click

from kibitz.cli.output import json_option, print_json
from kibitz.cli.positions import read_line_of_play, size_option
from kibitz.rules.othello import Position

DEEPEST: Final = 120
_PIECE_DEPTH: Final = 6  # plies that the core counts in about a second even where a side has thirty moves

Counter: TypeAlias = Callable[[Position, int], int]


@click.command()
@click.argument("depth", type=click.IntRange(0, DEEPEST))
@click.option("--position", default="", help="Where to begin: a transcript, a board with its side to move, or -.")
@size_option
@json_option
def perft(depth: int, position: str, size: int | None, as_json: bool) -> None:
    """Count the leaves of the game tree, to check the rules.

    A pass is a ply of its own, and a game that ends earlier counts as one leaf. Every ply multiplies the time by about nine.

    \b
    Example: kibitz perft 9
             kibitz perft 6 --position f5d6c3 --json
             kibitz perft 10 --size 4
    """
    root = read_line_of_play(position, size).position
    count = _counter(root)
    began = time.perf_counter()
    nodes = _watched_count(count_pieces(count, root, depth), f"perft {depth}", is_quiet=as_json)
    seconds = time.perf_counter() - began
    if as_json:
        print_json({"nodes": nodes, "seconds": seconds})
    else:
        click.echo(f"perft {depth}: {nodes} leaves in {seconds:.3f} s")


def count_pieces(count: Counter, position: Position, depth: int, share: float = 1.0) -> Iterator[tuple[int, float]]:
    """The leaves of one small part of the tree after the other, each with the share of the tree it is taken for."""
    if min(depth, position.empty_count) <= _PIECE_DEPTH or position.is_over:
        yield count(position, depth), share
        return
    moves = position.legal_moves()
    for move in moves:
        yield from count_pieces(count, position.play(move), depth - 1, share / len(moves))


def _counter(root: Position) -> Counter:
    if root.size > 8:
        return _slow_perft
    from kibitz.rules import bulk

    return bulk.perft


def _slow_perft(position: Position, depth: int) -> int:
    """As bulk.perft, for boards that do not fit into the core."""
    if depth == 0 or position.is_over:
        return 1
    return sum(_slow_perft(position.play(move), depth - 1) for move in position.legal_moves())


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
