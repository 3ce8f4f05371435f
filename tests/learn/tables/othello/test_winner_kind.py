"""Making a model of winners from games."""

import json

import pytest

pytest.importorskip("torch")
pytest.importorskip("matplotlib")

from kibitz.errors import SetupError
from kibitz.learn.runs.configuration import read_configuration
from kibitz.learn.runs.kinds import Job
from kibitz.learn.runs.run_folder import RunFolder
from kibitz.learn.tables.othello.winner_kind import parse, run
from kibitz.models.store import verify_model
from small_archive import write_archive

CONFIGURATION = """
kind = "winner"
name = "small"
licence = "MIT"

[settings]
depth = 1
exact_from = 4
years = [2001, 2002]
games = {games}
measured = [2003]
"""


def written(tmp_path, text):
    path = tmp_path / "small.toml"
    path.write_text(text)
    return read_configuration(path)


def test_a_model_is_fitted_measured_and_whole(tmp_path):
    wthor = write_archive(tmp_path / "wthor", range(2001, 2004), games=30)
    plan = parse(written(tmp_path, CONFIGURATION.format(games=40)))
    job = Job("small", wthor, RunFolder(tmp_path / "run"), "kibitz train small.toml", "MIT", lambda _: None)
    weights = run(plan, job)
    figures = json.loads(weights.with_suffix(".json").read_text())["figures"]["WTHOR 2003"]
    assert figures["games"] == 30
    # Random games are hard to foretell before their end, but not by less than nothing.
    assert figures["mean_squared_error"] < 1
    assert figures["by_stage"][-1]["mean_squared_error"] < 0.6 < figures["by_stage"][0]["mean_squared_error"]
    assert verify_model(str(weights)).name == "small"
    assert 0 <= figures["calibration"] < 0.2
    assert (tmp_path / "run" / "calibration-2003.png").stat().st_size > 1000
    before = weights.stat().st_mtime_ns
    assert run(plan, job) == weights
    assert weights.stat().st_mtime_ns == before


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        (CONFIGURATION.format(games=0), "games is 0"),
        (CONFIGURATION.format(games=4).replace("depth = 1", "depth = 40"), "depth is 40, but should be from 1 to 8"),
        (CONFIGURATION.format(games=4).replace("2001, 2002", "2002, 2001"), "years are"),
    ],
)
def test_settings_that_cannot_be_had_are_refused(tmp_path, text, complaint):
    with pytest.raises(SetupError, match=complaint):
        parse(written(tmp_path, text))
