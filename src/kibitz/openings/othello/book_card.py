"""The card of a book: what it holds, how its values were found, and from which games its positions were counted."""

from pathlib import Path
from typing import Any

import numpy as np

from kibitz.models.card import write_card
from kibitz.models.othello.engine import EVALUATION_NAME
from kibitz.openings.othello.book import UNKNOWN, Book


def describe_book(book: Book) -> dict[str, Any]:
    """How many positions a book holds, how deep they were searched, and how far from the start they are."""
    valued = book.is_valued
    moves = np.repeat(valued, np.diff(book.first))
    return {
        "positions": len(book),
        "valued": int(valued.sum()),
        "waiting": int((~valued).sum()),
        "moves": int((book.scores[moves] != UNKNOWN).sum()),
        "by_depth": _counts(book.depth[valued]),
        "by_ply": _counts(book.table.disc_counts[valued] - 4),
    }


def write_book_card(path: Path, book: Book, data: str) -> None:
    """Write the card of a book in a file beside it; `data` names the games. Raises SetupError if that is not possible."""
    facts = {
        "kind": "book",
        "features": "none",
        "title": "Positions most played in archives, with the value of each move",
        "data": data,
        "evaluation": EVALUATION_NAME,
        "method": "every position was searched with the value of each legal move, with ProbCut as the engine plays; a value is "
        "the mean of those at the depth stated and at the depth before, because values at even and odd depths differ by what the "
        "evaluation thinks a move is worth; then negamax from the last positions back, within proven bounds",
        "columns": "own, opp: canonical boards; games: how often reached; depth: of the search; searched, scores: of each legal "
        "move in the order of squares, in hundredths of a disc for the side to move, as searched and after negamax; reach: plies "
        "from the position to where its score was searched",
        "command": "kibitz book learn BOOK --games FOLDER ... --positions N --depth D; kibitz book export OUT --book BOOK",
        "licence": "MIT; the counts are statistics of the games",
        **describe_book(book),
    }
    write_card(path, facts)


def _counts(numbers: Any) -> dict[str, int]:
    found, counts = np.unique(numbers, return_counts=True)
    return {str(number): int(count) for number, count in zip(found.tolist(), counts.tolist(), strict=True)}
