"""The nested network of Go: an untrained one says what the pattern model says, and padding changes nothing."""

import numpy as np
import pytest

torch = pytest.importorskip("torch")

from kibitz.nets.go.nested import NestedNet, NestedSpec  # noqa: E402
from kibitz.nets.go.nested_inputs import BOARD_NUMBERS, EXPERT_FIRST, KOMI_UNIT, PLANES  # noqa: E402
from kibitz.nets.go.spec import LEAST_LOG  # noqa: E402

SPEC = NestedSpec(width=8, inner=4, blocks=2)


def shaken():
    """A network none of whose weights is as it began."""
    torch.manual_seed(3)
    net = NestedNet(SPEC)
    with torch.no_grad():
        for weight in net.parameters():
            weight += 0.1 * torch.randn_like(weight)
    return net.eval()


def inputs(count, size, seed=0):
    random = np.random.default_rng(seed)
    planes = random.random((count, PLANES, size, size), np.float32)
    planes[:, 0] = 1
    numbers = random.random((count, len(BOARD_NUMBERS)), np.float32)
    numbers[:, -1] = (size - 14) / 5
    return torch.from_numpy(planes), torch.from_numpy(numbers)


def test_a_new_network_says_what_the_pattern_model_says_and_that_komi_decides():
    planes, numbers = inputs(3, 9)
    answers = NestedNet(SPEC)(planes, numbers)
    assert torch.allclose(answers.moves, -LEAST_LOG * planes[:, EXPERT_FIRST].flatten(1))
    assert (answers.ownership == 0).all()
    assert torch.allclose(answers.score, KOMI_UNIT * numbers[:, 0])


def test_the_likelier_winner_is_the_one_who_leads():
    answers = shaken()(*inputs(16, 9))
    assert (answers.spread >= 1).all()
    assert torch.equal(answers.winner > 0, answers.score > 0)


@torch.no_grad()
def test_a_board_in_larger_planes_gets_the_same_answers():
    planes, numbers = inputs(2, 9)
    padded = torch.zeros(2, PLANES, 13, 13)
    padded[:, :, :9, :9] = planes
    net = shaken()
    alone, among = net(planes, numbers), net(padded, numbers, is_padded=True)
    for name in ("moves", "reply", "ownership"):
        board = getattr(among, name).view(2, 13, 13)[:, :9, :9].flatten(1)
        assert torch.allclose(board, getattr(alone, name), atol=1e-4)
    assert torch.allclose(among.score, alone.score, atol=1e-3)
    assert torch.allclose(among.spread, alone.spread, atol=1e-3)
