"""The thesis's tables, and the page that shows them beside measured results."""

import json
from dataclasses import replace

import pytest

pytest.importorskip("torch")
pytest.importorskip("onnx")

from kibitz.errors import SetupError
from kibitz.experiments import hlynsson2017
from kibitz.experiments.hlynsson2017 import (
    FFO_43,
    FFO_43_BEST,
    NETWORKS,
    PAPER,
    Network,
    parse_network,
    reproduce,
    write_page,
)
from kibitz.features.samples import STAGES
from kibitz.learn.settings import RECIPES
from kibitz.nets.spec import NetSpec
from kibitz.rules.othello import parse_board, play_all
from kibitz.rules.squares import parse_transcript


def test_the_paper_s_tables_are_whole():
    assert set(PAPER) == set(NETWORKS)
    for network, row in PAPER.items():
        assert len(row.by_stage) == STAGES
        assert round(NetSpec(network.planes, layers=network.layers).weight_count() / 1000) == row.thousand_weights
    assert max(row.test for row in PAPER.values()) == PAPER[Network("hlynsson42", 11)].test == 58.3


def test_figure_4_5_s_line_is_legal():
    assert play_all(parse_transcript(FFO_43_BEST), parse_board(FFO_43)).disc_count == parse_board(FFO_43).disc_count + 4


def test_a_page_without_runs_says_not_run_everywhere(tmp_path):
    text = write_page(tmp_path / "runs", tmp_path).read_text()
    assert text.count("not run |") >= 8
    assert "| 11 | 42 | 357k | 58.2 | 58.3 | 43.3 | not run" in text
    assert "No network of ours has been run." in text


def test_networks_are_named_by_planes_and_layers():
    assert parse_network("raw-9") == Network("raw", 9)
    with pytest.raises(SetupError, match="'raw-12' is not one of the thesis's"):
        parse_network("raw-12")


def test_reproduce_trains_measures_and_writes_the_page(tmp_path, shared_data, monkeypatch):
    def tiny(planes, layers, positions, threads=1):
        del positions
        settings = RECIPES["better"](planes, layers, 512, threads)
        return replace(settings, batch=64, train_years=(1977, 1977), validation_sample=100)

    monkeypatch.setattr(hlynsson2017, "RECIPES", {"better": tiny})
    monkeypatch.setattr(hlynsson2017, "TEST_YEARS", range(1978, 1979))
    monkeypatch.setattr(hlynsson2017, "VALIDATION_YEARS", range(1977, 1978))
    arguments = (0.01, ["raw-8"], tmp_path / "runs", tmp_path / "docs")
    page = reproduce(*arguments, wthor=shared_data / "othello" / "wthor").read_text()
    result = json.loads((tmp_path / "runs" / "better-raw-8" / "result.json").read_text())
    assert 0 < result["test"]["top1"] < 1
    assert f"**{100 * result['test']['top1']:.1f}**" in page
    assert (tmp_path / "runs" / "better-raw-8" / "accuracy.png").stat().st_size > 0
    changed = (tmp_path / "runs" / "better-raw-8" / "model.onnx").stat().st_mtime_ns
    reproduce(*arguments, wthor=shared_data / "othello" / "wthor")
    assert (tmp_path / "runs" / "better-raw-8" / "model.onnx").stat().st_mtime_ns == changed
