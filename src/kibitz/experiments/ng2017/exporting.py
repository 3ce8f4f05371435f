"""A trained network of the report as a model that can be shipped: an ONNX file with its card."""

from pathlib import Path
from typing import Any

from kibitz.learn.networks.othello.value_settings import ValueSettings
from kibitz.learn.networks.othello.value_training import load_value_net
from kibitz.learn.runs.run_folder import RunFolder
from kibitz.models.card import VALUE_NET, write_card
from kibitz.nets.othello.value_export import export_value_onnx


def export(folder: RunFolder, result: dict[str, Any]) -> Path:
    """Write the network of a measured run and its card into its folder, and return the path of the weights."""
    settings = ValueSettings.from_json(folder.settings())
    weights = folder.path / f"{folder.path.name}.onnx"
    export_value_onnx(load_value_net(folder), weights)
    positions = settings.epochs * result["training_positions"]
    write_card(weights, {**card_facts(settings, folder.path.name, positions), "figures": result})
    return weights


def card_facts(settings: ValueSettings, run: str, positions: int) -> dict[str, Any]:
    """What the card says in addition to its figures; `run` is the name of its folder, recipe and network.

    So many `positions` were to be learned from, whether or not the run ended before: its rates depend on that.
    """
    first, last = settings.years
    recipe, _, network = run.partition("-")
    return {
        "kind": VALUE_NET,
        "features": settings.net.planes,
        "features_version": settings.net.planes_version,
        "predicts": "who wins: 1 if the side to move does, 0 in a draw, -1 if it loses; games turned so that they begin with f5",
        "data": f"one position from each finished game of WTHOR {first} to {last}",
        "split": f"{settings.held_back:.0%} of the {settings.apart} held back",
        "training": settings.to_json(),
        "licence": "MIT",
        "command": f"kibitz reproduce ng2017 --networks {network} --recipe {recipe} --positions {positions}",
    }
