"""Whole-history ratings: the solver against a slow one, against known strengths, and against the games of a later year."""

import math
import random

import numpy as np
import pytest

from kibitz.archive.whole_history import (
    MEAN_RATING,
    History,
    Rating,
    Results,
    Settings,
    expected_points,
    rate,
)
from kibitz.records.othello import wthor

ELO = 400 / math.log(10)


def results(games: list[tuple[int, int, int, float]]) -> Results:
    black, white, year, points = zip(*games, strict=True)
    return Results(np.array(black), np.array(white), np.array(year), np.array(points, dtype=float))


def slow_ratings(games: list[tuple[int, int, int, float]], settings: Settings) -> dict[tuple[int, int], float]:
    """The most likely ratings by plain gradient steps on the formula as it stands in the paper, newcomers at 0."""
    nodes = sorted({(player, year) for black, white, year, _ in games for player in (black, white)})
    rating = dict.fromkeys(nodes, 0.0)
    for _ in range(5_000):
        slope = dict.fromkeys(nodes, 0.0)
        for black, white, year, points in games:
            surprise = points - 1 / (1 + math.exp((rating[white, year] - rating[black, year]) / ELO))
            slope[black, year] += surprise
            slope[white, year] -= surprise
        for before, node in zip([None, *nodes], nodes, strict=False):
            if before is None or before[0] != node[0]:
                slope[node] -= rating[node] * ELO / settings.spread**2
            else:
                pull = (rating[node] - rating[before]) * ELO / (settings.drift**2 * (node[1] - before[1]))
                slope[node] -= pull
                slope[before] += pull
        for node in nodes:
            rating[node] += 5 * slope[node]
    return rating


def test_the_ratings_are_those_of_a_slow_solver():
    games = [(1, 2, 2000, 1.0), (1, 2, 2000, 0.5), (2, 3, 2000, 1.0), (1, 2, 2001, 0.0), (3, 1, 2004, 1.0), (2, 3, 2004, 0.5)]
    settings = Settings(spread=300, drift=50)
    history = rate(results(games), settings)
    slow = slow_ratings(games, settings)
    assert list(zip(history.player.tolist(), history.year.tolist(), strict=True)) == sorted(slow)
    assert history.rating - history.newcomer.value == pytest.approx([slow[node] for node in sorted(slow)], abs=0.1)


def test_the_deviation_is_that_of_a_player_among_known_opponents():
    settings = Settings(spread=200, drift=40)
    history = rate(results([(1, 2, 2000, 1.0), (1, 2, 2000, 0.0), (1, 2, 2002, 0.5)]), settings)
    chance = 0.5  # both players end up equal
    game = chance * (1 - chance) / ELO**2
    link = 1 / (settings.drift**2 * 2)
    curvature = np.array([[1 / settings.spread**2 + 2 * game + link, -link], [-link, game + link]])
    expected = np.sqrt(np.diag(np.linalg.inv(curvature)))
    assert history.deviation[:2] == pytest.approx(expected)


def synthetic_games(seed: int) -> tuple[dict[tuple[int, int], float], list[tuple[int, int, int, float]]]:
    """60 players whose strengths drift over 8 years, and 60 games of each player and year, some drawn."""
    chooser = random.Random(seed)
    truth: dict[tuple[int, int], float] = {}
    for player in range(60):
        strength = chooser.gauss(0, 250)
        for year in range(2000, 2008):
            truth[player, year] = strength
            strength += chooser.gauss(0, 40)
    games = []
    for year in range(2000, 2008):
        for _ in range(60 * 30):
            black, white = chooser.sample(range(60), 2)
            chance = 1 / (1 + 10 ** ((truth[white, year] - truth[black, year]) / 400))
            drawn = 0.2 * min(chance, 1 - chance)
            luck = chooser.random()
            points = 1.0 if luck < chance - drawn / 2 else 0.5 if luck < chance + drawn / 2 else 0.0
            games.append((black, white, year, points))
    return truth, games


def test_known_strengths_are_found_again():
    truth, games = synthetic_games(seed=1)
    history = rate(results(games), Settings(spread=250, drift=40))
    found = np.array([history.at(*node).value for node in truth])
    wanted = np.array(list(truth.values()))
    error = (found - found.mean()) - (wanted - wanted.mean())
    assert np.sqrt((error**2).mean()) < 45
    assert np.corrcoef(found, wanted)[0, 1] > 0.98
    within_two = np.abs(error) < 2 * np.array([history.at(*node).deviation for node in truth])
    assert within_two.mean() > 0.9


def test_the_mean_over_all_games_is_1500():
    _, games = synthetic_games(seed=2)
    history = rate(results(games))
    assert np.average(history.rating, weights=history.games) == pytest.approx(MEAN_RATING)
    assert history.games.sum() == 2 * len(games)


def test_no_games_give_no_ratings():
    history = rate(Results(*(np.zeros(0, dtype=np.int64) for _ in range(3)), np.zeros(0)))
    assert len(history.rating) == 0
    assert history.at(7, 2000) == Rating(MEAN_RATING, Settings().spread)


def test_one_sided_results_stay_finite():
    history = rate(results([(1, 2, 2000, 1.0)] * 500))
    assert 1500 < history.at(1, 2000).value < 3000


def test_a_rating_grows_less_certain_with_the_years():
    history = rate(results([(1, 2, 2000, 1.0), (1, 2, 2005, 0.0)]))
    at_2000, at_2003, at_2005, at_1990 = (history.at(1, year) for year in (2000, 2003, 2005, 1990))
    assert at_2003.value == at_2000.value
    assert at_2003.deviation > at_2000.deviation
    assert at_2005.value < at_2000.value
    assert at_1990.value == at_2000.value


def test_expected_points_are_fair_and_cautious():
    strong, weak = Rating(1700, 0), Rating(1500, 0)
    assert expected_points(strong, weak) == pytest.approx(0.7597, abs=1e-4)
    assert expected_points(strong, weak) + expected_points(weak, strong) == pytest.approx(1)
    assert 0.5 < expected_points(Rating(1700, 200), weak) < expected_points(strong, weak)


def loss(history: History, table: wthor.WthorTable, constant: float | None = None) -> float:
    """Mean of minus the logarithm of the chance given to what happened, draws counted half each way."""
    total = 0.0
    for black, white, year, score in zip(
        table.black.tolist(), table.white.tolist(), table.year.tolist(), table.black_score.tolist(), strict=True
    ):
        chance = constant if constant is not None else expected_points(history.at(black, year), history.at(white, year))
        points = 0.5 * (1 + np.sign(score))
        total -= points * math.log(chance) + (1 - points) * math.log(1 - chance)
    return total / len(table.black)


def test_results_of_2015_are_foreseen_from_the_years_before(shared_data):
    folder = shared_data / "othello" / "wthor"
    before = wthor.read_tables([path for path in wthor.wtb_files(folder) if path.name < "WTH_2015.wtb"])
    known = (before.black > 0) & (before.white > 0)
    columns = (before.black[known], before.white[known], before.year[known])
    points = 0.5 * (1.0 + np.sign(before.black_score[known].astype(float)))
    history = rate(Results(*(column.astype(np.int64) for column in columns), points))
    after = wthor.read_table(folder / "WTH_2015.wtb")
    best_constant = float((0.5 * (1 + np.sign(after.black_score.astype(float)))).mean())
    assert loss(history, after) < 0.56 < 0.69 < loss(history, after, constant=best_constant)
