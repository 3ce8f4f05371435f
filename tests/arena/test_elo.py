"""Elo differences and their intervals."""

import math
import random
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kibitz.arena.elo import (
    GREATEST_ELO,
    PAIR_SCORES,
    elo_estimate,
    elo_of_score,
    evidence_against,
    mean_score,
    score_estimate,
    score_of_elo,
)

HALF_OF_CHI_SQUARED_95 = 1.920729
pair_counts = st.lists(st.integers(0, 200), min_size=5, max_size=5).filter(any)
inner_scores = st.floats(0.001, 0.999)


@pytest.mark.parametrize(("elo", "score"), [(0, 0.5), (400, 10 / 11), (-400, 1 / 11), (200, 0.759747), (100, 0.640065)])
def test_expected_scores_are_those_of_elos_formula(elo, score):
    assert score_of_elo(elo) == pytest.approx(score, abs=1e-6)
    assert elo_of_score(score) == pytest.approx(elo, abs=1e-3)


def test_three_quarters_of_the_points_are_191_elo():
    assert elo_of_score(0.75) == pytest.approx(190.8485)


@given(st.floats(-1500, 1500))
def test_a_difference_is_found_again_from_its_score(elo):
    assert elo_of_score(score_of_elo(elo)) == pytest.approx(elo, abs=1e-6)


def test_a_perfect_score_stands_at_the_limit():
    assert (elo_of_score(1), elo_of_score(0)) == (GREATEST_ELO, -GREATEST_ELO)
    assert elo_of_score(1 - 1e-12) == GREATEST_ELO


def test_without_split_pairs_the_evidence_is_that_of_a_coin():
    lost, won, chance = 30, 70, 0.6
    share = won / (won + lost)
    by_hand = won * math.log(share / chance) + lost * math.log((1 - share) / (1 - chance))
    assert evidence_against([lost, 0, 0, 0, won], chance) == pytest.approx(by_hand)


def test_after_nothing_but_won_pairs_the_evidence_is_that_of_so_many_heads():
    assert evidence_against([0, 0, 0, 0, 40], 0.9) == pytest.approx(-40 * math.log(0.9))


def test_after_nothing_but_split_pairs_the_rest_goes_to_the_end_not_seen():
    # Of the distributions with mean 0.4, the one with most at 0.5 has 0.8 there and 0.2 at 0.
    assert evidence_against([0, 0, 40, 0, 0], 0.4) == pytest.approx(-40 * math.log(0.8))


@given(pair_counts)
def test_there_is_no_evidence_against_the_mean_that_was_seen(counts):
    mean = mean_score(counts)
    if 0 < mean < 1:
        assert evidence_against(counts, mean) == pytest.approx(0, abs=1e-6)


@given(pair_counts, inner_scores)
def test_evidence_is_the_same_seen_from_the_other_side(counts, score):
    assert evidence_against(counts, score) == pytest.approx(evidence_against(counts[::-1], 1 - score), rel=1e-6, abs=1e-6)


@given(pair_counts)
def test_the_interval_ends_where_the_evidence_is_enough(counts):
    mean, low, high = score_estimate(counts)
    assert 0 <= low <= mean <= high <= 1
    for end in (low, high):
        if 1e-6 < end < 1 - 1e-6:
            assert evidence_against(counts, end) == pytest.approx(HALF_OF_CHI_SQUARED_95, abs=1e-3)


def test_after_a_perfect_score_the_interval_says_how_many_pairs_that_were():
    estimate = score_estimate([0, 0, 0, 0, 100])
    assert estimate.value == estimate.high == 1
    assert estimate.low == pytest.approx(math.exp(-HALF_OF_CHI_SQUARED_95 / 100))
    assert elo_estimate([0, 0, 0, 0, 100]).high == GREATEST_ELO


def test_for_many_pairs_the_interval_is_that_of_the_normal_distribution():
    counts = [1000, 2000, 4000, 2500, 1500]
    mean = mean_score(counts)
    variance = sum(count * (score - mean) ** 2 for count, score in zip(counts, PAIR_SCORES, strict=True)) / sum(counts)
    width = 1.96 * math.sqrt(variance / sum(counts))
    assert score_estimate(counts) == pytest.approx((mean, mean - width, mean + width), abs=1e-4)


@pytest.mark.parametrize("weights", [(1, 2, 4, 2, 1), (1, 1, 2, 6, 10), (0, 0, 1, 3, 16)])
def test_nineteen_of_twenty_intervals_hold_the_truth(weights):
    truth = mean_score(weights)
    chooser = random.Random(20)
    matches, missed = 2000, 0
    for _ in range(matches):
        drawn = Counter(chooser.choices(range(5), weights, k=100))
        missed += evidence_against([drawn[kind] for kind in range(5)], truth) > HALF_OF_CHI_SQUARED_95
    assert 0.035 < missed / matches < 0.07
