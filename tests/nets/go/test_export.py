"""Networks of Go: an untrained one says what the expert says, and the exported graph answers as torch does."""

import numpy as np
import onnxruntime
import pytest

torch = pytest.importorskip("torch")

from kibitz.errors import SetupError  # noqa: E402
from kibitz.nets.go.export import export_go_onnx  # noqa: E402
from kibitz.nets.go.network import GoNet  # noqa: E402
from kibitz.nets.go.spec import LEAST_LOG, GoExpertSaid, GoNetSpec, expert_planes  # noqa: E402


def shaken(spec):
    """A network none of whose weights and statistics is as it began."""
    torch.manual_seed(3)
    net = GoNet(spec)
    with torch.no_grad():
        for weight in net.parameters():
            weight += 0.1 * torch.randn_like(weight)
        for layer in net.layers():
            layer.normalisation.running_mean += 0.1 * torch.randn(spec.filters)
            layer.normalisation.running_var *= 0.5 + torch.rand(spec.filters)
    return net.eval()


def inputs(count, size, seed=0):
    random = np.random.default_rng(seed)
    sums = random.normal(size=(count, size * size, 15)).astype(np.float32)
    said = GoExpertSaid(random.dirichlet(np.ones(size * size), count).astype(np.float32), sums)
    return random.integers(0, 2, (count, 27, size, size)).astype(np.float32), expert_planes(said, size)


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
    said = -LEAST_LOG * expert[:, 0].reshape(2, -1)
    assert np.allclose(moves - moves[:, :1], said - said[:, :1], atol=1e-5)


def test_the_plane_of_the_expert_holds_logarithms_between_0_and_1():
    said = GoExpertSaid(np.array([[1.0, np.exp(-6.0), 0.0, np.exp(-12.0)]], np.float32), np.zeros((1, 4, 15), np.float32))
    assert np.allclose(expert_planes(said, 2)[0, 0].ravel(), [1, 0.5, 0, 0], atol=1e-6)


def test_the_sums_of_the_expert_lie_on_planes_of_their_own():
    sums = np.arange(60, dtype=np.float32).reshape(1, 4, 15)
    planes = expert_planes(GoExpertSaid(np.full((1, 4), 0.25, np.float32), sums), 2)
    assert planes.shape == (1, 16, 2, 2)
    assert np.allclose(planes[0, 2].ravel(), sums[0, :, 1])


@pytest.mark.parametrize("found", [{"filters": 8, "depth": 3}, {"planes": 40}, {"expert_planes": 1}])
def test_a_spec_that_this_release_cannot_use_is_refused(found):
    with pytest.raises(SetupError):
        GoNetSpec.from_json(found)
