"""What comes with Kibitz: the proven bounds and the book, each with a card, and the analyst that knows both."""

from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Final

from kibitz.errors import SetupError
from kibitz.files import data_path, parse_json
from kibitz.models.card import card_beside, checksum
from kibitz.models.othello.engine import EVALUATION_NAME, VALUES_NAME, engine_named, shipped_analyst, shipped_evaluation
from kibitz.openings.othello.book import Book, load_book
from kibitz.openings.othello.knowledge import OpeningKnowledge
from kibitz.openings.othello.proven import Bounds, ProvenTable, load_proven
from kibitz.rules.othello.position import Position
from kibitz.search.othello.analysis import Analyst
from kibitz.search.othello.levels import DEFAULT_TABLES_MB
from kibitz.search.othello.midgame import DEFAULT_HASH_MB

SHIPPED_FOLDER: Final = Path(__file__).parent.parent / "shipped"
PROVEN_FILE: Final = SHIPPED_FOLDER / "proven.safetensors"
BOOK_FILE: Final = SHIPPED_FOLDER / "book.safetensors"
_OWN_BOOK: Final = "book.safetensors"
_BOOK_VARIABLE: Final = "KIBITZ_BOOK"


def own_book_path() -> Path:
    """Where the user's own book is: in the data folder, or where KIBITZ_BOOK says; it may not exist."""
    return data_path(_OWN_BOOK, _BOOK_VARIABLE)


@lru_cache(maxsize=1)
def shipped_proven() -> ProvenTable:
    """The proven bounds; raises SetupError if the file is missing, damaged or not what its card says."""
    _check_card(PROVEN_FILE)
    return load_proven(PROVEN_FILE)


def book_in_use() -> Book:
    """The user's own book if there is one, else the shipped one; raises SetupError for a damaged one."""
    own = own_book_path()
    return _book(own if own.exists() else BOOK_FILE)


def opening_knowledge(evaluation: str = EVALUATION_NAME) -> OpeningKnowledge:
    """Proven bounds and the book in use, for an analyst by an evaluation; raises SetupError as they do."""
    return OpeningKnowledge(shipped_proven(), book_in_use(), shipped_evaluation(evaluation).win_chances)


def informed_analyst(engine_mb: int = DEFAULT_HASH_MB, solver_mb: int = DEFAULT_HASH_MB) -> Analyst:
    """A new analyst for people to read, who knows the opening; raises SetupError."""
    return Analyst(engine_named(VALUES_NAME, engine_mb), 1, solver_mb, VALUES_NAME, opening_knowledge(VALUES_NAME))


def analyst_of_tables(
    tables_mb: int = DEFAULT_TABLES_MB, threads: int = 1, book: bool = True, evaluation: str = EVALUATION_NAME
) -> Analyst:
    """As shipped_analyst(), with an analyst that knows the opening unless it has no book; raises SetupError."""
    return shipped_analyst(tables_mb, threads, opening_knowledge(evaluation) if book else None, evaluation)


@dataclass(frozen=True, slots=True)
class ProvenScore:
    """What is proven of a position, and a line that keeps it, empty if no reply is known to."""

    bounds: Bounds
    line: tuple[int, ...]


def proven_score(position: Position) -> ProvenScore | None:
    """What is proven of a position, None if nothing is; raises SetupError as shipped_proven()."""
    bounds = shipped_proven().bounds_of(position)
    return ProvenScore(bounds, opening_knowledge().proven_line(position)) if bounds.says_something else None


@lru_cache(maxsize=2)
def _book(path: Path) -> Book:
    if path == BOOK_FILE:
        _check_card(path)
    return load_book(path)


def _check_card(path: Path) -> None:
    """Compare a shipped file with its card; raises SetupError if they do not belong together."""
    card = card_beside(path)
    try:
        stated = parse_json(card.read_bytes())
    except (OSError, ValueError) as error:
        raise SetupError(f"the card {card} cannot be read: {error}") from None
    if not isinstance(stated, dict) or stated.get("sha256") != checksum(path):
        raise SetupError(f"{path} is not the file that its card describes: the checksums differ")
