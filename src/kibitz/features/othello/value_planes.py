"""The planes of Ng's value networks: the discs, a plane that marks border and corners, and the legal moves.

After Ng, "Playing Othello by deep learning neural network" (Hong Kong, 2017), figures 7 to 11. He turns every board so that the
game's first move is the same one; games of WTHOR are turned already, and `turned_by_first_move` does it for all others.
`ng-stable` and `ng-gaps` have planes that he proposes for later: stable discs, and gaps in a border.
"""

from collections.abc import Callable
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from kibitz.errors import SetupError
from kibitz.features.othello.planes import Planes, PlaneSet, stable_discs
from kibitz.features.othello.samples import squares_as_columns
from kibitz.rules.othello.bulk import Boards, Masks, legal_masks, transform
from kibitz.rules.othello.position import mask_of
from kibitz.rules.squares import PASS, parse_square
from kibitz.rules.symmetry import SYMMETRIES, transform_square

FIRST_MOVE: Final = parse_square("f5")
_DISC_NAMES: Final = ("mover's discs", "opponent's discs", "empty squares")
_VERSION: Final = 1
# The edges of the board, each pair with the step from square to square along it.
_RANKS: Final = np.uint64(mask_of(parse_square(f"{file}{rank}") for file in "abcdefgh" for rank in "18"))
_FILES: Final = np.uint64(mask_of(parse_square(f"{file}{rank}") for file in "ah" for rank in "12345678"))
_EDGES: Final = ((_RANKS, np.uint64(1)), (_FILES, np.uint64(8)))

# A plane more: its name, and the squares that it marks.
ExtraPlane = tuple[str, Callable[[Boards], Masks]]


def value_planes(name: str, version: int = _VERSION) -> PlaneSet:
    """The plane set of a name; raises SetupError for an unknown name or a version this release does not compute."""
    found = VALUE_PLANES.get(name)
    if found is None:
        raise SetupError(f"plane set {name!r} is not known; those of value networks are {', '.join(VALUE_PLANES)}")
    if version != found.version:
        raise SetupError(f"plane set {name} is wanted in version {version}, but this release computes version {found.version}")
    return found


def turning_of(moves: tuple[int, ...]) -> int:
    """The symmetry that makes a game's first move f5; 0, which turns nothing, if it is not a standard first move."""
    if not moves or moves[0] == PASS:
        return 0
    return next((symmetry for symmetry in START_SYMMETRIES if transform_square(moves[0], symmetry) == FIRST_MOVE), 0)


def turned_by_first_move(boards: Boards, moves: tuple[int, ...]) -> Boards:
    """Positions of one game that began with some moves, turned so that the first one is f5."""
    symmetries = np.full(len(boards), turning_of(moves), np.int8)
    return Boards(transform(boards.own, symmetries), transform(boards.opp, symmetries))


def _border() -> NDArray[np.float32]:
    """Figure 8: ones at the border."""
    marks = np.ones((8, 8), np.float32)
    marks[1:-1, 1:-1] = 0
    return marks


def _border_and_corner(corner: float) -> NDArray[np.float32]:
    """Figure 10: the border, with the corners high and the squares that give them away below zero."""
    marks = _border()
    for row, column in ((0, 1), (1, 0), (1, 1)):
        for image in ((row, column), (row, -1 - column), (-1 - row, column), (-1 - row, -1 - column)):
            marks[image] = -1
    marks[[0, 0, -1, -1], [0, -1, 0, -1]] = corner
    return marks


def border_gaps(boards: Boards) -> Masks:
    """The empty squares of an edge where one or two of them lie between two of the mover's discs, [N]."""
    found = np.zeros_like(boards.own)
    for edge, step in _EDGES:
        held, free = boards.own & edge, ~(boards.own | boards.opp) & edge
        behind, before = (held << step) & free, (held >> step) & free
        first_of_two = behind & (before >> step)
        found |= (behind & before) | first_of_two | (first_of_two << step)
    return found


def _of_opponent(marked: Callable[[Boards], Masks]) -> Callable[[Boards], Masks]:
    """The same squares for the other side."""
    return lambda boards: marked(Boards(boards.opp, boards.own))


def _plane_set(
    name: str, marks: NDArray[np.float32] | None, marked: str, has_moves: bool, extra: tuple[ExtraPlane, ...] = ()
) -> PlaneSet:
    drawn = [*([("legal moves", legal_masks)] if has_moves else []), *extra]
    names = (*_DISC_NAMES, *([marked] if marked else []), *(plane for plane, _ in drawn))

    def write(own: Any, opp: Any, black_to_move: Any, recent: Any, out: Planes) -> None:  # noqa: ARG001
        boards = Boards(np.asarray(own), np.asarray(opp))
        masks = [own, opp, ~(own | opp), *(squares(boards) for _, squares in drawn)]
        columns = [number for number in range(len(names)) if names[number] != marked]
        for column, mask in zip(columns, masks, strict=True):
            out[:, column] = squares_as_columns(mask).reshape(-1, 8, 8)
        if marks is not None:
            out[:, len(_DISC_NAMES)] = marks

    return PlaneSet(name, _VERSION, names, write)


_STABLE: Final = (("mover's stable discs", stable_discs), ("opponent's stable discs", _of_opponent(stable_discs)))
_GAPS: Final = (("gaps in the mover's border", border_gaps), ("gaps in the opponent's border", _of_opponent(border_gaps)))
# The symmetries that leave the start as it is: by them all games begin alike.
START_SYMMETRIES: Final = tuple(
    symmetry
    for symmetry in SYMMETRIES
    if {transform_square(parse_square(name), symmetry) for name in ("e4", "d5")} == {parse_square("e4"), parse_square("d5")}
)
VALUE_PLANES: Final = {
    planes.name: planes
    for planes in (
        _plane_set("ng-discs", None, "", has_moves=False),
        _plane_set("ng-border", _border(), "border", has_moves=False),
        _plane_set("ng-corner", _border_and_corner(4), "border and corners", has_moves=False),
        _plane_set("ng-freemove", _border_and_corner(4), "border and corners", has_moves=True),
        _plane_set("ng-freemove-corner10", _border_and_corner(10), "border and corners", has_moves=True),
        _plane_set("ng-stable", _border_and_corner(4), "border and corners", has_moves=True, extra=_STABLE),
        _plane_set("ng-gaps", _border_and_corner(4), "border and corners", has_moves=True, extra=_GAPS),
    )
}
