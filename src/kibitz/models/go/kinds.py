"""The kinds of models that predict moves of Go, as their cards name them."""

from typing import Final

GO_NETWORK: Final = "go-network"
GO_TABLES: Final = "go-tables"
GO_KINDS: Final = (GO_TABLES, GO_NETWORK)
