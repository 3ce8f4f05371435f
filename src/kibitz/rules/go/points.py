"""Points of a Go board as numbers and as text. No other module converts between notations of points.

A point is size·row + column, counted from 0 at the top left, as a reader's eye goes. Vertices are what people and GTP write: a
letter for the column, without I, and the row counted from 1 at the BOTTOM. SGF has two letters, column and row from the top left.
"""

import re
from typing import Final

from kibitz.errors import NotationError
from kibitz.rules.squares import PASS

GO_SIZES: Final = range(5, 26)
COLUMN_LETTERS: Final = "ABCDEFGHJKLMNOPQRSTUVWXYZ"

_VERTEX: Final = re.compile(r"([a-hj-z])([1-9][0-9]?)", re.IGNORECASE | re.ASCII)  # the Kelvin sign is no K
_SGF_LETTERS: Final = "abcdefghijklmnopqrstuvwxyz"


def require_go_size(size: int) -> int:
    """The size itself; raises NotationError for one that Kibitz does not play Go on."""
    if size not in GO_SIZES:
        raise NotationError(f"a Go board of {size}×{size} is not known; sizes are {GO_SIZES[0]} to {GO_SIZES[-1]}")
    return size


def parse_vertex(text: str, size: int) -> int:
    """The point of a vertex such as `D4` or `q16`; raises NotationError for anything else."""
    found = _VERTEX.fullmatch(text.strip())
    if found:
        column, row = COLUMN_LETTERS.index(found[1].upper()), size - int(found[2])
        if column < size and row >= 0:
            return row * size + column
    raise NotationError(f"{_shortened(text)} is not a point; points are A1 to {COLUMN_LETTERS[size - 1]}{size}, without I")


def format_vertex(point: int, size: int) -> str:
    """The vertex of a point, in capitals. The number is not checked."""
    row, column = divmod(point, size)
    return f"{COLUMN_LETTERS[column]}{size - row}"


def parse_go_move(text: str, size: int) -> int:
    """The point of a vertex, or PASS for `pass`."""
    return PASS if text.strip().lower() == "pass" else parse_vertex(text, size)


def format_go_move(move: int, size: int) -> str:
    """The vertex of a point, or `pass`."""
    return "pass" if move == PASS else format_vertex(move, size)


def parse_sgf_vertex(text: str, size: int) -> int:
    """The point of SGF's two letters: `dp` is D4 on 19×19. Raises NotationError."""
    if len(text) == 2:
        column, row = _SGF_LETTERS.find(text[0].lower()), _SGF_LETTERS.find(text[1].lower())
        if 0 <= column < size and 0 <= row < size:
            return row * size + column
    last = _SGF_LETTERS[size - 1]
    raise NotationError(f"{_shortened(text)} is not a point of SGF; points are aa to {last}{last}")


def format_sgf_vertex(point: int, size: int) -> str:
    """SGF's two letters for a point. The number is not checked."""
    row, column = divmod(point, size)
    return _SGF_LETTERS[column] + _SGF_LETTERS[row]


def transform_point(point: int, symmetry: int, size: int) -> int:
    """Where one of the 8 symmetries takes a point; numbered as in kibitz.rules.symmetry. PASS stays PASS."""
    if point == PASS:
        return PASS
    row, column = divmod(point, size)
    column = size - 1 - column if symmetry & 1 else column
    row = size - 1 - row if symmetry & 2 else row
    return column * size + row if symmetry & 4 else row * size + column


def neighbours(point: int, size: int) -> list[int]:
    """The two to four points beside a point, in ascending order."""
    row, column = divmod(point, size)
    places = [(row - 1, column), (row, column - 1), (row, column + 1), (row + 1, column)]
    return [y * size + x for y, x in places if 0 <= y < size and 0 <= x < size]


def fixed_handicap(stones: int, size: int) -> tuple[int, ...]:
    """The points of a fixed handicap, as GTP has them, in ascending order.

    2 to 9 stones on odd boards from 9×9 on, 2 to 4 on even ones and on 7×7. Raises NotationError for other numbers.
    """
    most = 0 if size < 7 else 4 if size % 2 == 0 or size == 7 else 9
    if not 2 <= stones <= most:
        allowed = f"2 to {most} stones" if most else "none"
        raise NotationError(f"a fixed handicap of {stones} is not known on {size}×{size}; {allowed} can be given there")
    low, middle = 3 if size >= 13 else 2, size // 2
    high = size - 1 - low
    corners = [(high, low), (low, high), (low, low), (high, high)]
    sides = [(middle, low), (middle, high), (low, middle), (high, middle)]
    count = stones - stones % 2 if stones >= 5 else stones
    places = (corners + sides)[:count]
    if stones >= 5 and stones % 2:
        places.append((middle, middle))
    return tuple(sorted(row * size + column for row, column in places))


def _shortened(text: str) -> str:
    return repr(text if len(text) <= 20 else text[:17] + "...")
