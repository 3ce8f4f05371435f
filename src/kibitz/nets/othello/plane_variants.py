"""The planes a network may read: the sets of features.planes, and variants of `hlynsson42` that ask what its parts are worth.

A variant leaves one group of table 4.1 out, or adds the stage of the game. Hlynsson's thesis names both as open questions.
"""

from typing import Any, Final

import numpy as np

from kibitz.errors import SetupError
from kibitz.features.othello.planes import HLYNSSON42, PLANE_SETS, Planes, PlaneSet
from kibitz.features.othello.samples import STAGE_NAMES, STAGES, stages
from kibitz.rules.othello.bulk import Boards

# The planes of each group of table 4.1 but the discs, as they stand in `hlynsson42`.
PLANE_GROUPS: Final = {
    "history": range(3, 7),
    "mobility": range(7, 15),
    "own-stability": range(15, 23),
    "opponent-stability": range(23, 31),
    "frontier": range(31, 39),
    "legal": range(39, 40),
    "ones": range(40, 41),
    "player": range(41, 42),
}
_VERSION: Final = 1


def network_planes(name: str, version: int) -> PlaneSet:
    """The plane set of a name; raises SetupError for an unknown name or a version this release does not compute."""
    found = PLANE_SETS.get(name) or PLANE_VARIANTS.get(name)
    if found is None:
        raise SetupError(f"plane set {name!r} is not known; known are {', '.join([*PLANE_SETS, *PLANE_VARIANTS])}")
    if version != found.version:
        raise SetupError(f"plane set {name} is wanted in version {version}, but this release computes version {found.version}")
    return found


def _without(group: str) -> PlaneSet:
    """`hlynsson42` without the planes of a group."""
    kept = [plane for plane in range(len(HLYNSSON42)) if plane not in PLANE_GROUPS[group]]

    def write(own: Any, opp: Any, black_to_move: Any, recent: Any, out: Planes) -> None:
        out[:] = _all_planes(own, opp, black_to_move, recent, out)[:, kept]

    return PlaneSet(f"hlynsson42-without-{group}", _VERSION, tuple(HLYNSSON42.names[plane] for plane in kept), write)


def _with_stage() -> PlaneSet:
    """`hlynsson42` and 13 planes more, of which the one of the game's stage is filled with ones."""

    def write(own: Any, opp: Any, black_to_move: Any, recent: Any, out: Planes) -> None:
        out[:, : len(HLYNSSON42)] = _all_planes(own, opp, black_to_move, recent, out)
        is_stage = stages(Boards(own, opp))[:, None] == np.arange(STAGES)
        out[:, len(HLYNSSON42) :] = is_stage[:, :, None, None]

    names = (*HLYNSSON42.names, *(f"moves {moves}" for moves in STAGE_NAMES))
    return PlaneSet("hlynsson42-with-stage", _VERSION, names, write)


def _all_planes(own: Any, opp: Any, black_to_move: Any, recent: Any, out: Planes) -> Planes:
    every = np.empty((len(out), len(HLYNSSON42), 8, 8), out.dtype)
    HLYNSSON42.write(own, opp, black_to_move, recent, every)
    return every


PLANE_VARIANTS: Final = {planes.name: planes for planes in (*(_without(group) for group in PLANE_GROUPS), _with_stage())}
