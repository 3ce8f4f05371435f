"""Policy tables: what they say depends on the position alone, and they learn and keep what they are taught."""

import pickle

import numpy as np
import pytest
from safetensors.numpy import load_file, save_file

from kibitz.errors import SetupError
from kibitz.features.othello.samples import squares_as_columns
from kibitz.features.othello.twins import IMAGES
from kibitz.rules.othello.bulk import Boards, legal_masks, random_games, replay, transform
from kibitz.rules.othello.position import Position
from kibitz.rules.symmetry import SYMMETRIES
from kibitz.search.othello.policy_tables import PolicyTables, load_policy_tables, new_core

SETS = {4: "four9", 6: "six10", 8: "logistello11"}


def some_tables(size):
    knots = (4, size * size // 2, size * size)
    shape = new_core(SETS[size], size, knots).weights.shape
    return PolicyTables(SETS[size], size, knots, np.random.default_rng(3).normal(0, 0.3, shape).astype(np.float32))


def some_boards(size, games=3):
    boards = replay(random_games(games, 5, size)[0], Position.start(size)).boards
    return Boards(boards.own.copy(), boards.opp.copy())


@pytest.mark.parametrize("size", SETS)
def test_priors_are_shares_of_the_legal_squares(size):
    boards = some_boards(size)
    priors, values = some_tables(size).judge(boards)
    legal = squares_as_columns(legal_masks(boards, size))
    assert not priors[~legal].any()
    assert np.allclose(priors.sum(axis=1), 1, atol=1e-5)
    assert (np.abs(values) <= 1).all()


@pytest.mark.parametrize("size", SETS)
def test_all_eight_images_of_a_position_are_judged_alike(size):
    tables, boards = some_tables(size), some_boards(size)
    priors, values = tables.judge(boards)
    for symmetry in SYMMETRIES:
        symmetries = np.full(len(boards), symmetry, np.int8)
        image = tables.judge(Boards(transform(boards.own, symmetries), transform(boards.opp, symmetries)))
        assert np.allclose(image.values, values, atol=1e-5)
        assert np.allclose(image.priors[:, IMAGES[symmetry]], priors, atol=1e-5)


def test_tables_that_know_nothing_find_all_moves_alike():
    core = new_core("six10", 6, (4, 36))
    start = Boards.of([Position.start(6)])
    priors, values = core.judge(start.own, start.opp)
    assert sorted(priors[0][priors[0] > 0].tolist()) == [0.25] * 4
    assert values[0] == 0


def test_what_is_taught_is_learned():
    boards = some_boards(6, games=20)
    random = np.random.default_rng(1)
    shares = random.random((len(boards), 64)).astype(np.float32) ** 8 * squares_as_columns(legal_masks(boards, 6))
    shares /= shares.sum(axis=1, keepdims=True)
    scores = np.round(random.normal(0, 10, len(boards))).astype(np.float32)
    core = new_core("six10", 6, (4, 20, 36))
    passes = [core.learn(boards.own, boards.opp, scores, shares, 0.3, 0.3) for _ in range(30)]
    assert passes[-1][0] < 0.1 * passes[0][0]
    assert passes[-1][1] < 0.7 * passes[0][1]


def test_learning_of_values_leaves_the_moves_alone():
    boards = some_boards(6)
    core = new_core("six10", 6, (4, 36))
    core.learn(boards.own, boards.opp, np.ones(len(boards), np.float32), np.zeros((len(boards), 64), np.float32), 0.3, 0.0)
    assert core.weights[:, :, 0].any()
    assert not core.weights[:, :, 1].any()


def test_a_file_holds_the_tables_in_whole_steps(tmp_path):
    tables = some_tables(6)
    tables.weights[100:2000] = 0
    tables.save(tmp_path / "six.safetensors")
    loaded = load_policy_tables(tmp_path / "six.safetensors")
    assert (loaded.patterns, loaded.size, loaded.knots) == (tables.patterns, tables.size, tables.knots)
    assert np.allclose(loaded.weights, tables.weights, atol=1 / 32)
    assert np.allclose(loaded.weights[..., 1], tables.weights[..., 1], atol=1 / 128)
    loaded.save(tmp_path / "again.safetensors")
    assert np.array_equal(load_policy_tables(tmp_path / "again.safetensors").weights, loaded.weights)


def test_tables_can_be_sent_to_another_process():
    tables = some_tables(4)
    before = tables.judge(some_boards(4)).values
    assert np.array_equal(pickle.loads(pickle.dumps(tables)).judge(some_boards(4)).values, before)


def test_files_that_cannot_be_used_are_told_in_one_sentence(tmp_path):
    path = tmp_path / "mine.safetensors"
    with pytest.raises(SetupError, match="does not exist"):
        load_policy_tables(path)
    path.write_bytes(b"nothing of the kind")
    with pytest.raises(SetupError, match="cannot be read as policy tables"):
        load_policy_tables(path)
    save_file({"knots": np.zeros(2, np.int32)}, path, metadata={"format": "kibitz evaluation 1"})
    with pytest.raises(SetupError, match="does not hold policy tables"):
        load_policy_tables(path)


@pytest.mark.parametrize(
    ("damage", "complaint"),
    [
        (lambda tensors: tensors.pop("weights"), "weights"),
        (lambda tensors: tensors.update(weights=tensors["weights"][:-200]), "bytes of weights"),
        (lambda tensors: tensors["weights"].fill(7), "header"),
    ],
)
def test_damaged_tables_are_refused(tmp_path, damage, complaint):
    path = tmp_path / "four.safetensors"
    some_tables(4).save(path)
    tensors = {name: tensor.copy() for name, tensor in load_file(path).items()}
    damage(tensors)
    save_file(tensors, path, metadata={"format": "kibitz policy tables 1", "patterns": "four9", "size": "4"})
    with pytest.raises(SetupError, match=complaint):
        load_policy_tables(path)
