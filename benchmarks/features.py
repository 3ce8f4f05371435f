"""Positions encoded per second on one core: `python benchmarks/features.py`.

Positions are those of random games; planes are written as uint8 into memory that is used again, as training does.
"""

import time

import numpy as np

from kibitz.features.othello.planes import PLANE_SETS, PlaneSet, Situations, encode, situations_of_replay, stable_discs
from kibitz.rules.othello import bulk

BLOCK = 4096


def positions_per_second(planes: PlaneSet, situations: Situations, dtype: type) -> float:
    """The best of five rounds."""
    out = np.empty((BLOCK, len(planes), 8, 8), dtype=dtype)
    blocks = [situations.take(slice(start, start + BLOCK)) for start in range(0, len(situations) - BLOCK + 1, BLOCK)]
    rates = []
    for _ in range(5):
        begin = time.perf_counter()
        for block in blocks:
            encode(planes, block, out=out)
        rates.append(len(blocks) * BLOCK / (time.perf_counter() - begin))
    return max(rates)


def main() -> None:
    replay = bulk.replay(bulk.random_games(5_000, seed=1)[0])
    situations = situations_of_replay(replay)
    for planes in PLANE_SETS.values():
        for dtype in (np.uint8, np.float32):
            rate = positions_per_second(planes, situations, dtype)
            print(f"{planes.name:12} {np.dtype(dtype).name:8} {rate:12,.0f} positions/s")
    begin = time.perf_counter()
    stable_discs(situations.boards)
    print(f"stable discs          {len(situations) / (time.perf_counter() - begin):12,.0f} positions/s")


if __name__ == "__main__":
    main()
