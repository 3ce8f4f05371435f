"""How one generation of networks follows from another."""

from dataclasses import replace

import numpy as np
import pytest

from kibitz.errors import SetupError
from kibitz.learn.evolution.breeding import CovarianceBreeder, HalvesBreeder, crossed, make_breeder, random_networks, ranking
from kibitz.learn.evolution.othello.population import EvolutionSettings

SMALL = EvolutionSettings(networks=6, seed=7)
POINTS = np.array([1, 5, -3, 5, 0, -8])


def test_first_weights_are_normally_distributed():
    weights = random_networks(replace(SMALL, networks=24))
    assert weights.flat().shape == (24, 64 * 42 + 42 + 42)
    for part in (weights.to_hidden, weights.thresholds, weights.from_hidden):
        assert part.mean() == pytest.approx(0, abs=0.1)
        assert part.std() == pytest.approx(1, abs=0.1)


def test_of_equals_the_older_one_is_first():
    assert ranking(np.array([0, 3, 3, -1])).tolist() == [1, 2, 0, 3]


def test_the_upper_half_lives_on_unchanged_and_is_copied_with_changes():
    breeder = HalvesBreeder(SMALL)
    population = breeder.first()
    after = breeder.next(population, POINTS, 0).flat()
    assert (after[:3] == population.flat()[[1, 3, 0]]).all()
    assert (after[3:] - after[:3]).std() == pytest.approx(0.05, rel=0.05)
    assert len(after) == len(population)
    assert breeder.best(POINTS) == 1


def test_the_same_generation_has_the_same_children_and_the_next_one_others():
    breeder = HalvesBreeder(SMALL)
    population = breeder.first()
    after = [breeder.next(population, POINTS, generation).flat() for generation in (4, 4, 5)]
    assert (after[0] == after[1]).all()
    assert (after[0] != after[2]).any()


def test_a_child_of_two_takes_every_hidden_node_whole_from_one_of_them():
    parents = random_networks(replace(SMALL, networks=8))
    children = crossed(parents, 1.0, np.random.default_rng(3))
    nodes = np.concatenate([children.to_hidden, children.thresholds[:, None], children.from_hidden[:, None]], axis=1)
    known = np.concatenate([parents.to_hidden, parents.thresholds[:, None], parents.from_hidden[:, None]], axis=1)
    for child in range(8):
        givers = {giver for node in range(42) for giver in range(8) if (nodes[child, :, node] == known[giver, :, node]).all()}
        assert child in givers and len(givers) <= 2
    assert (children.flat() != parents.flat()).any()


def test_without_crossover_children_are_copies():
    parents = random_networks(SMALL)
    assert (crossed(parents, 0.0, np.random.default_rng(3)).flat() == parents.flat()).all()


def test_the_mean_of_a_distribution_follows_its_best_networks():
    """Points for how much a network is like a wanted one: after some generations the mean is nearer to it."""
    pytest.importorskip("cma")
    settings = replace(SMALL, networks=24, breeding="cma", mutation=0.2, first_spread=0.1)
    breeder = make_breeder(settings)
    wanted = random_networks(replace(settings, seed=99)).flat()[0]
    population = breeder.first()
    distances = []
    for generation in range(60):
        distance = np.linalg.norm(population.flat() - wanted, axis=1)
        distances.append(distance[0])
        population = breeder.next(population, -(1000 * distance).astype(np.int64), generation)
    assert distances[-1] < 0.95 * distances[0]
    assert breeder.best(POINTS) == 0


def test_too_few_networks_for_a_distribution_are_refused():
    pytest.importorskip("cma")
    with pytest.raises(SetupError, match="6 networks or more, not 5"):
        CovarianceBreeder(replace(SMALL, networks=5))


def test_the_library_leaves_the_random_numbers_of_others_alone():
    pytest.importorskip("cma")
    np.random.seed(5)
    expected = np.random.random()
    np.random.seed(5)
    CovarianceBreeder(SMALL).first()
    assert np.random.random() == expected
