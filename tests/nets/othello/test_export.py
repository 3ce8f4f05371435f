"""Exported networks answer as the trained ones, without torch, and wrong files are refused in one sentence."""

import subprocess
import sys

import numpy as np
import pytest

torch = pytest.importorskip("torch")
pytest.importorskip("onnx")

from kibitz.errors import SetupError  # noqa: E402
from kibitz.features.othello.planes import HLYNSSON42, encode, situation, situations_of_replay  # noqa: E402
from kibitz.nets.othello.convolutional import move_scores  # noqa: E402
from kibitz.nets.othello.export import export_onnx, load_exported  # noqa: E402
from kibitz.nets.othello.runtime import MoveNet  # noqa: E402
from kibitz.nets.othello.spec import NetSpec  # noqa: E402
from kibitz.rules.othello import bulk  # noqa: E402
from kibitz.rules.othello.position import START, parse_board  # noqa: E402
from nets_as_trained import shaken  # noqa: E402


@pytest.fixture(scope="module")
def exported(tmp_path_factory):
    net = shaken(NetSpec("hlynsson42", layers=4, normalised=True, skips=True))
    path = tmp_path_factory.mktemp("nets") / "net.onnx"
    export_onnx(net, path, {"test_top1": 0.5})
    return net, path


def test_the_exported_network_gives_the_trained_network_s_scores(exported):
    net, path = exported
    situations = situations_of_replay(bulk.replay(bulk.random_games(2, seed=8)[0]))
    with torch.no_grad():
        expected = move_scores(net(torch.from_numpy(encode(HLYNSSON42, situations)))).numpy()
    np.testing.assert_allclose(MoveNet(path).scores(situations), expected, rtol=1e-4, atol=1e-3)


def test_a_residual_network_is_exported_with_its_blocks(tmp_path):
    net = shaken(NetSpec("hlynsson42-with-stage", layers=6, normalised=True, blocks=True))
    export_onnx(net, tmp_path / "net.onnx")
    found = MoveNet(tmp_path / "net.onnx")
    assert found.spec == NetSpec("hlynsson42-with-stage", layers=6, blocks=True)
    situations = situations_of_replay(bulk.replay(bulk.random_games(2, seed=8)[0]))
    with torch.no_grad():
        expected = move_scores(net(torch.from_numpy(encode(net.spec.plane_set(), situations)))).numpy()
    np.testing.assert_allclose(found.scores(situations), expected, rtol=1e-4, atol=1e-3)


def test_a_network_that_pools_is_exported_and_one_that_was_exported_can_be_taught_on(tmp_path):
    net = shaken(NetSpec("raw", layers=5, normalised=True, skips=True, pools=True))
    export_onnx(net, tmp_path / "net.onnx")
    situations = situations_of_replay(bulk.replay(bulk.random_games(2, seed=8)[0]))
    planes = torch.from_numpy(encode(net.spec.plane_set(), situations))
    with torch.no_grad():
        expected = move_scores(net(planes)).numpy()
        again = move_scores(load_exported(tmp_path / "net.onnx")(planes)).numpy()
    np.testing.assert_allclose(MoveNet(tmp_path / "net.onnx").scores(situations), expected, rtol=1e-4, atol=1e-3)
    np.testing.assert_allclose(again, expected, rtol=1e-4, atol=1e-3)


def test_its_card_holds_the_plain_spec_and_the_facts(exported):
    net = MoveNet(exported[1])
    assert net.spec == NetSpec("hlynsson42", layers=4)
    assert net.card["test_top1"] == 0.5


def test_probabilities_stand_on_legal_moves_and_add_up_to_one(exported):
    shares = MoveNet(exported[1]).probabilities(situation(START))[0]
    assert set(np.flatnonzero(shares)) == set(START.legal_squares())
    assert shares.sum() == pytest.approx(1)


def test_a_position_without_moves_has_no_probabilities(exported):
    full = parse_board("X" * 64 + "O")
    assert not MoveNet(exported[1]).probabilities(situation(full)).any()


def test_the_runtime_never_loads_torch(exported):
    program = """
import sys
from pathlib import Path
from kibitz.features.othello.planes import situation
from kibitz.nets.othello.runtime import MoveNet
from kibitz.rules.othello.position import START
MoveNet(Path(sys.argv[1])).probabilities(situation(START))
assert "torch" not in sys.modules
"""
    subprocess.run([sys.executable, "-c", program, str(exported[1])], check=True)


def test_missing_and_broken_files_are_refused(tmp_path):
    with pytest.raises(SetupError, match="is missing"):
        MoveNet(tmp_path / "none.onnx")
    (tmp_path / "text.onnx").write_text("no network")
    with pytest.raises(SetupError, match="cannot be read as an ONNX network"):
        MoveNet(tmp_path / "text.onnx")
