"""Models of Othello moves by name."""

from kibitz.models.othello.model import MoveModel
from kibitz.models.store import find_model, load_stored, require_moves


def load_model(name: str) -> MoveModel:
    """The model of a name or path, ready to be asked; the last few are kept.

    Raises SetupError if it is not known, is no model of moves, or its files are damaged, foreign or of another version.
    """
    stored = find_model(name)
    require_moves(stored, "othello")
    model: MoveModel = load_stored(stored)
    return model
