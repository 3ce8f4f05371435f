"""Run folders: replaced whole, readable after any accident, and refusing what they do not know."""

import json

import numpy as np
import pytest

from kibitz.errors import SetupError
from kibitz.learn.networks.othello.settings import Settings, better_settings
from kibitz.learn.runs.run_folder import Checkpoint, RunFolder, versions
from kibitz.tensor_files import write_tensors


def test_a_checkpoint_comes_back_as_it_was_saved(tmp_path):
    folder = RunFolder(tmp_path)
    weight = np.arange(6, dtype=np.float32).reshape(2, 3)
    folder.save_checkpoint(Checkpoint({"weight": weight, "turned": weight.T, "count": np.array(3)}, {"step": 7}))
    found = folder.load_checkpoint()
    assert found.facts == {"step": 7}
    assert (found.tensors["weight"] == weight).all()
    assert (found.tensors["turned"] == weight.T).all()
    assert (found.tensors["count"].shape, int(found.tensors["count"])) == ((), 3)


def test_the_arrays_of_a_part_have_the_rest_of_their_names():
    checkpoint = Checkpoint({"net.weight": np.ones(2), "mean.weight": np.zeros(2)}, {})
    assert {name: array.tolist() for name, array in checkpoint.part("net.").items()} == {"weight": [1, 1]}


def test_a_half_written_checkpoint_does_not_touch_the_last_one(tmp_path):
    folder = RunFolder(tmp_path)
    folder.save_checkpoint(Checkpoint({"weight": np.ones(2)}, {"step": 1}))
    (tmp_path / "checkpoint.safetensors.new").write_bytes(b"half of")
    assert folder.load_checkpoint().facts == {"step": 1}


def test_a_broken_checkpoint_is_refused(tmp_path):
    (tmp_path / "checkpoint.safetensors").write_bytes(b"nothing")
    with pytest.raises(SetupError, match="cannot be read as a checkpoint"):
        RunFolder(tmp_path).load_checkpoint()


@pytest.mark.parametrize("facts", [{"format": "weights"}, {"facts": json.dumps({"step": 1})[:-1]}])
def test_a_file_that_does_not_say_where_a_run_stood_is_refused(tmp_path, facts):
    write_tensors(tmp_path / "checkpoint.safetensors", {"weight": np.ones(2)}, facts)
    with pytest.raises(SetupError, match="is not a checkpoint"):
        RunFolder(tmp_path).load_checkpoint()


def test_metrics_after_a_step_are_forgotten(tmp_path):
    folder = RunFolder(tmp_path)
    for step in (10, 20, 30):
        folder.add_metrics({"step": step, "loss": step / 10})
    folder.forget_metrics_after(20)
    assert [(row["step"], row["loss"]) for row in folder.metrics()] == [("10", "1.0"), ("20", "2.0")]


@pytest.mark.parametrize("torn", ["", "2", "20,0.", "200"])
def test_a_row_torn_by_a_kill_is_neither_read_nor_joined_with_the_next(tmp_path, torn):
    folder = RunFolder(tmp_path)
    folder.add_metrics({"step": 10, "loss": 1.0})
    with (tmp_path / "metrics.csv").open("a") as file:
        file.write(torn)
    assert [row["step"] for row in folder.metrics()] == ["10"]
    folder.add_metrics({"step": 20, "loss": 0.5})
    assert [(row["step"], row["loss"]) for row in folder.metrics()] == [("10", "1.0"), ("20", "0.5")]


def test_a_header_torn_by_a_kill_is_written_again(tmp_path):
    (tmp_path / "metrics.csv").write_text("step,lo")
    RunFolder(tmp_path).add_metrics({"step": 10, "loss": 1.0})
    assert RunFolder(tmp_path).metrics() == [{"step": "10", "loss": "1.0"}]


def test_a_folder_without_a_run_says_so(tmp_path):
    with pytest.raises(SetupError, match="holds no run"):
        RunFolder(tmp_path).settings()


def test_settings_come_back_and_unknown_ones_are_refused():
    settings = better_settings("raw", 9, 1000)
    assert Settings.from_json(settings.to_json()) == settings
    with pytest.raises(SetupError, match="speed is not known"):
        Settings.from_json({**settings.to_json(), "speed": 3})


def test_versions_name_the_commit_of_the_source_tree_or_none(monkeypatch):
    commit = versions()["commit"]
    assert commit == "none" or len(commit.split()[0]) == 40
    monkeypatch.setenv("PATH", "")
    assert versions()["commit"] == "none"
