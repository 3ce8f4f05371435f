"""Rule sets of Go: what is allowed and how is counted, by the names they are known by."""

from dataclasses import dataclass
from enum import Enum, IntEnum
from typing import Final

from kibitz.errors import NotationError


class KoRule(IntEnum):
    """Which repetitions are forbidden: taking back at once, any board, or any board with the same side to move."""

    SIMPLE = 0
    POSITIONAL = 1
    SITUATIONAL = 2


class Scoring(Enum):
    """What counts at the end: stones and surrounded points, or surrounded points and prisoners."""

    AREA = "area"
    TERRITORY = "territory"


class HandicapPoints(Enum):
    """What White gets for Black's handicap stones, in addition to komi."""

    NONE = "none"
    ONE_EACH = "one each"
    ONE_EACH_BUT_ONE = "one each but one"


@dataclass(frozen=True, slots=True)
class GoRules:
    """A rule set. `suicide` allows that of two stones or more; that of one would be a pass and is never legal."""

    ko: KoRule = KoRule.SIMPLE
    suicide: bool = False
    scoring: Scoring = Scoring.AREA
    handicap_points: HandicapPoints = HandicapPoints.NONE

    def points_for(self, handicap: int) -> int:
        """The points White gets for a handicap."""
        if handicap < 2 or self.handicap_points == HandicapPoints.NONE:
            return 0
        return handicap - (self.handicap_points == HandicapPoints.ONE_EACH_BUT_ONE)


CHINESE: Final = GoRules(handicap_points=HandicapPoints.ONE_EACH)
JAPANESE: Final = GoRules(scoring=Scoring.TERRITORY)
AGA: Final = GoRules(KoRule.SITUATIONAL, handicap_points=HandicapPoints.ONE_EACH_BUT_ONE)
NEW_ZEALAND: Final = GoRules(KoRule.SITUATIONAL, suicide=True)
TROMP_TAYLOR: Final = GoRules(KoRule.POSITIONAL, suicide=True)

RULE_SETS: Final = {
    "chinese": CHINESE,
    "japanese": JAPANESE,
    "korean": JAPANESE,
    "aga": AGA,
    "new zealand": NEW_ZEALAND,
    "tromp-taylor": TROMP_TAYLOR,
}


def parse_go_rules(text: str) -> GoRules:
    """The rule set of a name such as `Japanese` or `AGA`; raises NotationError."""
    found = RULE_SETS.get(" ".join(text.lower().split()))
    if found is None:
        raise NotationError(f"{text!r} is not a rule set; known are {', '.join(RULE_SETS)}")
    return found
