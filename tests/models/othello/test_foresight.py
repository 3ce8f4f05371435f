"""Choosing moves a fixed number of them ahead, for many positions at once."""

import json

import numpy as np
import pytest

from kibitz.errors import SetupError
from kibitz.models.card import write_card
from kibitz.models.othello.engine import shipped_evaluation
from kibitz.models.othello.foresight import (
    evaluator_foresight,
    find_foresight,
    network_foresight,
    perfect_squares,
    solving,
    tables_foresight,
    wystan,
)
from kibitz.models.othello.kinds import SIGMA_NETWORK
from kibitz.models.store import verify_model
from kibitz.nets.othello.sigma_network import SigmaNetwork, save_network
from kibitz.rules.othello import bulk
from kibitz.rules.othello.bulk import Boards, random_games, replay
from kibitz.search.othello.endgame import solve_children_many
from kibitz.search.othello.simple_evaluation import squares_and_mobility, squares_mobility_and_stability


@pytest.fixture(scope="module")
def boards():
    found = replay(random_games(3, seed=9)[0]).boards
    movable = bulk.legal_masks(found) != 0
    return Boards(found.own[movable], found.opp[movable])


@pytest.fixture
def stored_network(tmp_path):
    path = tmp_path / "small.safetensors"
    save_network(SigmaNetwork.random("network3", np.random.default_rng(1)), path)
    write_card(path, {"kind": SIGMA_NETWORK, "features": "board", "features_version": 1, "licence": "MIT"})
    return path


def is_legal(boards, squares):
    return (bulk.legal_masks(boards) >> squares.astype(np.uint64) & np.uint64(1)).all()


def test_every_way_of_looking_ahead_plays_legal_moves(boards, stored_network):
    for foresight in (wystan(), wystan(solved=8), find_foresight(str(stored_network)), find_foresight("evaluation-2014", 1)):
        assert is_legal(boards, foresight(boards))


def test_near_the_end_the_best_exact_score_is_played(boards):
    squares = solving(wystan(), 9)(boards)
    near = 64 - np.bitwise_count(boards.own | boards.opp) <= 9
    late = Boards(boards.own[near], boards.opp[near])
    solved = solve_children_many(late)
    for row, square in enumerate(squares[near]):
        of_row = solved.parent == row
        assert solved.score[of_row & (solved.square == square)] == solved.score[of_row].max()
    assert (squares[~near] == wystan()(Boards(boards.own[~near], boards.opp[~near]))).all()
    assert (squares[near] == perfect_squares(late)).all()


def test_a_model_is_found_by_its_file_and_plays_as_its_network(boards, stored_network):
    network = SigmaNetwork.random("network3", np.random.default_rng(1))
    assert (find_foresight(str(stored_network))(boards) == network_foresight(network)(boards)).all()
    deeper = find_foresight(str(stored_network), 1)(boards)
    assert (deeper == evaluator_foresight(network.values, 1)(boards)).all()


def test_pattern_tables_play_as_plain_minimax_with_their_values_does(boards):
    evaluation = shipped_evaluation()
    few = Boards(boards.own[::6], boards.opp[::6])
    same = tables_foresight(evaluation, 2)(few) == evaluator_foresight(evaluation.values, 2)(few)
    assert same.mean() > 0.9  # of equal moves either may be played


def test_models_that_value_nothing_and_depths_of_nothing_are_refused(stored_network):
    with pytest.raises(SetupError, match="expert does not value positions; it predicts moves"):
        find_foresight("expert")
    with pytest.raises(SetupError, match="depth is 0; it must be at least 1"):
        find_foresight(str(stored_network), 0)
    with pytest.raises(SetupError, match="depth is 0"):
        wystan(depth=0)
    with pytest.raises(SetupError, match="there is no model"):
        find_foresight("nobody")


def test_a_stored_network_can_be_checked_and_a_damaged_one_is_refused(stored_network):
    assert verify_model(str(stored_network)).card.kind == SIGMA_NETWORK
    card = json.loads(stored_network.with_suffix(".json").read_text())
    card["sha256"] = "0" * 64
    stored_network.with_suffix(".json").write_text(json.dumps(card))
    with pytest.raises(SetupError, match="is damaged or was replaced"):
        find_foresight(str(stored_network))


def test_stable_discs_count_and_nothing_else_changes_without_them(boards):
    # Black owns a corner: one disc that can never be turned.
    corner = Boards(np.array([1], np.uint64), np.array([1 << 27], np.uint64))
    gain = squares_mobility_and_stability(corner) - squares_and_mobility(corner)
    assert gain[0] == pytest.approx(12 / 16)
    early = np.bitwise_count(boards.own | boards.opp) < 12
    opening = Boards(boards.own[early], boards.opp[early])
    assert (squares_mobility_and_stability(opening) == squares_and_mobility(opening)).all()
