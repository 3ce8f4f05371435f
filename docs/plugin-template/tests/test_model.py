"""The test that a model passes, and that a card may name its kind."""

import numpy as np
from kibitz_corners.kinds import MODEL
from kibitz_corners.model import CornersModel
from safetensors.numpy import save_file

import kibitz
from kibitz.models.card import write_card
from kibitz.models.othello.conformance import check_model


def test_it_keeps_the_contract_of_models():
    check_model(CornersModel("corners", 9.0))


def test_kibitz_asks_it_by_its_card(tmp_path):
    weights = tmp_path / "corners.safetensors"
    save_file({"weight": np.array([9.0], np.float32)}, weights)
    write_card(weights, {"kind": MODEL.name, "features": "none", "features_version": 1, "licence": "MIT"})
    prediction = kibitz.predict(kibitz.Board("othello", "f5"), model=str(weights))
    assert abs(sum(prediction.moves.values()) - 1) < 1e-9
