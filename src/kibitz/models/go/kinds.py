"""The kinds of models that predict moves of Go, as their cards name them."""

from typing import Final

from kibitz.models.kind import ModelKind

GO_NETWORK: Final = "go-network"
GO_NESTED: Final = "go-nested"
GO_TABLES: Final = "go-tables"


def _of_moves(name: str, suffix: str, loader: str) -> ModelKind:
    serves, does, check = "a model of Go moves", "predicts moves of Go", "kibitz.models.go.conformance:check_stored_model"
    return ModelKind(name, suffix, f"kibitz.models.go.{loader}", serves, does, "go", check)


KINDS: Final = (
    _of_moves(GO_NETWORK, ".onnx", "network:load_go_network"),
    _of_moves(GO_NESTED, ".onnx", "nested:load_go_nested"),
    _of_moves(GO_TABLES, ".safetensors", "expert:load"),
)
