"""The positions of the report's sets on which errors are measured: a sample of one position from every game."""

from typing import Final

import numpy as np

from kibitz.learn.tables.othello.drawn_positions import DrawnPositions

SAMPLE: Final = 20_000  # positions of each set; one standard error of their mean is about 0.005
_SAMPLE_STREAM: Final = 7


def sampled(positions: DrawnPositions, seed: int, most: int = SAMPLE) -> DrawnPositions:
    """So many of the positions at most, in their order; the same every time."""
    chosen = np.random.default_rng([seed, _SAMPLE_STREAM]).permutation(len(positions))[:most]
    return positions.take(np.sort(chosen))
