"""The kind of models for noughts and crosses, as its cards name it, and the one that comes with Kibitz."""

from typing import Final

from kibitz.models.kind import ModelKind

EVOLVED: Final = "noughts-evolved"
SHIPPED: Final = "noughts-evolved"

KINDS: Final = (
    ModelKind(
        EVOLVED,
        ".safetensors",
        "kibitz.models.noughts.evolved:load_evolved_noughts",
        "an evolved network of noughts and crosses",
        "values positions of noughts and crosses",
    ),
)
