"""The thesis's networks: their sizes, their starts, and that what helps training folds away."""

import numpy as np
import pytest

torch = pytest.importorskip("torch")

from torch import nn  # noqa: E402

from kibitz.errors import SetupError  # noqa: E402
from kibitz.nets.fast_layer import biased_layer, normalised_layer  # noqa: E402
from kibitz.nets.optimisers import Muon, orthogonal  # noqa: E402
from kibitz.nets.othello.convolutional import (  # noqa: E402
    ExpertNet,
    folded,
    move_scores,
    start_as_in_the_thesis,
    start_by_fan_in,
)
from kibitz.nets.othello.spec import NetSpec  # noqa: E402
from nets_as_trained import shaken  # noqa: E402


@pytest.mark.parametrize(
    ("planes", "layers", "thousands"),
    [(42, 8, 246), (42, 9, 283), (42, 10, 320), (42, 11, 357), (3, 8, 223), (3, 9, 260), (3, 10, 297), (3, 11, 334)],
)
def test_networks_have_as_many_weights_as_table_4_4_says(planes, layers, thousands):
    spec = NetSpec("hlynsson42" if planes == 42 else "raw", layers=layers)
    assert round(spec.weight_count() / 1000) == thousands
    assert sum(parameter.numel() for parameter in ExpertNet(spec).parameters()) == spec.weight_count()


def test_the_thesis_starts_with_cut_off_weights_and_biases_of_a_tenth():
    net = ExpertNet(NetSpec("raw", layers=8))
    start_as_in_the_thesis(net)
    weights = torch.cat([layer.convolution.weight.flatten() for layer in net.hidden_layers()])
    assert weights.abs().max() <= 0.2
    assert abs(weights.std().item() - 0.088) < 0.002  # a normal distribution cut off at two deviations keeps 88 % of one
    assert all((layer.convolution.bias == 0.1).all() for layer in net.hidden_layers())


def test_a_fresh_network_of_the_better_recipe_finds_all_moves_equally_likely():
    net = ExpertNet(NetSpec("raw", layers=4, normalised=True, skips=True))
    start_by_fan_in(net)
    assert (move_scores(net.eval()(torch.rand(2, 3, 8, 8))) == 0).all()


@pytest.mark.parametrize("normalised", [False, True])
@pytest.mark.parametrize("skips", [False, True])
def test_the_folded_network_is_plain_and_answers_the_same(normalised, skips):
    net = shaken(NetSpec("raw", layers=5, normalised=normalised, skips=skips))
    plain = folded(net)
    assert plain.spec == NetSpec("raw", layers=5)
    boards = torch.rand(7, 3, 8, 8)
    with torch.no_grad():
        torch.testing.assert_close(plain(boards), net(boards), rtol=1e-4, atol=1e-3)


def layer_by_torch(planes, weight, scale, shift, epsilon, skip):
    sums = nn.functional.conv2d(planes, weight, padding=1)
    outputs = nn.functional.batch_norm(sums, None, None, scale, shift, training=True, eps=epsilon)
    mean, variance = sums.mean((0, 2, 3)), sums.var((0, 2, 3), unbiased=False)
    return torch.relu(outputs + planes if skip else outputs), mean, variance


@pytest.mark.parametrize(
    ("side", "filters", "channels", "skip", "boards"),
    [
        (8, 64, 64, True, 29),
        (8, 64, 64, False, 12),
        (8, 64, 42, False, 5),
        (8, 64, 3, False, 1),
        (19, 32, 32, True, 5),
        (19, 32, 43, False, 2),
        (19, 48, 48, False, 1),
        (19, 64, 64, True, 3),
    ],
)
def test_the_core_s_layer_gives_torch_s_outputs_and_gradients(side, filters, channels, skip, boards):
    torch.manual_seed(boards)
    planes = torch.randn(boards, channels, side, side).requires_grad_(channels == filters)
    parameters = [0.06 * torch.randn(filters, channels, 3, 3), torch.rand(filters) + 0.5, torch.randn(filters)]
    direction = torch.randn(boards, filters, side, side)
    answers = []
    for layer in (layer_by_torch, normalised_layer):
        inputs = [tensor.detach().clone().requires_grad_(tensor.requires_grad) for tensor in (planes, *parameters)]
        for parameter in inputs[1:]:
            parameter.requires_grad_()
        outputs, mean, variance = layer(*inputs, 1e-5, skip)
        (outputs * direction).sum().backward()
        answers.append([outputs, mean, variance, *(tensor.grad for tensor in inputs if tensor.requires_grad)])
    for expected, found in zip(*answers, strict=True):
        assert (expected - found).abs().max() < 3e-5 * expected.abs().max()


def test_shapes_that_the_core_has_no_layer_for_are_refused():
    with pytest.raises(ValueError, match="64 filters on 8×8 boards, or 32, 48 or 64 on 19×19"):
        normalised_layer(torch.zeros(1, 64, 9, 9), torch.zeros(64, 64, 3, 3), torch.ones(64), torch.zeros(64), 1e-5, False)


def biased_by_torch(planes, weight, factor, bias, skip, added=None):
    sums = nn.functional.conv2d(planes, weight, padding=1) * factor[:, None, None] + bias[:, None, None]
    return torch.relu(sums + (planes if skip else 0 if added is None else added))


@pytest.mark.parametrize(("channels", "skip", "block"), [(64, True, False), (64, False, True), (42, False, False)])
def test_the_core_s_layer_with_biases_gives_torch_s_outputs_and_gradients(channels, skip, block):
    torch.manual_seed(channels + block)
    tensors = [torch.randn(9, channels, 8, 8), 0.06 * torch.randn(64, channels, 3, 3), torch.randn(64)]
    factor, added, direction = torch.rand(64) + 0.5, torch.randn(9, 64, 8, 8), torch.randn(9, 64, 8, 8)
    answers = []
    for layer in (biased_by_torch, biased_layer):
        planes, weight, bias = (tensor.clone().requires_grad_() for tensor in tensors)
        planes.requires_grad_(channels == 64)
        kept = added.clone().requires_grad_() if block else None
        outputs = layer(planes, weight, factor, bias, skip, kept)
        (outputs * direction).sum().backward()
        wanted = [tensor for tensor in (planes, weight, bias, kept) if tensor is not None and tensor.requires_grad]
        answers.append([outputs, *(tensor.grad for tensor in wanted)])
    for expected, found in zip(*answers, strict=True):
        assert (expected - found).abs().max() < 3e-5 * expected.abs().max()


def test_a_residual_network_s_gradients_are_torch_s(monkeypatch):
    spec = NetSpec("raw", layers=6, normalised=True, blocks=True)
    boards, answers = torch.rand(11, 3, 8, 8), []
    for in_the_core in (True, False):
        monkeypatch.setattr("kibitz.nets.layer.IS_FASTER_THAN_TORCH", in_the_core)
        net = shaken(spec).train()
        net(boards).square().sum().backward()
        answers.append([parameter.grad for parameter in net.parameters()])
    for expected, found in zip(*answers, strict=True):
        assert (expected - found).abs().max() < 1e-3 * expected.abs().max()


def test_a_network_answers_in_the_core_as_it_does_in_torch(monkeypatch):
    net, boards = shaken(NetSpec("raw", layers=6, normalised=True, skips=True)), torch.rand(7, 3, 8, 8)
    with torch.no_grad():
        found = net(boards)
        monkeypatch.setattr("kibitz.nets.layer.IS_FASTER_THAN_TORCH", False)
        torch.testing.assert_close(found, net(boards), rtol=1e-4, atol=1e-3)


def test_blocks_are_pairs_of_layers_behind_the_first():
    spec = NetSpec("raw", layers=7, blocks=True)  # six 3×3 layers: the first, two pairs, and one left over
    assert [spec.opens_block(number) for number in range(6)] == [False, True, False, True, False, False]
    assert [spec.closes_block(number) for number in range(6)] == [False, False, True, False, True, False]
    assert not any(NetSpec("raw", layers=7).opens_block(number) for number in range(6))


def test_two_threads_of_the_core_s_layer_agree_with_one():
    torch.manual_seed(0)
    arguments = (torch.randn(31, 64, 8, 8), 0.06 * torch.randn(64, 64, 3, 3), torch.ones(64), torch.zeros(64), 1e-5, True)
    before = torch.get_num_threads()
    answers = []
    for threads in (1, 2):
        torch.set_num_threads(threads)
        answers.append(normalised_layer(*arguments)[0])
    torch.set_num_threads(before)
    torch.testing.assert_close(*answers, rtol=1e-5, atol=1e-5)


def test_training_moves_the_running_statistics_as_torch_does():
    torch.manual_seed(1)
    net = ExpertNet(NetSpec("raw", layers=2, normalised=True))
    (layer,) = net.hidden_layers()
    boards = torch.rand(9, 3, 8, 8)
    expected = nn.BatchNorm2d(64)
    expected(layer.convolution(boards))
    layer.train()(boards)
    torch.testing.assert_close(layer.normalisation.running_mean, expected.running_mean)
    torch.testing.assert_close(layer.normalisation.running_var, expected.running_var)


@pytest.mark.parametrize("shape", [(2, 8, 30), (2, 30, 8)])
def test_orthogonal_brings_all_singular_values_near_one(shape):
    torch.manual_seed(2)
    values = torch.linalg.svdvals(orthogonal(torch.randn(shape)))
    assert values.min() > 0.5
    assert values.max() < 1.3


def test_muon_finds_the_bottom_of_a_bowl():
    torch.manual_seed(4)
    goal = torch.randn(6, 2, 3, 3)
    weight = nn.Parameter(torch.zeros(6, 2, 3, 3))
    optimiser = Muon([weight], lr=0.1)
    for step in range(300):
        optimiser.param_groups[0]["lr"] = 0.1 * (1 - step / 300)
        optimiser.zero_grad()
        (weight - goal).square().sum().backward()
        optimiser.step()
    assert (weight - goal).abs().max() < 0.1


def test_a_spec_is_read_back_and_nonsense_is_refused():
    spec = NetSpec("hlynsson42", layers=9, normalised=True)
    assert NetSpec.from_json(spec.to_json()) == spec
    with pytest.raises(SetupError, match="does not describe a network"):
        NetSpec.from_json({"planes": "raw", "depth": 3})
    with pytest.raises(SetupError, match="blocks or skips, not both"):
        NetSpec.from_json({"planes": "raw", "blocks": True, "skips": True})
    with pytest.raises(SetupError, match="with pooling it has no blocks, and four layers at least"):
        NetSpec.from_json({"planes": "raw", "layers": 3, "pools": True})
    with pytest.raises(SetupError, match="99 layers"):
        NetSpec.from_json({"planes": "raw", "layers": 99})


def test_convolutions_see_a_whole_board_and_treat_its_edge_as_empty():
    net = shaken(NetSpec("raw", layers=3))
    boards = torch.zeros(1, 3, 8, 8)
    with torch.no_grad():
        blank = net(boards)
        boards[0, 0, 3, 3] = 1
        changed = np.argwhere(((net(boards) - blank).abs().sum(1)[0] > 1e-3).numpy())
    assert changed.min() == 1
    assert changed.max() == 5
