"""`kibitz models`"""

import json

import pytest

from kibitz.learn.runs.run_folder import RunFolder
from kibitz.learn.runs.shipping import ADDED
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


@pytest.fixture
def finished_run(tmp_path):
    folder = RunFolder(tmp_path / "run")
    folder.start({"seed": 1})
    folder.save_result({"model": "tiny.onnx"})
    write_network(folder.path, "tiny", figures={"top1": 0.1}, licence=None)
    return folder.path


def test_a_finished_run_is_shipped(call, finished_run, tmp_path):
    shipped = tmp_path / "shipped"
    options = ("--to", str(shipped), "--keep", str(tmp_path / "kept"), "--fact", "licence", "MIT")
    ended = call("models", "ship", str(finished_run), *options)
    assert (ended.code, ended.out) == (0, f"tiny is now in {shipped}; all weights there have 0.0 MB together.\n")
    assert call("models", "verify", str(shipped / "tiny.onnx")).code == 0
    assert (tmp_path / "kept" / "settings.json").is_file()
    told = json.loads(call("models", "ship", str(finished_run), *options, "--name", "small", "--json").out)
    assert (told["name"], told["file"], told["card"]) == ("small", str(shipped / "small.onnx"), str(shipped / "small.json"))
    assert told["total_bytes"] == 2 * told["bytes"]


def test_what_a_run_lacks_to_be_shipped_is_told_in_one_line(call, finished_run, tmp_path):
    ended = call("models", "ship", str(finished_run), "--to", str(tmp_path / "shipped"))
    assert (ended.code, ended.out) == (2, "")
    assert "tiny.json leaves out licence; write it on the card or add --fact licence TEXT" in ended.err
    assert not (tmp_path / "shipped").exists()


@pytest.mark.parametrize("key", ADDED)
def test_every_fact_that_may_be_added_is_an_option(call, key):
    assert key in call("models", "ship", "--help").out
    assert "holds no run" in call("models", "ship", "nowhere", "--fact", key, "words").err


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
