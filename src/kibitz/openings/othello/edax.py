"""Books of Edax: positions up to symmetry with the moves that lead to others of the book, and the best of the rest.

Whole numbers are little-endian. A file begins with two magic words, version and release, a date, five options and the number of
positions. A position has two boards, four counts of games, the score and its bounds, how many moves lead on and the level of the
search, then these moves and the best other one, two bytes each: score and square. 64 is a pass and 65 no move.
"""

import struct
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

import numpy as np

from kibitz.errors import NotationError
from kibitz.openings.othello.book import UNITS_PER_DISC, UNKNOWN, Book
from kibitz.openings.othello.position_table import NOT_THERE, distinct
from kibitz.rules.othello.bulk import Boards
from kibitz.rules.othello.position import Position
from kibitz.rules.symmetry import transform_square

_HEAD: Final = struct.Struct("<4s4sBB")
_REST_OF_HEAD: Final = struct.Struct("<h5sx5ii")
_POSITION: Final = struct.Struct("<QQ4I3hBB")
_LINK: Final = struct.Struct("<bB")
_MAGIC: Final = (b"XADE", b"KOOB")
_VERSION: Final = 4
_PASS: Final = 64
_NO_MOVE: Final = 65
_NO_SCORE: Final = -127
_HIGHEST_SCORE: Final = 64
_MOST_GAMES: Final = (1 << 32) - 1
_DATE: Final = (2000, bytes((1, 1, 0, 0, 0)))  # the same book is the same file
HEAD_BYTES: Final = _HEAD.size


@dataclass(frozen=True, slots=True)
class EdaxPosition:
    """A position as the file holds it; `moves` are scores in discs by squares, those that lead on and the best other one."""

    position: Position
    games: int
    level: int
    moves: dict[int, int]


def looks_like(head: bytes) -> bool:
    """Whether a file begins as a book of Edax does."""
    return head[:8] == b"".join(_MAGIC)


def parse_book(data: bytes, source: str) -> Book:
    """The book in a file's bytes; the depth of a position is Edax's level. Raises NotationError for what is none.

    Positions that have to pass are left out, as are second entries of one position.
    """
    entries = [entry for entry in _entries(data, source) if entry.position.legal_mask() and entry.moves]
    boards = Boards.of([entry.position for entry in entries])
    once = distinct(boards)[0]
    book = Book.of(once, np.zeros(len(once), np.uint32))
    book.searched[:] = UNKNOWN
    rows = book.table.canonical_rows(boards).tolist()
    for row, entry in zip(reversed(rows), reversed(entries), strict=True):  # so that the first of several stays
        book.games[row], book.depth[row] = min(entry.games, _MOST_GAMES), max(entry.level, 1)
        squares = entry.position.legal_squares()
        values = [UNITS_PER_DISC * entry.moves[square] if square in entry.moves else UNKNOWN for square in squares]
        book.searched[book.first[row] : book.first[row + 1]] = values
    book.scores[:] = book.searched
    book.reach[:] = np.repeat(book.depth, np.diff(book.first))
    return book


def format_book(book: Book) -> bytes:
    """The bytes of a file with the valued positions of a book."""
    depth = int(book.depth.max(initial=1))
    fewest = 64 - int(book.table.disc_counts.max(initial=4))
    head = _HEAD.pack(*_MAGIC, _VERSION, 0) + _REST_OF_HEAD.pack(*_DATE, depth, fewest, 2, 1, 0, int(book.is_valued.sum()))
    return head + b"".join(_format_position(book, row) for row in np.flatnonzero(book.is_valued).tolist())


def _entries(data: bytes, source: str) -> Iterator[EdaxPosition]:
    if not looks_like(data):
        raise NotationError(f"{source} is not a book of Edax")
    place = _HEAD.size + _REST_OF_HEAD.size
    if len(data) < place:
        raise NotationError(f"{source} ends in its header")
    if data[8] != _VERSION:
        raise NotationError(f"{source} is a book of Edax {data[8]}; version {_VERSION} can be read")
    number = 0
    while place < len(data):
        number += 1
        try:
            entry, place = _entry(data, place)
        except (struct.error, ValueError) as error:
            raise NotationError(f"{source}, position {number}: {error}") from None
        yield entry


def _entry(data: bytes, place: int) -> tuple[EdaxPosition, int]:
    """The position that begins at a place, turned to its canonical image, and where the next one begins."""
    own, opp, wins, draws, losses, _, _, _, _, links, level = _POSITION.unpack_from(data, place)
    if own & opp:
        raise ValueError("two discs lie on one square")
    place += _POSITION.size
    read = Position(own, opp)
    symmetry = read.canonical_symmetry()
    moves: dict[int, int] = {}
    for _ in range(links + 1):
        score, square = _LINK.unpack_from(data, place)
        place += _LINK.size
        if square in (_NO_MOVE, _PASS):
            continue
        if square not in read.legal_squares() or not -_HIGHEST_SCORE <= score <= _HIGHEST_SCORE:
            raise ValueError(f"its move to square {square} with the score {score} is none")
        moves[transform_square(square, symmetry)] = score
    return EdaxPosition(read.image(symmetry), wins + draws + losses, level, moves), place


def _format_position(book: Book, row: int) -> bytes:
    own, opp = int(book.table.boards.own[row]), int(book.table.boards.opp[row])
    position = Position(own, opp)
    places = range(book.first[row], book.first[row + 1])
    scores = {
        move: round(int(book.scores[place]) / UNITS_PER_DISC)
        for move, place in zip(position.legal_squares(), places, strict=True)
        if book.scores[place] != UNKNOWN
    }
    links = [move for move in scores if _leads_on(book, position, move)]
    leaf = max((move for move in scores if move not in links), key=lambda move: scores[move], default=_NO_MOVE)
    best = max(scores.values())
    head = _POSITION.pack(own, opp, 0, int(book.games[row]), 0, 0, best, best, best, len(links), int(book.depth[row]))
    written = [_LINK.pack(scores[move], move) for move in links]
    return b"".join([head, *written, _LINK.pack(scores.get(leaf, _NO_SCORE), leaf)])


def _leads_on(book: Book, position: Position, move: int) -> bool:
    row = int(book.table.rows(Boards.of([position.play(move)]))[0])
    return row != NOT_THERE and bool(book.is_valued[row])
