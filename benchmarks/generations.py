"""Two evaluations play each other at equal CPU time: `python benchmarks/generations.py NEW OLD [--ms 5] [--pairs 200]`.

Both guide the same search, each with its own ProbCut table. A side deepens as long as less than two fifths of its time for the
move are used, in CPU time of this process, so that a busy machine harms neither; what each side took is told. From 12 empty
squares on the solver says how the game ends. Openings are drawn by lot from the larger XOT list and played with both colours.
"""

import argparse
import os
import time
from pathlib import Path

import numpy as np

from kibitz.models.othello.engine import engine_named
from kibitz.rules.game import Color
from kibitz.rules.othello.position import Position, play_all
from kibitz.rules.squares import PASS, parse_transcript
from kibitz.search.othello.endgame import solve
from kibitz.search.othello.midgame import DEFAULT_WIDTH, Engine

PROJECT_ROOT = Path(__file__).resolve().parent.parent
SHARED = Path(os.environ.get("KIBITZ_SHARED_DATA", PROJECT_ROOT.parent / "shared" / "data")) / "othello"
SOLVED_EMPTIES = 12
GOES_ON_BELOW = 0.4


class Side:
    """An engine and the CPU seconds it took."""

    def __init__(self, name: str, seconds_a_move: float, width: float):
        named = engine_named(name)
        self.engine = Engine(named.evaluation, 16, named.cuts, width)
        self._seconds_a_move = seconds_a_move
        self.seconds = 0.0
        self.moves = 0

    def choose(self, position: Position) -> int:
        begin = time.process_time()
        depth = 0
        while depth == 0 or (depth < position.empty_count and time.process_time() - begin < GOES_ON_BELOW * self._seconds_a_move):
            depth += 1
            move = self.engine.search(position, depth=depth).move
        self.seconds += time.process_time() - begin
        self.moves += 1
        return move


def black_score(opening: Position, black: Side, white: Side) -> int:
    """How a game ends, with perfect play at its end."""
    position = opening
    while position.empty_count > SOLVED_EMPTIES and not position.is_over:
        side = black if position.to_move is Color.BLACK else white
        position = position.play(side.choose(position) if position.legal_mask() else PASS)
    if position.is_over:
        difference = position.own.bit_count() - position.opp.bit_count()
        score = difference + position.empty_count * int(np.sign(difference))
    else:
        score = solve(position, hash_mb=4).score
    return score if position.to_move is Color.BLACK else -score


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("new")
    parser.add_argument("old")
    parser.add_argument("--ms", type=float, default=5.0)
    parser.add_argument("--pairs", type=int, default=200)
    parser.add_argument("--width", type=float, default=DEFAULT_WIDTH, help="of probable cuts, in standard deviations")
    parser.add_argument("--old-width", type=float, default=1.5)
    parser.add_argument("--seed", type=int, default=11)
    options = parser.parse_args()
    new = Side(options.new, options.ms / 1000, options.width)
    old = Side(options.old, options.ms / 1000, options.old_width)
    lines = (SHARED / "xot" / "xot_large.txt").read_text().split()
    scores: list[int] = []
    for text in np.random.default_rng(options.seed).choice(lines, options.pairs, replace=False):
        opening = play_all(parse_transcript(text))
        for side in (new, old):
            side.engine.forget()
        scores += [black_score(opening, new, old), -black_score(opening, old, new)]
        if len(scores) % 40 == 0 or len(scores) == 2 * options.pairs:
            found = np.array(scores)
            won, drawn, lost = (found > 0).sum(), (found == 0).sum(), (found < 0).sum()
            print(
                f"{won}-{drawn}-{lost}, {100 * (won + drawn / 2) / len(found):.1f} %, {found.mean():+.2f} discs; CPU ms a move "
                f"{1000 * new.seconds / new.moves:.2f} against {1000 * old.seconds / old.moves:.2f}",
                flush=True,
            )


if __name__ == "__main__":
    main()
