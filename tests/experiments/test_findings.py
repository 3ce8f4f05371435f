"""The page about all papers says what was found, and claims nothing without runs."""

from pathlib import Path

import pytest

pytest.importorskip("matplotlib")

from kibitz.experiments.findings import NOT_RUN, write_findings
from kibitz.experiments.papers import PAPERS

PROJECT_ROOT = Path(__file__).resolve().parents[2]
_HEADS = ("| ---", "| experiment")


def rows(text):
    lines = [line for line in text.splitlines() if line.startswith("| ") and not line.startswith(_HEADS)]
    return [[cell.strip() for cell in line.strip("| ").split(" | ")] for line in lines]


def test_the_page_in_docs_is_the_one_made_from_the_kept_runs(tmp_path):
    text = write_findings(PROJECT_ROOT / "checkpoints", tmp_path).read_text()
    assert text == (PROJECT_ROOT / "docs" / "papers" / "README.md").read_text()
    assert all(f"]({paper}.md)" in text for paper in PAPERS)
    assert all(len(row) == 6 and all(row) for row in rows(text)), "no cell is empty"


def test_without_runs_no_figure_of_ours_is_left(tmp_path):
    found = rows(write_findings(tmp_path / "none", tmp_path).read_text())
    assert len(found) > 80
    assert all((here, ours, verdict) == (NOT_RUN, NOT_RUN, NOT_RUN) for _, _, here, _, ours, verdict in found)
