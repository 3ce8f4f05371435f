"""Which models are asked unless another one is named."""

from typing import Final

USUAL_GO_MODEL: Final = "go-network"  # the expert's patterns and the network that joins them
