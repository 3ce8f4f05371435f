"""The nested network of Go in use: the contract of models of Go moves, komi and rules, score and chances, damaged files."""

import numpy as np
import pytest

pytest.importorskip("torch")

from kibitz.errors import SetupError
from kibitz.features.go.moves import GoMoves
from kibitz.features.go.planes import recent_points
from kibitz.models.go.conformance import check_go_model
from kibitz.models.go.judging import think_of
from kibitz.models.go.loading import load_go_model
from kibitz.models.go.nested import load_go_nested
from kibitz.models.go.prior import prior_of
from kibitz.rules.go.bulk import GoGames, PlainGame
from kibitz.rules.go.position import GoGame, play_go_moves
from kibitz.rules.go.rule_sets import JAPANESE
from kibitz.rules.squares import PASS
from kibitz.search.go.tree import TreeLimits, search_tree
from small_nested import write_small_nested

MOVES = [40, 30, 31, 50, 12, 60, 20, 70, PASS, 71]
COLORS = [1, 0, 1, 0, 1, 0, 1, 0, 1, 0]


@pytest.fixture(scope="module")
def network(tmp_path_factory):
    return write_small_nested(tmp_path_factory.mktemp("nested"))


def test_it_keeps_the_contract_of_models_of_go_moves(network):
    check_go_model(load_go_model(str(network)), moves=12)


def test_games_and_positions_get_the_same_answers_with_komi_and_rules(network):
    model = load_go_nested(network)
    games = GoGames.of(9, [PlainGame(MOVES, COLORS, komi=6.5, counting=-1)])
    moves = GoMoves.of(games)
    judged = model.judge(moves)
    for row, index in enumerate(moves.index):
        position = play_go_moves(MOVES[:index], GoGame(9, JAPANESE, komi=6.5).start())
        alone = model.judge_position(position)
        np.testing.assert_allclose(alone.probabilities[0], judged.probabilities[row], atol=1e-5)
        np.testing.assert_allclose(alone.ownership[0], judged.ownership[row], atol=1e-5)
        assert alone.score[0] == pytest.approx(judged.score[row], abs=1e-3)


def test_the_one_who_leads_is_likelier_to_win_and_komi_is_points(network):
    model = load_go_nested(network)
    position = play_go_moves(MOVES[:6], GoGame(9, komi=0).start())
    thoughts = [think_of(model, position.with_komi(komi)) for komi in (-20, -7, 0, 7, 20)]
    assert [thought.score > 0 for thought in thoughts] == [thought.win_chance > 0.5 for thought in thoughts]
    scores = [thought.score for thought in thoughts]
    assert scores == sorted(scores, reverse=True)


def test_boards_of_all_sizes_are_judged(network):
    model = load_go_nested(network)
    for size in (9, 10, 13, 17, 19):
        judged = model.glance(GoGame(size).start())
        assert judged.ownership.shape == (1, size * size)
        assert judged.probabilities.sum() == pytest.approx(1, abs=1e-4)


def test_it_advises_a_search(network):
    model, position = load_go_nested(network), play_go_moves(MOVES[:4], GoGame(9).start())
    advice = model.advise(position.state, recent_points(position))
    assert advice.sum() == pytest.approx(1, abs=1e-4)
    assert not advice[MOVES[:4]].any()
    assert search_tree(position, TreeLimits(playouts=60), prior=prior_of(model)).playouts == 60


def test_another_network_is_refused_in_one_sentence(network, tmp_path):
    damaged = tmp_path / "damaged.onnx"
    damaged.write_bytes(network.read_bytes()[:500])
    damaged.with_suffix(".json").write_text(network.with_suffix(".json").read_text())
    with pytest.raises(SetupError, match=r"damaged\.onnx|small-go"):
        load_go_nested(damaged)
