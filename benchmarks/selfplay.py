"""How near to perfect a self-taught player of the 6×6 board is: all best lines from the start, and discs lost in other positions.

    python benchmarks/selfplay.py puct:model=runs/selfplay-6x6/selfplay-6x6.safetensors,simulations=4000 --solved solved.json

The solver takes some minutes for the positions near the start, which are kept in the file named by --solved.
"""

import argparse
import random
from collections.abc import Iterator
from pathlib import Path

from kibitz.arena.othello.perfect_play import SolvedMoves, against_best_lines, discs_lost
from kibitz.players.registry import make_player
from kibitz.rules.game import Color
from kibitz.rules.othello.position import Position

SIZE = 6
EMPTIES = (8, 10, 12, 14, 16, 18, 20)


def main() -> None:
    """Print the scores of both sides from the start, and the mean loss by empty squares."""
    arguments = parsed()
    player = make_player(arguments.player)
    solved = SolvedMoves(arguments.solved, hash_mb=256)
    for color in arguments.colors:
        lines = against_best_lines(player, Color[color.upper()], solved, SIZE)
        solved.save()
        print(
            f"{color:5} lowest score {lines.lowest_score:+}, {lines.positions} positions answered, {len(lines.slips)} slips",
            flush=True,
        )
        for slip in lines.slips:
            print(f"      {slip.position} {SIZE}×{SIZE}: square {slip.move} loses {slip.discs}")
    for empties in EMPTIES if arguments.positions else ():
        lost = discs_lost(player, random_positions(empties, arguments.positions), solved)
        perfect = sum(discs == 0 for discs in lost) / len(lost)
        print(f"{empties:2} empty: {sum(lost) / len(lost):.2f} discs lost a move, {perfect:.0%} best moves", flush=True)
    solved.save()


def parsed() -> argparse.Namespace:
    """What the command line says."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("player", help="as kibitz players names them; it must be repeatable")
    parser.add_argument("--positions", type=int, default=50, help="random positions for each number of empty squares")
    parser.add_argument("--colors", nargs="*", default=["white", "black"])
    parser.add_argument("--solved", type=Path, help="where exact scores are kept")
    return parser.parse_args()


def random_positions(empties: int, count: int) -> Iterator[Position]:
    """Positions of random games with so many empty squares."""
    chooser = random.Random(empties)
    while count:
        position = Position.start(SIZE)
        while position.empty_count > empties and not position.is_over:
            position = position.play(chooser.choice(position.legal_moves()))
        if len(position.legal_squares()) > 1:
            count -= 1
            yield position


if __name__ == "__main__":
    main()
