"""What Go brings to lessons: losses in percentage points of the chance to win, and the ideas of good moves."""

from typing import Final

from kibitz.app.played_line import PlayedLine
from kibitz.review.go.game_review import SCALE
from kibitz.rules.go.position import GoPosition
from kibitz.rules.squares import PASS
from kibitz.search.contract import Opinion

_NEAR: Final = 3  # lines between a move and the one before
_SHOWN_ANSWERS: Final = 4


class GoLessons:
    """See LessonPart."""

    @property
    def unit(self) -> str:
        return SCALE.unit

    @property
    def looks_after(self) -> bool:
        return True

    def worth(self, opinion: Opinion) -> float:
        return 100 * opinion.known_chance

    def reasons(self, line: PlayedLine, played: Opinion, best: Opinion) -> list[str]:
        names = [line.format_move(move) for move in (best.move, played.move)]
        answers = " ".join(line.format_moves(played.line[1 : _SHOWN_ANSWERS + 1]))
        chances = [f"{100 * opinion.known_chance:.0f} %" for opinion in (best, played)]
        return [
            f"{names[0]} wins with {chances[0]}, {names[1]} with {chances[1]}.",
            *([f"The engine expects {answers} after {names[1]}."] if answers else []),
        ]

    def idea(self, line: PlayedLine, best: Opinion) -> str:
        if best.move == PASS:
            return "Nothing is left to gain."
        position: GoPosition = line.position
        if sum(position.play(best.move).prisoners) > sum(position.prisoners):
            return "Stones can be captured."
        if best.move in position.ladder_escapes():
            return "A chain of yours is in danger and can run."
        return _direction(line, best.move, position.size)


def _direction(line: PlayedLine, move: int, size: int) -> str:
    """How the move lies to the one before."""
    last = line.moves[-1] if line.moves else PASS
    if last == PASS:
        return "Take a large place where little stands yet."
    columns, rows = abs(move % size - last % size), abs(move // size - last // size)
    if max(columns, rows) <= _NEAR:
        return "Answer near the last move."
    return "The last move needs no answer: play elsewhere."
