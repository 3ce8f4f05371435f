"""Which model of Go moves is asked unless another one is named."""

from typing import Final

DEFAULT_GO_MODEL: Final = "go-network"  # the expert's patterns and the network that joins them


def is_default_go_model_there() -> bool:
    """Whether the model of Go moves that is asked unless another is named can be found."""
    from kibitz.models.store import StoredModel, list_models

    return any(isinstance(stored, StoredModel) and stored.name == DEFAULT_GO_MODEL for stored in list_models())
