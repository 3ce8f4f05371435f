"""Which owners a network learns from: those that lead to the score on which the players agreed."""

import numpy as np

from kibitz.learn.networks.go.games import LabelledGames, agreed_owners
from kibitz.records.go.terms import UNKNOWN
from kibitz.rules.go.bulk import GoGames, PlainGame

SIZE = 5
WALL = [point for column in (1, 3) for point in range(column, SIZE * SIZE, SIZE)]


def a_game(score):
    """Black walls off both sides of the board; White has a stone in the middle that cannot live. Black has all 25 points."""
    stones = [*((point, True) for point in WALL), (12, False)]
    games = GoGames.of(SIZE, [PlainGame([point for point, _ in stones], [is_black for _, is_black in stones], [], [])])
    facts = (np.zeros(1, np.int64), np.array([2000]), np.ones(1, np.int8), np.zeros(1, np.float32), np.array([UNKNOWN], np.int8))
    return LabelledGames(games, *facts, np.array([score], np.float32))


def test_owners_are_known_where_the_score_is_about_the_stated_one():
    assert agreed_owners(a_game(25.0)).sum() == 25
    assert agreed_owners(a_game(22.0)).sum() == 25


def test_owners_that_lead_to_another_score_are_not_learned():
    assert not agreed_owners(a_game(5.0)).any()
