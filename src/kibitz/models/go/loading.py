"""Models of Go moves by name."""

from kibitz.errors import SetupError
from kibitz.models.go.kinds import GO_KINDS
from kibitz.models.go.model import GoMoveModel
from kibitz.models.store import KINDS, find_model, load_stored


def load_go_model(name: str) -> GoMoveModel:
    """The model of Go moves of a name or path, ready to be asked; raises SetupError if it is not known or of another kind."""
    stored = find_model(name)
    if stored.card.kind not in GO_KINDS:
        what = KINDS[stored.card.kind].serves or "a model of Othello moves"
        raise SetupError(f"{stored.name} is {what}, not a model of Go moves")
    model: GoMoveModel = load_stored(stored)
    return model
