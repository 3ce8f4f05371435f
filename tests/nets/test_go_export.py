"""Networks of Go: an untrained one says what the expert says, and the exported graph answers as torch does."""

import numpy as np
import onnxruntime
import pytest
import torch

from kibitz.errors import SetupError
from kibitz.nets.go_export import export_go_onnx
from kibitz.nets.go_net import GoNet
from kibitz.nets.go_spec import LEAST_LOG, GoNetSpec, expert_plane


def shaken(spec):
    """A network none of whose weights is zero."""
    torch.manual_seed(3)
    net = GoNet(spec)
    with torch.no_grad():
        for weight in net.parameters():
            weight += 0.1 * torch.randn_like(weight)
    return net.eval()


def inputs(count, size, seed=0):
    random = np.random.default_rng(seed)
    said = random.dirichlet(np.ones(size * size), count).astype(np.float32)
    return random.integers(0, 2, (count, 27, size, size)).astype(np.float32), expert_plane(said, size)


@pytest.mark.parametrize("sees_ownership", [True, False])
@pytest.mark.parametrize("size", [9, 19])
def test_the_exported_graph_answers_as_torch_does(tmp_path, sees_ownership, size):
    net = shaken(GoNetSpec(filters=6, blocks=2, sees_ownership=sees_ownership))
    export_go_onnx(net, tmp_path / "net.onnx")
    planes, expert = inputs(3, size)
    found = onnxruntime.InferenceSession(tmp_path / "net.onnx").run(None, {"planes": planes, "expert": expert})
    with torch.no_grad():
        wanted = net(torch.from_numpy(planes), torch.from_numpy(expert))
    for answer, tensor in zip(found, wanted, strict=True):
        assert np.allclose(answer.reshape(3, -1), tensor.numpy().reshape(3, -1), atol=1e-4)


def test_a_new_network_says_what_the_expert_says():
    net = GoNet(GoNetSpec(filters=4, blocks=1))
    planes, expert = inputs(2, 9)
    moves = net(torch.from_numpy(planes), torch.from_numpy(expert)).moves.detach().numpy()
    assert np.allclose(moves - moves[:, :1], -LEAST_LOG * (expert.reshape(2, -1) - expert.reshape(2, -1)[:, :1]), atol=1e-5)


def test_the_plane_of_the_expert_holds_logarithms_between_0_and_1():
    plane = expert_plane(np.array([[1.0, np.exp(-6.0), 0.0, np.exp(-12.0)]], np.float32), 2)
    assert np.allclose(plane.ravel(), [1, 0.5, 0, 0], atol=1e-6)


@pytest.mark.parametrize("found", [{"filters": 8, "depth": 3}, {"planes": 40}])
def test_a_spec_that_this_release_cannot_use_is_refused(found):
    with pytest.raises(SetupError):
        GoNetSpec.from_json(found)
