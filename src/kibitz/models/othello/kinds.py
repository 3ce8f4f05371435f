"""The kinds of models for Othello, as their cards name them."""

from dataclasses import replace
from typing import Final

from kibitz.models.card import EVALUATION, EVOLVED, OWNERSHIP, POLICY_TABLES, VALUE_NET, WINNER
from kibitz.models.kind import ModelKind

SIGMA_NETWORK: Final = "sigma-network"
SECOND_LOOK: Final = "second-look"
PLAIN: Final = "onnx"

_MODELS: Final = "kibitz.models.othello"
_CHECKS: Final = f"{_MODELS}.conformance"
_TABLES: Final = ".safetensors"
_GRAPH: Final = ".onnx"


def _of_moves(name: str, suffix: str, module: str) -> ModelKind:
    serves, does = "a model of Othello moves", "predicts moves"
    return ModelKind(name, suffix, f"{_MODELS}.{module}:load", serves, does, "othello", f"{_CHECKS}:check_stored_moves")


def _of_winners(name: str, suffix: str, loader: str, serves: str) -> ModelKind:
    return ModelKind(name, suffix, f"{_MODELS}.{loader}", serves, "says who will win", check=f"{_CHECKS}:check_stored_chances")


KINDS: Final = (
    _of_moves("tables", _TABLES, "expert"),
    _of_moves("onnx-planes", _GRAPH, "planes_net"),
    replace(_of_moves(PLAIN, _GRAPH, "plain_net"), new_card=f"{_MODELS}.new_card:facts_of"),
    _of_moves(SECOND_LOOK, _GRAPH, "second_look"),
    ModelKind(
        EVALUATION,
        _TABLES,
        "kibitz.search.othello.evaluation:load_evaluation",
        "an evaluation for the engine",
        "values positions for the engine",
    ),
    ModelKind(
        SIGMA_NETWORK,
        _TABLES,
        "kibitz.nets.othello.sigma_network:load_network",
        "a network that values positions",
        "values positions",
    ),
    ModelKind(EVOLVED, _TABLES, f"{_MODELS}.evolved:load_evolved", "an evolved network", "values positions"),
    ModelKind(
        OWNERSHIP,
        _GRAPH,
        f"{_MODELS}.ownership:load_ownership",
        "a model of final boards",
        "says who will own each square",
        check=f"{_CHECKS}:check_stored_ownership",
    ),
    ModelKind(
        POLICY_TABLES,
        _TABLES,
        "kibitz.search.othello.policy_tables:load_policy_tables",
        "a set of tables for a tree search",
        "guides a tree search",
    ),
    _of_winners(VALUE_NET, _GRAPH, "value_net:load_value_net", "a value network"),
    _of_winners(WINNER, _TABLES, "winner:load_winner", "a model of winners"),
)
