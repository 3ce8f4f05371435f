"""`kibitz train`: a run from its configuration to an imported model, and exact resumption after kill -9."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

torch = pytest.importorskip("torch")
pytest.importorskip("onnx")
pytest.importorskip("matplotlib")

from safetensors import SafetensorError, safe_open  # noqa: E402

from kibitz.learn.runs import shipped  # noqa: E402
from small_archive import write_archive  # noqa: E402

NETWORK = """
kind = "network"
[settings]
planes = "raw"
layers = 4
positions = 6_000
batch = 64
train_years = [2001, 2001]
validation_years = [2002, 2002]
validation_sample = 200
validate_every = 2_000
checkpoint_every = 1_000
"""
EXPERT = """
kind = "expert"
[settings]
first_year = 2000
last_year = 2001
passes = 16
chunk = 1_000
checkpoint_chunks = 1
cache = "{cache}"
"""


@pytest.fixture(scope="module")
def wthor(tmp_path_factory):
    return write_archive(tmp_path_factory.mktemp("data") / "wthor", range(2000, 2004), games=12)


@pytest.fixture
def configured(tmp_path):
    def write(text):
        path = tmp_path / "mine.toml"
        path.write_text(text.replace("{cache}", str(tmp_path / "values")))
        return str(path)

    return write


def test_a_network_s_run_ends_with_a_model_that_can_be_imported(call, configured, wthor, tmp_path, monkeypatch):
    monkeypatch.setenv("KIBITZ_MODELS", str(tmp_path / "models"))
    run = tmp_path / "run"
    command = ("train", configured(NETWORK.replace("6_000", "2_000")), "--data", str(wthor), "--run", str(run), "--json")
    ended = call(*command)
    assert ended.code == 0
    told = json.loads(ended.out)
    assert told["model"] == str(run / "mine.onnx")
    assert "learning: 100 %" in ended.err
    assert "validation" in ended.err
    card = json.loads((run / "mine.json").read_text())
    assert card["command"] == f"kibitz train {tmp_path.name}/mine.toml --data WTHOR"
    assert card["data"].startswith("WTHOR games of 2001 to 2001")
    assert card["figures"] == told["figures"]
    assert set(card["figures"]) == {"WTHOR 2002"}
    versions = json.loads((run / "versions.json").read_text())
    assert {"python", "numpy", "torch", "kibitz", "commit", "processor"} <= set(versions)
    assert json.loads((run / "settings.json").read_text())["seed"] == 1
    for picture in ("loss.png", "accuracy.png"):
        assert (run / picture).read_bytes().startswith(b"\x89PNG")
    assert call("models", "import", told["model"]).code == 0
    evaluated = json.loads(call("evaluate", "--model", "mine", str(wthor / "WTH_2002.wtb"), "--json").out)
    assert round(evaluated["top1"], 4) == told["figures"]["WTHOR 2002"]["top1"]
    finished = (run / "mine.onnx").stat().st_mtime_ns
    assert call(*command).code == 0  # a finished run is not run again
    assert (run / "mine.onnx").stat().st_mtime_ns == finished


def test_an_expert_s_run_ends_with_a_model_that_can_be_imported(call, configured, wthor, tmp_path, monkeypatch):
    monkeypatch.setenv("KIBITZ_MODELS", str(tmp_path / "models"))
    run = tmp_path / "run"
    ended = call("train", configured(EXPERT.replace("passes = 16", "passes = 1")), "--data", str(wthor), "--run", str(run))
    assert (ended.code, ended.out.split()[0]) == (0, str(run / "mine.safetensors"))
    assert {"WTHOR 2002", "WTHOR 2003"} == set(json.loads((run / "mine.json").read_text())["figures"])
    assert call("models", "import", str(run / "mine.safetensors")).code == 0
    assert json.loads(call("predict", "f5", "--model", "mine", "--json").out)["moves"]


def test_an_evaluation_s_run_writes_tables_cuts_and_card(call, configured, wthor, tmp_path):
    text = 'kind = "evaluation"\n[settings]\nfirst_year = 2000\nlast_year = 2003\n[self_play]\ngames = 8\n'
    run = tmp_path / "run"
    ended = call("train", configured(text), "--data", str(wthor), "--run", str(run))
    assert (ended.code, ended.out.split()[0]) == (0, str(run / "mine.safetensors"))
    card = json.loads((run / "mine.json").read_text())
    assert card["samples"]["self_play"] > 0
    assert "models import" not in ended.out  # only models of moves can be imported
    assert (run / "mine.cuts").is_file()
    assert call("models", "verify", str(run / "mine.safetensors")).code == 0
    said = ("--fact", "licence", "MIT", "--fact", "note", "no year is left to measure it on")
    assert call("models", "ship", str(run), "--to", str(tmp_path / "shipped"), "--name", "theirs", *said).code == 0
    assert sorted(path.name for path in (tmp_path / "shipped").iterdir()) == ["theirs.cuts", "theirs.json", "theirs.safetensors"]


def test_a_shipped_configuration_is_trained_by_its_name_and_so_says_the_card(call, configured, wthor, tmp_path, monkeypatch):
    monkeypatch.setattr(shipped, "FOLDER", Path(configured(NETWORK.replace("6_000", "500"))).parent)
    run = tmp_path / "run"
    assert call("train", "mine", "--data", str(wthor), "--run", str(run)).code == 0
    assert json.loads((run / "mine.json").read_text())["command"] == "kibitz train mine --data WTHOR"


def test_the_help_lists_all_shipped_configurations(call):
    lines = call("train", "--help").out.splitlines()
    listed = [line.split()[0] for line in lines[lines.index("  Configurations that come with Kibitz:") + 1 :]]
    assert listed == list(shipped.shipped_configurations())


def test_a_name_that_is_not_shipped_is_told_those_that_are(call):
    assert "there is no file small, and no configuration of that name; known are evaluation-2014," in bad_usage(call, "small")


def bad_usage(call, *arguments):
    ended = call("train", *arguments)
    assert ended.code == 2
    assert len(ended.err.splitlines()) == 1
    assert ended.out == ""
    return ended.err


def test_bad_configurations_end_with_one_line_and_code_2(call, configured, wthor, tmp_path):
    assert "there is no file" in bad_usage(call, str(tmp_path / "none.toml"))
    assert "nonsense is not a setting" in bad_usage(call, configured(NETWORK + "nonsense = 3\n"), "--data", str(wthor))
    assert "'magic' is no kind of learning" in bad_usage(call, configured('kind = "magic"'), "--data", str(wthor))
    missing = bad_usage(call, configured(NETWORK), "--data", str(tmp_path / "nowhere"))
    assert "there is no folder" in missing
    unknown_year = configured(NETWORK.replace("[2001, 2001]", "[1990, 1990]"))
    assert "WTH_1990.wtb" in bad_usage(call, unknown_year, "--data", str(wthor), "--run", str(tmp_path / "run"))


def test_a_folder_with_another_run_is_refused(call, configured, wthor, tmp_path):
    options = ("--data", str(wthor), "--run", str(tmp_path / "run"))
    assert call("train", configured(NETWORK.replace("6_000", "500")), *options).code == 0
    assert "holds a run with other settings" in bad_usage(call, configured(NETWORK), *options)


def command_line(config, wthor, run):
    return [sys.executable, "-m", "kibitz", "train", config, "--data", str(wthor), "--run", str(run)]


def progress_of(run, key):
    """How far the checkpoint in a folder is; 0 if there is none yet."""
    try:
        with safe_open(run / "checkpoint.safetensors", framework="pt") as stored:
            return json.loads(stored.metadata()["facts"])[key]
    except (OSError, SafetensorError):
        return 0


def kill_in_the_middle(command, run, key):
    """Start a run, kill it once it wrote a checkpoint, and return how far it was."""
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
        while not progress_of(run, key) and process.poll() is None:
            time.sleep(0.05)
        os.kill(process.pid, signal.SIGKILL)
    assert process.returncode == -signal.SIGKILL
    return progress_of(run, key)


def tensors(path):
    with safe_open(path, framework="pt") as stored:
        return {name: stored.get_tensor(name) for name in stored.keys()}  # noqa: SIM118


def assert_same_tensors(one, other):
    expected, found = tensors(one), tensors(other)
    assert expected.keys() == found.keys()
    assert all(torch.equal(tensor, found[name]) for name, tensor in expected.items())


def metrics_but_time(run):
    return [line.split(",")[:2] + line.split(",")[3:] for line in (run / "metrics.csv").read_text().splitlines()]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("text", "key", "last", "model"), [(NETWORK, "step", 94, "mine.onnx"), (EXPERT, "chunks", 32, "mine.safetensors")]
)
def test_a_run_killed_and_started_again_ends_with_the_same_bits(configured, wthor, tmp_path, text, key, last, model):
    config = configured(text)
    whole, killed = tmp_path / "whole", tmp_path / "killed"
    subprocess.run(command_line(config, wthor, whole), check=True, capture_output=True)
    assert progress_of(whole, key) == last
    at_death = kill_in_the_middle(command_line(config, wthor, killed), killed, key)
    assert 0 < at_death < last
    assert not (killed / model).exists()
    subprocess.run(command_line(config, wthor, killed), check=True, capture_output=True)
    assert_same_tensors(whole / "checkpoint.safetensors", killed / "checkpoint.safetensors")
    if model.endswith(".onnx"):
        assert (whole / model).read_bytes() == (killed / model).read_bytes()
    else:  # whose header stores its texts in any order
        assert_same_tensors(whole / model, killed / model)
    assert metrics_but_time(whole) == metrics_but_time(killed)
