"""What Othello brings to lessons: losses in discs, reasons from what can be measured, and the ideas of good moves."""

from typing import Final

from kibitz.app.played_line import PlayedLine
from kibitz.features.othello.planes import situation
from kibitz.models.othello.loading import load_model
from kibitz.review.othello.game_review import SCALE
from kibitz.review.othello.measures import CORNERS, EDGES, odd_regions
from kibitz.review.othello.reasons import reasons
from kibitz.rules.othello.position import Position
from kibitz.rules.squares import PASS
from kibitz.search.contract import Opinion
from kibitz.search.othello.judgement import JudgedMove
from kibitz.voices.othello.voices import EXPERT

_QUIET: Final = 2  # discs turned at most
_PARITY_FROM: Final = 20  # empties
_SOON: Final = 5  # plies


class OthelloLessons:
    """See LessonPart."""

    @property
    def unit(self) -> str:
        return SCALE.unit

    @property
    def looks_after(self) -> bool:
        return False

    def worth(self, opinion: Opinion) -> float:
        return opinion.score or 0.0

    def reasons(self, line: PlayedLine, played: Opinion, best: Opinion) -> list[str]:
        assert isinstance(played, JudgedMove) and isinstance(best, JudgedMove)  # the engine of this part speaks so
        likely = load_model(EXPERT).probabilities(situation(line.position, line.moves))[0]
        return reasons(line.position, played, best, float(likely[played.move]), float(likely[best.move]))

    def idea(self, line: PlayedLine, best: Opinion) -> str:
        position = line.position
        if best.move == PASS:
            return "There is nothing to play: you must pass."
        return next(said for fits, said in _ideas(position, best) if fits)


def _ideas(position: Position, best: Opinion) -> tuple[tuple[bool, str], ...]:
    """The ideas that there are, the strongest first; the last one always fits."""
    after = position.play(best.move)
    return (
        (best.move in CORNERS, "A corner is yours: it can never be turned."),
        (after.must_pass, "You can leave the opponent without a move and play again."),
        (_gains_corner(best), "Prepare a corner: it falls a few moves later."),
        (
            position.empty_count <= _PARITY_FROM and odd_regions(after) < odd_regions(position),
            "Parity: play into a region with an odd number of empty squares, to have the last move there.",
        ),
        (_leaves_fewest(position, after), "Leave the opponent as few moves as you can."),
        (position.flip_mask(best.move).bit_count() <= _QUIET, "A quiet move: turn few discs and open nothing."),
        (best.move in EDGES, "The edge: look at what follows along it."),
        (True, "Compare what the opponent can play after each of your moves."),
    )


def _gains_corner(best: Opinion) -> bool:
    return any(move in CORNERS for move in best.line[2:_SOON:2])


def _leaves_fewest(position: Position, after: Position) -> bool:
    counts = [len(position.play(move).legal_squares()) for move in position.legal_squares()]
    return len(counts) > 1 and len(after.legal_squares()) == min(counts)
