"""What is known of the moves of a position in the opening without a search, for an analyst: proven bounds and the book.

A proven value stands above everything, a proven bound limits whatever else is said, and the book gives way to a search that
looked farther than it did.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Final

import numpy as np

from kibitz.openings.othello.book import UNITS_PER_DISC, UNKNOWN, Book
from kibitz.openings.othello.position_table import NOT_THERE
from kibitz.openings.othello.proven import HIGHEST, PROVEN_DISCS, UNBOUNDED, Bounds, ProvenTable
from kibitz.rules.othello.bulk import Boards, canonical, transform
from kibitz.rules.othello.position import Position
from kibitz.search.contract import BOOK, PROVEN
from kibitz.search.othello.evaluation import WinChances
from kibitz.search.othello.judgement import JudgedMove, Judgement
from kibitz.search.othello.levels import Limits

_LONGEST_LINE: Final = 20
_KEPT: Final = 2048  # positions


@dataclass(frozen=True, slots=True)
class BookMove:
    """What the book says of a move, in discs for the side that plays it; `reach` is how many plies ahead it rests on."""

    score: float
    reach: int


@dataclass(frozen=True, slots=True)
class _KnownMove:
    """A move, its bounds, and its row as far as no search is needed for it."""

    move: int
    bounds: Bounds
    row: JudgedMove | None


@dataclass(frozen=True)
class OpeningKnowledge:
    """Proven bounds and a book; see kibitz.search.othello.judgement.Adviser."""

    proven: ProvenTable
    book: Book
    win_chances: WinChances
    _kept: "dict[Position, tuple[_KnownMove, ...]]" = field(default_factory=dict, repr=False, compare=False)

    def advise(self, position: Position, rows: Judgement) -> Judgement:
        """See Adviser; the rows are best first, and of equals those that are proven first."""
        if position.size != 8 or not position.legal_mask() or not (known := self._known(position)):
            return rows
        searched = {row.move: row for row in rows}
        told = (self._told(position, move, searched.get(move.move)) for move in known)
        return tuple(sorted((row for row in told if row is not None), key=_best_first))

    def choose(self, position: Position, limits: Limits) -> JudgedMove | None:
        """A move that keeps what is proven of the position; else the book's best, unless a search looks farther.

        Among several moves that keep it the one with the best score in the book is played, then the one played most often.
        """
        if position.size != 8 or not position.legal_mask():
            return None
        whole, rows = self.proven.bounds_of(position), self.advise(position, ())
        knows_all = len(rows) == len(position.legal_squares())
        if whole.low > -HIGHEST and (whole.is_value or not knows_all):
            return self._keeping(position, rows)
        return rows[0] if knows_all and rows[0].depth >= (limits.depth or 0) else None

    def bounds_of_move(self, position: Position, move: int) -> Bounds:
        """Between what a move's value must lie for the side that plays it; no move is worth more than its position."""
        after = self.proven.bounds_of(position.play(move)).turned()
        return after.within(Bounds(high=self.proven.bounds_of(position).high))

    def book_moves(self, position: Position) -> Mapping[int, BookMove]:
        """What the book says of the legal squares; empty if it does not know the position."""
        if position.size != 8 or not len(self.book):
            return {}
        boards, symmetry = canonical(Boards.of([position]))
        row = int(self.book.table.canonical_rows(boards)[0])
        if row == NOT_THERE or not self.book.is_valued[row]:
            return {}
        squares = position.legal_squares()
        images = transform(np.array([1 << square for square in squares], np.uint64), np.full(len(squares), symmetry[0], np.int8))
        order = np.argsort(np.argsort(images)) + self.book.first[row]
        return {
            square: BookMove(int(self.book.scores[place]) / UNITS_PER_DISC, int(self.book.reach[place]))
            for square, place in zip(squares, order.tolist(), strict=True)
            if self.book.scores[place] != UNKNOWN
        }

    def _keeping(self, position: Position, rows: Judgement) -> JudgedMove | None:
        """The best liked of the moves that are proven to be worth what the position is at least, if any is."""
        book = self.book_moves(position)
        keeping = self.keeping_moves(position)
        if not keeping:  # the last positions of the proof have a bound, but no replies
            return None
        move = max(keeping, key=lambda move: self._liking(position, move, book))
        known = next((row for row in rows if row.move == move), None)
        bounds = self.bounds_of_move(position, move)
        return known or self._row(position, move, float(bounds.low), 0, PROVEN, bounds)

    def line_from(self, position: Position, move: int) -> tuple[int, ...]:
        """A move and what is best after it, as far as proofs and the book go."""
        line = [move]
        position = position.play(move)
        while len(line) < _LONGEST_LINE and (found := self._next(position)) is not None:
            line.append(found)
            position = position.play(found)
        return tuple(line)

    def proven_line(self, position: Position) -> tuple[int, ...]:
        """Moves of both sides that keep what is proven of a position, as far as the proof goes."""
        line: list[int] = []
        while (move := self._next_proven(position)) is not None:
            line.append(move)
            position = position.play(move)
        return tuple(line)

    def keeping_moves(self, position: Position) -> tuple[int, ...]:
        """The moves that are proven to be worth at least what is proven of the position; none if nothing is."""
        bounds = self.proven.bounds_of(position)
        if bounds.low == -HIGHEST:
            return ()
        return tuple(move for move in position.legal_squares() if self.bounds_of_move(position, move).low == bounds.low)

    def _next_proven(self, position: Position) -> int | None:
        keeping = self.keeping_moves(position)
        return max(keeping, key=lambda move: (self._games_after(position, move), -move), default=None)

    def _next(self, position: Position) -> int | None:
        if not position.legal_mask():
            return None
        if self.proven.bounds_of(position).is_value:
            return self._next_proven(position)
        book = self.book_moves(position)
        return max(book, key=lambda move: (book[move].score, -move), default=None)

    def _told(self, position: Position, known: "_KnownMove", searched: JudgedMove | None) -> JudgedMove | None:
        """What is known of one move, None if nothing but bounds is."""
        if searched is None or known.bounds.is_value:
            return known.row
        if searched.exact or known.row is None or searched.depth >= known.row.depth:
            return self._bounded(position, searched, known.bounds)
        return known.row

    def _known(self, position: Position) -> "tuple[_KnownMove, ...]":
        """All legal squares with what is known of them without a search; none if that is nothing. Kept, as searches ask again."""
        if position not in self._kept:
            if len(self._kept) >= _KEPT:
                self._kept.clear()
            self._kept[position] = self._found(position)
        return self._kept[position]

    def _found(self, position: Position) -> "tuple[_KnownMove, ...]":
        # Most positions of a game have more discs than any that is proven.
        has_bounds = position.disc_count <= PROVEN_DISCS and self.proven.bounds_of(position).says_something
        book = self.book_moves(position)
        if not has_bounds and not book:
            return ()
        return tuple(self._known_move(position, move, book.get(move)) for move in position.legal_squares())

    def _known_move(self, position: Position, move: int, book: BookMove | None) -> "_KnownMove":
        bounds = UNBOUNDED if position.disc_count > PROVEN_DISCS else self.bounds_of_move(position, move)
        row = None
        if bounds.is_value:
            row = self._row(position, move, float(bounds.low), position.empty_count, PROVEN, bounds)
        elif book is not None:
            row = self._row(position, move, bounds.clamp(book.score), book.reach, BOOK, bounds)
        return _KnownMove(move, bounds, row)

    def _row(self, position: Position, move: int, score: float, depth: int, source: str, bounds: Bounds) -> JudgedMove:
        return JudgedMove(
            move,
            self._chance(position, score) if source == BOOK else _final_chance(score),
            self.line_from(position, move),
            score=score,
            depth=depth,
            exact=bounds.is_value,
            looked_up=source,
            bounds=_pair(bounds),
        )

    def _bounded(self, position: Position, row: JudgedMove, bounds: Bounds) -> JudgedMove:
        score = bounds.clamp(row.score)
        chance = row.win_chance if score == row.score else self._chance(position, score)
        likely = row.likely and replace(row.likely, low=bounds.clamp(row.likely.low), high=bounds.clamp(row.likely.high))
        return replace(row, score=score, win_chance=chance, bounds=_pair(bounds), likely=likely)

    def _chance(self, position: Position, score: float) -> float:
        return float(self.win_chances.of(np.array([score]), np.array([position.disc_count]))[0])

    def _liking(self, position: Position, move: int, book: Mapping[int, BookMove]) -> tuple[float, int, int]:
        known = book.get(move)
        return (-HIGHEST if known is None else known.score, self._games_after(position, move), -move)

    def _games_after(self, position: Position, move: int) -> int:
        return self.proven.games_of(position.play(move))


def _pair(bounds: Bounds) -> tuple[int, int] | None:
    return (bounds.low, bounds.high) if bounds.says_something else None


def _final_chance(score: float) -> float:
    return 0.5 if score == 0 else float(score > 0)


def _best_first(row: JudgedMove) -> tuple[float, int, int]:
    return (-row.score, -(row.bounds or (-HIGHEST, HIGHEST))[0], row.move)
