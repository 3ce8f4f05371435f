"""Books in files: Kibitz's own, those of Edax, and tables to read elsewhere."""

import csv
import io
from pathlib import Path

from kibitz.errors import SetupError
from kibitz.files import write_whole
from kibitz.openings.othello import edax
from kibitz.openings.othello.book import UNITS_PER_DISC, UNKNOWN, Book, load_book
from kibitz.openings.othello.book_card import write_book_card
from kibitz.rules.othello.position import Position
from kibitz.rules.squares import format_square

_LARGEST_EDAX_BOOK = 2 << 30


def read_book(path: Path) -> Book:
    """The book in a file of Kibitz or of Edax; raises SetupError if it is neither."""
    try:
        with path.open("rb") as file:
            if not edax.looks_like(file.read(edax.HEAD_BYTES)):
                return load_book(path)
            file.seek(0)
            data = file.read(_LARGEST_EDAX_BOOK + 1)
    except OSError as error:
        raise SetupError(f"{path} cannot be read: {error.strerror}") from None
    if len(data) > _LARGEST_EDAX_BOOK:
        raise SetupError(f"{path} is larger than {_LARGEST_EDAX_BOOK >> 30} GiB, the most that is read")
    return edax.parse_book(data, str(path))


def write_book(path: Path, book: Book, data: str = "not stated") -> int:
    """Write the valued positions of a book in the format of the file's name and return their number; raises SetupError.

    A book of Kibitz gets a card, which names the games its positions were counted in: the `data`.
    """
    valued = book.chosen(book.is_valued)
    if path.suffix == ".dat":
        write_whole(path, edax.format_book(valued))
    elif path.suffix == ".csv":
        write_whole(path, _table(valued))
    elif path.suffix == ".safetensors":
        valued.save(path)
        write_book_card(path, valued, data)
    else:
        raise SetupError(f"{path}: no format of books is called {path.suffix or 'that'}; files end in .dat, .csv or .safetensors")
    return len(valued)


def _table(book: Book) -> str:
    """A row for each move of which something is known."""
    text = io.StringIO()
    rows = csv.writer(text, lineterminator="\n")
    rows.writerow(("position", "games", "depth", "move", "score", "plies"))
    boards = book.table.boards
    for row in range(len(book)):
        position = Position(int(boards.own[row]), int(boards.opp[row]))
        for move, place in zip(position.legal_squares(), range(book.first[row], book.first[row + 1]), strict=True):
            if book.scores[place] != UNKNOWN:
                score = f"{book.scores[place] / UNITS_PER_DISC:.2f}"
                rows.writerow((str(position), book.games[row], book.depth[row], format_square(move), score, book.reach[place]))
    return text.getvalue()
