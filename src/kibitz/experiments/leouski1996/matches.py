"""Matches beside the paper's measurements. LOGISTELLO cannot be had any more: our own evaluation stands for it, at its depths."""

from typing import Final

from kibitz.experiments.matches import PaperMatch

_NETWORK: Final = "network:leouski-network3"
_TABLES: Final = "network:ntuple"
STANDING_FOR_LOGISTELLO: Final = tuple(
    PaperMatch(_NETWORK, f"alphabeta:evaluation=evaluation-2014,depth={depth}", pairs=50) for depth in (1, 2)
)
PLAYED: Final = (
    PaperMatch(_NETWORK, "wystan", pairs=60, openings="random:4"),
    *STANDING_FOR_LOGISTELLO,
    PaperMatch(_TABLES, _NETWORK, pairs=100),
    PaperMatch(_TABLES, "alphabeta:evaluation=evolved,depth=2", pairs=50),
)
