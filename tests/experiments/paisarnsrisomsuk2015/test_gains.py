"""What the page of the report says about gains, with and without runs."""

import re

import pytest

pytest.importorskip("matplotlib")

from kibitz.experiments.paisarnsrisomsuk2015.experiments import run_folder
from kibitz.experiments.paisarnsrisomsuk2015.gains import Gain, gains_text
from kibitz.experiments.paisarnsrisomsuk2015.page import write_page


def test_without_runs_the_page_claims_no_gain(tmp_path):
    page = write_page(tmp_path / "no runs", tmp_path).read_text()
    gains = page.partition("## The gains")[2].partition("\n## ")[0]
    assert "No run is finished" in gains
    assert set(re.findall(r"\d+", gains)) == {"12", "3"}, "the report's own gains"


def test_a_gain_is_clear_above_two_standard_errors():
    assert Gain(1.3, 0.6).is_clear
    assert not Gain(1.3, 0.7).is_clear
    assert not Gain(1.3, None).is_clear
    assert str(Gain(1.31, 0.62)) == "1.3 ± 0.6"


def test_the_sentence_about_the_order_names_what_falls(tmp_path):
    for name, share in {"none": 0.2, "simulated-10": 0.19, "record": 0.3}.items():
        folder = run_folder(tmp_path, "better", name)
        folder.start({"networks": 1})
        folder.add_metrics({"network": 0, "step": 1, "top_1": share})
        folder.save_result({"top_1": share})
    assert "but for simulated-10 below none" in gains_text(tmp_path)
    assert "10.0 points from the record's final board" in gains_text(tmp_path)
