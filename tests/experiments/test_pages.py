"""What pages of papers say without runs: the papers' own numbers, those of shipped models' cards, and none that was measured."""

import json
import re
from importlib import import_module
from pathlib import Path

import pytest

pytest.importorskip("matplotlib")

from kibitz.experiments import papers
from kibitz.experiments.ng2017.after_games_page import RATES
from kibitz.experiments.ng2017.paper import NETWORKS
from kibitz.experiments.papers import PAPERS, Wanted, find_paper
from kibitz.models.store import find_by_name

PROJECT_ROOT = Path(__file__).resolve().parents[2]
# Decimals, and whole numbers that are shares, points or have an error.
_MEASURED = re.compile(r"(?<![\w.])\d[\d,]*\.\d+(?!\.)|(?<![\w.,])\d[\d,]*(?= %| points| ±)")
# What is no result: the level of all intervals, settings that a page explains, sections that it names, and sizes of errors that
# follow from the number of games alone.
_NO_RESULTS = {
    "hlynsson2017": {"95", "4.1"},
    "leouski1996": {"95", "0.01", "0.7"},
    "ng2017": {"95", *map(str, RATES), *(f"{abs(found.training - found.independent):.3f}" for _, found in NETWORKS.values())},
    "paisarnsrisomsuk2015": set(),
    "pinkney2009": {"0.5", "1.6"},
}
_CARDS = {"hlynsson2017": ["expert-2014"], "ng2017": ["winner-2014", "evaluation-2014"]}


def written(paper, runs, out):
    wanted = Wanted("", "better", None, None, runs, out, runs, 1, lambda _told: None)
    return find_paper(paper).reproduce(wanted).read_text()


def of_cards(paper):
    """The numbers of cards as they are shown: whole, in per cent, and rounded."""
    texts = [json.dumps(find_by_name(name).card.facts) for name in _CARDS.get(paper, [])]
    numbers = [float(found) for text in texts for found in re.findall(r"\d+\.\d+", text)]
    return {shown for number in numbers for shown in (f"{100 * number:.1f}", f"{number:.4f}")}


def rows_with_empty_cells(text):
    rows = [line for line in text.splitlines() if line.startswith("| ")]
    return [row for row in rows if not all(cell.strip() for cell in row.removesuffix("|").split("|")[1:])]


@pytest.mark.parametrize("paper", PAPERS)
def test_without_runs_no_measured_number_is_left(paper, tmp_path):
    text = written(paper, tmp_path / "no runs", tmp_path)
    printed = Path(import_module(f"kibitz.experiments.{paper}.paper").__file__).read_text()
    found = {number for number in _MEASURED.findall(text) if number.rstrip("0").rstrip(".") not in printed}
    assert found <= _NO_RESULTS[paper] | of_cards(paper)
    assert not rows_with_empty_cells(text)


@pytest.mark.parametrize("paper", PAPERS)
def test_the_page_in_docs_is_the_one_made_from_the_kept_runs(paper, tmp_path):
    text = written(paper, papers.runs_of(paper, PROJECT_ROOT / "checkpoints"), tmp_path)
    assert text == (PROJECT_ROOT / "docs" / "papers" / f"{paper}.md").read_text()
    assert not rows_with_empty_cells(text)
