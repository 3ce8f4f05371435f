"""Networks that evolve by playing each other."""

import numpy as np
import pytest

from kibitz.learn.evolution import (
    HIDDEN,
    INPUTS,
    Population,
    against_random,
    board_inputs,
    double_round_robin,
    next_generation,
    ranking,
)
from kibitz.rules.bulk import Boards, random_games, replay
from kibitz.rules.othello import START


@pytest.fixture
def random():
    return np.random.default_rng(7)


@pytest.fixture
def population(random):
    return Population.random(6, random)


def disc_counter():
    """A network that likes its own discs: every input has the same weight, in the nearly straight part of the curve."""
    return Population(
        np.full((1, INPUTS, HIDDEN), 0.01, np.float32), np.ones((1, HIDDEN), np.float32), np.ones((1, HIDDEN), np.float32)
    )


def test_a_board_is_seen_as_plus_and_minus_one():
    inputs = board_inputs(Boards.of([START]))[0].reshape(8, 8)
    assert inputs[3:5, 3:5].tolist() == [[-1, 1], [1, -1]]
    assert np.abs(inputs).sum() == 4


def test_a_value_is_the_formula_of_the_paper(population):
    games = replay(random_games(3, seed=2)[0])
    rows = np.arange(0, len(games.square), 5)
    boards = Boards(games.boards.own[rows], games.boards.opp[rows])
    members = rows % len(population)
    found = population.values(boards, members)
    for row, member in enumerate(members):
        seen = -board_inputs(Boards(boards.own[row : row + 1], boards.opp[row : row + 1]))[0].astype(float)
        grown = np.exp(population.thresholds[member].astype(float) * (seen @ population.to_hidden[member]))
        assert found[row] == pytest.approx(((grown - 1) / (grown + 1)) @ population.from_hidden[member], abs=1e-3)


def test_points_of_a_tournament_add_up_to_nothing(population, random):
    points = double_round_robin(population, random)
    assert points.sum() == 0
    assert np.abs(points).max() <= 2 * (len(population) - 1)


def test_a_network_that_counts_discs_beats_its_opposite(random):
    lover = disc_counter()
    hater = Population(-lover.to_hidden, lover.thresholds, lover.from_hidden)
    both = Population.from_flat(np.concatenate([lover.flat(), hater.flat()]))
    assert double_round_robin(both, random).tolist() == [2, -2]


def test_the_upper_half_lives_on_unchanged_and_is_copied_with_changes(population, random):
    points = np.array([1, 5, -3, 5, 0, -8])
    after = next_generation(population, points, 0.05, random)
    assert (after.flat()[:3] == population.flat()[[1, 3, 0]]).all()
    changes = after.flat()[3:] - after.flat()[:3]
    assert changes.std() == pytest.approx(0.05, rel=0.05)
    assert len(after) == len(population)


def test_of_equals_the_older_one_is_first():
    assert ranking(np.array([0, 3, 3, -1])).tolist() == [1, 2, 0, 3]


def test_the_record_against_a_random_mover_counts_every_game(random):
    record = against_random(disc_counter(), 0, 301, random)
    assert record.won + record.drawn + record.lost == 301
    assert record.won > 165


def test_a_seed_gives_the_same_evolution_again():
    def evolved():
        random = np.random.default_rng(5)
        population = Population.random(4, random)
        for _ in range(2):
            population = next_generation(population, double_round_robin(population, random), 0.05, random)
        return population.flat()

    assert (evolved() == evolved()).all()
