"""Models of Go moves by name."""

from kibitz.errors import SetupError
from kibitz.models.go.model import GoMoveModel
from kibitz.models.store import find_model, load_stored


def load_go_model(name: str) -> GoMoveModel:
    """The model of Go moves of a name or path, ready to be asked; raises SetupError if it is not known or of another kind."""
    stored = find_model(name)
    if stored.kind.moves_of != "go":
        raise SetupError(f"{stored.name} is {stored.kind.serves}, not a model of Go moves")
    model: GoMoveModel = load_stored(stored)
    return model
