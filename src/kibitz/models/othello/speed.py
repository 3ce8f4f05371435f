"""Fixed work for the core: how many nodes it takes is a signature that only a change of the search may change, how long is speed.

The work is the same on every machine, with one thread and empty tables: perft, endgames solved exactly, midgames searched.
"""

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from kibitz.models.othello.engine import shipped_engine, shipped_evaluation
from kibitz.rules.othello import bulk
from kibitz.rules.othello.position import START, Position, parse_board, play_all
from kibitz.rules.squares import parse_transcript
from kibitz.search.othello import endgame

PERFT_DEPTH: Final = 10
SEARCH_DEPTH: Final = 14

# Black to move: the positions 1, 2, 3, 17 and 40 of the suites fforum and the first of hard-20, with their published scores.
ENDGAMES: Final = {
    "--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X": 18,
    "-XXXXXX---XOOOO--XOXXOOX-OOOOOOOOOOOXXOOOOOXXOOX--XXOO----XXXXX- X": 10,
    "----OX----OOXX---OOOXX-XOOXXOOOOOXXOXXOOOXXXOOOOOXXXXOXO--OOOOOX X": 2,
    "-OOOOO----OXXO-XXXOOOXX-XXOXOXXOXXOOXOOOXXXXOO-OX-XOO----XXXX--- X": 8,
    "O--OOOOX-OOOOOOXOOXXOOOXOOXOOOXXOOOOOOXX---OOOOX----O--X-------- X": 38,
    "-OOO------OOOO--XXXOOXXX-XOOOXX-XXXXOOOOOXXOOOO---OXOO---OOOO--- X": 0,
}

# Games of the engine against itself, broken off after 0 to 32 moves.
MIDGAMES: Final = (
    "",
    "c4e3f5b4c3c5c6",
    "d3c5f6e3c4c3d6f5f4f3e2f1",
    "c4e3f5b4b3e6f4c5d2c3d3f3f6c2b6d6",
    "c4e3f6b4c3c5c6d6b5e6d3a5a6c7a4d2d7e7f4f5",
    "f5d6c3f4e6f6c6c5c4f3d7c8d8e8g5g4e3e2f7e7d3g3f2e1",
    "d3c5e6d2c6d6b5b4d7c7b6d8c2a6c3f6e7f7e1f5g6g5b3a5e8f3e3f4",
    "f5d6c4g5c6c5d7e7b5d8e6b4c7c3c8a5e8e3g4f4f3f7f6f8d3b8b6h3a6a4g6a7",
)


@dataclass(frozen=True, slots=True)
class Work:
    """Work that was done: nodes are positions visited, for perft leaves; seconds are of the processor."""

    nodes: int
    seconds: float

    @property
    def nodes_per_second(self) -> float:
        return self.nodes / self.seconds


def count_leaves() -> Work:
    """Perft from the start."""
    return _timed(lambda: bulk.perft(START, PERFT_DEPTH))


def solve_endgames() -> Work:
    """The endgames solved exactly; raises ArithmeticError if a score is not the published one."""
    _ = shipped_evaluation().core  # loaded before the clock starts
    return _timed(lambda: sum(_solved_nodes(text, score) for text, score in ENDGAMES.items()))


def search_midgames() -> Work:
    """The midgames searched by the shipped engine, ProbCut included."""
    engine = shipped_engine()

    def nodes(position: Position) -> int:
        engine.forget()
        return engine.search(position, depth=SEARCH_DEPTH).nodes

    return _timed(lambda: sum(nodes(play_all(parse_transcript(text))) for text in MIDGAMES))


def _solved_nodes(text: str, score: int) -> int:
    solution = endgame.solve(parse_board(text), evaluation=shipped_evaluation())
    if solution.score != score:
        raise ArithmeticError(f"{text} is worth {score}, but the solver says {solution.score}")
    return solution.nodes


def _timed(work: Callable[[], int]) -> Work:
    begin = time.process_time()
    nodes = work()
    return Work(nodes, time.process_time() - begin)


def play_random_games(count: int) -> Work:
    """Whole games at random, of which each is counted as one node."""

    def play() -> int:
        bulk.random_games(count, seed=1)
        return count

    return _timed(play)
