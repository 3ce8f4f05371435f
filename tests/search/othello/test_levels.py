"""What levels, depths and seconds mean."""

import math
import re
from pathlib import Path

import pytest

from kibitz.errors import SetupError
from kibitz.search.othello.levels import (
    DEEPEST,
    DEFAULT_LEVEL,
    HIGHEST_LEVEL,
    Limits,
    limits_of,
    limits_of_level,
    limits_of_seconds,
)

EVERY_LEVEL = range(1, HIGHEST_LEVEL + 1)
DOCUMENT = Path(__file__).resolve().parents[3] / "docs" / "levels.md"


@pytest.mark.parametrize(
    ("level", "exact_from"), [(1, 3), (6, 18), (7, 20), (10, 20), (11, 20), (12, 21), (20, 25), (30, 30), (31, 31), (60, 60)]
)
def test_a_level_is_its_depth_and_the_empties_from_which_it_solves(level, exact_from):
    assert limits_of(level=level) == Limits(level, exact_from)


def test_a_higher_level_never_looks_less_far():
    limits = [limits_of_level(level) for level in EVERY_LEVEL]
    assert [limit.depth for limit in limits] == list(EVERY_LEVEL)
    assert [limit.exact_from for limit in limits] == sorted(limit.exact_from for limit in limits)


def test_whatever_is_read_to_the_end_is_solved():
    assert all(limits.exact_from >= limits.depth for limits in map(limits_of_level, EVERY_LEVEL))
    assert limits_of(depth=7) == Limits(7, 7)


def test_three_times_the_seconds_solve_one_empty_more():
    assert limits_of(seconds=1) == Limits(None, 20, 1)
    assert limits_of_seconds(3.1).exact_from == 21
    assert limits_of_seconds(0.3).exact_from == 18
    assert limits_of_seconds(1e-300).exact_from == 1
    assert limits_of_seconds(1e300).exact_from == DEEPEST


def test_without_anything_given_it_is_the_default_level():
    assert limits_of() == limits_of_level(DEFAULT_LEVEL)


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"level": 0}, "level is 0; it must be from 1 to 60"),
        ({"level": 61}, "level is 61; it must be from 1 to 60"),
        ({"depth": -1}, "depth is -1; it must be from 1 to 60"),
        ({"seconds": 0}, "seconds is 0; it must be a number above 0"),
        ({"seconds": math.nan}, "seconds is nan; it must be a number above 0"),
        ({"seconds": math.inf}, "seconds is inf; it must be a number above 0"),
        ({"level": 3, "seconds": 1}, "level and seconds are given; one of level, depth and seconds says how far to look"),
    ],
)
def test_what_is_no_limit_is_told(given, message):
    with pytest.raises(SetupError) as caught:
        limits_of(**given)
    assert str(caught.value) == message


def test_the_documented_table_says_what_is_true():
    rows = re.findall(r"^\| (\d+) \| (\d+) \| (\d+) \|", DOCUMENT.read_text(), re.MULTILINE)
    assert len(rows) > 20
    assert int(rows[-1][0]) == HIGHEST_LEVEL
    for level, depth, exact_from in (map(int, row) for row in rows):
        assert limits_of_level(level) == Limits(depth, exact_from)
