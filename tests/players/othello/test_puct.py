"""The player that searches a tree: it keeps the contract on its board, and solves the end if it is told to."""

from threading import Event

import numpy as np
import pytest

from kibitz.errors import SetupError
from kibitz.models.othello.tree_judges import TreeJudge
from kibitz.players.conformance import check_player
from kibitz.players.othello.puct import PuctPlayer
from kibitz.players.player import Turn
from kibitz.rules.othello.position import OTHELLO, OthelloGame, Position
from kibitz.search.othello.endgame import solve_moves
from kibitz.search.othello.policy_tables import PolicyTables, new_core

SETS = {4: "four9", 6: "six10", 8: "logistello11"}


def judge(size):
    knots = (4, size * size)
    weights = np.random.default_rng(1).normal(0, 0.3, new_core(SETS[size], size, knots).weights.shape)
    return TreeJudge(PolicyTables(SETS[size], size, knots, weights.astype(np.float32)), size)


def turn_at(position, stop=None):
    return Turn(OthelloGame(position.size), position, (), position, stop=stop)


@pytest.mark.parametrize("size", SETS)
def test_it_keeps_the_contract_on_its_board(size):
    check_player(lambda: PuctPlayer(judge(size), simulations=20), OthelloGame(size), games=2)


def test_it_keeps_the_contract_when_it_halves():
    check_player(lambda: PuctPlayer(judge(6), simulations=60, halving=True), OthelloGame(6), games=2)


def test_it_refuses_other_boards():
    with pytest.raises(SetupError, match="plays only Othello on 6×6"):
        PuctPlayer(judge(6)).new_game(OTHELLO)


def test_it_needs_simulations():
    with pytest.raises(SetupError, match="at least 2 are needed"):
        PuctPlayer(judge(6), simulations=1)


def test_it_solves_the_end_if_told_to():
    position = Position.start(6)
    while position.empty_count > 8:
        position = position.play(position.legal_moves()[-1])
    best = {row.move: row.score for row in solve_moves(position)}
    chosen = PuctPlayer(judge(6), simulations=2, exact=8).choose(turn_at(position))
    assert best[chosen] == max(best.values())


def test_it_answers_when_it_is_stopped():
    stop = Event()
    stop.set()
    position = Position.start(6)
    answer = PuctPlayer(judge(6), simulations=10**9).choose(turn_at(position, stop))
    assert answer in position.legal_moves()
