"""Evaluators by name, and what they make of positions."""

import numpy as np
import pytest

from kibitz.errors import SetupError
from kibitz.models.othello.evaluators import find_evaluator
from kibitz.rules.othello import bulk
from kibitz.rules.othello.bulk import Boards, Squares
from kibitz.rules.othello.position import parse_board
from kibitz.rules.squares import PASS
from kibitz.search.othello.alpha_beta import AlphaBeta
from kibitz.search.othello.minimax import Evaluator, best_squares, minimax_move_values
from tiny_models import write_network

# White, to move, has three discs left.
LOST = parse_board("XXXXXXXX" * 5 + "XXXXX-OO" + "XXXXXX-O" + "-XXXXXXX O")


def some_boards() -> Boards:
    return bulk.replay(bulk.random_games(20, seed=3)[0]).boards


def after_random_moves(count: int, seed: int) -> Boards:
    replayed = bulk.replay(bulk.random_games(count, seed)[0][:, :9])
    last = replayed.first[1:] - 1
    return Boards(replayed.boards.own[last], replayed.boards.opp[last])


def final_scores_of_games(boards: Boards, first: Evaluator, second: Evaluator, depth: int) -> np.ndarray:
    """Scores of the side to move, which plays by `first`, in many games side by side, [N]."""
    own, opp, mover, other = boards.own.copy(), boards.opp.copy(), first, second
    while (bulk.legal_masks(Boards(own, opp)) | bulk.legal_masks(Boards(opp, own))).any():
        can_move = bulk.legal_masks(Boards(own, opp)) != 0
        squares: Squares = np.full(len(own), PASS, np.int8)
        if can_move.any():
            squares[can_move] = best_squares(minimax_move_values(mover, Boards(own[can_move], opp[can_move]), depth))
        after = bulk.play(Boards(own, opp), squares)
        own, opp, mover, other = after.own, after.opp, other, mover
    return bulk.black_scores(own, opp) if mover is first else bulk.black_scores(opp, own)


@pytest.mark.slow
def test_the_learned_evaluation_beats_squares_and_mobility_at_equal_depth():
    learned, squares = find_evaluator("learned").evaluator, find_evaluator("squares").evaluator
    openings = after_random_moves(25, seed=7)
    scores = [
        *final_scores_of_games(openings, learned, squares, depth=2),
        *-final_scores_of_games(openings, squares, learned, depth=2),
    ]
    points = [1.0 if score > 0 else 0.5 if score == 0 else 0.0 for score in scores]
    assert sum(points) >= 0.85 * len(points)


def test_the_chance_to_win_of_a_model_drives_a_search():
    expert = find_evaluator("expert")
    position = parse_board("-" * 18 + "OXX-----" + "--OXX---" + "---OX---" + "-" * 22 + " X")
    found = AlphaBeta(*expert).best_move(position, 2)
    moves = minimax_move_values(expert.evaluator, Boards.of([position]), 2)
    assert found.square == best_squares(moves)[0]
    assert -1 < found.value < 1


def test_chances_are_read_from_lost_to_won():
    expert = find_evaluator("expert")
    boards = some_boards()
    values = expert.evaluator(boards)
    assert ((values > -1) & (values < 1)).all()
    assert expert.evaluator(Boards.of([LOST]))[0] < -0.9
    over = [parse_board(discs + f" {mover}") for discs in ("X" * 64, "XO" * 32) for mover in "XO"]
    assert list(expert.final(Boards.of(over))) == [1, -1, 0, 0]


def test_what_says_nothing_of_winners_is_refused(tmp_path, monkeypatch):
    monkeypatch.setenv("KIBITZ_MODELS", str(tmp_path))
    write_network(tmp_path, "tiny")
    with pytest.raises(SetupError, match="the model tiny does not predict winners"):
        find_evaluator("tiny")
    with pytest.raises(SetupError, match="there is no model 'nobody'"):
        find_evaluator("nobody")
