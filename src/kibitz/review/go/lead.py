"""Who leads a game of Go, by how many points and with what chance: one number, from which the other follows.

The lead after a move is the lead before it, less what the move lost, and a little of the way from there to what the network says
of the position. So the curve falls by what a mistake cost and is calm elsewhere, and points and chance never disagree.
The scale is in lead.json, which says where it comes from.
"""

import json
import math
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Final

_SCALE: Final = "lead.json"
_USUAL_EDGE: Final = 19


@dataclass(frozen=True, slots=True)
class LeadScale:
    """How the network's points become points that count.

    `level` times the network's lead is what is expected at the end. A lead of `spread` points has log odds of one: it wins in 73
    of 100 games. `pull` is how far each position draws the curve to its own level.
    """

    level: float
    spread: float
    pull: float

    def chance(self, points: float, size: int) -> float:
        """The chance to win of a side that leads by so many points; on smaller boards fewer are worth as much."""
        return 1 / (1 + math.exp(-points * _USUAL_EDGE / (self.spread * size)))

    def after(self, lead: float, lost: float, level: float) -> float:
        """The lead of the side that moves once it has moved; `level` is the network's lead then."""
        expected = lead - lost
        return expected + self.pull * (self.level * level - expected)


@cache
def lead_scale() -> LeadScale:
    """The scale that comes with Kibitz."""
    found = json.loads(files("kibitz.review.go").joinpath(_SCALE).read_text())
    return LeadScale(**found["scale"])
