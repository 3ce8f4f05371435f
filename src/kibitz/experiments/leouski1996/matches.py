"""Matches beside the paper's measurements. LOGISTELLO cannot be had any more: our own evaluation stands for it, at its depths."""

from typing import Final

from kibitz.experiments.matches import PaperMatch

_NETWORK: Final = "network:leouski-network3"
_TABLES: Final = "network:ntuple"
STANDING_FOR_LOGISTELLO: Final = tuple(
    PaperMatch(_NETWORK, f"alphabeta:evaluation=evaluation-2014,depth={depth}", pairs=50) for depth in (1, 2)
)
# Games of the shipped network that had no say in which one is shipped.
OF_THE_SHIPPED: Final = PaperMatch(_NETWORK, "wystan", pairs=60, openings="random:4")
# How strong the player is that stands in for Wystan.
CALIBRATION: Final = tuple(
    PaperMatch("wystan", other, pairs=50)
    for other in ("greedy", "expert:rating=1200", "expert:rating=1600", "engine:level=1", "engine:level=2")
) + tuple(PaperMatch("wystan", f"wystan:{option}", pairs=50) for option in ("depth=1", "solved=10"))
PLAYED: Final = (
    OF_THE_SHIPPED,
    *STANDING_FOR_LOGISTELLO,
    PaperMatch(_TABLES, _NETWORK, pairs=100),
    PaperMatch(_TABLES, "alphabeta:evaluation=evolved,depth=2", pairs=50),
)
