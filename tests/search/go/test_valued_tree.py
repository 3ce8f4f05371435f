"""The search by a judge's values: it finds what the judge rewards, and chances and points are those of the positions seen."""

import numpy as np

from kibitz.rules.game import Color
from kibitz.rules.go.position import GoGame
from kibitz.search.conformance import check_search
from kibitz.search.go.valued_tree import Valuation, ValuedSearch

SIZE = 5
CENTRE = 12


def value_of(position):
    """Every move is as likely as any other, and Black wants a stone in the centre."""
    shares = np.zeros(SIZE * SIZE, np.float32)
    shares[list(position.legal_points())] = 1
    black = {1: 0.9, 2: 0.1, 0: 0.5}[int(position.stones[CENTRE])]
    chance = black if position.to_move == Color.BLACK else 1 - black
    return Valuation(shares / max(shares.sum(), 1), chance, 20 * (chance - 0.5))


def test_it_finds_the_move_that_the_judge_rewards():
    found = ValuedSearch(value_of, 80, "a judge").deepen(GoGame(SIZE).start())
    best = found.moves[0]
    assert best.move == CENTRE
    assert best.win_chance > 0.8
    assert best.score > 6
    assert found.playouts == sum(opinion.visits for opinion in found.moves) == 80


def test_points_and_chances_agree_on_who_leads():
    for visits in (1, 7, 30):
        found = ValuedSearch(value_of, visits, "a judge").deepen(GoGame(SIZE).start().play(CENTRE))
        assert all((opinion.win_chance > 0.5) == (opinion.score > 0) for opinion in found.moves)


def test_it_keeps_the_contract_of_searches():
    check_search(ValuedSearch(value_of, 12, "a judge"), GoGame(SIZE).start())
