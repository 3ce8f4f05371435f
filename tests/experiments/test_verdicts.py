"""The verdicts under the papers' tables and figures follow from the figures, and say nothing without them."""

import pytest

pytest.importorskip("matplotlib")

from kibitz.experiments.hlynsson2017 import verdicts
from kibitz.experiments.hlynsson2017.findings import over_seeds
from kibitz.experiments.hlynsson2017.paper import PAPER, Network
from kibitz.experiments.ng2017.tables import tables_text, turning_gain
from kibitz.experiments.paisarnsrisomsuk2015.gains import Gain
from kibitz.experiments.pinkney2009.findings import findings
from kibitz.learn.runs.run_folder import RunFolder

FULL, RAW = Network("hlynsson42", 11), Network("raw", 11)


def trained(network, points_above=0.0, positions=3_000_000):
    paper = PAPER[network]
    stages = [{"stage": stage, "top1": (share + points_above) / 100} for stage, share in enumerate(paper.by_stage)]
    return {"positions": positions, "years": {"2016": {"top1": (paper.test + points_above) / 100, "by_stage": stages}}}


def test_a_figure_is_reached_as_the_thesis_rounds_it_and_a_short_run_is_not_judged():
    results = {
        ("better", FULL): trained(FULL, -0.04),
        ("better", RAW): trained(RAW, -0.06),
        ("thesis", RAW): trained(RAW, -30, positions=100_000),
    }
    text = verdicts.accuracy(results)
    assert "Reached: hlynsson42-11 (better). Not reached: raw-11 (better). Too short to tell: raw-11 (thesis)." in text
    assert verdicts.accuracy({}) == ""


def test_the_raw_planes_are_compared_stage_by_stage():
    printed = {("better", network): trained(network) for network in (FULL, RAW)}
    assert "**Holds**" in verdicts.stages(printed)
    assert "**Holds partly**" in verdicts.stages({**printed, ("better", RAW): trained(RAW, -5)})
    assert "**Does not hold**" in verdicts.stages({**printed, ("better", RAW): trained(RAW, 5)})
    assert verdicts.stages({**printed, ("better", RAW): trained(RAW, positions=100_000)}) == ""


def test_variants_are_judged_over_their_seeds():
    gains = {"filters-32": (-0.01, -0.012, -0.011), "filters-48": (0.01, -0.01, 0.002), "filters-80": (0.01,)}
    found = {
        f"better-hlynsson42-8-{name}" + (f"-seed{seed}" if seed > 1 else ""): {"gain": gain}
        for name, several in gains.items()
        for seed, gain in enumerate(several, 1)
    }
    assert over_seeds(list(gains), found) == (
        "worse: 32 filters in each layer instead of 64; within two standard errors: 48 filters in each layer instead of 64; "
        "too few seeds to tell: 80 filters in each layer instead of 64"
    )


def test_best_moves_found_are_counted_beside_the_thesis_s():
    walk = [{"choice": square, "best": square} for square in ("c7", "h4", "h5", "b8")]
    assert "**Reached.** The thesis's network finds 3 of the 4 best moves, ours 4." in verdicts.endgame("ours", walk)
    walk[0]["choice"] = walk[1]["choice"] = "a1"
    assert "**Not reached.**" in verdicts.endgame("ours", walk)


def evolved(runs, name, won):
    folder = RunFolder(runs / name)
    folder.start({})
    folder.add_metrics({"step": 0, "won": 500, "drawn": 0, "lost": 500})
    folder.save_result({"generations": 150, "random": {"won": won, "drawn": 0, "lost": 1000 - won}})


def test_an_evolution_is_called_better_by_two_standard_errors_over_seeds_alone(tmp_path):
    for name, won in (("paper", 700), ("paper-seed2", 720), ("crossover", 800), ("pool", 800), ("pool-seed2", 820)):
        evolved(tmp_path, name, won)
    found = {finding.experiment.split(":")[1][:12]: finding.verdict for finding in findings(tmp_path)[1:]}
    assert found[" half of the"] == "higher than as printed, by single seeds"
    assert found[" 20 games ea"] == "better"
    evolved(tmp_path, "pool-seed3", 400)
    verdicts_now = [finding.verdict for finding in findings(tmp_path) if "past champions" in finding.experiment]
    assert verdicts_now[0] == "within two standard errors"


def test_each_table_of_ng_s_says_which_of_its_networks_came_as_low_as_printed(tmp_path):
    facts = {"training": 0.7, "held_back": 0.7, "epochs": 18, "best_epoch": 18, "stopped_early": False}
    results = {"better-13": {"independent": 0.70, **facts}, "better-0": {"independent": 0.75, **facts}}
    text = tables_text(tmp_path, results)
    assert "**Reached**: 13. Not reached: 0. Not run: 13 of 15." in text
    assert text.count("**Not run.** None of these") == 3


@pytest.mark.parametrize(
    ("turned", "word"), [(0.75, "reached"), (0.77, "there, but smaller"), (0.788, "not to be seen"), (0.80, "not to be seen")]
)
def test_the_gain_of_turning_is_that_of_two_networks(turned, word):
    results = {"better-13-any-first-move": {"independent": 0.79}, "better-13-one-first-move": {"independent": turned}}
    gain, found = turning_gain(results)
    assert (gain, found) == (pytest.approx(0.79 - turned), word)
    assert turning_gain({"better-13-any-first-move": {"independent": 0.79}}) is None


def test_a_gain_is_clear_above_two_standard_errors():
    assert Gain(3.0, 1.0).is_clear
    assert not Gain(1.9, 1.0).is_clear
