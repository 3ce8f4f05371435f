"""Networks that evolve by playing each other: their games, and how they are shared out."""

import subprocess
import sys
from dataclasses import replace

import numpy as np
import pytest

from kibitz.errors import SetupError
from kibitz.learn.evolution.breeding import HalvesBreeder, random_networks
from kibitz.learn.evolution.contract import Record
from kibitz.learn.evolution.othello.population import (
    RANDOM_MOVER,
    SEARCHER,
    EvolutionSettings,
    Hall,
    Searcher,
    play_share,
    points_of,
    tournament_pairings,
)
from kibitz.models.othello.evolved import HIDDEN, INPUTS, Population
from kibitz.workers import LocalWorkers
from worker_jobs import HereAndNow

SMALL = EvolutionSettings(networks=6, benchmark_games=50, shares=3, seed=7)


def hall(settings, searcher=None):
    return Hall(settings, HereAndNow(), [] if searcher is None else [searcher])


def disc_counter(sign=1.0):
    """A network that likes its own discs: every input has the same weight, in the nearly straight part of the curve."""
    ones = np.ones((1, HIDDEN), np.float32)
    return Population(np.full((1, INPUTS, HIDDEN), 0.01 * sign, np.float32), ones, ones)


def joined(*networks):
    return Population.from_flat(np.concatenate([network.flat() for network in networks]))


def test_everybody_plays_everybody_once_with_each_colour():
    pairings = tournament_pairings(SMALL, 0)
    pairs = set(zip(pairings.black.tolist(), pairings.white.tolist(), strict=True))
    assert len(pairings) == len(pairs) == 6 * 5
    assert all(black != white for black, white in pairs)


def test_two_games_of_a_pair_begin_alike_and_other_pairs_differ():
    pairings = tournament_pairings(replace(SMALL, opening_moves=6), 0)
    start = {
        (black, white): own
        for black, white, own in zip(pairings.black, pairings.white, pairings.starts.own.tolist(), strict=True)
    }
    assert all(start[black, white] == start[white, black] for black, white in start)
    assert len(set(start.values())) > 10


@pytest.mark.parametrize(("opponents", "other"), [("random", RANDOM_MOVER), ("searcher", SEARCHER)])
def test_against_one_opponent_every_network_has_each_colour_equally_often(opponents, other):
    pairings = tournament_pairings(replace(SMALL, opponents=opponents, games=8), 0)
    for network in range(6):
        assert ((pairings.black == network) & (pairings.white == other)).sum() == 4
        assert ((pairings.white == network) & (pairings.black == other)).sum() == 4


def test_points_of_a_tournament_add_up_to_nothing():
    points = hall(SMALL).tournament(random_networks(SMALL), 0)
    assert points.sum() == 0
    assert np.abs(points).max() <= 2 * (SMALL.networks - 1)


def test_a_win_is_a_point_a_loss_takes_one_and_a_draw_is_nothing():
    pairings = tournament_pairings(replace(SMALL, networks=2), 0)
    assert points_of(pairings, np.array([14, 0]), 2).tolist() == [1, -1]
    assert points_of(pairings, np.array([-2, 64]), 2).tolist() == [-2, 2]


def test_a_network_that_counts_discs_beats_its_opposite():
    both, players = joined(disc_counter(), disc_counter(-1.0)), hall(replace(SMALL, networks=2))
    # Both have many moves of equal value, and which of them are equal to the last bit is the processor's choice.
    points = sum(players.tournament(both, generation) for generation in range(100))
    assert points.sum() == 0
    assert points[0] > 20


def test_the_record_against_a_random_mover_counts_every_game():
    record = hall(replace(SMALL, benchmark_games=301)).benchmark(disc_counter(), 0)
    assert record.won + record.drawn + record.lost == 301
    assert record.won > 165


def test_a_draw_is_neither_won_nor_lost():
    assert Record.of_scores(np.array([64, 2, 0, -2])) == Record(2, 1, 1)


def test_an_opponent_that_looks_further_ahead_wins_more():
    """All judge by discs alone, which two discs further on is a little better than at once."""
    settings = replace(SMALL, networks=1, opponents="searcher", games=120, opening_moves=6)
    points = [hall(settings, Searcher(disc_counter(), depth)).tournament(disc_counter(), 0)[0] for depth in (1, 3)]
    assert points[1] < points[0] - 20


def test_games_are_the_same_wherever_they_are_played():
    population = random_networks(SMALL)
    here = hall(SMALL).tournament(population, 3)
    with LocalWorkers(2) as workers:
        assert (Hall(SMALL, workers).tournament(population, 3) == here).all()


def test_shares_and_generations_have_random_numbers_of_their_own():
    taken = []

    class Listening(HereAndNow):
        def run(self, function, jobs):
            for job, result in super().run(function, jobs):
                taken.append(job[1].seed)
                yield job, result

    arena = Hall(SMALL, Listening())
    for generation in range(2):
        arena.tournament(random_networks(SMALL), generation)
        arena.benchmark(disc_counter(), generation)
    assert len(taken) == len(set(taken)) == 2 * 2 * SMALL.shares


def test_core_seconds_are_counted():
    arena = hall(SMALL)
    arena.tournament(random_networks(SMALL), 0)
    assert arena.core_seconds > 0


def test_a_short_evolution_learns_to_beat_random_movers():
    """Measured by other games than those that select; the first best network wins about half."""
    settings = replace(SMALL, networks=16, first_spread=0.1, opponents="random", games=20, benchmark_games=400)
    arena, breeder = hall(settings), HalvesBreeder(settings)
    population = breeder.first()
    for generation in range(25):
        points = arena.tournament(population, generation)
        record = arena.benchmark(population.take(np.array([breeder.best(points)])), generation)
        population = breeder.next(population, points, generation)
    assert record.won > 230


def test_settings_come_back_and_unknown_ones_are_refused():
    assert EvolutionSettings.from_json(SMALL.to_json()) == SMALL
    with pytest.raises(SetupError, match="speed is not known"):
        EvolutionSettings.from_json({**SMALL.to_json(), "speed": 3})


def test_workers_need_no_torch():
    """Whoever plays games should not wait for it, nor need it."""
    assert play_share.__module__ == "kibitz.learn.evolution.othello.population"
    program = "import sys, kibitz.learn.evolution.othello.population; sys.exit('torch' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 0
