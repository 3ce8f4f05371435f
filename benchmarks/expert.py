"""How long the expert takes: to load, for one position, and for many. One core, light install.

python benchmarks/expert.py [MODEL]
"""

import resource
import statistics
import sys
import time

import numpy as np

from kibitz.features.othello.planes import Situations, situations_of_replay
from kibitz.models.othello.loading import load_model
from kibitz.rules.othello.bulk import random_games, replay

SINGLE = 300
BATCH = 4_000


def sample(count: int) -> Situations:
    """Positions of random games, all stages alike."""
    situations = situations_of_replay(replay(random_games(200, seed=4)[0]))
    return situations.take(np.random.default_rng(4).permutation(len(situations))[:count])


def main() -> None:
    """Print the figures."""
    name = sys.argv[1] if len(sys.argv) > 1 else "expert-2014"
    began = time.process_time()
    model = load_model(name)
    print(f"{name} loaded in {time.process_time() - began:.2f} CPU s")
    situations = sample(BATCH)
    model.probabilities(situations.take([0]))
    seconds = []
    for row in range(SINGLE):
        one = situations.take([row])
        began = time.process_time()
        model.probabilities(one)
        seconds.append(time.process_time() - began)
    print(f"one position: median {1e3 * statistics.median(seconds):.2f} ms, slowest {1e3 * max(seconds):.2f} ms")
    began = time.process_time()
    model.probabilities(situations)
    print(f"in batches: {BATCH / (time.process_time() - began):,.0f} positions a second and core")
    print(f"memory at most {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:.0f} MB")


if __name__ == "__main__":
    main()
