"""The default player of Go."""

from kibitz.models.go.default import DEFAULT_GO_MODEL, is_default_go_model_there
from kibitz.players.registry import PlayerText


def default_go_player(**options: object) -> str:
    """The text of the default player of Go: playouts, guided by the prior of the default model if it is there."""
    guided = {**options, "prior": DEFAULT_GO_MODEL} if is_default_go_model_there() else options
    return str(PlayerText("uct", tuple((key, str(value)) for key, value in guided.items())))
