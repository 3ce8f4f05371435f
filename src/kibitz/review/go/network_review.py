"""A game of Go reviewed in points: a network looks at every position, and playouts where a move is in doubt.

A move that experts play much less often than the likeliest one is compared with that (kibitz.review.go.comparison); the curve
follows the lead (kibitz.review.go.lead). Passes are not reviewed.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import partial
from typing import Final

from kibitz.errors import SetupError
from kibitz.models.go.judging import GoJudge
from kibitz.models.go.model import GoMoveModel
from kibitz.records.go.record import GoRecord
from kibitz.review.game_review import GameReview, Judged, Progress, Reviewers, Scale, Valued, review_turns
from kibitz.review.go.comparison import Compared, Comparing
from kibitz.review.go.lead import LeadScale, lead_scale
from kibitz.review.go.reasons import reasons_of
from kibitz.review.go.turns import plies_reviewed, turn_of
from kibitz.rules.game import Color
from kibitz.rules.go.points import format_go_move
from kibitz.rules.go.position import GoPosition

DEFAULT_PLAYOUTS: Final = 500
# Where nothing was lost, two comparisons of the same moves differ by about a point and a half.
POINTS: Final = Scale("points", mistake=3.0, exact_mistake=3.0, halving_loss=3.0)

Preview = Callable[[GameReview], None]


def judge_of(model: GoMoveModel) -> GoJudge:
    """The model, if it knows owners, by which games are reviewed in points; raises SetupError if not."""
    if isinstance(model, GoJudge):
        return model
    raise SetupError(f"{model.name} does not know who will own the board, by which it would have to review")


@dataclass(frozen=True, slots=True)
class GoNetworkReviewer:
    """Who reviews: a network, and so many playouts after each of two moves where one is in doubt, 0 for none."""

    model: GoJudge
    playouts: int = DEFAULT_PLAYOUTS

    def review(self, record: GoRecord, progress: Progress | None = None, preview: Preview | None = None) -> GameReview:
        """The review of a game; one that is asked for twice says the same. `progress` gets the moves done and their number.

        `preview` gets the curve by the network alone, in which no move loses anything, before any move is compared. Whatever the
        two raise ends the work. Raises SetupError for a game without moves, and IllegalMoveError for a move that the rules of the
        game forbid.
        """
        moves = tuple(move.point for move in record.moves)
        game = _Game(Comparing(self.model, self.playouts), list(record.positions()), moves)
        by, plies = Reviewers(self.playouts, self.model.name, self.model.name), plies_reviewed(moves)
        if preview and plies:
            glances = game.glanced()
            preview(review_turns(plies, lambda _ply: next(glances), POINTS, by))
        turns = game.reviewed()
        return review_turns(plies, lambda _ply: next(turns), POINTS, by, progress)

    def loss_of(self, position: GoPosition, move: int, best: int) -> float:
        """What a legal move loses against the best one, in points, never below 0."""
        return round(max(Comparing(self.model, self.playouts).compare(position, move, best).lost, 0.0), 2)


@dataclass
class _Game:
    """A game whose moves are compared with others, from the first to the last."""

    comparing: Comparing
    positions: list[GoPosition]
    moves: tuple[int, ...]
    scale: LeadScale = field(default_factory=lead_scale)

    def glanced(self) -> Iterator[Judged]:
        """The turns as the network alone sees them: each move as if it were the best."""
        lead = self._first_lead()
        for ply in plies_reviewed(self.moves):
            lead = self._lead_after(ply, lead, 0.0)
            played = self._valued(ply, lead, (self.moves[ply],))
            yield turn_of(self.positions[ply], self.moves[:ply], played, played, list)

    def reviewed(self) -> Iterator[Judged]:
        """The turns with the moves compared."""
        lead = self._first_lead()
        for ply in plies_reviewed(self.moves):
            found = self._compared(ply)
            lost = 0.0 if found is None else found.lost
            lead = self._lead_after(ply, lead, lost)
            played = best = self._valued(ply, lead, (self.moves[ply],) if found is None else found.line)
            reasons: Callable[[], list[str]] = list
            if found is not None:
                best = self._valued(ply, lead + self._sign(ply) * lost, found.other_line)
                reasons = partial(reasons_of, self.positions[ply], self.moves[ply], found.owners, played, best)
            yield turn_of(self.positions[ply], self.moves[:ply], played, best, reasons)

    def _compared(self, ply: int) -> Compared | None:
        """The move of a turn beside the likeliest one; None if it is not in doubt, or as good."""
        position, move = self.positions[ply], self.moves[ply]
        if not self.comparing.is_doubtful(position, move):
            return None
        found = self.comparing.compare(position, move, int(self.comparing.glance(position).probabilities.argmax()))
        return found if found.lost > 0 else None

    def _first_lead(self) -> float:
        return self.scale.level * self.comparing.glance(self.positions[0]).lead

    def _lead_after(self, ply: int, lead: float, lost: float) -> float:
        """Black's lead after the move of a turn."""
        sign = self._sign(ply)
        level = self.comparing.glance(self.positions[ply + 1]).lead
        return sign * self.scale.after(sign * lead, lost, sign * level)

    def _sign(self, ply: int) -> int:
        return 1 if self.positions[ply].to_move == Color.BLACK else -1

    def _valued(self, ply: int, black_lead: float, line: tuple[int, ...]) -> Valued:
        position, lead = self.positions[ply], self._sign(ply) * black_lead
        names = [format_go_move(move, position.size) for move in line]
        share = float(self.comparing.glance(position).probabilities[line[0]])
        return Valued(names[0], round(lead, 2), round(self.scale.chance(lead, position.size), 4), share, names)
