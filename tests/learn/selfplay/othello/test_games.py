"""Games of a tree search against itself: they follow the rules, know their results, and repeat."""

import numpy as np
import pytest

from kibitz.features.othello.samples import squares_as_columns
from kibitz.learn.selfplay.othello.games import (
    GameSettings,
    GamesJob,
    MatchJob,
    game_starts,
    joined,
    play_itself,
    play_job,
    play_match,
    random_starts,
)
from kibitz.rules.othello.bulk import Boards, children, legal_masks
from kibitz.rules.othello.position import Position
from kibitz.search.othello.policy_tables import PolicyTables, new_core

SETTINGS = GameSettings(simulations=12, random_moves=3, drawn_below=8)


def tables(seed=None, size=4, patterns="four9"):
    shape = new_core(patterns, size, (4, 16)).weights.shape
    weights = np.zeros(shape) if seed is None else np.random.default_rng(seed).normal(0, 0.5, shape)
    return PolicyTables(patterns, size, (4, 16), weights.astype(np.float32))


def starts(count):
    return Boards.of([Position.start(4)] * count)


def test_only_legal_moves_are_tried_and_every_position_has_some():
    played = play_itself(tables(1), starts(20), 4, SETTINGS, np.random.default_rng(1))
    legal = squares_as_columns(legal_masks(played.boards, 4))
    assert not played.visits[~legal].any()
    assert np.allclose(played.shares().sum(axis=1), 1)
    assert (np.abs(played.value) <= 1).all()


def test_scores_are_those_of_the_games_ends():
    """A game whose every move is forced by the tables' only choice is replayed by the plain rules."""
    settings = GameSettings(simulations=12, drawn_below=0)
    played = play_itself(tables(1), starts(1), 4, settings, np.random.default_rng(1))
    position, row = Position.start(4), 0
    signs = []
    while not position.is_over:
        if position.must_pass:
            position = position.play(position.legal_moves()[0])
        assert (int(played.boards.own[row]), int(played.boards.opp[row])) == (position.own, position.opp)
        signs.append(1 if position.own == position.black else -1)
        position = position.play(int(played.visits[row].argmax()))
        row += 1
    assert row == len(played)
    assert played.score.tolist() == [sign * position.black_score() for sign in signs]


def test_the_same_seed_plays_the_same_games():
    job = GamesJob(tables(2), starts(10), SETTINGS, (1, 2, 3))
    one, same = play_job(job), play_job(job)
    other = play_job(GamesJob(tables(2), starts(10), SETTINGS, (1, 2, 4)))
    assert np.array_equal(one.visits, same.visits)
    assert np.array_equal(one.boards.own, same.boards.own)
    assert not np.array_equal(one.boards.own[:40], other.boards.own[:40])


def test_parts_are_joined_in_their_order():
    part = play_job(GamesJob(tables(2), starts(3), SETTINGS, (1,)))
    twice = joined([part, part])
    assert len(twice) == 2 * len(part)
    assert np.array_equal(twice.boards.own[len(part) :], part.boards.own)


@pytest.mark.parametrize("size", [4, 6, 8])
def test_random_starts_are_reached_by_legal_moves_from_the_start(size):
    boards, black = random_starts(np.arange(12), size, np.random.default_rng(4))
    discs = np.bitwise_count(boards.own | boards.opp)
    assert discs[0] == 4
    assert (discs <= 4 + np.arange(12)).all()
    assert discs.max() > 8
    assert 0 < black.sum() < len(black)


def test_some_games_begin_after_a_random_move_in_a_position_met_before():
    met = play_job(GamesJob(tables(2), starts(6), SETTINGS, (1,)))
    random = np.random.default_rng(2)
    found = game_starts(40, met, 4, GameSettings(restarts=0.75, random_moves=2), random)
    assert len(found) == 40
    after = children(met.boards, 4).boards
    known = {frozenset(pair) for pair in zip(after.own.tolist(), after.opp.tolist(), strict=True)}  # a pass may have followed
    restarted = list(zip(found.own[10:].tolist(), found.opp[10:].tolist(), strict=True))
    assert all(frozenset(pair) in known for pair in restarted)
    assert len(set(restarted)) > 10
    assert (np.bitwise_count(found.own[:10] | found.opp[:10]) <= 6).all()
    assert len(game_starts(40, None, 4, SETTINGS, random)) == 40


def test_a_match_against_itself_is_even():
    same = tables(3)
    scores = play_match(MatchJob(same, same, 8, 10, SETTINGS, (5,)))
    assert scores.shape == (2, 8)
    assert np.array_equal(scores[0], -scores[1])


def test_wrong_opinions_are_worse_than_none():
    ignorant, opinionated = tables(), tables(4)
    scores = play_match(MatchJob(ignorant, opinionated, 40, 60, SETTINGS, (6,)))
    assert scores.sum() > 0
