"""The report's choices made the other way: which there are, what they change, and what follows from their runs."""

import pytest

pytest.importorskip("torch")
pytest.importorskip("matplotlib")

import torch

from kibitz.experiments.paisarnsrisomsuk2015.choices import choice_rows, verdict
from kibitz.experiments.paisarnsrisomsuk2015.experiments import RECIPES, VARIANTS, parse_experiments, recipe_of, run_folder
from kibitz.experiments.paisarnsrisomsuk2015.gains import Gain
from kibitz.experiments.paisarnsrisomsuk2015.network import ReportNetwork


def test_variants_have_names_and_change_the_recipe_they_belong_to():
    assert parse_experiments("variants") == [f"none-{name}" for name in VARIANTS]
    assert recipe_of("none", "thesis") == RECIPES["thesis"]
    assert recipe_of("none-batch-1", "thesis").batch == 1
    assert recipe_of("none-batch-1", "better") is None
    assert not recipe_of("none-unshared", "better").is_shared


def test_without_shared_weights_a_turned_board_gets_another_answer():
    torch.manual_seed(1)
    network = ReportNetwork(3, is_shared=False)
    assert len(network.hidden.weights[0, 0]) == 25
    board = torch.rand(1, 3, 19, 19)
    turned = network(board.rot90(1, (2, 3))).view(1, 19, 19)
    assert not torch.allclose(turned, network(board).view(1, 19, 19).rot90(1, (1, 2)), atol=1e-3)


@pytest.mark.parametrize(
    ("name", "points", "word"),
    [
        ("unshared", -3.0, "holds"),
        ("unshared", 3.0, "does not hold"),
        ("unshared", 0.5, "within two standard errors"),
        ("softplus", 0.5, "holds"),
        ("softplus", 3.0, "does not hold"),
        ("more-features", 3.0, "better"),
    ],
)
def test_a_verdict_follows_from_the_gain(name, points, word):
    assert verdict(VARIANTS[name], Gain(points, 0.5)) == word


def test_a_row_names_the_run_it_is_compared_with(tmp_path):
    for name, share in (("none", 0.05), ("none-softplus", 0.04)):
        folder = run_folder(tmp_path, "thesis", name)
        folder.start({"networks": 2})
        for number in (0, 1):
            folder.add_metrics({"network": number, "step": 1, "top_1": share + number / 1000})
        folder.save_result({"top_1": share})
    (row,) = [row for row in choice_rows(tmp_path) if row[:2] == (VARIANTS["softplus"].says, "thesis")]
    assert row[3:] == ("2", "4.0 %", "-1.0 ± 0.1 over `none`", "holds")
