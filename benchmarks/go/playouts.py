"""How many playouts of Go a core makes a second, beside those of GNU Go where it is installed.

python benchmarks/go_playouts.py
"""

import resource
import shutil
import subprocess
from pathlib import Path

from kibitz.cli.othello.peers import cpu_seconds
from kibitz.rules.go.position import GoGame, play_go_moves
from kibitz.search.go.playouts import play_out
from kibitz.search.go.tree import TreeLimits, TreeSettings, search_tree

COUNTS = {9: 40_000, 13: 16_000, 19: 8_000}
# GNU Go makes playouts on 9×9 only, and only in positions that its book does not know.
OPENING = ("E5", "E3", "C4", "G6", "G4", "D6")
GNUGO_LEVEL = 10
GNUGO_PLAYOUTS = (1000, 5000)


def uniform_rate(size: int) -> float:
    """Random playouts a second from the empty board."""
    start = GoGame(size).start()
    return COUNTS[size] / cpu_seconds(lambda: play_out(start, COUNTS[size], seed=1))


def tree_rate(size: int, settings: TreeSettings) -> float:
    """Playouts a second through a tree, from the empty board."""
    start, count = GoGame(size).start(), COUNTS[size] // 4
    return count / cpu_seconds(lambda: search_tree(start, TreeLimits(playouts=count), settings))


def opening_rate(settings: TreeSettings) -> float:
    """Playouts a second through a tree, from the position that GNU Go is asked about."""
    game = GoGame(9)
    position = play_go_moves([game.parse_move(vertex) for vertex in OPENING], game.start())
    return 10_000 / cpu_seconds(lambda: search_tree(position, TreeLimits(playouts=10_000), settings))


def gnugo_rate(program: str) -> float:
    """Playouts a second of GNU Go's Monte Carlo search, from the difference between two numbers of them: the rest drops out."""
    few, many = (_gnugo_seconds(program, playouts) for playouts in GNUGO_PLAYOUTS)
    return GNUGO_LEVEL * (GNUGO_PLAYOUTS[1] - GNUGO_PLAYOUTS[0]) / (many - few)


def _gnugo_seconds(program: str, playouts: int) -> float:
    moves = [f"play {'bw'[index % 2]} {vertex}" for index, vertex in enumerate(OPENING)]
    talk = "\n".join(["boardsize 9", *moves, "genmove b", "quit", ""])
    flags = [
        "--mode",
        "gtp",
        "--chinese-rules",
        "--level",
        str(GNUGO_LEVEL),
        "--monte-carlo",
        "--mc-games-per-level",
        str(playouts),
    ]
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([program, *flags], input=talk, text=True, capture_output=True, check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime - before.ru_utime


def main() -> None:
    """Print the rates, and the ratio to GNU Go's."""
    print("playouts a second and core, from the empty board")
    print(f"  {'':8}{'uniform':>12}{'uniform in a tree':>20}{'guided in a tree':>20}")
    for size in COUNTS:
        rates = uniform_rate(size), tree_rate(size, TreeSettings(guided=False)), tree_rate(size, TreeSettings())
        print(f"  {f'{size}×{size}':8}{rates[0]:>12,.0f}{rates[1]:>20,.0f}{rates[2]:>20,.0f}")
    program = shutil.which("gnugo") or "/usr/games/gnugo"
    if Path(program).is_file():
        ours, theirs = opening_rate(TreeSettings()), gnugo_rate(program)
        print(f"9×9 after six moves, guided in a tree: kibitz {ours:,.0f}, GNU Go {theirs:,.0f}, a ratio of {ours / theirs:.1f}")


if __name__ == "__main__":
    main()
