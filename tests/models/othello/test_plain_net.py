"""Networks from elsewhere: what they see and say is as docs/bring-your-own-model.md has it, and what is missing is named."""

import numpy as np
import pytest

onnx = pytest.importorskip("onnx")
from onnx import TensorProto, helper, numpy_helper  # noqa: E402

from kibitz.errors import SetupError  # noqa: E402
from kibitz.features.othello.planes import HLYNSSON42, RAW, encode, picked_planes, situations_of_replay  # noqa: E402
from kibitz.models.new_card import Given, new_card  # noqa: E402
from kibitz.models.othello.conformance import check_model  # noqa: E402
from kibitz.models.othello.loading import load_model  # noqa: E402
from kibitz.models.othello.model import WinnerModel  # noqa: E402
from kibitz.rules.othello import bulk  # noqa: E402


def network(path, planes=3, names=("planes", "policy", "value"), policy=64, count="N", ends=("Identity", "Tanh"), inputs=()):
    """Random weights from the planes to a policy and, if it has a name, a value; written to a path."""
    chooser = np.random.default_rng(3)
    sees, says, values = names
    weights = {"to_policy": (planes * 64, policy), "to_value": (planes * 64, 1)}
    nodes = [
        helper.make_node("Flatten", [sees], ["flat"]),
        helper.make_node("MatMul", ["flat", "to_policy"], ["policy_sum"]),
        helper.make_node(ends[0], ["policy_sum"], [says]),
        *([helper.make_node("MatMul", ["flat", "to_value"], ["value_sum"])] if values else ()),
        *([helper.make_node(ends[1], ["value_sum"], [values])] if values else ()),
    ]
    given = [helper.make_tensor_value_info(name, TensorProto.FLOAT, [count, planes, 8, 8]) for name in (sees, *inputs)]
    outputs = [helper.make_tensor_value_info(says, TensorProto.FLOAT, [count, policy])]
    outputs += [helper.make_tensor_value_info(values, TensorProto.FLOAT, [count, 1])] if values else []
    kept = [
        numpy_helper.from_array(chooser.normal(0, 0.3, shape).astype(np.float32), name)
        for name, shape in weights.items()
        if name != "to_value" or values
    ]
    graph = helper.make_graph(nodes, "mine", given, outputs, kept)
    onnx.save(helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=9), path)
    return path


def situations():
    moves, _, _ = bulk.random_games(3, seed=4)
    return situations_of_replay(bulk.replay(moves))


def test_a_network_with_plain_outputs_keeps_the_contract_of_models(tmp_path):
    stored = new_card(network(tmp_path / "mine.onnx"), "onnx", Given(), {"licence": "MIT"})
    model = load_model(str(stored.weights))
    assert isinstance(model, WinnerModel)
    check_model(model)
    assert stored.card.settings["planes"] == list(RAW.names)


def test_a_network_without_a_value_says_nothing_of_winners(tmp_path):
    stored = new_card(network(tmp_path / "mine.onnx", names=("planes", "policy", "")), "onnx", Given(), {})
    assert not isinstance(load_model(str(stored.weights)), WinnerModel)
    assert "value" not in stored.card.settings


@pytest.mark.parametrize("count", [1, 7])
def test_a_network_for_a_fixed_number_of_positions_says_the_same(tmp_path, count):
    free, fixed = (new_card(network(tmp_path / f"{each}.onnx", count=each), "onnx", Given(), {}) for each in ("N", count))
    free_says, fixed_says = (load_model(str(stored.weights)).probabilities(situations()) for stored in (free, fixed))
    assert np.abs(free_says - fixed_says).max() < 1e-5


def test_probabilities_are_told_from_logits_and_mean_the_same(tmp_path):
    logits = new_card(network(tmp_path / "logits.onnx", policy=65), "onnx", Given(), {})
    shares = new_card(network(tmp_path / "shares.onnx", policy=65, ends=("Softmax", "Tanh")), "onnx", Given(images=1), {})
    assert (logits.card.settings["policy"], shares.card.settings["policy"]) == ("logits", "probabilities")
    assert shares.card.settings["images"] == 1
    one = new_card(logits.weights, "onnx", Given(images=1), {}, replaces=True)
    found = [load_model(str(stored.weights)).probabilities(situations()) for stored in (one, shares)]
    assert np.abs(found[0] - found[1]).max() < 1e-4


def test_a_value_means_what_the_card_says(tmp_path):
    path = network(tmp_path / "mine.onnx", ends=("Identity", "Sigmoid"))
    as_chance = new_card(path, "onnx", Given(meanings={"value": "chance"}), {})
    chances = load_model(str(as_chance.weights)).win_chances(situations())
    as_outcome = new_card(path, "onnx", Given(meanings={"value": "outcome"}), {}, replaces=True)
    assert load_model(str(as_outcome.weights)).win_chances(situations()) == pytest.approx((chances + 1) / 2, abs=1e-6)
    odds = new_card(
        network(tmp_path / "odds.onnx", ends=("Identity", "Identity")), "onnx", Given(meanings={"value": "log-odds"}), {}
    )
    assert np.abs(load_model(str(odds.weights)).win_chances(situations()) - chances).max() < 0.2  # a mean of other numbers


def test_planes_are_chosen_by_name_in_any_order():
    names = ["legal moves", "mover's discs"]
    chosen = encode(picked_planes(HLYNSSON42, names, "here"), situations())
    every = encode(HLYNSSON42, situations())
    assert (chosen == every[:, [HLYNSSON42.names.index(name) for name in names]]).all()


def test_a_network_sees_the_planes_its_card_names(tmp_path):
    path = network(tmp_path / "mine.onnx", planes=2)
    stored = new_card(path, "onnx", Given(chosen_planes=("legal moves", "mover's discs")), {})
    assert (stored.card.features, stored.card.settings["planes"]) == ("hlynsson42", ["legal moves", "mover's discs"])
    check_model(load_model(str(path)))


@pytest.mark.parametrize(
    ("made", "given", "message"),
    [
        ({"names": ("planes", "cells", "")}, Given(), "has no output 'policy' for the policy; its outputs are 'cells' .N, 64."),
        ({"names": ("x", "policy", "")}, Given(), "no input 'planes' for the planes; its inputs are 'x'.*--planes-name NAME"),
        ({"names": ("planes", "policy", "")}, Given(names={"value": "won"}), "no output 'won', which its card says is the value"),
        ({"planes": 5}, Given(planes="raw"), r"input 'planes' \[N, 5, 8, 8\] should have the shape \[N, 3, 8, 8\]"),
        ({"planes": 5}, Given(), r"takes 5 planes; say which with --planes, one of raw \(3\), hlynsson42 \(42\)"),
        ({"policy": 60}, Given(), r"output 'policy' \[N, 60\] should have the shape \[N, 64\] or \[N, 65\]"),
        ({"count": 100_000}, Given(), "takes 100000 positions at once; leave the number open, or make it at most 4096"),
        ({"inputs": ("mask",)}, Given(), "also wants the input 'mask'; a network is given 'planes' alone"),
        ({"ends": ("Identity", "Identity")}, Given(), "the value is .* where its card says outcome, -1 to 1; .*--value-is"),
        ({}, Given(planes="row"), "no set of planes 'row'; sets are raw, hlynsson42"),
        ({}, Given(chosen_planes=("mine",)), "--plane: hlynsson42 has no plane 'mine'; its planes are mover's discs"),
        ({}, Given(meanings={"value": "luck"}), "--value-is is one of outcome, chance, log-odds, not 'luck'"),
        ({}, Given(images=3), "3 images of each position; 1 and 8 are possible"),
    ],
)
def test_what_is_missing_is_named_and_no_card_is_left(tmp_path, made, given, message):
    path = network(tmp_path / "mine.onnx", **made)
    with pytest.raises(SetupError, match=message):
        new_card(path, "onnx", given, {})
    assert not path.with_suffix(".json").exists()


def test_a_card_that_is_there_is_not_replaced_unasked(tmp_path):
    path = network(tmp_path / "mine.onnx")
    card = new_card(path, "onnx", Given(), {}).card_path.read_bytes()
    with pytest.raises(SetupError, match="--replace writes a new one"):
        new_card(path, "onnx", Given(), {})
    with pytest.raises(SetupError, match="3 images"):
        new_card(path, "onnx", Given(images=3), {}, replaces=True)
    assert path.with_suffix(".json").read_bytes() == card
    with pytest.raises(SetupError, match="kinds are onnx"):
        new_card(path, "tables", Given(), {}, replaces=True)
