"""Positions as planes of zeros and ones for networks: named, versioned plane sets, computed by the core.

A network is stored with the name and version of its plane set; whoever changes what a plane shows gives the set a new version.

`raw` is the board alone. `hlynsson42` is table 4.1 of Hlynsson, "Predicting expert moves in the game of Othello using fully
convolutional neural networks" (KTH, 2017); docs/papers/hlynsson2017.md tells where the thesis left room and what was chosen.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, TypeAlias

import numpy as np
from numpy.typing import DTypeLike, NDArray

from kibitz import _native
from kibitz.errors import SetupError
from kibitz.rules.game import Color
from kibitz.rules.othello.bulk import Boards, Replay, Squares, transform
from kibitz.rules.othello.position import Position
from kibitz.rules.squares import NO_MOVE, PASS, board_shape
from kibitz.rules.symmetry import SYMMETRIES, transform_square

RECENT_MOVES: Final = 8
_SHOWN_MOVES: Final = 4  # that planes know of

Planes: TypeAlias = NDArray[Any]  # uint8 or float32, [N, C, 8, 8]
_Writer: TypeAlias = Callable[..., None]


@dataclass(frozen=True, slots=True)
class Situations:
    """Many positions with what else a plane may show: whose turn it is and the last moves.

    `boards` and `black_to_move` are [N]; `recent` is [N, 8], the squares of the last discs placed by either side, the latest
    first, NO_MOVE where the game was not that long yet. Passes do not stand in it.
    """

    boards: Boards
    black_to_move: NDArray[np.bool_]
    recent: Squares

    def __len__(self) -> int:
        return len(self.boards)

    def take(self, rows: Any) -> "Situations":
        """Some of the positions, by indices, a mask or a slice."""
        boards = Boards(self.boards.own[rows], self.boards.opp[rows])
        return Situations(boards, self.black_to_move[rows], self.recent[rows])

    def images(self, symmetries: Squares) -> "Situations":
        """Each position under its symmetry."""
        boards = Boards(transform(self.boards.own, symmetries), transform(self.boards.opp, symmetries))
        return Situations(boards, self.black_to_move, transform_squares(self.recent, symmetries[:, None]))


@dataclass(frozen=True, slots=True)
class PlaneSet:
    """A named list of planes; `names` says what each one shows."""

    name: str
    version: int
    names: tuple[str, ...]
    write: _Writer = field(repr=False, compare=False)

    def __len__(self) -> int:
        return len(self.names)


def situations_of_replay(replay: Replay) -> Situations:
    """Every position of some games, before each disc placed."""
    return Situations(replay.boards, replay.black_to_move, recent_moves(replay.square, replay.first))


def situations_of_boards(boards: Boards) -> Situations:
    """Positions of which nothing is told but the board: each mover counts as Black, and no move before is known."""
    recent = np.full((len(boards), RECENT_MOVES), NO_MOVE, np.int8)
    return Situations(boards, np.ones(len(boards), np.bool_), recent)


def situation(position: Position, moves: Sequence[int] = ()) -> Situations:
    """One position; `moves` are those that led to it, the latest last, as many as are known. Passes in them are left out."""
    placed = [move for move in moves if move != PASS][-RECENT_MOVES:]
    recent = np.full((1, RECENT_MOVES), NO_MOVE, dtype=np.int8)
    recent[0, : len(placed)] = placed[::-1]
    return Situations(Boards.of([position]), np.array([position.to_move == Color.BLACK]), recent)


def recent_moves(square: Squares, first: NDArray[np.int64]) -> Squares:
    """The last squares before each row of a replay, [N, 8]; rows first[g] to first[g + 1] are game g."""
    rows = np.arange(len(square))
    ply = rows - np.repeat(first[:-1], np.diff(first))
    recent = np.full((len(square), RECENT_MOVES), NO_MOVE, dtype=np.int8)
    for turn in range(RECENT_MOVES):
        played = ply > turn
        recent[played, turn] = square[rows[played] - turn - 1]
    return recent


def transform_squares(squares: Squares, symmetries: Squares) -> Squares:
    """Each square under its symmetry, the two broadcast against each other; PASS and NO_MOVE stay what they are."""
    images: Squares = _IMAGES[symmetries, squares]
    return images


def plane_set(name: str, version: int | None = None) -> PlaneSet:
    """The plane set of a name; raises SetupError for an unknown name or a version this release does not compute."""
    found = PLANE_SETS.get(name)
    if found is None:
        raise SetupError(f"plane set {name!r} is not known; known are {', '.join(PLANE_SETS)}")
    if version is not None and version != found.version:
        raise SetupError(f"plane set {name} is wanted in version {version}, but this release computes version {found.version}")
    return found


def picked_planes(planes: PlaneSet, names: Any, where: str) -> PlaneSet:
    """Some planes of a set in an order of one's own, by their names; raises SetupError, which begins with `where`."""
    if not isinstance(names, list) or not names:
        raise SetupError(f"{where}: planes should be a list of names")
    for name in names:
        if name not in planes.names:
            raise SetupError(f"{where}: {planes.name} has no plane {str(name)[:40]!r}; its planes are {', '.join(planes.names)}")
    if names == list(planes.names):
        return planes
    places = [planes.names.index(name) for name in names]

    def write(own: Any, opp: Any, black_to_move: Any, recent: Any, out: Planes) -> None:
        every = np.empty((len(out), len(planes), 8, 8), out.dtype)
        planes.write(own, opp, black_to_move, recent, every)
        out[:] = every[:, places]

    return PlaneSet(planes.name, planes.version, tuple(names), write)


def encode(planes: PlaneSet, situations: Situations, dtype: DTypeLike = np.float32, out: Planes | None = None) -> Planes:
    """The planes of many positions, [N, C, 8, 8] of zeros and ones; row 0 is rank 1, column 0 is file a.

    `dtype` is float32 or uint8. `out` is written and returned if given. Positions are not checked for being reachable.
    """
    if out is None:
        out = np.empty((len(situations), len(planes), 8, 8), dtype=dtype)
    boards = situations.boards
    recent = np.ascontiguousarray(situations.recent[:, :_SHOWN_MOVES])
    planes.write(boards.own, boards.opp, situations.black_to_move.view(np.uint8), recent, out)
    return out


def stable_discs(boards: Boards) -> NDArray[np.uint64]:
    """The movers' discs that provably no continuation turns, [N]; a stable disc may be missed, none is named wrongly."""
    return _native.othello.stable_masks(boards.own, boards.opp, board_shape(8).playable)


def _images_of_squares() -> Squares:
    # NO_MOVE and PASS are the last two of a row, so that -2 and -1 find them as indices from the end.
    squares = [*range(64), NO_MOVE, PASS]
    return np.array([[transform_square(square, symmetry) for square in squares] for symmetry in SYMMETRIES], dtype=np.int8)


def _count_names(what: str) -> tuple[str, ...]:
    return (*(f"{what}: {count}" for count in range(7)), f"{what}: 7 or more")


_IMAGES: Final = _images_of_squares()
_DISCS: Final = ("mover's discs", "opponent's discs", "empty squares")

RAW: Final = PlaneSet("raw", 1, _DISCS, _native.othello.raw_planes)
HLYNSSON42: Final = PlaneSet(
    "hlynsson42",
    1,
    (
        *_DISCS,
        *(f"disc placed {turns} ago" for turns in ("1 turn", "2 turns", "3 turns", "4 turns")),
        *_count_names("opponent's legal moves after the move"),
        *_count_names("stable discs the mover gains"),
        *_count_names("stable discs the opponent would gain there"),
        *_count_names("empty squares around"),
        "legal moves",
        "ones",
        "Black is to move",
    ),
    _native.othello.hlynsson42_planes,
)
PLANE_SETS: Final = {planes.name: planes for planes in (RAW, HLYNSSON42)}
