"""A player's own openings, repeated at growing intervals: spaced repetition by FSRS.

A card is a position in which the player is to move, and the move that he or she wants to play there. Nothing here touches a disk.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from typing import Any, Final

import fsrs

from kibitz.errors import IllegalMoveError, SetupError
from kibitz.rules.game import Color
from kibitz.rules.othello.position import Position, parse_board
from kibitz.rules.squares import PASS, format_square, format_transcript, parse_square
from kibitz.rules.symmetry import transform_square

# An answer within the first number of seconds is easy; one that takes longer than the second is hard.
_QUICK: Final = 4.0
_SLOW: Final = 30.0


@dataclass(frozen=True, slots=True)
class RepertoireCard:
    """A position, reached by `path` from `start`, and the move to play there. `memory` is what FSRS knows of it."""

    id: str
    name: str
    side: Color
    start: Position
    path: str
    position: Position
    answer: int
    memory: fsrs.Card = field(default_factory=fsrs.Card)
    reviews: int = 0
    lapses: int = 0

    @property
    def due(self) -> datetime:
        return self.memory.due

    @property
    def question(self) -> Position:
        """The position that stands for all mirror images of the card's."""
        return self.position.canonical()

    @property
    def answers(self) -> frozenset[int]:
        """The moves in `question` that are the card's."""
        return self.question.twins(transform_square(self.answer, self.position.canonical_symmetry()))

    def as_dict(self) -> dict[str, Any]:
        """The card as JSON holds it."""
        return {
            "id": self.id,
            "name": self.name,
            "side": self.side.name,
            "start": str(self.start),
            "path": self.path,
            "position": str(self.position),
            "answer": format_square(self.answer),
            "memory": dict(self.memory.to_dict()),
            "reviews": self.reviews,
            "lapses": self.lapses,
        }

    @classmethod
    def from_dict(cls, content: Mapping[str, Any]) -> "RepertoireCard":
        """The card that as_dict() wrote; raises KeyError, TypeError or ValueError for anything else."""
        return cls(
            id=content["id"],
            name=content["name"],
            side=Color[content["side"]],
            start=parse_board(content["start"]),
            path=content["path"],
            position=parse_board(content["position"]),
            answer=parse_square(content["answer"]),
            memory=fsrs.Card.from_dict(content["memory"]),
            reviews=content["reviews"],
            lapses=content["lapses"],
        )


def cards_of_line(
    start: Position, moves: Iterable[int], side: Color, name: str, new_id: Any, now: datetime
) -> list[RepertoireCard]:
    """A card for every move of one side in a line that leaves a choice; raises SetupError if there is none.

    `moves` are legal from `start`, passes written out; `new_id` gives an id for each card. All cards are due now.
    """
    cards, position = [], start
    placed: list[int] = []
    for move in moves:
        if position.to_move == side and move != PASS and len(position.legal_squares()) > 1:
            memory = fsrs.Card(due=now)
            cards.append(RepertoireCard(new_id(), name, side, start, format_transcript(placed), position, move, memory))
        position = position.play(move)
        placed += [move] if move != PASS else []
    if not cards:
        raise SetupError(f"the line has no move of {side} that could be learned")
    return cards


def with_cards(known: Iterable[RepertoireCard], added: Iterable[RepertoireCard]) -> list[RepertoireCard]:
    """The cards with some more: one for a position that has the same answer already is left out, another answer replaces it.

    Mirror images of a position are one position, and mirror images of an answer one answer.
    """
    by_position = {card.question: card for card in known}
    for card in added:
        before = by_position.get(card.question)
        if before is None or before.answers != card.answers:
            by_position[card.question] = card
    return list(by_position.values())


def next_due(cards: Iterable[RepertoireCard], now: datetime) -> RepertoireCard | None:
    """The card that has been due longest, of several the one nearest to the start of the game; None if none is due."""
    due = [card for card in cards if card.due <= now]
    return min(due, key=lambda card: (card.due, len(card.path)), default=None)


def answered(card: RepertoireCard, move: int, seconds: float | None, now: datetime) -> tuple[bool, RepertoireCard]:
    """Whether a move is the card's or a mirror image of it, and the card with its new memory; raises IllegalMoveError."""
    if move not in card.position.legal_squares():
        raise IllegalMoveError(f"{format_square(move)} is not legal here")
    right = move in card.position.twins(card.answer)
    memory, _ = fsrs.Scheduler().review_card(card.memory, _grade(right, seconds), now)
    lapses = card.lapses + (not right)
    return right, replace(card, memory=memory, reviews=card.reviews + 1, lapses=lapses)


def _grade(right: bool, seconds: float | None) -> fsrs.Rating:
    if not right:
        return fsrs.Rating.Again
    if seconds is not None and seconds <= _QUICK:
        return fsrs.Rating.Easy
    return fsrs.Rating.Hard if seconds is not None and seconds > _SLOW else fsrs.Rating.Good


def now_utc() -> datetime:
    """This moment, as FSRS wants it."""
    return datetime.now(UTC)
