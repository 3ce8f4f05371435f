"""How fast the rules are, beside other programs that pip can install. Prints rates and ratios measured in one run.

python benchmarks/rules.py
"""

import random
import time
from collections.abc import Callable

from kibitz.rules import bulk
from kibitz.rules.othello import START

PERFT_DEPTH = 11
PERFT_LEAVES = 212_258_800
PEER_PERFT_DEPTH = 9
REPEATS = 3


def cpu_seconds(work: Callable[[], object]) -> float:
    """The shortest of a few runs, in CPU seconds of this process."""
    best = float("inf")
    for _ in range(REPEATS):
        begin = time.process_time()
        work()
        best = min(best, time.process_time() - begin)
    return best


def kibitz_perft() -> float:
    """Leaves a second at depth 11, no hashing, one core."""
    assert bulk.perft(START, PERFT_DEPTH) == PERFT_LEAVES
    return PERFT_LEAVES / cpu_seconds(lambda: bulk.perft(START, PERFT_DEPTH))


def kibitz_games(count: int = 200_000) -> float:
    """Random games a second in bulk, one core."""
    return count / cpu_seconds(lambda: bulk.random_games(count, seed=1))


def rust_reversi_perft() -> float:
    from rust_reversi import Board

    def leaves(board: Board, depth: int) -> int:
        if depth == 0 or board.is_game_over():
            return 1
        if board.is_pass():
            passed = board.clone()
            passed.do_pass()
            return leaves(passed, depth - 1)
        if depth == 1:
            return len(board.get_legal_moves_vec())
        return sum(leaves(child, depth - 1) for child in board.get_child_boards())

    depth = PEER_PERFT_DEPTH - 2
    count = leaves(Board(), depth)
    return count / cpu_seconds(lambda: leaves(Board(), depth))


def rust_reversi_games(count: int = 5_000) -> float:
    from rust_reversi import Board

    def play() -> None:
        board = Board()
        while not board.is_game_over():
            if board.is_pass():
                board.do_pass()
            else:
                board.do_move(board.get_random_move())

    return count / cpu_seconds(lambda: [play() for _ in range(count)])


def open_spiel_perft() -> float:
    import pyspiel

    game = pyspiel.load_game("othello")

    def leaves(state: "pyspiel.State", depth: int) -> int:
        if depth == 0 or state.is_terminal():
            return 1
        actions = state.legal_actions()
        return len(actions) if depth == 1 else sum(leaves(state.child(action), depth - 1) for action in actions)

    depth = PEER_PERFT_DEPTH - 2
    count = leaves(game.new_initial_state(), depth)
    return count / cpu_seconds(lambda: leaves(game.new_initial_state(), depth))


def open_spiel_games(count: int = 500) -> float:
    import pyspiel

    game = pyspiel.load_game("othello")
    chooser = random.Random(1)

    def play() -> None:
        state = game.new_initial_state()
        while not state.is_terminal():
            state.apply_action(chooser.choice(state.legal_actions()))

    return count / cpu_seconds(lambda: [play() for _ in range(count)])


def rate_or_none(measure: Callable[[], float]) -> float | None:
    """The rate, or None where the other program is not installed."""
    try:
        return measure()
    except ImportError:
        return None


def print_table(title: str, ours: float, peers: dict[str, float | None]) -> None:
    print(f"\n{title}")
    print(f"  {'kibitz':<14}{ours:>16,.0f}")
    for name, rate in peers.items():
        figures = "not installed" if rate is None else f"{rate:>16,.0f}   kibitz is {ours / rate:,.0f} times as fast"
        print(f"  {name:<14}{figures}")


def main() -> None:
    """Print both tables."""
    print_table(
        f"perft leaves a second and core (kibitz: depth {PERFT_DEPTH} in the core; peers called from Python)",
        kibitz_perft(),
        {"rust-reversi": rate_or_none(rust_reversi_perft), "OpenSpiel": rate_or_none(open_spiel_perft)},
    )
    print_table(
        "random games a second and core (kibitz: in bulk; peers called from Python)",
        kibitz_games(),
        {"rust-reversi": rate_or_none(rust_reversi_games), "OpenSpiel": rate_or_none(open_spiel_games)},
    )


if __name__ == "__main__":
    main()
