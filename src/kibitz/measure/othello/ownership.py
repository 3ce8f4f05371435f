"""How well chances of owning each square agree with final boards: the figures of a report, over all squares and by stage.

Squares that stayed empty in a drawn game are owned half by either side; whatever is said of them is half right.
"""

from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from kibitz.features.othello.final_boards import FinalBoards
from kibitz.features.othello.samples import STAGES, stages
from kibitz.measure.calibration import Reliability, reliability

# A chance of zero for the owner would make the mean infinite.
_LEAST_CHANCE: Final = 1e-9


def ownership_report(chances: NDArray[np.float64], ends: FinalBoards) -> dict[str, Any]:
    """The figures of chances [N, 64] that the mover owns each square, as one JSON document.

    `right` is the share of squares whose likelier owner got them (an even chance is half right), `brier` the mean squared
    distance between chance and owner, `nll` the mean of −log of the owner's chance; `by_stage` has them for each stage that
    occurs. `calibration` compares chances with the shares of squares owned.
    """
    owners = ends.owners().astype(np.float64)
    stage = stages(ends.situations.boards)
    present = [each for each in range(STAGES) if (stage == each).any()]
    rows = [{"stage": each, **_figures(chances[stage == each], owners[stage == each])} for each in present]
    calibration = chance_reliability(chances, ends).to_json()
    return {**_figures(chances, owners), "by_stage": rows, "calibration": calibration}


def chance_reliability(chances: NDArray[np.float64], ends: FinalBoards) -> Reliability:
    """Squares by the chance that the mover owns them, and the share that the mover owned; see kibitz.measure.calibration."""
    return reliability(chances.ravel(), ends.owners().ravel())


def _figures(chances: NDArray[np.float64], owners: NDArray[np.float64]) -> dict[str, Any]:
    likelier = (np.sign(2 * chances - 1) + 1) / 2
    own_log, opp_log = np.log(np.maximum(chances, _LEAST_CHANCE)), np.log(np.maximum(1 - chances, _LEAST_CHANCE))
    return {
        "positions": len(chances),
        "right": float((1 - np.abs(likelier - owners)).mean()),
        "brier": float(np.square(chances - owners).mean()),
        "nll": float(-(owners * own_log + (1 - owners) * opp_log).mean()),
    }
