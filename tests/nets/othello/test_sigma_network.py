"""Networks of one hidden layer: the paper's formulas, its symmetry, and files of them."""

import math
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from safetensors.numpy import save_file

from kibitz import _native
from kibitz.errors import SetupError
from kibitz.nets.othello.sigma_network import SHAPES, TRIANGLES, SigmaNetwork, board_inputs, load_network, save_network
from kibitz.rules.othello import bulk
from kibitz.rules.othello.bulk import Boards, random_games, replay
from kibitz.rules.othello.position import START
from kibitz.rules.squares import format_square


def some_boards(seed=2):
    return replay(random_games(2, seed=seed)[0]).boards


def random_network(name, seed=5):
    return SigmaNetwork.random(name, np.random.default_rng(seed))


def plain_values(network, boards):
    """The formulas of the paper, unit by unit."""
    curve = np.vectorize(lambda x: 2 / (1 + math.exp(-x)) - 1)
    shape = network.shape
    values = np.zeros(len(boards))
    for row, inputs in enumerate(board_inputs(boards).astype(float)):
        discs = int(np.abs(inputs).sum())
        for output in range(shape.outputs):
            total = float(network.output_biases[output])
            for part in shape.parts:
                hidden = curve(inputs[part] @ network.weights[output].astype(float) + network.biases[output])
                total += float(hidden @ network.to_output[output])
            share = math.exp(-((discs - shape.stages[output]) ** 2) / 400) if shape.stages else 1
            values[row] += share * float(curve(total))
    return values


def test_the_curve_is_the_paper_s():
    for x in np.linspace(-40, 40, 4001):
        assert _native.othello.sigma(x) == pytest.approx(2 / (1 + math.exp(-x)) - 1, abs=4e-7)


def test_the_networks_have_the_paper_s_sizes():
    sizes = {name: sum(math.prod(size) for size in shape.sizes().values()) for name, shape in SHAPES.items()}
    triangles = 3 * (12 * 12 + 1)
    paper = {"network1": 64 * 55 + 55 + 55 + 1, "network2": 12 * 12 + 1, "network3": triangles}
    assert sizes == {**paper, "network3-gated": triangles + 3 * 11}
    assert [len(SHAPES[name].parts) * SHAPES[name].maps for name in SHAPES] == [55, 96, 96, 96]


def test_every_triangle_has_ten_squares_one_of_each_kind_and_diagonals_are_shared():
    seen = np.bincount(TRIANGLES.ravel(), minlength=64).reshape(8, 8)
    diagonals = np.eye(8, dtype=int) + np.eye(8, dtype=int)[::-1]
    assert (seen == 1 + diagonals).all()
    assert {format_square(square) for square in TRIANGLES[:, 0]} == {"a1", "h1", "a8", "h8"}
    assert {format_square(square) for square in TRIANGLES[:, 4]} == {"b2", "g2", "b7", "g7"}


@pytest.mark.parametrize("name", [name for name in SHAPES if not SHAPES[name].gates])
def test_a_value_is_the_formula_of_the_paper(name):
    network, boards = random_network(name), some_boards()
    assert network.values(boards) == pytest.approx(plain_values(network, boards), abs=3e-6)


def plain_gated_values(network, boards):
    """The value of a gated network, part by part: the shares of the outputs are the softmax of the part's gate."""
    values = []
    for inputs in board_inputs(boards).astype(float):
        total = 0.0
        for part in network.shape.parts:
            gates = np.exp(network.gate[:, :-1].astype(float) @ np.abs(inputs[part]) + network.gate[:, -1])
            for output, share in enumerate(gates / gates.sum()):
                hidden = np.tanh((inputs[part] @ network.weights[output].astype(float) + network.biases[output]) / 2)
                total += share * float(hidden @ network.to_output[output] + network.output_biases[output])
        values.append(math.tanh(total / 2))
    return np.array(values)


def gated_network(seed=5):
    gate = np.random.default_rng(seed).uniform(-1, 1, SHAPES["network3-gated"].sizes()["gate"]).astype(np.float32)
    return replace(random_network("network3-gated", seed), gate=gate)


def test_a_gate_blends_the_outputs_in_each_part_by_its_own_squares(tmp_path):
    network, boards = gated_network(), some_boards()
    assert network.values(boards) == pytest.approx(plain_gated_values(network, boards), abs=3e-6)
    save_network(network, tmp_path / "gated.safetensors")
    assert (load_network(tmp_path / "gated.safetensors").values(boards) == network.values(boards)).all()


def test_a_gate_follows_the_moves_of_a_search():
    network, boards = gated_network(), some_boards()
    rows = np.flatnonzero(bulk.legal_masks(boards))[::7]
    _, values = network.core.two_ply_moves(boards.own[rows], boards.opp[rows])
    for row, value in zip(rows, values, strict=True):
        board = Boards(boards.own[row : row + 1], boards.opp[row : row + 1])
        assert value == pytest.approx(max(found for _, found in _two_ply_values(network, board)), abs=2e-6)


@pytest.mark.parametrize("name", ["network2", "network3", "network3-gated"])
@given(st.integers(0, 10_000), st.integers(1, 7))
def test_networks_2_and_3_value_all_images_of_a_board_alike(name, seed, symmetry):
    network, boards = random_network(name, seed), some_boards(seed)
    turn = np.full(len(boards), symmetry, np.int8)
    images = Boards(bulk.transform(boards.own, turn), bulk.transform(boards.opp, turn))
    assert network.values(images) == pytest.approx(network.values(boards), abs=2e-6)


def test_network_1_does_not():
    network, boards = random_network("network1"), some_boards()
    turn = np.full(len(boards), 1, np.int8)
    images = Boards(bulk.transform(boards.own, turn), bulk.transform(boards.opp, turn))
    assert np.abs(network.values(images) - network.values(boards)).max() > 0.1


def test_the_outputs_of_network_3_take_over_from_one_another():
    blend = SHAPES["network3"].blend()
    assert blend[[4, 34, 64]].argmax(axis=1).tolist() == [0, 1, 2]
    assert blend[19, 0] == pytest.approx(math.exp(-(15**2) / 20**2))
    assert (blend[4:].sum(axis=1) > 1).all()


@pytest.mark.parametrize("name", SHAPES)
def test_the_best_of_two_moves_is_the_one_that_plain_minimax_finds(name):
    network = random_network(name)
    boards = some_boards()
    movable = bulk.legal_masks(boards) != 0
    boards = Boards(boards.own[movable], boards.opp[movable])
    squares, values = network.core.two_ply_moves(boards.own, boards.opp)
    for row in range(0, len(boards), 4):
        board = Boards(boards.own[row : row + 1], boards.opp[row : row + 1])
        found = {int(square): value for square, value in _two_ply_values(network, board)}
        assert values[row] == pytest.approx(max(found.values()), abs=2e-6)
        assert found[int(squares[row])] == pytest.approx(max(found.values()), abs=2e-6)


def _two_ply_values(network, board):
    """Each move with its value after the best reply, seen by the side that moves."""
    after = bulk.children(board)
    for number, square in enumerate(after.square):
        reached = Boards(after.boards.own[number : number + 1], after.boards.opp[number : number + 1])
        replies = bulk.children(reached).boards if bulk.legal_masks(reached)[0] else Boards(reached.opp, reached.own)
        yield square, min(_leaf_value(network, replies, reply) for reply in range(len(replies)))


def _leaf_value(network, boards, row):
    leaf = Boards(boards.own[row : row + 1], boards.opp[row : row + 1])
    if bulk.legal_masks(leaf)[0] or bulk.legal_masks(Boards(leaf.opp, leaf.own))[0]:
        return float(network.values(leaf)[0])
    return math.tanh(int(bulk.black_scores(leaf.own, leaf.opp)[0]) / 10 / 2)


def test_a_position_without_a_move_has_none():
    passing = Boards(np.array([2], np.uint64), np.array([1 << 63], np.uint64))
    assert random_network("network2").core.two_ply_moves(passing.own, passing.opp)[0].tolist() == [-2]


def test_a_file_gives_the_network_back(tmp_path):
    network = random_network("network3")
    save_network(network, tmp_path / "net.safetensors")
    again = load_network(tmp_path / "net.safetensors")
    assert again.name == "network3"
    assert all((again.arrays()[key] == array).all() for key, array in network.arrays().items())


def _damaged(**changes):
    return {**random_network("network2").arrays(), **changes}


@pytest.mark.parametrize(
    ("arrays", "metadata", "complaint"),
    [
        (_damaged(), {"format": "something"}, "its format is 'something'"),
        (_damaged(), {"format": "kibitz sigma network 1", "network": "network9"}, "no network 'network9'"),
        (_damaged(biases=np.zeros((1, 11), np.float32)), None, r"biases is float32 \[1, 11\], not float32 \[1, 12\]"),
        (_damaged(biases=np.zeros((1, 12), np.float64)), None, "biases is float64"),
        (_damaged(biases=np.full((1, 12), np.nan, np.float32)), None, "biases holds something that is not a number"),
        (_damaged(more=np.zeros(1, np.float32)), None, "it holds more than"),
    ],
)
def test_a_file_that_is_wrong_is_refused_with_the_reason(tmp_path, arrays, metadata, complaint):
    path = tmp_path / "net.safetensors"
    save_file(arrays, path, metadata=metadata or {"format": "kibitz sigma network 1", "network": "network2"})
    with pytest.raises(SetupError, match=complaint):
        load_network(path)


def test_a_missing_file_and_one_of_another_kind_are_told(tmp_path):
    with pytest.raises(SetupError, match="does not exist"):
        load_network(tmp_path / "none.safetensors")
    (tmp_path / "text.safetensors").write_text("no tensors")
    with pytest.raises(SetupError, match="cannot be read as a network"):
        load_network(tmp_path / "text.safetensors")


def test_the_core_refuses_weights_that_do_not_fit_together():
    network = random_network("network2")
    with pytest.raises(ValueError, match="do not fit together"):
        _native.othello.SigmaNet(
            TRIANGLES,
            network.weights[0],
            network.biases[0][:5],
            network.to_output[0],
            network.output_biases,
            network.shape.blend(),
        )


def test_games_against_itself_are_legal_to_their_end_and_repeat_by_their_seed():
    core = random_network("network3").core
    own, opp, black, values = _native.othello.SelfPlay(0.9, 10).game(core, 3)
    assert (own[0], opp[0]) == (START.own, START.opp)
    for row in range(len(own) - 1):
        after = bulk.children(Boards(own[row : row + 1], opp[row : row + 1])).boards
        reached = (own[row + 1], opp[row + 1]) if black[row] != black[row + 1] else (opp[row + 1], own[row + 1])
        assert reached in set(zip(after.own, after.opp, strict=True))
    again = _native.othello.SelfPlay(0.9, 10).game(core, 3)
    assert (own == again[0]).all()
    assert (values == again[3]).all()
    assert (_native.othello.SelfPlay(0.9, 10).game(core, 4)[0][: len(own)] != own[: len(again[0])]).any()
