"""How fast and how strong the midgame search is. Prints rates, and paired games against a simple evaluation at the same depth.

python benchmarks/midgame.py
"""

import time
from collections.abc import Callable
from pathlib import Path

import numpy as np

import kibitz
from kibitz.rules.othello import bulk
from kibitz.rules.othello.bulk import Boards, Squares
from kibitz.rules.othello.position import play_all
from kibitz.rules.squares import PASS, parse_transcript
from kibitz.search.othello.evaluation import Evaluation, load_evaluation
from kibitz.search.othello.midgame import Engine
from kibitz.search.othello.minimax import best_squares, minimax_move_values
from kibitz.search.othello.move_values import move_values
from kibitz.search.othello.simple_evaluation import squares_and_mobility

EVALUATION = Path(kibitz.__file__).parent / "models" / "shipped" / "evaluation-2014.safetensors"
BULK_SIZES = {1: 20_000, 2: 20_000, 3: 10_000, 4: 2_000, 5: 500, 6: 150}
MIDGAME = "f5d6c3d3c4f4f6f3e6e7d7c5b6d8c6"
SEARCH_DEPTH = 12
MATCH_DEPTH = 4
OPENING_MOVES = 8
PAIRS = 50

Chooser = Callable[[Boards], Squares]


def print_bulk_rates(evaluation: Evaluation) -> None:
    moves, _, _ = bulk.random_games(4000, seed=1)
    boards = bulk.replay(moves).boards
    rows = np.random.default_rng(1).permutation(len(boards))
    print("values of all moves, positions a CPU second (positions of random games)")
    for depth, count in BULK_SIZES.items():
        chosen = Boards(boards.own[rows[:count]], boards.opp[rows[:count]])
        begin = time.process_time()
        move_values(evaluation, chosen, depth)
        print(f"  depth {depth} {count / (time.process_time() - begin):>12,.0f}")


def print_search(evaluation: Evaluation) -> None:
    begin = time.process_time()
    result = Engine(evaluation).search(play_all(parse_transcript(MIDGAME)), depth=SEARCH_DEPTH)
    seconds = time.process_time() - begin
    print(f"one search of depth {result.depth}, no cuts: {result.nodes:,} nodes, {result.nodes / seconds:,.0f} a CPU second")


def random_openings(count: int, seed: int) -> Boards:
    """Positions after some random moves, Black to move."""
    moves, _, _ = bulk.random_games(count, seed)
    replayed = bulk.replay(moves[:, : OPENING_MOVES + 1])
    last = replayed.first[1:] - 1
    return Boards(replayed.boards.own[last], replayed.boards.opp[last])


def play_out(boards: Boards, first: Chooser, second: Chooser) -> np.ndarray:
    """Final scores of the side to move at the start, `first`, in many games side by side, [N]."""
    own, opp = boards.own.copy(), boards.opp.copy()
    mover_is_first = True
    while True:
        can_move = bulk.legal_masks(Boards(own, opp)) != 0
        can_reply = bulk.legal_masks(Boards(opp, own)) != 0
        if not (can_move | can_reply).any():
            break
        squares = np.full(len(own), PASS, np.int8)
        if can_move.any():
            squares[can_move] = (first if mover_is_first else second)(Boards(own[can_move], opp[can_move]))
        after = bulk.play(Boards(own, opp), squares)
        own, opp = after.own, after.opp
        mover_is_first = not mover_is_first
    return bulk.black_scores(own, opp) if mover_is_first else bulk.black_scores(opp, own)


def print_match(evaluation: Evaluation) -> None:
    def learned(boards: Boards) -> Squares:
        return best_squares(move_values(evaluation, boards, MATCH_DEPTH))

    def simple(boards: Boards) -> Squares:
        return best_squares(minimax_move_values(squares_and_mobility, boards, MATCH_DEPTH))

    openings = random_openings(PAIRS, seed=7)
    scores = np.concatenate([play_out(openings, learned, simple), -play_out(openings, simple, learned)])
    wins, draws, losses = (scores > 0).sum(), (scores == 0).sum(), (scores < 0).sum()
    print(f"depth {MATCH_DEPTH} against squares and mobility, {PAIRS} random openings from both sides:")
    print(
        f"  {wins} won, {draws} drawn, {losses} lost: {100 * (wins + draws / 2) / len(scores):.1f} %, {scores.mean():+.1f} discs"
    )


def main() -> None:
    """Print all figures."""
    evaluation = load_evaluation(EVALUATION)
    print_bulk_rates(evaluation)
    print_search(evaluation)
    print_match(evaluation)


if __name__ == "__main__":
    main()
