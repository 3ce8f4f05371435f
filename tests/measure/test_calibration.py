"""Reliability tables and their error."""

import sys

import numpy as np
import pytest

from kibitz.errors import SetupError
from kibitz.measure.calibration import plot_reliability, reliability


def test_probabilities_that_come_true_have_no_error():
    confidence = np.repeat([0.25, 0.75], 100)
    first = np.concatenate([np.arange(100) < 25, np.arange(100) < 75])
    table = reliability(confidence, first)
    assert table.error() == pytest.approx(0)
    assert table.to_json() == {
        "error": pytest.approx(0),
        "table": [
            {"from": 0.2, "to": 0.3, "positions": 100, "confidence": pytest.approx(0.25), "played": pytest.approx(0.25)},
            {"from": 0.7, "to": 0.8, "positions": 100, "confidence": pytest.approx(0.75), "played": pytest.approx(0.75)},
        ],
    }


def test_the_error_is_the_mean_distance_weighted_by_positions():
    # 30 positions said 1.0 and never played, 10 said 0.5 and played half the time.
    confidence = np.concatenate([np.ones(30), np.full(10, 0.5)])
    first = np.concatenate([np.zeros(30, bool), np.arange(10) < 5])
    assert reliability(confidence, first).error() == pytest.approx(0.75)


def test_no_position_has_no_error():
    assert reliability(np.zeros(0), np.zeros(0, bool)).to_json() == {"error": 0.0, "table": []}


def test_the_diagram_is_a_picture(tmp_path):
    pytest.importorskip("matplotlib")
    path = tmp_path / "diagram.png"
    plot_reliability(reliability(np.array([0.3, 0.6]), np.array([False, True])), "tiny", path)
    assert path.read_bytes().startswith(b"\x89PNG")


def test_a_diagram_that_cannot_be_written_is_told(tmp_path):
    pytest.importorskip("matplotlib")
    table = reliability(np.array([0.3]), np.array([False]))
    for path in (tmp_path / "missing" / "diagram.png", tmp_path / "diagram.nonsense"):
        with pytest.raises(SetupError, match="cannot be written"):
            plot_reliability(table, "tiny", path)


def test_without_matplotlib_it_is_told_how_to_get_it(tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "matplotlib.figure", None)
    with pytest.raises(SetupError, match="pip install matplotlib"):
        plot_reliability(reliability(np.array([0.3]), np.array([False])), "tiny", tmp_path / "diagram.png")
