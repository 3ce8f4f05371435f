"""A card for weights from elsewhere: what their owner says of them, what can be found out, and one look at all of it."""

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from kibitz.errors import SetupError
from kibitz.models.card import card_beside, write_card
from kibitz.models.store import KINDS, StoredModel, verify_model
from kibitz.plugins import named


@dataclass(frozen=True, slots=True)
class Given:
    """What the owner of some weights says of them; what is left out is found out, or is as the contract has it.

    `planes` is a set of planes and `chosen_planes` some of them, by name. `names` are the names of inputs and outputs by what
    they are for, `meanings` what the numbers of outputs mean. `images` is how many images of a position are looked at.
    """

    planes: str = ""
    chosen_planes: tuple[str, ...] = ()
    names: dict[str, str] = field(default_factory=dict)
    meanings: dict[str, str] = field(default_factory=dict)
    images: int | None = None


def new_card(weights: Path, kind: str, given: Given, facts: dict[str, str], replaces: bool = False) -> StoredModel:
    """Write the card of some weights and check the model; `facts` are for people, such as licence and data.

    If anything is wrong, no card is left and SetupError says what it is.
    """
    path = card_beside(weights)
    if path.exists() and not replaces:
        raise SetupError(f"{path} is there already; --replace writes a new one")
    found = _maker(kind)(weights, given)
    before = path.read_bytes() if path.exists() else None
    write_card(weights, {**found, **facts})
    try:
        return verify_model(str(weights))
    except SetupError:
        path.unlink() if before is None else path.write_bytes(before)
        raise


def kinds_with_cards() -> tuple[str, ...]:
    """The kinds of models for whose weights a card can be made."""
    return tuple(kind.name for kind in KINDS.values() if kind.new_card)


def _maker(kind: str) -> Callable[[Path, Given], dict[str, Any]]:
    if kind not in kinds_with_cards():
        raise SetupError(f"no card can be made for the kind {kind!r}; kinds are {', '.join(kinds_with_cards())}")
    maker: Callable[[Path, Given], dict[str, Any]] = named(KINDS[kind].new_card)
    return maker
