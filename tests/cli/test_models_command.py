"""`kibitz models`"""

import json

import pytest

from tiny_models import write_network


@pytest.fixture(autouse=True)
def own_folder(tmp_path, monkeypatch):
    folder = tmp_path / "own"
    monkeypatch.setenv("KIBITZ_MODELS", str(folder))
    return folder


@pytest.mark.parametrize("arguments", [["models"], ["models", "list"]])
def test_models_are_listed(call, own_folder, arguments):
    write_network(own_folder, "tiny")
    (own_folder / "lonely.json").write_text("{}")
    ended = call(*arguments)
    assert ended.code == 0
    assert "tiny                 predicts moves (onnx-planes)\n" in ended.out
    assert "values positions for the engine (evaluation, shipped)" in ended.out
    assert "lonely               cannot be used: " in ended.out
    assert str(own_folder) in ended.err


def test_the_list_as_json(call, own_folder):
    write_network(own_folder, "tiny")
    answer = json.loads(call("models", "list", "--json").out)
    assert answer["folder"] == str(own_folder)
    assert {
        "name": "tiny",
        "kind": "onnx-planes",
        "predicts_moves": True,
        "shipped": False,
        "file": str(own_folder / "tiny.onnx"),
    } in answer["models"]


def test_a_card_is_shown(call, own_folder):
    write_network(own_folder, "tiny")
    assert json.loads(call("models", "card", "tiny", "--json").out)["licence"] == "MIT"
    shown = call("models", "card", "tiny").out
    assert shown.startswith(f"tiny ({own_folder / 'tiny.onnx'})")
    assert '"data": "nothing: its filters are random"' in shown


def test_a_whole_model_is_verified(call, own_folder):
    write_network(own_folder, "tiny")
    assert call("models", "verify", "tiny").out == "tiny is whole.\n"
    assert json.loads(call("models", "verify", "tiny", "--json").out)["whole"] is True


def test_a_damaged_model_is_not(call, own_folder):
    write_network(own_folder, "tiny", sha256="0" * 64)
    ended = call("models", "verify", "tiny", "--json")
    assert (ended.code, ended.out) == (2, "")
    assert "is damaged or was replaced" in ended.err


def test_a_model_is_imported_and_used(call, own_folder, tmp_path):
    path = write_network(tmp_path / "downloads", "tiny")
    ended = call("models", "import", str(path))
    assert (ended.code, ended.out) == (0, f"tiny is now in {own_folder}.\n")
    assert call("predict", "f5", "--model", "tiny").code == 0
    assert json.loads(call("models", "import", str(path), "--json").out)["name"] == "tiny"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["card", "nothing"], "there is no model 'nothing'"),
        (["verify", "nothing"], "there is no model 'nothing'"),
        (["import", "nothing.onnx"], "there is no file nothing.onnx"),
        (["import", "nothing.txt"], "nothing.txt is not a model's file"),
        (["frobnicate"], "No such command"),
    ],
)
def test_what_is_not_there_gets_one_message(call, arguments, message):
    ended = call("models", *arguments)
    assert (ended.code, ended.out) == (2, "")
    assert message in ended.err
