"""What a user learns by heart: the cards of the repertoire, kept in a small file."""

import threading
from pathlib import Path
from typing import Final

from kibitz.app.folder import MissingError, new_id, parsed_json, write_json
from kibitz.errors import SetupError
from kibitz.files import clear_parts
from kibitz.review.othello.repertoire import RepertoireCard, answered, cards_of_line, now_utc, with_cards
from kibitz.rules.game import Color
from kibitz.rules.othello.position import Position

MOST_CARDS: Final = 10_000


class StudyStore:
    """Cards on disk. Safe to use from many threads."""

    def __init__(self, folder: Path) -> None:
        self._cards_path = folder / "repertoire.json"
        self._lock = threading.RLock()
        clear_parts(folder)

    def cards(self) -> list[RepertoireCard]:
        """All cards, the one due first first."""
        with self._lock:
            none: list[RepertoireCard] = []
            found = parsed_json(self._cards_path, none, lambda content: [RepertoireCard.from_dict(row) for row in content])
            return sorted(found, key=lambda card: (card.due, len(card.path), card.id))

    def add_line(
        self, start: Position, moves: tuple[int, ...], side: Color, name: str, last_only: bool = False
    ) -> list[RepertoireCard]:
        """The cards of a line, those that were there already included; raises SetupError if there are none or too many."""
        with self._lock:
            known = self.cards()
            added = cards_of_line(start, moves, side, name, new_id, now_utc())[-1 if last_only else 0 :]
            together = with_cards(known, added)
            if len(together) > MOST_CARDS:
                raise SetupError(f"a repertoire of more than {MOST_CARDS} cards is too much to learn")
            self._write_cards(together)
            questions = {card.question for card in added}
            return [card for card in together if card.question in questions]

    def card(self, key: str) -> RepertoireCard:
        """A card by its id; raises MissingError if there is none."""
        for card in self.cards():
            if card.id == key:
                return card
        raise MissingError(f"there is no card {key[:40]!r}")

    def answer(self, key: str, move: int, seconds: float | None) -> tuple[bool, RepertoireCard]:
        """Whether a move is right, and the card as it is now."""
        with self._lock:
            right, card = answered(self.card(key), move, seconds, now_utc())
            self._write_cards([card if known.id == key else known for known in self.cards()])
            return right, card

    def delete_card(self, key: str) -> None:
        with self._lock:
            self.card(key)
            self._write_cards([card for card in self.cards() if card.id != key])

    def _write_cards(self, cards: list[RepertoireCard]) -> None:
        write_json(self._cards_path, [card.as_dict() for card in cards])
