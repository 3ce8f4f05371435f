"""The kind `tables` among the models of a folder: it keeps the contract, and damaged or foreign files are refused."""

import pickle

import pytest
from safetensors.numpy import load_file, save_file

from kibitz.errors import SetupError
from kibitz.models.card import write_card
from kibitz.models.othello.conformance import check_model
from kibitz.models.othello.expert import save_expert
from kibitz.models.othello.loading import load_model
from kibitz.models.store import import_model, verify_model
from kibitz.players.conformance import check_player
from kibitz.players.registry import make_player
from kibitz.rules.othello.position import OTHELLO

CARD = {"kind": "tables", "features": "candidates", "features_version": 1, "licence": "MIT"}


@pytest.fixture(scope="module")
def model_file(small_expert, tmp_path_factory):
    path = tmp_path_factory.mktemp("tables") / "small.safetensors"
    save_expert(small_expert, path)
    return path


@pytest.fixture
def own_model(model_file, tmp_path, monkeypatch):
    """The same model among the user's own, with its card."""
    monkeypatch.setenv("KIBITZ_MODELS", str(tmp_path))
    path = tmp_path / "small.safetensors"
    path.write_bytes(model_file.read_bytes())
    write_card(path, CARD)
    return path


@pytest.mark.usefixtures("own_model")
def test_it_keeps_the_contract():
    check_model(load_model("small"))


@pytest.mark.usefixtures("own_model")
def test_its_player_keeps_the_contract():
    check_player(lambda: make_player("expert:model=small,rating=1800,seed=1"), OTHELLO, games=1)


def test_an_imported_model_finds_its_evaluation(model_file, tmp_path, monkeypatch):
    monkeypatch.setenv("KIBITZ_MODELS", str(tmp_path / "own"))
    write_card(model_file, CARD)
    assert import_model(model_file).weights == tmp_path / "own" / "small.safetensors"
    assert load_model("small").name == "small"


def test_truncated_weights_are_found_by_their_checksum(own_model):
    own_model.write_bytes(own_model.read_bytes()[:-1000])
    with pytest.raises(SetupError, match="is damaged or was replaced"):
        load_model("small")


@pytest.mark.parametrize(
    "content",
    [
        lambda path: path.read_bytes()[:-1000],
        lambda path: path.read_bytes()[:4],
        lambda _: b"",
        lambda _: pickle.dumps({"rows": [1, 2, 3]}),
        lambda path: b"\xff" * 8 + path.read_bytes()[8:],
    ],
)
def test_files_that_are_no_weights_are_refused_whatever_the_card_says(own_model, content):
    own_model.write_bytes(content(own_model))
    write_card(own_model, CARD)
    with pytest.raises(SetupError, match=r"small\.safetensors"):
        verify_model("small")


@pytest.mark.parametrize("facts", [None, {"format": "something else"}, {"format": "kibitz expert 1", "layout": "99"}])
def test_foreign_weights_are_refused(own_model, facts):
    save_file(load_file(own_model), own_model, metadata=facts)
    write_card(own_model, CARD)
    with pytest.raises(SetupError, match=r"small\.safetensors"):
        verify_model("small")
