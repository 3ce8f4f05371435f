"""A finished run becomes a shipped model with a complete card, or one sentence says what is missing."""

import json
import pickle

import pytest

from kibitz.errors import SetupError
from kibitz.learn.runs.run_folder import RunFolder
from kibitz.learn.runs.shipping import finished_model, keep_curve, ship
from kibitz.models.card import checksum
from kibitz.models.store import verify_model
from tiny_models import tiny_network, write_card, write_network

FIGURES = {"WTHOR 2016": {"top1": 0.1}}


@pytest.fixture
def run(tmp_path):
    """The folder of a finished run of a tiny network."""
    folder = RunFolder(tmp_path / "run")
    folder.start({"seed": 1})
    folder.add_metrics({"step": 1, "loss": 2.0})
    folder.save_result({"model": "careful.onnx", "figures": FIGURES})
    (folder.path / "checkpoint.safetensors").write_bytes(b"weights, optimiser and place")
    write_network(folder.path, "careful", figures=FIGURES)
    return folder.path


def problem_of(run, folder, **wanted):
    """What is wrong with shipping a run; nothing may be copied then."""
    before = sorted(folder.iterdir()) if folder.exists() else []
    with pytest.raises(SetupError) as caught:
        ship(run, folder, **wanted)
    assert (sorted(folder.iterdir()) if folder.exists() else []) == before
    return str(caught.value)


def test_weights_and_card_are_copied_and_the_model_works_there(run, tmp_path):
    stored = ship(run, tmp_path / "shipped")
    assert sorted(path.name for path in (tmp_path / "shipped").iterdir()) == ["careful.json", "careful.onnx"]
    assert verify_model(str(tmp_path / "shipped" / "careful.onnx")) == stored
    assert stored.card.facts["figures"] == FIGURES
    assert stored.card.sha256 == checksum(run / "careful.onnx")


def test_a_model_may_get_another_name_and_more_facts(run, tmp_path):
    write_card(run / "careful.onnx", licence=None, split="")
    stored = ship(run, tmp_path / "shipped", "bold-1.2", {"licence": "MIT", "split": "by year", "note": "a test"})
    assert (stored.name, stored.weights.name) == ("bold-1.2", "bold-1.2.onnx")
    assert {key: stored.card.facts[key] for key in ("licence", "split", "note")} == {
        "licence": "MIT",
        "split": "by year",
        "note": "a test",
    }


def test_files_that_belong_to_the_weights_go_with_them_under_the_new_name(run, tmp_path):
    (run / "careful.cuts").write_bytes(b"a table")
    write_card(run / "careful.onnx", figures=FIGURES, companions={".cuts": checksum(run / "careful.cuts")})
    ship(run, tmp_path / "shipped", "bold")
    assert (tmp_path / "shipped" / "bold.cuts").read_bytes() == b"a table"


@pytest.mark.parametrize(
    ("facts", "problem"),
    [
        ({"licence": None}, "leaves out licence; write it on the card or add --fact licence TEXT"),
        (
            {"split": "", "data": None},
            "leaves out data and split; write it on the card or add --fact data TEXT --fact split TEXT",
        ),
        ({"figures": {}}, "has no figures; measure the model, or say why there are none by --fact note TEXT"),
        ({"command": None}, "leaves out command"),
        ({"sha256": "0" * 64}, "is damaged or was replaced"),
    ],
)
def test_what_the_card_leaves_out_is_named(run, tmp_path, facts, problem):
    write_card(run / "careful.onnx", **{"figures": FIGURES, **facts})
    assert problem in problem_of(run, tmp_path / "shipped")


def test_a_note_may_say_why_there_are_no_figures(run, tmp_path):
    write_card(run / "careful.onnx", figures={})
    stored = ship(run, tmp_path / "shipped", facts={"note": "it has seen every year that could test it"})
    assert stored.card.facts["figures"] == {}


def test_a_run_that_is_not_finished_is_refused(run, tmp_path):
    (run / "result.json").unlink()
    assert "is not finished: result.json is missing; the command that began the run goes on with it" in problem_of(run, tmp_path)


def test_a_folder_that_is_no_run_is_refused(tmp_path):
    assert "holds no run: settings.json is missing" in problem_of(tmp_path, tmp_path / "shipped")


def test_a_kept_curve_without_weights_is_refused(run, tmp_path):
    (run / "careful.onnx").unlink()
    assert "holds no weights with their card" in problem_of(run, tmp_path / "shipped")


def test_a_run_that_does_not_name_its_model_may_hold_only_one(run):
    RunFolder(run).save_result({"won": 3})
    assert finished_model(run).name == "careful"
    write_network(run, "bold")
    with pytest.raises(SetupError, match=r"holds several models, bold\.onnx, careful\.onnx"):
        finished_model(run)


def test_a_pickle_is_refused_whatever_its_name(run, tmp_path):
    (run / "careful.onnx").write_bytes(pickle.dumps({"weights": [1.0]}))
    write_card(run / "careful.onnx", figures=FIGURES)
    assert "careful.onnx" in problem_of(run, tmp_path / "shipped")
    (run / "careful.onnx").rename(run / "careful.pt")
    assert "holds no weights with their card" in problem_of(run, tmp_path / "shipped")


def test_another_model_of_the_name_stays_unless_it_is_to_be_replaced(run, tmp_path):
    folder = tmp_path / "shipped"
    write_network(folder, "careful", tiny_network(seed=6))
    assert "there is already another model 'careful'" in problem_of(run, folder)
    assert ship(run, folder, replaces=True).card.sha256 == checksum(folder / "careful.onnx")
    assert ship(run, folder, facts={"note": "the same weights"}).card.facts["note"] == "the same weights"


@pytest.mark.parametrize("name", ["two words", "../careful", ".."])
def test_a_name_that_no_model_may_have_is_refused(run, tmp_path, name):
    assert "cannot be a model's name" in problem_of(run, tmp_path / "shipped", name=name)


def test_settings_versions_curve_and_result_are_kept_without_the_checkpoint(run, tmp_path):
    kept = keep_curve(run, tmp_path / "checkpoints" / "careful")
    assert [path.name for path in kept] == ["settings.json", "versions.json", "metrics.csv", "result.json"]
    assert json.loads(kept[3].read_text())["figures"] == FIGURES
