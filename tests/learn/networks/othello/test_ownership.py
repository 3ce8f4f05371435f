"""Learning who will own each square: that it is learned, that a killed run ends as if it had never been, and what it leaves."""

import json
import os
import signal
import subprocess
import sys
from dataclasses import replace

import numpy as np
import pytest

torch = pytest.importorskip("torch")
pytest.importorskip("onnx")
pytest.importorskip("matplotlib")

from kibitz.errors import SetupError  # noqa: E402
from kibitz.features.othello.final_boards import final_boards_of_replay  # noqa: E402
from kibitz.learn.networks.othello.ownership import (  # noqa: E402
    EVALUATION_NAME,
    OwnershipData,
    as_ownership,
    load_ownership_data,
    train_ownership,
)
from kibitz.learn.networks.othello.settings import better_settings  # noqa: E402
from kibitz.learn.runs.configuration import read_configuration  # noqa: E402
from kibitz.learn.runs.kinds import Job, find_kind  # noqa: E402
from kibitz.learn.runs.run_folder import RunFolder  # noqa: E402
from kibitz.learn.runs.shipped import configuration_file  # noqa: E402
from kibitz.measure.othello.ownership import ownership_report  # noqa: E402
from kibitz.models.othello.ownership import PositionValue, load_ownership  # noqa: E402
from kibitz.models.store import find_by_name  # noqa: E402
from kibitz.nets.othello.spec import NetSpec  # noqa: E402
from kibitz.rules.othello import bulk  # noqa: E402
from kibitz.search.othello.evaluation import load_evaluation  # noqa: E402
from small_archive import write_archive  # noqa: E402

SHORT = replace(
    as_ownership(better_settings("raw", 3, positions=2000)),
    net=NetSpec("raw", layers=3, normalised=True, skips=True),
    batch=64,
    validation_sample=200,
    validate_every=1000,
    checkpoint_every=700,
)
CONFIGURATION = """
kind = "ownership"
licence = "MIT"
[settings]
planes = "raw"
layers = 3
positions = 2_000
batch = 64
train_years = [2000, 2001]
validation_years = [2002, 2002]
validation_sample = 200
validate_every = 1_000
checkpoint_every = 700
"""


def random_data(games=60):
    """Games of random movers: who owns a square late in the game can be seen, early it cannot."""
    moves = bulk.random_games(games, seed=31)[0]
    cut = games * 5 // 6
    parts = (final_boards_of_replay(bulk.replay(part)) for part in (moves[:cut], moves[cut:]))
    return OwnershipData(*parts, PositionValue(load_evaluation(find_by_name(EVALUATION_NAME).weights), 1))


def test_a_short_run_learns_who_will_own_the_squares(tmp_path):
    folder = RunFolder(tmp_path / "run")
    train_ownership(replace(SHORT, positions=12_000, validate_every=4000), random_data(200), folder)
    rows = folder.metrics()
    assert float(rows[0]["validation_nll"]) < np.log(2)
    assert float(rows[-1]["validation_nll"]) < float(rows[0]["validation_nll"])
    assert float(rows[-1]["validation_top1"]) > 0.54  # chance is a half


def test_an_untrained_network_is_undecided(tmp_path):
    folder = RunFolder(tmp_path / "run")
    told = []
    train_ownership(replace(SHORT, positions=64), random_data(), folder, told.append)
    assert told[0].loss == pytest.approx(np.log(2), abs=1e-5)  # the first batch is judged before it is learned
    assert told[0].top1 == pytest.approx(0.5, abs=0.1)


KILLED_RUN = """
import sys
sys.path.insert(0, sys.argv[1])
import time
from pathlib import Path
import test_ownership as tests
def report(progress):
    if progress.positions > 1500:
        print("far enough", flush=True)
        time.sleep(60)
tests.train_ownership(tests.SHORT, tests.random_data(), tests.RunFolder(Path(sys.argv[2])), report)
"""


def test_a_run_killed_and_resumed_ends_with_the_same_bits_as_one_never_interrupted(tmp_path):
    whole, killed = RunFolder(tmp_path / "whole"), RunFolder(tmp_path / "killed")
    expected = train_ownership(SHORT, random_data(), whole)
    arguments = [os.path.dirname(__file__), str(killed.path)]  # noqa: PTH120
    paths = os.pathsep.join(path for path in sys.path if path)
    with subprocess.Popen(
        [sys.executable, "-c", KILLED_RUN, *arguments], stdout=subprocess.PIPE, text=True, env=os.environ | {"PYTHONPATH": paths}
    ) as process:
        assert process.stdout.readline().strip() == "far enough"
        process.send_signal(signal.SIGKILL)
    assert 0 < killed.load_checkpoint().facts["step"] < SHORT.steps
    found = train_ownership(SHORT, random_data(), killed)
    for name, tensor in expected.state_dict().items():
        assert torch.equal(tensor, found.state_dict()[name]), name


@pytest.fixture(scope="module")
def wthor(tmp_path_factory):
    return write_archive(tmp_path_factory.mktemp("data") / "wthor", range(2000, 2004), games=12)


def parsed(tmp_path, text):
    path = tmp_path / "owners.toml"
    path.write_text(text)
    return find_kind("ownership").parse(read_configuration(path))


def test_a_configuration_ends_with_a_model_its_card_and_its_figures(tmp_path, wthor):
    settings = parsed(tmp_path, CONFIGURATION)
    assert (settings.loss, settings.targets) == ("cells", "owners")
    told = []
    job = Job("owners", wthor, RunFolder(tmp_path / "run"), "kibitz train owners.toml", "MIT", told.append)
    weights = find_kind("ownership").run(settings, job)
    data = load_ownership_data(wthor, settings)
    report = ownership_report(load_ownership(weights).ownership(data.validation.situations), data.validation)
    card = json.loads(weights.with_suffix(".json").read_text())
    assert set(card["figures"]) == {"WTHOR 2002", "WTHOR 2003"}
    assert card["figures"]["WTHOR 2002"]["nll"] == pytest.approx(report["nll"], abs=1e-4)
    assert card["figures"] == job.folder.result()["figures"]
    assert {each.part for each in told} == {"learning", "measuring 2002", "measuring 2003"}
    assert (job.folder.path / "reliability-2002.png").read_bytes().startswith(b"\x89PNG")


def test_what_cannot_be_chosen_is_refused(tmp_path):
    with pytest.raises(SetupError, match="loss cannot be chosen for kind ownership; leave it out"):
        parsed(tmp_path, CONFIGURATION + 'loss = "legal"\n')


def test_the_shipped_configuration_is_read(tmp_path):
    text = configuration_file("ownership").read_text()
    assert parsed(tmp_path, text).train_years == (1977, 2014)
