"""Taylor's expansion of networks."""

import numpy as np
import pytest

pytest.importorskip("torch")

import torch

from kibitz.nets.othello.sigma_network import SHAPES, SigmaNetwork, board_inputs
from kibitz.nets.othello.sigma_taylor import expand_maps, expand_output
from kibitz.nets.othello.taylor import blended_function, expand, map_function, on_planes, output_function
from kibitz.rules.othello.bulk import Boards, random_games, replay


@pytest.fixture(params=SHAPES)
def network(request):
    return SigmaNetwork.random(request.param, np.random.default_rng(4))


@pytest.fixture(params=[name for name, shape in SHAPES.items() if not shape.gates])
def blended_network(request):
    return SigmaNetwork.random(request.param, np.random.default_rng(4))


def test_the_coefficients_of_a_polynomial_are_its_own():
    random = np.random.default_rng(1)
    first, second = random.normal(size=64), random.normal(size=(64, 64))
    second = (second + second.T) / 2
    found = expand(lambda x: 3 + torch.from_numpy(first) @ x + x @ torch.from_numpy(second) @ x)
    assert found.value == 3
    assert found.first == pytest.approx(first)
    assert found.second == pytest.approx(second)


def test_the_whole_network_is_the_one_that_plays(blended_network):
    network = blended_network
    boards = replay(random_games(1, seed=6)[0]).boards
    for row in range(0, len(boards), 9):
        board = Boards(boards.own[row : row + 1], boards.opp[row : row + 1])
        discs = int(np.bitwise_count(board.own | board.opp)[0])
        value = blended_function(network, discs)(torch.from_numpy(board_inputs(board)[0].astype(np.float64)))
        assert float(value) == pytest.approx(float(network.values(board)[0]), abs=2e-6)


def test_derivatives_agree_with_small_differences(network):
    function = output_function(network, 0)
    around = np.random.default_rng(2).choice([-1.0, 0.0, 1.0], 64)
    found = expand(function, around)
    for square in (0, 9, 27):
        step = np.zeros(64)
        step[square] = 1e-4
        up, down = (float(function(torch.from_numpy(around + sign * step))) for sign in (1, -1))
        assert found.first[square] == pytest.approx((up - down) / 2e-4, abs=1e-6)
        assert found.second[square, square] == pytest.approx((up - 2 * found.value + down) / 2e-8, abs=1e-5)


def test_a_polynomial_is_near_the_network_close_to_its_point(network):
    function = output_function(network, 0)
    found = expand(function)
    change = np.random.default_rng(3).normal(size=64) * 1e-3
    assert found.at(change) == pytest.approx(float(function(torch.from_numpy(change))), abs=1e-6)


def test_maps_add_up_to_their_output(network):
    inputs = torch.from_numpy(np.random.default_rng(8).choice([-1.0, 0.0, 1.0], 64))
    total = sum(float(map_function(network, 0, number)(inputs)) for number in range(network.shape.maps))
    assert np.tanh((total + network.output_biases[0]) / 2) == pytest.approx(float(output_function(network, 0)(inputs)))


def test_networks_of_planes_can_be_expanded_too():
    weights = torch.arange(128, dtype=torch.float64).reshape(1, 2, 8, 8) / 100
    function = on_planes(lambda planes: (planes * weights).sum())
    board = torch.zeros(64, dtype=torch.float64)
    board[3], board[60] = 1, -1
    assert float(function(board)) == pytest.approx(0.03 + 1.24)
    # The mover's disc on a square adds its weight, the opponent's that of the other plane: half their difference by the first
    # order, half their sum by the second.
    found = expand(function)
    assert found.first[5] == pytest.approx((0.05 - 0.69) / 2)
    assert found.second[5, 5] == pytest.approx((0.05 + 0.69) / 2)


def test_a_board_cannot_have_sixty_five_discs(blended_network):
    with pytest.raises(ValueError, match="0 to 64 discs, not 65"):
        blended_function(blended_network, 65)


def test_a_gate_knows_no_number_of_discs():
    with pytest.raises(ValueError, match="network3-gated is not blended by the number of discs"):
        blended_function(SigmaNetwork.random("network3-gated", np.random.default_rng(4)), 30)


def assert_alike(found, wanted):
    assert found.value == pytest.approx(wanted.value)
    assert found.first == pytest.approx(wanted.first, abs=1e-12)
    assert found.second == pytest.approx(wanted.second, abs=1e-12)


def test_the_network_s_own_formulas_agree_with_automatic_differentiation(network):
    output = network.shape.outputs - 1
    assert_alike(expand_output(network, output), expand(output_function(network, output)))
    for number, found in enumerate(expand_maps(network, output)):
        assert_alike(found, expand(map_function(network, output, number)))
