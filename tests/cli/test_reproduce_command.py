"""`kibitz reproduce`: pages from the runs that are there, and one line for what cannot be run."""

import json
from pathlib import Path

import pytest

pytest.importorskip("torch")
pytest.importorskip("onnx")
pytest.importorskip("matplotlib")

from kibitz.experiments.papers import PAPERS, runs_of
from small_archive import write_archive

PROJECT_ROOT = Path(__file__).resolve().parents[2]


def test_a_page_without_runs_is_written(call, tmp_path):
    ended = call("reproduce", "hlynsson2017", "--runs", str(tmp_path / "none"), "--out", str(tmp_path), "--json")
    assert ended.code == 0
    told = json.loads(ended.out)
    assert told["page"] == str(tmp_path / "hlynsson2017.md")
    assert "not run" in (tmp_path / "hlynsson2017.md").read_text()


@pytest.mark.parametrize("runs", ["checkpoints", "checkpoints/hlynsson2017"])
def test_the_page_in_docs_is_the_one_made_from_the_kept_results(call, tmp_path, runs):
    assert call("reproduce", "hlynsson2017", "--runs", str(PROJECT_ROOT / runs), "--out", str(tmp_path)).code == 0
    kept = PROJECT_ROOT / "docs" / "papers" / "hlynsson2017.md"
    assert (tmp_path / "hlynsson2017.md").read_text() == kept.read_text()


@pytest.mark.parametrize("paper", PAPERS)
def test_every_paper_finds_its_kept_runs_below_one_folder(paper):
    kept = PROJECT_ROOT / "checkpoints"
    assert runs_of(paper, kept) == runs_of(paper, kept / paper) == kept / paper


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["magic1999"], "'magic1999' is not a paper that can be repeated"),
        (["hlynsson2017", "--networks", "raw-12"], "network 'raw-12' is not one of the thesis's"),
        (["hlynsson2017", "--networks", "raw-8"], "raw-8 has not been run; --budget or --positions says how long"),
        (["hlynsson2017", "--recipe", "secret"], "recipe 'secret' is not known"),
        (["hlynsson2017", "--networks", "raw-8", "--data", "nowhere"], "there is no folder nowhere"),
    ],
)
def test_what_cannot_be_run_is_told_in_one_line(call, tmp_path, arguments, complaint):
    data = [] if "--data" in arguments else ["--data", str(write_archive(tmp_path / "wthor", range(2014, 2015), games=2))]
    ended = call("reproduce", *arguments, *data, "--runs", str(tmp_path / "runs"), "--out", str(tmp_path))
    assert (ended.code, ended.out) == (2, "")
    assert complaint in ended.err
    assert len(ended.err.splitlines()) == 1


@pytest.mark.parametrize("paper", PAPERS)
def test_the_help_of_a_paper_is_about_that_paper(call, paper):
    text = call("reproduce", paper, "--help").out
    assert f"kibitz reproduce {paper} --runs checkpoints" in text
    assert all(f"kibitz reproduce {other}" not in text for other in PAPERS if other != paper)
    assert "--networks" in text
