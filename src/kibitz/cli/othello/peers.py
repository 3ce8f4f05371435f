"""Other programs that pip can install, doing the same work as Kibitz: how much of it in a second on one core.

They are called from Python as their users would, and pay for it. Each function raises ImportError where its program is missing.
"""

import random
import time
from collections.abc import Callable
from typing import Any, Final

PERFT_DEPTH: Final = 7
RUST_REVERSI_GAMES: Final = 2_000
OPEN_SPIEL_GAMES: Final = 200
REPEATS: Final = 3


def cpu_seconds(work: Callable[[], object]) -> float:
    """The shortest of a few runs, in CPU seconds of this process."""
    best = float("inf")
    for _ in range(REPEATS):
        begin = time.process_time()
        work()
        best = min(best, time.process_time() - begin)
    return best


def rust_reversi_perft() -> float:
    """Leaves a second."""
    from rust_reversi import Board

    def leaves(board: Any, depth: int) -> int:
        if depth == 0 or board.is_game_over():
            return 1
        if board.is_pass():
            passed = board.clone()
            passed.do_pass()
            return leaves(passed, depth - 1)
        if depth == 1:
            return len(board.get_legal_moves_vec())
        return sum(leaves(child, depth - 1) for child in board.get_child_boards())

    return leaves(Board(), PERFT_DEPTH) / cpu_seconds(lambda: leaves(Board(), PERFT_DEPTH))


def rust_reversi_games() -> float:
    """Random games a second."""
    from rust_reversi import Board

    def play() -> None:
        for _ in range(RUST_REVERSI_GAMES):
            board = Board()
            while not board.is_game_over():
                if board.is_pass():
                    board.do_pass()
                else:
                    board.do_move(board.get_random_move())

    return RUST_REVERSI_GAMES / cpu_seconds(play)


def open_spiel_perft() -> float:
    """Leaves a second."""
    import pyspiel

    game = pyspiel.load_game("othello")

    def leaves(state: Any, depth: int) -> int:
        if depth == 0 or state.is_terminal():
            return 1
        actions = state.legal_actions()
        return len(actions) if depth == 1 else sum(leaves(state.child(action), depth - 1) for action in actions)

    count = leaves(game.new_initial_state(), PERFT_DEPTH)
    return count / cpu_seconds(lambda: leaves(game.new_initial_state(), PERFT_DEPTH))


def open_spiel_games() -> float:
    """Random games a second."""
    import pyspiel

    game = pyspiel.load_game("othello")
    chooser = random.Random(1)

    def play() -> None:
        for _ in range(OPEN_SPIEL_GAMES):
            state = game.new_initial_state()
            while not state.is_terminal():
                state.apply_action(chooser.choice(state.legal_actions()))

    return OPEN_SPIEL_GAMES / cpu_seconds(play)


PERFT_PEERS: Final = {"rust-reversi": rust_reversi_perft, "OpenSpiel": open_spiel_perft}
GAME_PEERS: Final = {"rust-reversi": rust_reversi_games, "OpenSpiel": open_spiel_games}


def rates(peers: dict[str, Callable[[], float]]) -> dict[str, float]:
    """The rates of those peers that are installed, by name."""
    found = {}
    for name, measure in peers.items():
        try:
            found[name] = measure()
        except ImportError:
            continue
    return found
