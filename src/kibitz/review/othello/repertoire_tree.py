"""A repertoire as a tree: which of the other side's answers have no reply yet, and where a game left it.

Positions that are mirror images are one position throughout. Nothing here touches a disk; how common an answer is, is asked.
"""

import heapq
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import count
from typing import Final, NamedTuple

from kibitz.review.othello.repertoire import RepertoireCard
from kibitz.rules.game import Color
from kibitz.rules.othello.position import START, Position
from kibitz.rules.squares import PASS
from kibitz.rules.symmetry import inverse, transform_square

MOST_POSITIONS: Final = 200  # of the other side that are looked at, the commonest first


class Answer(NamedTuple):
    """A move that was played in a position: in how many games, and in which share of those that went on from there."""

    move: int
    games: int
    share: float


@dataclass(frozen=True, slots=True)
class Gap:
    """An answer without a reply. `share` is how often a game that follows the repertoire comes to it."""

    moves: tuple[int, ...]  # that lead to the position before the answer, passes written out
    answer: Answer
    share: float


@dataclass(frozen=True, slots=True)
class Departure:
    """Where a game left the repertoire: at this ply, by the player's own move or by an answer without a reply."""

    ply: int
    is_own: bool
    move: int
    known: int | None  # the move of the repertoire, if it was the player's own


class Repertoire:
    """The cards of one side, by their positions."""

    def __init__(self, cards: Iterable[RepertoireCard], side: Color) -> None:
        self.side = side
        self._cards = {card.question: card for card in cards if card.side == side}

    def __len__(self) -> int:
        return len(self._cards)

    def card(self, position: Position) -> RepertoireCard | None:
        """The card of a position however the board is turned."""
        return self._cards.get(position.canonical()) if position.to_move == self.side else None

    def answers(self, position: Position) -> frozenset[int]:
        """The moves of the repertoire in a position, as the board lies there; none if it has no card."""
        card = self.card(position)
        if card is None:
            return frozenset()
        back = inverse(position.canonical_symmetry())
        return frozenset(transform_square(move, back) for move in card.answers)

    def knows(self, position: Position) -> bool:
        """Whether a position needs no further reply: it has a card, leaves no choice, or the game is over."""
        return position.is_over or self.card(self._at_choice(position)) is not None or self._leaves_no_choice(position)

    def _at_choice(self, position: Position) -> Position:
        return position.play(PASS) if position.must_pass and not position.is_over else position

    def _leaves_no_choice(self, position: Position) -> bool:
        return position.to_move == self.side and len(position.legal_squares()) == 1

    def gaps(self, ask: Callable[[Position], list[Answer]], most: int = MOST_POSITIONS) -> Iterator[Gap]:
        """The answers without a reply, those first that games come to most often; `ask` says what was played in a position."""
        found = [
            gap for position, moves, share in self._their_turns(ask, most) for gap in self._gaps_at(ask, position, moves, share)
        ]
        yield from sorted(found, key=lambda gap: -gap.share)

    def _gaps_at(
        self, ask: Callable[[Position], list[Answer]], position: Position, moves: tuple[int, ...], share: float
    ) -> Iterator[Gap]:
        for answer in ask(position):
            if answer.move != PASS and not self.knows(position.play(answer.move)):
                yield Gap(moves, answer, share * answer.share)

    def _their_turns(
        self, ask: Callable[[Position], list[Answer]], most: int
    ) -> Iterator[tuple[Position, tuple[int, ...], float]]:
        """The positions of the repertoire in which the other side is to move, each once and the commonest first."""
        order = count()
        waiting: list[tuple[float, int, Position, tuple[int, ...]]] = [(-1.0, next(order), START, ())]
        seen: set[Position] = set()
        while waiting and len(seen) < most:
            negative, _, position, moves = heapq.heappop(waiting)
            for after, line in self._followed(position, moves):
                if after.canonical() in seen:
                    continue
                seen.add(after.canonical())
                yield after, line, -negative
                for answer in ask(after):
                    reached = after.play(answer.move)
                    if self.knows(reached):
                        heapq.heappush(waiting, (negative * answer.share, next(order), reached, (*line, answer.move)))

    def _followed(self, position: Position, moves: tuple[int, ...]) -> Iterator[tuple[Position, tuple[int, ...]]]:
        """Where the repertoire goes on from a position: to the next one in which the other side may choose."""
        while not position.is_over and (position.to_move == self.side or position.must_pass):
            move = self._own_move(position)
            if move is None:
                return
            position, moves = position.play(move), (*moves, move)
        if not position.is_over:
            yield position, moves

    def _own_move(self, position: Position) -> int | None:
        """The move to play, as it was learned if the board lies as it did then; None if there is none."""
        if position.must_pass:
            return PASS
        card, legal = self.card(position), position.legal_squares()
        if card is not None and card.position == position:
            return card.answer
        return min(self.answers(position), default=legal[0] if len(legal) == 1 else None)

    def departure(self, start: Position, moves: Iterable[int]) -> Departure | None:
        """Where a game left the repertoire; None if it never was in it, or followed it to the end."""
        position, was_inside = start, False
        answered: Departure | None = None
        for ply, move in enumerate(moves):
            if position.to_move == self.side and move != PASS and len(position.legal_squares()) > 1:
                known = self.answers(position)
                if not known:
                    return answered if was_inside else None
                if move not in known:
                    return Departure(ply, True, move, min(known))
                was_inside = True
            elif position.to_move != self.side and move != PASS:
                answered = Departure(ply, False, move, None)
            position = position.play(move)
        return None
