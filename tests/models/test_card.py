"""Cards are written with the checksum of their weights and read back as they were."""

import pytest

from kibitz.errors import SetupError
from kibitz.models.card import read_card, write_card

FACTS = {"kind": "tables", "features": "moves", "features_version": 3, "licence": "MIT", "figures": {"top1": 0.64}}


def test_a_written_card_is_read_back(tmp_path):
    weights = tmp_path / "careful-1.2.safetensors"
    weights.write_bytes(b"abc")
    card = write_card(weights, FACTS)
    assert read_card(tmp_path / "careful-1.2.json") == card
    assert (card.name, card.kind, card.features, card.features_version) == ("careful-1.2", "tables", "moves", 3)
    # The example of FIPS 180-2.
    assert card.sha256 == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
    assert card.facts["figures"] == {"top1": 0.64}


def test_a_card_that_leaves_something_out_is_not_written(tmp_path):
    weights = tmp_path / "careful.safetensors"
    weights.write_bytes(b"abc")
    with pytest.raises(SetupError, match="leaves out 'kind'"):
        write_card(weights, {"features": "moves"})
    assert not (tmp_path / "careful.json").exists()


def test_a_name_that_no_model_may_have_is_refused(tmp_path):
    weights = tmp_path / "two words.safetensors"
    weights.write_bytes(b"abc")
    with pytest.raises(SetupError, match="'two words' cannot be a model's name"):
        write_card(weights, FACTS)


def test_weights_that_are_missing_have_no_card(tmp_path):
    with pytest.raises(SetupError, match="cannot be read"):
        write_card(tmp_path / "careful.safetensors", FACTS)
