"""A model's card, a JSON file beside its weights: what it is, what it learned from, how it was made, and how well it does."""

import hashlib
import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from kibitz.errors import SetupError
from kibitz.files import parse_json, reason, write_whole

EVALUATION: Final = "evaluation"
EVOLVED: Final = "evolved"
OWNERSHIP: Final = "ownership"
POLICY_TABLES: Final = "policy-tables"
VALUE_NET: Final = "value-net"
WINNER: Final = "winner"
CARD_SUFFIX: Final = ".json"
_LARGEST_CARD: Final = 1 << 20
_NAME: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,63}")
_SHA256: Final = re.compile(r"[0-9a-f]{64}")
_COMPANION: Final = re.compile(r"\.[a-z][a-z0-9]*")


@dataclass(frozen=True, slots=True)
class ModelCard:
    """What a card says. `facts` is all of it, also what only people read: data, split, command, figures.

    `features` and `features_version` name what the model looks at; evaluations, which are checked where they are read, may leave
    them out. `sha256` is of its weights, `companions` are the checksums of files that belong to them, by their suffixes.
    """

    name: str
    kind: str
    features: str = ""
    features_version: int = 0
    sha256: str = ""
    licence: str = ""
    companions: dict[str, str] = field(default_factory=dict)
    settings: dict[str, Any] = field(default_factory=dict)
    facts: dict[str, Any] = field(default_factory=dict)


def is_model_name(text: str) -> bool:
    """Whether a text may be a model's name: letters, digits, `.`, `_` and `-`, so that no folder hides in it."""
    return _NAME.fullmatch(text) is not None


def card_beside(weights: Path) -> Path:
    """Where the card of some weights is."""
    return weights.with_name(weights.stem + CARD_SUFFIX)


def read_card(path: Path) -> ModelCard:
    """The card in a file; raises SetupError in one sentence if it is missing, no JSON, or leaves something out."""
    try:
        with path.open("rb") as file:
            data = file.read(_LARGEST_CARD + 1)
    except FileNotFoundError:
        raise SetupError(f"the card {path} is missing; a model needs one beside its weights") from None
    except OSError as error:
        raise SetupError(f"{path} cannot be read: {reason(error)}") from None
    return parse_card(data, path)


def parse_card(data: bytes, path: Path) -> ModelCard:
    """The card in the bytes of a file; the name is that of the path. Raises SetupError as read_card()."""
    if len(data) > _LARGEST_CARD:
        raise SetupError(f"{path} is too large for a card; cards have at most {_LARGEST_CARD >> 20} MiB")
    try:
        facts = parse_json(data)
    except ValueError as error:
        raise SetupError(f"{path} is not a card: {error}") from None
    if not isinstance(facts, dict):
        raise SetupError(f"{path} is not a card: it holds no JSON object")
    card = ModelCard(
        name=path.name.removesuffix(CARD_SUFFIX),
        kind=_fact(facts, "kind", str, path),
        features=_fact(facts, "features", str, path, ""),
        features_version=_fact(facts, "features_version", int, path, 0),
        sha256=_fact(facts, "sha256", str, path, ""),
        licence=_fact(facts, "licence", str, path, ""),
        companions=_fact(facts, "companions", dict, path, {}),
        settings=_fact(facts, "settings", dict, path, {}),
        facts=facts,
    )
    _check(card, path)
    return card


def write_card(weights: Path, facts: Mapping[str, Any]) -> ModelCard:
    """Write the card of some weights beside them, with their checksum; `facts` are its other keys.

    Raises SetupError if a needed fact is missing or the file cannot be written.
    """
    path = card_beside(weights)
    data = json.dumps({**facts, "sha256": checksum(weights)}, indent=2, ensure_ascii=False) + "\n"
    card = parse_card(data.encode(), path)
    write_whole(path, data)
    return card


def checksum(weights: Path) -> str:
    """The SHA-256 of a file in 64 digits; raises SetupError if it cannot be read."""
    try:
        with weights.open("rb") as file:
            return hashlib.file_digest(file, "sha256").hexdigest()
    except OSError as error:
        raise SetupError(f"{weights} cannot be read: {reason(error)}") from None


def _fact(facts: dict[str, Any], key: str, kind: type, path: Path, otherwise: Any = None) -> Any:
    value = facts.get(key, otherwise)
    if value is None:
        raise SetupError(f"{path} leaves out {key!r}")
    if not isinstance(value, kind) or isinstance(value, bool):
        raise SetupError(f"{path}: {key} is {value!r}, but should be {_KIND_NAMES[kind]}")
    return value


def _check(card: ModelCard, path: Path) -> None:
    if not is_model_name(card.name):
        raise SetupError(f"{card.name!r} cannot be a model's name; letters, digits, '.', '_' and '-' can")
    if not _SHA256.fullmatch(card.sha256):
        raise SetupError(f"{path}: sha256 is {card.sha256!r}, but should be the 64 digits of its weights' checksum")
    if card.kind != EVALUATION and not card.features:
        raise SetupError(f"{path} leaves out 'features', what the model looks at")
    for suffix, found in card.companions.items():
        if not _COMPANION.fullmatch(suffix) or not isinstance(found, str) or not _SHA256.fullmatch(found):
            raise SetupError(f"{path}: companions should be checksums of 64 digits by suffixes such as '.cuts'")


_KIND_NAMES: Final = {str: "a text", int: "a whole number", dict: "an object"}
