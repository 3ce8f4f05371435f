"""The facts of a card for a network from elsewhere: which planes it sees, and what its numbers mean."""

from pathlib import Path
from typing import Any, Final

import numpy as np

from kibitz.errors import SetupError
from kibitz.features.othello.planes import PLANE_SETS, PlaneSet, picked_planes, situations_of_replay
from kibitz.models.new_card import Given
from kibitz.models.othello.kinds import PLAIN
from kibitz.models.othello.plain_net import (
    PLANES,
    POLICY,
    POLICY_MEANINGS,
    VALUE,
    VALUE_MEANINGS,
    PlainNet,
    PlainSettings,
)
from kibitz.nets.othello.plane_variants import PLANE_VARIANTS
from kibitz.nets.plain_graph import planes_of_input
from kibitz.rules.othello import bulk

_SETS: Final = {**PLANE_SETS, **PLANE_VARIANTS}
_CLOSE: Final = 1e-3


def facts_of(weights: Path, given: Given) -> dict[str, Any]:
    """The facts of a card of kind `onnx`; raises SetupError that says what is missing or cannot be."""
    names = {role: given.names.get(role, role) for role in (PLANES, POLICY, VALUE)}
    planes = _planes(weights, given, names[PLANES])
    for role, meaning in given.meanings.items():
        _require_meaning(role, meaning)
    net = PlainNet(weights, PlainSettings(planes, names))
    meanings = {POLICY: given.meanings.get(POLICY) or _policy_meaning(net)}
    if net.has_value:
        meanings[VALUE] = given.meanings.get(VALUE, VALUE_MEANINGS[0])
    settings: dict[str, Any] = {PLANES: list(planes.names), **meanings}
    settings |= {f"{role}_name": name for role, name in names.items() if name != role}
    settings |= {} if given.images is None else {"images": given.images}
    return {"kind": PLAIN, "features": planes.name, "features_version": planes.version, "settings": settings}


def _planes(weights: Path, given: Given, name: str) -> PlaneSet:
    """The planes that are named, else the one set of as many planes as the input takes."""
    if given.planes and given.planes not in _SETS:
        raise SetupError(f"there is no set of planes {given.planes!r}; sets are {', '.join(_SETS)}")
    if given.chosen_planes:
        every = _SETS[given.planes or "hlynsson42"]
        return picked_planes(every, list(given.chosen_planes), "--plane")
    return _SETS[given.planes] if given.planes else _set_of_size(weights, planes_of_input(weights, name))


def _set_of_size(weights: Path, size: int | None) -> PlaneSet:
    for planes in _SETS.values():
        if len(planes) == size:
            return planes
    sizes = ", ".join(f"{name} ({len(planes)})" for name, planes in _SETS.items())
    held = "does not say how many planes it takes" if size is None else f"takes {size} planes"
    raise SetupError(f"{weights} {held}; say which with --planes, one of {sizes}, or name each with --plane")


def _require_meaning(role: str, meaning: str) -> None:
    known = {POLICY: POLICY_MEANINGS, VALUE: VALUE_MEANINGS}[role]
    if meaning not in known:
        raise SetupError(f"--{role}-is is one of {', '.join(known)}, not {meaning!r}")


def _policy_meaning(net: PlainNet) -> str:
    """Whether the numbers are probabilities already, seen on a game: none below 0, and no row far from 1 in all."""
    moves, _, _ = bulk.random_games(1, seed=1)
    policy = net.raw(situations_of_replay(bulk.replay(moves)))[POLICY]
    is_share = (policy >= 0).all() and (policy <= 1).all() and (np.abs(policy.sum(axis=1) - 1) < _CLOSE).all()
    return "probabilities" if is_share else "logits"
