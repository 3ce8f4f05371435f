"""The exported nested network: onnxruntime says what torch says, on boards of every size."""

import numpy as np
import pytest

torch = pytest.importorskip("torch")

from kibitz.nets.go.nested_export import export_nested_onnx  # noqa: E402
from kibitz.nets.go.spec import INPUT, MOVES, NUMBERS, OWNERSHIP, REPLY, SCORE, SPREAD, WINNER  # noqa: E402
from kibitz.nets.sessions import embedded_card, open_session  # noqa: E402
from small_nested import inputs, shaken_net  # noqa: E402


@torch.no_grad()
@pytest.mark.parametrize("size", [9, 13, 19])
def test_torch_and_onnxruntime_give_the_same_answers(tmp_path, size):
    net, path = shaken_net(), tmp_path / "nested.onnx"
    export_nested_onnx(net, path)
    planes, numbers = inputs(3, size)
    expected = net(planes, numbers)
    asked = [MOVES, REPLY, OWNERSHIP, SCORE, SPREAD, WINNER]
    found = open_session(path, 1).run(asked, {INPUT: planes.numpy(), NUMBERS: numbers.numpy()})
    ours = (expected.moves, expected.reply, expected.ownership, expected.score, expected.spread, expected.winner)
    for name, theirs, said in zip(asked, ours, found, strict=True):
        np.testing.assert_allclose(said.reshape(theirs.shape), theirs.numpy(), rtol=1e-3, atol=1e-3, err_msg=name)


def test_the_file_says_how_large_the_network_is(tmp_path):
    export_nested_onnx(shaken_net(), tmp_path / "nested.onnx", {"figures": {}})
    card = embedded_card(open_session(tmp_path / "nested.onnx", 1), tmp_path / "nested.onnx")
    assert card == {"spec": {"width": 8, "inner": 4, "blocks": 2}, "figures": {}}
