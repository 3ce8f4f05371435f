"""Two moves of a position of Go compared: how many points one loses against the other, by a network's owners and by playouts.

Both moves leave the other side to move. What a network or playouts make too much or too little of in positions of that kind is in
both values and falls out of their difference, which is much surer than the values themselves. The points of the network are the
sum of the owners that it expects; those of the playouts the mean area at their ends.
"""

from dataclasses import dataclass, field
from typing import Final

import numpy as np
from numpy.typing import NDArray

from kibitz.models.go.judging import GoJudge
from kibitz.rules.game import Color
from kibitz.rules.go.position import GoPosition
from kibitz.search.contract import Ranking
from kibitz.search.go.tree import TreeLimits
from kibitz.voices.go.voices import black_lead, engine_voice

# A move that experts play at least this often, beside the likeliest, is not in doubt.
_AS_USUAL: Final = 0.25

Owners = NDArray[np.float32]  # [size²], −1 White to 1 Black


@dataclass(frozen=True, slots=True)
class Glance:
    """What the network alone thinks of a position: Black's lead with komi, the owners, and how likely each point is."""

    lead: float
    owners: Owners
    probabilities: NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Compared:
    """What a move loses against another, in points; below 0 if it is better. The lines begin with the moves."""

    lost: float
    line: tuple[int, ...]
    other_line: tuple[int, ...]
    owners: tuple[Owners, Owners]  # after the other move, and after the move


@dataclass(frozen=True, slots=True)
class Comparing:
    """Who compares: a network, and so many playouts after each of two moves, 0 for none."""

    model: GoJudge
    playouts: int
    glances: dict[GoPosition, Glance] = field(default_factory=dict)

    def glance(self, position: GoPosition) -> Glance:
        """What the network thinks of a position, asked once."""
        if position not in self.glances:
            self.glances[position] = self._glance(position)
        return self.glances[position]

    def is_doubtful(self, position: GoPosition, move: int) -> bool:
        """Whether a move is so much rarer than the likeliest that it is worth a comparison."""
        shares = self.glance(position).probabilities
        return bool(shares[move] < _AS_USUAL * shares.max())

    def compare(self, position: GoPosition, move: int, other: int) -> Compared:
        """What a legal move loses against another one."""
        after, instead = position.play(move), position.play(other)
        seen, seen_instead = self.glance(after), self.glance(instead)
        sign = 1 if position.to_move == Color.BLACK else -1
        lost, owners = sign * (seen_instead.lead - seen.lead), (seen_instead.owners, seen.owners)
        if not self.playouts or after.is_over or instead.is_over:
            return Compared(lost, (move,), (other,), owners)
        found, found_instead = self._search(after), self._search(instead)
        searched = sign * (black_lead(instead, found_instead) - black_lead(after, found))
        return Compared((lost + searched) / 2, (move, *_line(found)), (other, *_line(found_instead)), owners)

    def _glance(self, position: GoPosition) -> Glance:
        judged = self.model.judge_position(position)
        owners = judged.ownership[0] if position.to_move == Color.BLACK else -judged.ownership[0]
        lead = float(owners.sum()) - position.komi - position.rules.points_for(position.handicap)
        return Glance(lead, owners, judged.probabilities[0])

    def _search(self, position: GoPosition) -> Ranking:
        return engine_voice(TreeLimits(self.playouts), model=self.model).deepen(position)


def _line(found: Ranking) -> tuple[int, ...]:
    return found.moves[0].line if found.moves else ()
