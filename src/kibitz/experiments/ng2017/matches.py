"""The matches of the report's player: against the weakest, and in the place of its testers against players of a rating."""

from typing import Final

from kibitz.experiments.matches import PaperMatch

_PLAYER: Final = "value:ng2017,depth=4"
_RATINGS: Final = (1200, 1400, 1600, 1800)
AGAINST_PEOPLE: Final = tuple(PaperMatch(_PLAYER, f"expert:rating={rating}", pairs=50) for rating in _RATINGS)
PLAYED: Final = (
    *AGAINST_PEOPLE,
    PaperMatch(_PLAYER, "greedy", pairs=25),
    PaperMatch(_PLAYER, "random", pairs=25),
    PaperMatch("value:evaluation-2014,depth=4", "greedy", pairs=25),
    PaperMatch("value:evaluation-2014,depth=4", "random", pairs=25),
)
