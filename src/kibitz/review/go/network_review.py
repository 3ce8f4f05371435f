"""A game of Go reviewed by a network that knows points: losses in points and in chances to win, both from one source.

The whole game is first looked at by the network alone. Where a move seems to lose something, the positions around it are searched
a little by the same network (kibitz.search.go.valued_tree). Passes are not reviewed.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Final

import numpy as np
from numpy.typing import NDArray

from kibitz.errors import SetupError
from kibitz.models.go.judging import GoJudge, GoThoughts, think_of
from kibitz.models.go.model import GoMoveModel
from kibitz.records.go.record import GoRecord
from kibitz.review.game_review import GameReview, Judged, Progress, Reviewers, Scale, Valued, review_turns
from kibitz.review.go.phases import phase_of
from kibitz.review.go.reasons import reasons_of
from kibitz.rules.game import Color
from kibitz.rules.go.points import format_go_move
from kibitz.rules.go.position import GoPosition
from kibitz.rules.squares import PASS
from kibitz.search.go.valued_tree import Valuation, ValuedSearch

DEFAULT_VISITS: Final = 64
# Two looks at the same position differ by about a point.
POINTS: Final = Scale("points", mistake=3.0, exact_mistake=3.0, halving_loss=3.0)
# What a move must seem to lose before it is looked at again, in points and in the chance to win.
_DOUBTFUL_POINTS: Final = 1.5
_DOUBTFUL_CHANCE: Final = 0.05


def judge_of_points(model: GoMoveModel) -> GoJudge:
    """The model, if it can review in points; raises SetupError if not."""
    if isinstance(model, GoJudge) and model.knows_points:
        return model
    raise SetupError(f"{model.name} does not know points, by which it would have to review; leave --visits out")


@dataclass(frozen=True, slots=True)
class GoNetworkReviewer:
    """Who reviews: a network, and how many positions it looks at where a move is in doubt, 0 for none."""

    model: GoJudge
    visits: int = DEFAULT_VISITS

    def review(self, record: GoRecord, progress: Progress | None = None) -> GameReview:
        """The review of a game; a network that is asked twice says the same. `progress` gets the moves done and their number.

        Whatever `progress` raises ends the work. Raises SetupError for a game without moves, and IllegalMoveError for a move
        that the rules of the game forbid.
        """
        game = _Looked(self.model, self.visits, list(record.positions()), tuple(move.point for move in record.moves))
        plies = [ply for ply, move in enumerate(game.moves) if move != PASS]
        by = Reviewers(self.visits, self.model.name, self.model.name)
        return review_turns(plies, game.reviewed, POINTS, by, progress)


@dataclass(frozen=True, slots=True)
class _Worth:
    """What a position is worth to its side to move, and the moves that are expected."""

    score: float
    win_chance: float
    line: tuple[int, ...]


@dataclass
class _Looked:
    """A game whose positions are looked at, and searched, when they are needed, each once."""

    model: GoJudge
    visits: int
    positions: list[GoPosition]
    moves: tuple[int, ...]
    seen: dict[int, GoThoughts] = field(default_factory=dict)
    searched: dict[int, _Worth] = field(default_factory=dict)

    def reviewed(self, ply: int) -> Judged:
        """The move of a turn beside the best one."""
        position, human = self.positions[ply], self._probabilities(ply)
        is_doubtful = self.visits > 0 and self._is_doubtful(ply)
        worth = self._searched(ply) if is_doubtful else self._glanced(ply)
        best = self._valued(worth, human)
        is_best = worth.line[:1] == (self.moves[ply],)
        after = self._searched(ply + 1) if is_doubtful and not is_best else self._glanced(ply + 1)
        played = best if is_doubtful and is_best else self._valued(self._turned(ply, after), human)
        return Judged(
            ply,
            position.to_move.name.lower(),
            " ".join(map(self._write, self.moves[:ply])),
            phase_of(ply, position.size),
            played,
            best,
            len(position.legal_moves()) == 1,
            partial(self._reasons, ply, played, best),
        )

    def _is_doubtful(self, ply: int) -> bool:
        before, after = self._glanced(ply), self._turned(ply, self._glanced(ply + 1))
        is_lower = before.score - after.score >= _DOUBTFUL_POINTS
        return is_lower or before.win_chance - after.win_chance >= _DOUBTFUL_CHANCE

    def _thoughts(self, ply: int) -> GoThoughts:
        if ply not in self.seen:
            self.seen[ply] = think_of(self.model, self.positions[ply])
        return self.seen[ply]

    def _glanced(self, ply: int) -> _Worth:
        """What the network alone says; the line is the likeliest move."""
        thoughts = self._thoughts(ply)
        line = (int(thoughts.probabilities.argmax()),) if thoughts.probabilities.any() else (PASS,)
        assert thoughts.score is not None and thoughts.win_chance is not None  # see judge_of_points()
        return _Worth(thoughts.score, thoughts.win_chance, line)

    def _searched(self, ply: int) -> _Worth:
        if ply not in self.searched:
            found = ValuedSearch(self._value, self.visits, self.model.name).deepen(self.positions[ply]).moves
            self.searched[ply] = (
                _Worth(found[0].score or 0.0, found[0].known_chance, found[0].line) if found else self._glanced(ply)
            )
        return self.searched[ply]

    def _value(self, position: GoPosition) -> Valuation:
        judged = self.model.glance(position)
        assert judged.score is not None
        return Valuation(judged.probabilities[0], float(judged.wins[0]), float(judged.score[0]))

    def _turned(self, ply: int, after: _Worth) -> _Worth:
        """What the move of a turn is worth to the side that played it, from what comes after it."""
        line = (self.moves[ply], *after.line)
        if self.positions[ply + 1].to_move == self.positions[ply].to_move:  # records need not alternate
            return _Worth(after.score, after.win_chance, line)
        return _Worth(-after.score, 1 - after.win_chance, line)

    def _probabilities(self, ply: int) -> Mapping[int, float]:
        shares = self._thoughts(ply).probabilities
        return {int(point): float(shares[point]) for point in np.flatnonzero(shares)}

    def _valued(self, worth: _Worth, human: Mapping[int, float]) -> Valued:
        line = [self._write(move) for move in worth.line]
        return Valued(line[0], round(worth.score, 2), round(worth.win_chance, 4), human.get(worth.line[0], 0.0), line)

    def _reasons(self, ply: int, played: Valued, best: Valued) -> list[str]:
        owners = (self._black_owners(ply), self._black_owners(ply + 1))
        return reasons_of(self.positions[ply], self.moves[ply], owners, played, best)

    def _black_owners(self, ply: int) -> NDArray[np.float32]:
        owners = self._thoughts(ply).ownership
        assert owners is not None
        return owners if self.positions[ply].to_move == Color.BLACK else -owners

    def _write(self, move: int) -> str:
        return format_go_move(move, self.positions[0].size)
