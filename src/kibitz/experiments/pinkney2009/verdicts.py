"""What our runs say to figure 8 of the dissertation."""

from collections.abc import Sequence

from kibitz.experiments.pinkney2009.paper import PLATEAU_FROM, RISE_FROM
from kibitz.experiments.pinkney2009.pictures import smoothed_curves
from kibitz.learn.runs.run_folder import RunFolder


def curve_verdict(folders: Sequence[RunFolder]) -> tuple[str, str]:
    """Whether the mean curve of some runs rises late and then stays level, as the dissertation has it, and its heights in words.

    What a run that is under way has not reached yet counts as its last generation.
    """
    curve = 100 * smoothed_curves(folders).mean(axis=0)
    end = len(curve) - 1
    first, rise, level, last = (curve[min(place, end)] for place in (0, RISE_FROM, PLATEAU_FROM, end))
    heights = f"{first:.0f} % at the start, {rise:.0f} % at {RISE_FROM}, {level:.0f} % at {PLATEAU_FROM}, {last:.0f} % at the end"
    is_late, is_level = level - rise > rise - first, abs(last - level) < (level - first) / 2
    return "holds" if is_late and is_level else "holds partly" if level > first else "does not hold", heights
