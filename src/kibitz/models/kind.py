"""What can be said of a kind of model, as cards name it. A game lists its own in `<game>/kinds.py`."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class ModelKind:
    """A kind of model: how its weights end, and `module:callable` that loads them, called with their file.

    `serves` says what it is and `does` what it does, for sentences and lists; `moves_of` names the game whose moves it predicts,
    if it predicts any. `check`, if there is one, is a `module:callable` that is called with a model and its name and raises
    BrokenContractError. `new_card`, if there is one, is a `module:callable` that makes the facts of a card of weights from
    elsewhere; it is called with their path and a kibitz.models.new_card.Given.
    """

    name: str
    suffix: str
    loader: str
    serves: str
    does: str
    moves_of: str = ""
    check: str = ""
    new_card: str = ""
