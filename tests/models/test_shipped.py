"""The models that come with Kibitz: complete cards, and files that no flipped byte leaves whole."""

import shutil
from pathlib import Path

import pytest

from kibitz.errors import SetupError
from kibitz.learn.runs.shipping import require_facts, weights_size
from kibitz.models.store import SHIPPED, StoredModel, list_models, verify_model

ROOT = Path(__file__).parents[2]
MODELS = {model.name: model for model in list_models() if isinstance(model, StoredModel) and model.is_shipped}


def flipped(path: Path, place: int) -> None:
    data = bytearray(path.read_bytes())
    data[place] ^= 1
    path.write_bytes(data)


@pytest.fixture
def copied(tmp_path):
    def copy(name):
        for path in (*MODELS[name].checksums, MODELS[name].card_path):
            shutil.copyfile(path, tmp_path / path.name)
        return tmp_path / MODELS[name].weights.name

    return copy


@pytest.mark.parametrize("name", MODELS)
def test_the_card_says_data_split_command_figures_licence_and_checksum(name):
    card = MODELS[name].card
    require_facts(card.facts, MODELS[name].card_path)
    assert card.licence == "MIT"
    assert len(card.sha256) == 64


@pytest.mark.parametrize("name", MODELS)
def test_a_flipped_byte_anywhere_is_found_by_verify(copied, name):
    weights = copied(name)
    for path in MODELS[name].checksums:
        copy = weights.with_name(path.name)
        for place in (0, copy.stat().st_size // 2, -1):
            flipped(copy, place)
            with pytest.raises(SetupError, match="is damaged or was replaced"):
                verify_model(str(weights))
            flipped(copy, place)


def test_a_copy_of_an_evaluation_without_its_cuts_is_not_whole(copied):
    weights = copied("evaluation-2014")
    assert verify_model(str(weights)).weights == weights
    weights.with_suffix(".cuts").unlink()
    with pytest.raises(SetupError, match=r"evaluation-2014\.cuts cannot be read"):
        verify_model(str(weights))


def test_every_file_of_the_folder_belongs_to_a_model():
    known = {path for model in MODELS.values() for path in (*model.checksums, model.card_path)}
    assert {path for path in SHIPPED.iterdir() if path.is_file()} == known


@pytest.mark.parametrize(
    ("page", "sentence"),
    [
        ("CONTRIBUTING.md", "all shipped ones together have {} MB"),
        ("docs/results/moves.md", "all shipped weights together {} MB"),
    ],
)
def test_the_documents_say_how_large_all_weights_are(page, sentence):
    assert sentence.format(round(weights_size(SHIPPED) / 1e6)) in (ROOT / page).read_text(encoding="utf-8")
