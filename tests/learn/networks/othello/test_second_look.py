"""The second look learns: what is hidden from it, what is kept on the disk, and that its file says what was learned."""

import numpy as np
import pytest

torch = pytest.importorskip("torch")

from kibitz.features.othello.samples import moves_of_replay  # noqa: E402
from kibitz.features.othello.second_look import DEEPEST, LAYOUT_VERSION, LEAST_DEPTH  # noqa: E402
from kibitz.learn.networks.othello.second_look import LearningSettings, export, learn, scorer_of  # noqa: E402
from kibitz.learn.networks.othello.second_look_examples import CachedDepth, Telling, examples_of, joined  # noqa: E402
from kibitz.models.othello.board_networks import BoardNetworks, load_networks  # noqa: E402
from kibitz.models.othello.engine import EVALUATION_NAME  # noqa: E402
from kibitz.models.othello.expert import load, save_expert  # noqa: E402
from kibitz.models.othello.model import Mode  # noqa: E402
from kibitz.models.othello.second_look import INPUT, OUTPUT, SecondLookModel, SmallNetwork, deep_values  # noqa: E402
from kibitz.nets.sessions import open_session  # noqa: E402
from kibitz.rules.othello.bulk import random_games, replay  # noqa: E402
from small_expert import evaluation, evaluation_file, small_expert, small_games  # noqa: E402, F401

NETWORK = "raw-11"


@pytest.fixture(scope="module")
def first(small_expert, tmp_path_factory):  # noqa: F811
    path = tmp_path_factory.mktemp("expert") / "small.safetensors"
    save_expert(small_expert, path)
    return load(path)


@pytest.fixture(scope="module")
def moves():
    found = moves_of_replay(replay(random_games(3, seed=5)[0]))
    return found.take(np.arange(0, len(found), 3))


@pytest.fixture(scope="module")
def cache(tmp_path_factory):
    return tmp_path_factory.mktemp("values")


@pytest.fixture(scope="module")
def examples(first, moves, cache):
    deep = CachedDepth(deep_values(EVALUATION_NAME), cache, lambda *_: None)
    player = np.where(moves.situations.black_to_move, 0, 1)
    return examples_of(first, moves, np.array([1400, 1800], np.float32)[player], player, deep=deep)


@pytest.fixture(scope="module")
def heard(first, moves, cache, examples):
    deep = CachedDepth(deep_values(EVALUATION_NAME), cache, lambda *_: None)
    player = np.where(moves.situations.black_to_move, 0, 1)
    return examples_of(first, moves, examples.known.rating, player, deep=deep, networks=load_networks([NETWORK]))


def test_deeper_values_are_searched_once(first, moves, cache, examples):
    class Searched:
        def __init__(self, deep):
            self.evaluation, self.cuts, self.depth = deep.evaluation, deep.cuts, deep.depth

        def of(self, *_):
            raise AssertionError("searched again")

    again = examples_of(
        first, moves, examples.known.rating, deep=CachedDepth(Searched(deep_values(EVALUATION_NAME)), cache, lambda *_: None)
    )
    np.testing.assert_array_equal(again.known.deep, examples.known.deep)


def test_what_is_not_told_changes_nothing(examples):
    rows = np.arange(len(examples))
    told = [
        examples.batch(rows, *telling).inputs
        for telling in ((0, 0, 0), (1, 0, 0), (1, 1, 0), (0, 0, LEAST_DEPTH), (0, 0, DEEPEST))
    ]
    for place, one in enumerate(told):
        assert all((one != other).any() for other in told[place + 1 :])
    silent = examples.drawn(rows, np.random.default_rng(1), Telling(rating=0, own=1, deep=0))
    np.testing.assert_array_equal(silent.inputs, told[0])


def test_networks_are_heard_beside_deeper_values_alone(examples, heard):
    rows = np.arange(len(examples))
    silent = heard.batch(rows, True, True, DEEPEST, network=False)
    np.testing.assert_array_equal(silent.inputs, examples.batch(rows, True, True, DEEPEST).inputs)
    np.testing.assert_array_equal(heard.batch(rows, True, True, 0).inputs, examples.batch(rows, True, True, 0).inputs)
    told = heard.batch(rows, True, True, DEEPEST)
    changed = (told.inputs != silent.inputs).any(axis=1)
    np.testing.assert_array_equal(changed, (heard.known.depth > 0)[told.position])
    share = np.bincount(told.position, told.inputs[:, -6], len(rows))  # each move's probability is the second of their numbers
    np.testing.assert_allclose(share[heard.known.depth > 0], 1, atol=1e-5)
    often = Telling(deep=1, less_deep=0, network=1)
    assert (heard.drawn(rows, np.random.default_rng(1), often).inputs[:, -1] == told.inputs[:, -1]).all()


def test_a_model_asks_networks_as_it_learned_to(first, heard, tmp_path):
    net = learn(heard, LearningSettings(networks=1, passes=2, batch=16, units=(16, 8)), Telling(), lambda *_: None)
    with torch.no_grad():
        net.looks[0].straight.weight[0, -7:] = 1.0  # what the networks say must tell
    export(net, tmp_path / "net.onnx", "net")
    small = SmallNetwork("net", LAYOUT_VERSION, open_session(tmp_path / "net.onnx", 1))
    deep = deep_values(EVALUATION_NAME)
    model = SecondLookModel(small, first, deep, load_networks([NETWORK]), Mode.FULL)
    found = model.probabilities(heard.moves.situations)
    np.testing.assert_allclose(found, heard.answers(scorer_of(net), False, False, DEEPEST), atol=2e-3)
    without = SecondLookModel(small, first, deep, BoardNetworks(), Mode.FULL).probabilities(heard.moves.situations)
    assert np.abs(found - without).max() > 0.1
    quick = model.in_mode(Mode.QUICK).probabilities(heard.moves.situations)
    np.testing.assert_allclose(quick, heard.answers(scorer_of(net), False, False, 0), atol=1e-4)


def test_joined_examples_are_those_of_the_parts(examples):
    half = len(examples) // 2
    parts = [examples.take(np.arange(half)), examples.take(np.arange(half, len(examples)))]
    rows = np.arange(len(examples))
    np.testing.assert_array_equal(
        joined(parts).batch(rows, True, True, DEEPEST).inputs, examples.batch(rows, True, True, DEEPEST).inputs
    )


def test_learning_lowers_the_loss_and_the_file_says_the_same(examples, tmp_path):
    losses = []
    settings = LearningSettings(networks=2, passes=6, batch=16, units=(16, 8))
    net = learn(examples, settings, Telling(), lambda _done, _of, loss: losses.append(loss))
    assert len(losses) == 12
    assert losses[5] < losses[0]
    export(net, tmp_path / "net.onnx", "net")
    inputs = examples.batch(np.arange(9), True, True, DEEPEST).inputs
    found = open_session(tmp_path / "net.onnx", 1).run([OUTPUT], {INPUT: inputs})[0][:, 0]
    np.testing.assert_allclose(found, scorer_of(net)(inputs), atol=1e-4)
    table = examples.answers(scorer_of(net), True, False, DEEPEST)
    np.testing.assert_allclose(table.sum(axis=1), 1, atol=1e-5)
