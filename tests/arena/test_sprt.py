"""The test that stops early."""

import math
import random

import pytest

from kibitz.arena.elo import PAIR_SCORES, mean_score, score_of_elo
from kibitz.arena.sprt import BOUND, EloBounds, Sprt, Verdict, log_ratio, parse_bounds
from kibitz.errors import SetupError


def test_the_bounds_are_walds_for_risks_of_5_percent():
    assert pytest.approx(2.944439) == BOUND


def test_without_split_pairs_the_ratio_is_that_of_a_coin():
    low, high = score_of_elo(0), score_of_elo(100)
    by_hand = 60 * math.log(high / low) + 40 * math.log((1 - high) / (1 - low))
    assert log_ratio([40, 0, 0, 0, 60], EloBounds(0, 100)) == pytest.approx(by_hand)


def test_for_many_pairs_the_ratio_is_that_of_the_normal_distribution():
    counts = [1000, 2000, 4000, 2500, 1500]
    low, high, mean = score_of_elo(20), score_of_elo(30), mean_score(counts)
    variance = sum(count * (score - mean) ** 2 for count, score in zip(counts, PAIR_SCORES, strict=True)) / sum(counts)
    approximately = sum(counts) * (high - low) * (2 * mean - low - high) / (2 * variance)
    assert log_ratio(counts, EloBounds(20, 30)) == pytest.approx(approximately, rel=0.02)


def test_pairs_after_the_verdict_change_nothing():
    test = Sprt(EloBounds(0, 100))
    test.add([4] * 100)
    assert test.verdict == Verdict.HIGHER
    pairs, ratio = test.pairs, test.log_ratio
    assert pairs == math.ceil(BOUND / math.log(score_of_elo(100) / 0.5))
    test.add([0] * 100)
    assert (test.pairs, test.log_ratio, test.verdict) == (pairs, ratio, Verdict.HIGHER)


def test_lost_pairs_decide_for_the_lower_difference():
    test = Sprt(EloBounds(0, 100))
    assert test.verdict == Verdict.UNDECIDED
    test.add([0] * 100)
    assert test.verdict == Verdict.LOWER


def pairs_of_strength(elo: float, chooser: random.Random) -> int:
    """The kind of a pair of games, each won or lost alone but for draws, whose expected score fits the difference."""
    score, drawn = score_of_elo(elo), 0.1
    chances = (1 - score - drawn / 2, drawn, score - drawn / 2)
    return sum(chooser.choices((0, 1, 2), chances, k=2))


@pytest.mark.parametrize(("elo", "wrong"), [(0, Verdict.HIGHER), (100, Verdict.LOWER)])
def test_it_is_wrong_in_at_most_about_one_of_twenty_matches(elo, wrong):
    chooser = random.Random(1)
    matches, mistakes, longest = 400, 0, 0
    for _ in range(matches):
        test = Sprt(EloBounds(0, 100))
        while test.verdict == Verdict.UNDECIDED:
            test.add([pairs_of_strength(elo, chooser)])
        mistakes += test.verdict == wrong
        longest = max(longest, test.pairs)
    assert mistakes / matches < 0.075
    assert longest < 600


def test_bounds_are_read():
    assert parse_bounds("-5,2.5") == EloBounds(-5, 2.5)


@pytest.mark.parametrize("text", ["", "5", "a,b", "1,2,3", "10,0", "0,0", "nan,5", "0,99999"])
def test_other_bounds_are_refused(text):
    with pytest.raises(SetupError, match="--sprt is "):
        parse_bounds(text)
