"""How the games of an evolution get faster with more workers: measured here, and what follows for more than there are here.

    python benchmarks/workers.py [--cluster local]

One process hands out shares of games and breeds between the generations; that part does not shrink. Its time and the games' are
measured in seconds of a core, which a busy machine changes little, the rates by the clock. Without a cluster only local processes
are measured.
"""

import math
import sys
import time
from typing import Final

from kibitz.cluster import open_workers
from kibitz.learn.evolution.breeding import HalvesBreeder
from kibitz.learn.evolution.othello.population import EvolutionSettings, Hall
from kibitz.workers import LocalWorkers, Workers

GENERATIONS: Final = 3
PROCESSES: Final = (1, 2)
PROJECTED: Final = (1, 2, 4, 8, 16, 32, 64, 128)
# The paper's generation in four shares, and one of 96 networks in as many as keep many workers busy.
SIZES: Final = (EvolutionSettings(), EvolutionSettings(networks=96, shares=64))


class Measured:
    """What some generations took: the games' seconds of a core, the master's, and those of the clock."""

    def __init__(self, settings: EvolutionSettings, workers: Workers) -> None:
        breeder, hall = HalvesBreeder(settings), Hall(settings, workers)
        population = breeder.first()
        hall.tournament(population, 0)  # workers have to import what they need first
        before, core, clock = hall.core_seconds, time.process_time(), time.perf_counter()
        for generation in range(1, GENERATIONS + 1):
            points = hall.tournament(population, generation)
            population = breeder.next(population, points, generation)
        self.games_seconds = (hall.core_seconds - before) / GENERATIONS
        self.master_seconds = (time.process_time() - core) / GENERATIONS
        self.clock_seconds = (time.perf_counter() - clock) / GENERATIONS


def games_of(settings: EvolutionSettings) -> int:
    return settings.networks * (settings.networks - 1)


def report(settings: EvolutionSettings, name: str, count: int, workers: Workers) -> Measured:
    found = Measured(settings, workers)
    rate = games_of(settings) / found.clock_seconds
    print(
        f"{name}, {count} workers: {found.clock_seconds:.2f} s a generation by the clock, {rate:,.0f} games a second; "
        f"{found.games_seconds:.2f} core s for games, {1000 * found.master_seconds:.0f} core ms for the master"
    )
    return found


def project(settings: EvolutionSettings, found: Measured) -> None:
    """Print what more workers would give if each were a core like this one's; the fullest worker decides when all are done."""
    share = found.games_seconds / settings.shares
    for count in (count for count in PROJECTED if count <= settings.shares):
        seconds = found.master_seconds + math.ceil(settings.shares / count) * share
        whole = found.master_seconds + settings.shares * share
        print(f"  {count:4} workers: {games_of(settings) / seconds:10,.0f} games a second, {whole / seconds:5.1f} times one")


def main(cluster: str | None) -> None:
    for settings in SIZES:
        print(f"{settings.networks} networks, {games_of(settings):,} games a generation in {settings.shares} shares")
        for count in PROCESSES:
            with LocalWorkers(count) as workers:
                found = report(settings, "processes", count, workers)
        project(settings, found)
        if cluster:
            with open_workers(0, cluster) as workers:
                project(settings, report(settings, "Ray", max(PROCESSES), workers))


if __name__ == "__main__":
    main(sys.argv[2] if sys.argv[1:2] == ["--cluster"] else None)
