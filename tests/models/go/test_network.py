"""The network that joins the expert for Go, in use: the contract of all models of Go moves, owners, winners, damaged files."""

import numpy as np
import pytest

torch = pytest.importorskip("torch")

from kibitz.errors import SetupError  # noqa: E402
from kibitz.features.go.moves import GoMoves  # noqa: E402
from kibitz.features.go.planes import recent_points  # noqa: E402
from kibitz.models.card import write_card  # noqa: E402
from kibitz.models.go.conformance import check_go_model  # noqa: E402
from kibitz.models.go.loading import load_go_model  # noqa: E402
from kibitz.models.go.network import load_go_network  # noqa: E402
from kibitz.nets.go.export import export_go_onnx  # noqa: E402
from kibitz.nets.go.network import GoNet  # noqa: E402
from kibitz.nets.go.spec import GoNetSpec  # noqa: E402
from kibitz.rules.go.position import GoGame, play_go_moves  # noqa: E402
from small_go import following_games, small_model, write_small_model  # noqa: E402

CARD = {"kind": "go-network", "features": "go-planes", "features_version": 1, "settings": {"expert": "small-go"}}


@pytest.fixture
def network(tmp_path):
    """The file of a network that has learned nothing but is not symmetric, beside the expert it reads."""
    write_small_model(tmp_path)
    torch.manual_seed(5)
    net = GoNet(GoNetSpec(filters=4, blocks=1))
    with torch.no_grad():
        for weight in net.parameters():
            weight += 0.2 * torch.randn_like(weight)
    path = tmp_path / "joined.onnx"
    export_go_onnx(net, path)
    write_card(path, CARD)
    return path


def test_it_keeps_the_contract_of_models_of_go_moves(network):
    check_go_model(load_go_model(str(network)), moves=12)


def test_games_and_positions_get_the_same_answers(network):
    model = load_go_network(network)
    games = following_games(size=9, games=2, moves=20)
    moves = GoMoves.of(games, every=5)
    judged = model.judge(moves)
    for row in range(len(moves)):
        first = games.first[moves.game[row]]
        before = games.points[first : first + moves.index[row]].tolist()
        position = play_go_moves(before, GoGame(9).start())
        alone = model.judge_position(position)
        assert np.allclose(alone.probabilities[0], judged.probabilities[row], atol=1e-5)
        assert np.allclose(alone.ownership[0], judged.ownership[row], atol=1e-5)
        assert alone.wins[0] == pytest.approx(judged.wins[row], abs=1e-5)
    assert np.abs(judged.ownership).max() <= 1
    assert ((judged.wins > 0) & (judged.wins < 1)).all()


def test_at_a_glance_it_sees_one_image_of_the_eight(network):
    model, before = load_go_network(network), [40, 30, 31]
    position = play_go_moves(before, GoGame(9).start())
    glance = model.advise(position.state, recent_points(position))
    assert glance.sum() == pytest.approx(1, abs=1e-5)
    assert not glance[before].any()
    thought = model.position_probabilities(position)
    assert 0 < np.abs(glance - thought).max() < 0.5


def test_it_corrects_the_expert(network):
    moves = GoMoves.of(following_games(size=9, games=1, moves=10))
    assert np.abs(load_go_network(network).probabilities(moves) - small_model().probabilities(moves)).max() > 0.01


def test_a_network_without_its_expert_is_refused(network):
    (network.parent / "small-go.safetensors").unlink()
    with pytest.raises(SetupError, match="small-go"):
        load_go_network(network)


def test_a_card_that_names_no_expert_is_refused(network):
    write_card(network, {**CARD, "settings": {}})
    with pytest.raises(SetupError, match="names no expert"):
        load_go_network(network)


def test_damaged_files_are_refused_in_one_sentence(network):
    network.write_bytes(network.read_bytes()[:500])
    with pytest.raises(SetupError, match=r"joined\.onnx"):
        load_go_network(network)
