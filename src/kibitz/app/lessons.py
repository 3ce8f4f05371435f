"""What a teacher says: what a move loses and how it is answered, and hints in steps. A game joins it with a LessonPart."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, Final, Protocol, TypeAlias

from kibitz.app.played_line import PlayedLine
from kibitz.errors import IllegalMoveError, SetupError
from kibitz.search.contract import Opinion, Ranking

# What is known of a position after some seconds.
Look: TypeAlias = Callable[[Any, float], Ranking]

SECONDS_TO_JUDGE: Final = 1.0


class LessonPart(Protocol):
    """What a game brings to lessons."""

    @property
    def unit(self) -> str:
        """What losses are counted in, such as discs."""
        ...

    @property
    def looks_after(self) -> bool:
        """Whether a move is worth what a search of the position behind it says, and not only what one before it says."""
        ...

    def worth(self, opinion: Opinion) -> float:
        """What a move is worth to its side, in the unit."""
        ...

    def reasons(self, line: PlayedLine, played: Opinion, best: Opinion) -> list[str]:
        """Why a move is worse than the best, in sentences; they may name the best."""
        ...

    def idea(self, line: PlayedLine, best: Opinion) -> str:
        """The idea of the best move in a sentence that does not name it."""
        ...


@dataclass(frozen=True, slots=True)
class Judgement:
    """A move beside the best one; both lines begin with their move."""

    loss: float
    played: Opinion
    best: Opinion


def judge(part: LessonPart, line: PlayedLine, move: int, look: Look) -> Judgement:
    """What a move loses; raises IllegalMoveError if it is not legal, SetupError if the game is over."""
    position = line.position
    if position.is_over:
        raise SetupError("the game is over")
    if move not in position.legal_moves():
        raise IllegalMoveError(f"{line.format_move(move)} is not legal here")
    best, known = _best(position, look), look(position, 0.0).of(move)
    played = best if move == best.move else _played(part, line, move, known, look)
    return Judgement(round(max(part.worth(best) - part.worth(played), 0.0), 2), played, best)


def best_move(line: PlayedLine, look: Look) -> Opinion:
    """The move that a hint is about; raises SetupError if the game is over."""
    if line.position.is_over:
        raise SetupError("the game is over")
    return _best(line.position, look)


def _best(position: Any, look: Look) -> Opinion:
    return look(position, SECONDS_TO_JUDGE).moves[0]


def _played(part: LessonPart, line: PlayedLine, move: int, known: Opinion | None, look: Look) -> Opinion:
    if known is not None and not part.looks_after:
        return known
    after = line.position.play(move)
    outcome = after.outcome()
    if outcome is not None:
        score = outcome.score_for(line.position.to_move)
        return Opinion(move, 0.5 if score == 0 else float(score > 0), (move,), score=score, exact=True)
    return _turned(move, _best(after, look))


def _turned(move: int, answer: Opinion) -> Opinion:
    """A move by its best answer, which is of the other side."""
    chance = None if answer.win_chance is None else 1 - answer.win_chance
    score = None if answer.score is None else -answer.score
    return replace(answer, move=move, win_chance=chance, score=score, line=(move, *answer.line), bounds=None)


def region_of(places: dict[str, tuple[int, int]], columns: int, rows: int, square: str) -> list[str]:
    """The quarter of a board in which a square is; the middle lines of odd boards belong to both their sides."""
    column, row = places[square]
    sides = [_half(column, columns), _half(row, rows)]
    return [name for name, place in places.items() if all(at in side for at, side in zip(place, sides, strict=True))]


def _half(place: int, size: int) -> range:
    return range((size + 1) // 2) if place < size / 2 else range(size // 2, size)
