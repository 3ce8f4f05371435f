"""Ng's value network: the listed layers, the limit on its weights, and the exported file."""

import numpy as np
import pytest

pytest.importorskip("torch")
pytest.importorskip("onnx")

import torch

from kibitz.errors import SetupError
from kibitz.experiments.ng2017.paper import LAYERS, NETWORKS
from kibitz.features.othello.planes import encode, situations_of_replay
from kibitz.nets.othello.value_export import export_value_onnx
from kibitz.nets.othello.value_net import MAX_NORM, ValueNet, _dropped, limit_norms, start_as_keras
from kibitz.nets.othello.value_runtime import ExportedValueNet
from kibitz.nets.othello.value_spec import ValueSpec
from kibitz.rules.othello import bulk

SMALL = {"nodes": 24, "dense_layers": 2}


def some_situations():
    return situations_of_replay(bulk.replay(bulk.random_games(3, seed=1)[0]))


def made(spec, seed=1):
    torch.manual_seed(seed)
    net = ValueNet(spec)
    start_as_keras(net)
    return net.eval()


def test_the_layers_have_as_many_weights_as_are_listed():
    net = ValueNet(NETWORKS["13"][0])
    layers = [*net.convolutions, *net.dense, net.narrow, net.output]
    assert [sum(each.numel() for each in layer.parameters()) for layer in layers] == [weights for _, _, weights in LAYERS]


@pytest.mark.parametrize("name", NETWORKS)
def test_every_network_of_the_report_counts_its_weights(name):
    spec = NETWORKS[name][0]
    if spec.nodes <= 512:
        assert sum(weights.numel() for weights in ValueNet(spec).parameters()) == spec.weight_count()
    assert ValueSpec.from_json(spec.to_json()) == spec


def test_what_is_dropped_out_is_a_share_of_the_numbers_and_the_rest_makes_up_for_it():
    torch.manual_seed(1)
    ones = torch.ones(50, 401)
    dropped = _dropped(ones, 0.3)
    assert float((dropped == 0).float().mean()) == pytest.approx(0.3, abs=0.01)
    assert dropped.unique().tolist() == pytest.approx([0, 1 / 0.7])
    assert (_dropped(ones, 0.3) != dropped).any()
    assert _dropped(ones, 0) is ones


def test_the_second_layer_of_the_listed_network_reads_files_as_channels():
    """Zeroing a file of the first layer's answer is zeroing a channel of the second layer's kernel."""
    net = made(ValueSpec("ng-discs", **SMALL))
    planes = torch.rand(2, 3, 8, 8)
    first = torch.relu(net.convolutions[0](planes))
    second = net.convolutions[1](first.permute(0, 3, 1, 2))
    assert second.shape == (2, 32, 32, 8)
    with torch.no_grad():
        net.convolutions[1].weight[:, 5] = 0
        first[:, :, :, 5] = 7
    changed = net.convolutions[1](first.permute(0, 3, 1, 2))
    first[:, :, :, 5] = 0
    torch.testing.assert_close(net.convolutions[1](first.permute(0, 3, 1, 2)), changed)


def test_dropout_is_for_training_alone():
    net, planes = made(ValueSpec("ng-discs", **SMALL)), torch.rand(4, 3, 8, 8)
    torch.testing.assert_close(net(planes), net(planes))
    net.train()
    assert not torch.equal(net(planes), net(planes))


def test_long_weights_are_shortened_and_short_ones_stay():
    net = made(ValueSpec("ng-discs", **SMALL))
    with torch.no_grad():
        net.dense[0].weight[3] = 1.0
        net.convolutions[0].weight[2, 1, :, 0] = 5.0
    short = net.dense[0].weight[4].clone()
    limit_norms(net)
    assert float(net.dense[0].weight.detach().norm(dim=1).max()) <= MAX_NORM + 1e-4
    assert float(net.convolutions[0].weight.detach().norm(dim=2).max()) <= MAX_NORM + 1e-4
    torch.testing.assert_close(net.dense[0].weight[4], short, rtol=1e-5, atol=1e-6)


@pytest.mark.parametrize("axes", ["printed", "board"])
def test_the_exported_network_answers_as_the_trained_one_but_for_rounding(axes, tmp_path):
    net, situations = made(ValueSpec("ng-freemove", axes=axes, **SMALL)), some_situations()
    export_value_onnx(net, tmp_path / "net.onnx")
    with torch.no_grad():
        wanted = net(torch.from_numpy(encode(net.spec.plane_set(), situations))).numpy()
    found = ExportedValueNet(tmp_path / "net.onnx").values(situations)
    assert np.abs(found - wanted).max() < 0.02 * np.abs(wanted).max()
    assert np.corrcoef(found, wanted)[0, 1] > 0.999


def test_files_that_are_no_value_network_are_refused(tmp_path):
    path = tmp_path / "net.onnx"
    with pytest.raises(SetupError, match="is missing"):
        ExportedValueNet(path)
    path.write_bytes(b"nothing")
    with pytest.raises(SetupError, match="cannot be read as an ONNX network"):
        ExportedValueNet(path)
    with pytest.raises(SetupError, match="does not describe a value network"):
        ValueSpec.from_json({"planes": "ng-discs", "axes": "sideways"})
    with pytest.raises(SetupError, match="a layer of each kind"):
        ValueSpec.from_json({"planes": "ng-discs", "nodes": 0})
