"""Deeper values of chosen moves: the engine's own, whatever company a position is in and however it is turned."""

import numpy as np
import pytest

from kibitz.features.othello.twins import IMAGES
from kibitz.models.othello.engine import EVALUATION_NAME, shipped_engine
from kibitz.models.othello.second_look import deep_values
from kibitz.rules.game import Color
from kibitz.rules.othello.bulk import Boards, legal_masks, random_games, replay, transform
from kibitz.rules.othello.position import Position
from kibitz.search.othello.deep_values import MARGIN

DEPTH = 4


@pytest.fixture(scope="module")
def boards():
    found = replay(random_games(6, seed=3)[0]).boards
    rows = np.flatnonzero(legal_masks(found))[7::19]
    return Boards(found.own[rows], found.opp[rows])


@pytest.fixture(scope="module")
def values(boards):
    return deep_values(EVALUATION_NAME, DEPTH).of(boards, legal_masks(boards))


def test_every_depth_has_the_values_of_the_engine_up_to_the_margin(boards, values):
    engine, row = shipped_engine(1), 0
    for own, opp in zip(boards.own, boards.opp, strict=True):
        engine.forget()
        position = Position(int(own), int(opp), Color.BLACK)
        found = {move.move: move.score for move in engine.analyse(position, depth=min(DEPTH, position.empty_count)).moves}
        best = max(found.values())
        for square in sorted(found):
            assert values[row, -1] == pytest.approx(max(found[square], best - MARGIN), abs=0.02)
            row += 1
    assert row == len(values)


def test_the_company_of_a_position_changes_nothing(boards, values):
    search, row = deep_values(EVALUATION_NAME, DEPTH), 0
    for place in range(len(boards)):
        one = Boards(boards.own[place : place + 1], boards.opp[place : place + 1])
        alone = search.of(one, legal_masks(one))
        np.testing.assert_array_equal(alone, values[row : row + len(alone)])
        row += len(alone)


def test_a_turned_board_has_the_same_values_on_the_turned_squares(boards, values):
    turns = np.full(len(boards), 5, np.int8)
    turned = Boards(transform(boards.own, turns), transform(boards.opp, turns))
    found = deep_values(EVALUATION_NAME, DEPTH).of(turned, legal_masks(turned))
    table = np.full((2, len(boards), 64), np.nan)
    for number, (part, rows) in enumerate(((boards, values), (turned, found))):
        row, square = np.nonzero(legal_masks(part)[:, None] >> np.arange(64, dtype=np.uint64) & np.uint64(1))
        table[number, row, square] = rows[:, -1]
    np.testing.assert_array_equal(table[0], table[1][:, IMAGES[5]])


def test_only_the_wanted_moves_are_valued(boards):
    legal = legal_masks(boards)
    lowest = legal & (~legal + np.uint64(1))
    assert deep_values(EVALUATION_NAME, 2).of(boards, lowest).shape == (len(boards), 2)
