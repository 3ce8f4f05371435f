"""Games of an evaluation against itself: legal, complete, and scored from both sides."""

import numpy as np

from kibitz.learn.tables.othello.evaluation_games import (
    SelfPlaySettings,
    disturbed,
    play_games,
    random_squares,
    self_play_samples,
    varied_starts,
)
from kibitz.rules.othello.bulk import Boards, legal_masks
from kibitz.rules.othello.position import START, Position
from kibitz.search.othello.move_values import position_values
from some_evaluation import random_evaluation

SHALLOW = SelfPlaySettings(depth=1, solved_empties=6)


def many_starts(count: int) -> Boards:
    return Boards.of([START] * count)


def test_random_moves_lead_to_positions_where_a_move_is_possible():
    boards = disturbed(many_starts(50), 9, np.random.default_rng(1))
    assert (np.bitwise_count(boards.own | boards.opp) == 13).all()
    assert (legal_masks(boards) != 0).all()
    assert len(np.unique(boards.own)) > 40


def test_a_random_square_is_one_of_the_mask():
    masks = np.array([0b1000, 0b1010_0000, 1 << 63], dtype=np.uint64)
    random = np.random.default_rng(2)
    seen = [tuple(random_squares(masks, random)) for _ in range(50)]
    assert set(seen) == {(3, 5, 63), (3, 7, 63)}


def test_every_position_of_a_game_is_scored_until_it_is_solved():
    evaluation = random_evaluation()
    starts = disturbed(many_starts(8), 12, np.random.default_rng(1))
    samples = play_games(evaluation, starts, SHALLOW)
    assert (legal_masks(samples.boards) != 0).all()
    last = samples.disc_counts == 64 - SHALLOW.solved_empties
    assert 0 < last.sum() <= len(starts)
    solved = Boards(samples.boards.own[last], samples.boards.opp[last])
    assert np.array_equal(samples.target[last], position_values(evaluation, solved, SHALLOW.solved_empties))


def test_the_sides_of_one_game_see_opposite_scores():
    starts = disturbed(many_starts(1), 12, np.random.default_rng(1))
    samples = play_games(random_evaluation(), starts, SHALLOW)
    positions = [Position(int(own), int(opp)) for own, opp in zip(samples.boards.own, samples.boards.opp, strict=True)]
    for before, after, score, next_score in zip(positions, positions[1:], samples.target, samples.target[1:], strict=False):
        followers = {(child.own, child.opp) for child in map(before.play, before.legal_squares())}
        other_side_moves = (after.own, after.opp) in followers
        assert next_score == (-score if other_side_moves else score)


def test_starts_come_from_known_games_and_from_random_openings():
    known = disturbed(many_starts(40), 30, np.random.default_rng(3))
    starts = varied_starts(known, 240, np.random.default_rng(1))
    discs = np.bitwise_count(starts.own | starts.opp)
    assert 200 < len(starts) <= 240
    assert ((discs >= 35) & (discs <= 38)).sum() > 100  # one to four moves after the known ones
    assert ((discs >= 10) & (discs <= 20)).sum() == 120
    assert (legal_masks(starts) != 0).all()


def test_the_same_seed_gives_the_same_samples():
    known = play_games(random_evaluation(), disturbed(many_starts(4), 10, np.random.default_rng(3)), SHALLOW)
    settings = SelfPlaySettings(games=24, depth=1, solved_empties=6, seed=2)
    first, again = (self_play_samples(random_evaluation(), known, settings) for _ in range(2))
    assert len(first) > 24
    assert np.array_equal(first.boards.own, again.boards.own)
    assert np.array_equal(first.target, again.target)
