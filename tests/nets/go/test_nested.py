"""The nested network of Go: an untrained one says what the pattern model says, and padding changes nothing."""

import pytest

torch = pytest.importorskip("torch")

from kibitz.nets.go.nested import NestedNet, NestedSpec  # noqa: E402
from kibitz.nets.go.nested_inputs import EXPERT_FIRST, KOMI_UNIT, PLANES  # noqa: E402
from kibitz.nets.go.spec import LEAST_LOG  # noqa: E402
from small_nested import inputs, shaken_net  # noqa: E402

SPEC = NestedSpec(width=8, inner=4, blocks=2)


def test_a_new_network_says_what_the_pattern_model_says_and_that_komi_decides():
    planes, numbers = inputs(3, 9)
    answers = NestedNet(SPEC)(planes, numbers)
    assert torch.allclose(answers.moves, -LEAST_LOG * planes[:, EXPERT_FIRST].flatten(1))
    assert (answers.ownership == 0).all()
    assert torch.allclose(answers.score, KOMI_UNIT * numbers[:, 0])


def test_the_likelier_winner_is_the_one_who_leads():
    answers = shaken_net()(*inputs(16, 9))
    assert (answers.spread >= 1).all()
    assert torch.equal(answers.winner > 0, answers.score > 0)


@torch.no_grad()
def test_a_board_in_larger_planes_gets_the_same_answers():
    planes, numbers = inputs(2, 9)
    padded = torch.zeros(2, PLANES, 13, 13)
    padded[:, :, :9, :9] = planes
    net = shaken_net()
    alone, among = net(planes, numbers), net(padded, numbers, is_padded=True)
    for name in ("moves", "reply", "ownership"):
        board = getattr(among, name).view(2, 13, 13)[:, :9, :9].flatten(1)
        assert torch.allclose(board, getattr(alone, name), atol=1e-4)
    assert torch.allclose(among.score, alone.score, atol=1e-3)
    assert torch.allclose(among.spread, alone.spread, atol=1e-3)
