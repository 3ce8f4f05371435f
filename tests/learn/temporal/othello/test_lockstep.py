"""Games played side by side."""

import numpy as np

from kibitz.learn.temporal.othello.lockstep import highest_value, play_games, random_mover
from kibitz.rules.othello.bulk import Boards
from kibitz.rules.othello.position import START, parse_position

GREEDY_SEED, RANDOM_SEED = 3, 4


def discs_of_mover(boards, _):
    return np.bitwise_count(boards.opp).astype(float)


def test_games_are_played_to_their_end_by_the_rules():
    """The same choices, made one game at a time by the plain rules, come to the same scores."""
    lists = []

    def first_legal(boards, games):
        chosen = highest_value(lambda after, _: np.arange(len(after), 0.0, -1), np.random.default_rng(0))(boards, games)
        lists.extend(zip(games.tolist(), chosen.tolist(), strict=True))
        return chosen

    score = play_games(Boards.of([START]), np.array([True]), first_legal, first_legal)[0]
    position = START
    for _, square in lists:
        position = position.play(position.legal_moves()[0]) if position.must_pass else position
        position = position.play(square)
    assert position.is_over
    assert position.outcome().black_score == score


def test_the_side_to_move_first_need_not_be_black():
    wins_at_once = parse_position("e6f4e3f6g5d6e7f5")
    starts = Boards(np.array([wins_at_once.own], np.uint64), np.array([wins_at_once.opp], np.uint64))
    black_to_move = np.array([wins_at_once.own == wins_at_once.black])
    greedy = highest_value(discs_of_mover, np.random.default_rng(0))
    assert play_games(starts, black_to_move, greedy, greedy)[0] == (64 if black_to_move[0] else -64)
    assert play_games(starts, ~black_to_move, greedy, greedy)[0] == (-64 if black_to_move[0] else 64)


def test_each_side_plays_by_its_own_chooser():
    starts = Boards.of([START] * 300)
    black = highest_value(discs_of_mover, np.random.default_rng(GREEDY_SEED))
    scores = play_games(starts, np.ones(300, np.bool_), black, random_mover(np.random.default_rng(RANDOM_SEED)))
    assert (scores > 0).sum() > 170


def test_equals_are_drawn_by_lot():
    mover = random_mover(np.random.default_rng(1))
    chosen = mover(Boards.of([START] * 400), np.arange(400))
    squares, counts = np.unique(chosen, return_counts=True)
    assert sorted(squares) == list(START.legal_moves())
    assert counts.min() > 60
