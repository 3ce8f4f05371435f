"""Training of the evaluation: what a sample is, that learning learns, and that chances are calibrated."""

from pathlib import Path

import numpy as np
import pytest

import kibitz
from kibitz.learn.tables.othello.evaluation import (
    EvaluationSettings,
    Samples,
    fit_win_chances,
    joined,
    learn_evaluation,
    samples_of,
    train_weights,
)
from kibitz.learn.tables.othello.evaluation_figures import stage_figures, win_figures
from kibitz.learn.tables.othello.game_tables import GameTable, read_wthor_years
from kibitz.rules.othello.bulk import black_scores, random_games, replay
from kibitz.rules.squares import NO_MOVE
from kibitz.search.othello.evaluation import DISC_COUNTS, Evaluation, WinChances, load_evaluation

SHORT = EvaluationSettings(knots=(4, 34, 64), rates=(0.6, 0.3))


def table_of_random_games(count: int, seed: int, perfect_from: int = 100) -> GameTable:
    moves, _, _ = random_games(count, seed)
    return GameTable(moves, np.full(count, 6), np.full(count, perfect_from))


def random_samples(count: int, seed: int) -> Samples:
    return samples_of(table_of_random_games(count, seed))


def test_every_position_of_a_game_is_a_sample_with_the_movers_result():
    games = table_of_random_games(20, seed=1)
    samples, played = samples_of(games), replay(games.moves)
    assert np.array_equal(samples.boards.own, played.boards.own)
    black_score = black_scores(played.final_black, played.final_white)[played.game_of_row()]
    assert np.array_equal(samples.result, np.where(played.black_to_move, black_score, -black_score))
    assert np.array_equal(samples.target, samples.result)


def test_before_the_solved_part_the_target_is_the_perfect_score():
    games = table_of_random_games(20, seed=1, perfect_from=24)
    samples, played = samples_of(games), replay(games.moves)
    early = samples.disc_counts <= 40
    assert early.any()
    assert np.array_equal(samples.target[early], np.where(played.black_to_move, 6, -6)[early])
    assert np.array_equal(samples.target[~early], samples.result[~early])


def test_games_that_stop_early_give_no_samples():
    games = table_of_random_games(3, seed=1)
    games.moves[1, 40:] = NO_MOVE
    full = replay(games.moves)
    assert len(samples_of(games)) == len(full.square) - 40


def test_training_learns_who_is_ahead_and_repeats_itself():
    training, unseen = random_samples(1500, seed=1), random_samples(100, seed=2)
    errors: list[float] = []
    weights = train_weights(training, SHORT, lambda _number, error: errors.append(error))
    assert errors[1] < errors[0]
    assert np.array_equal(weights, train_weights(training, SHORT))
    no_chances = WinChances(np.zeros(DISC_COUNTS, np.float32), np.zeros(DISC_COUNTS, np.float32))
    values = Evaluation(SHORT.patterns, SHORT.knots, weights, no_chances).values(unseen.boards)
    late = unseen.disc_counts >= 52
    assert np.mean((values - unseen.target)[late] ** 2) < 0.5 * np.mean(unseen.target[late] ** 2)


def test_chances_follow_the_games_they_were_fitted_to():
    random = np.random.default_rng(4)
    values = random.normal(0, 10, 40_000)
    disc_counts = random.choice([20, 50], 40_000).astype(np.uint8)
    slope = np.where(disc_counts == 20, 0.1, 0.4)
    won = random.random(40_000) < 1 / (1 + np.exp(-slope * values))
    chances = fit_win_chances(values, np.where(won, 2, -2).astype(np.float32), disc_counts)
    assert chances.slope[[20, 50]] == pytest.approx([0.1, 0.4], rel=0.1)
    assert chances.offset[[20, 50]] == pytest.approx([0, 0], abs=0.1)
    assert chances.slope[30] == chances.slope[20]  # no games there


def test_figures_of_a_short_training_are_better_than_knowing_nothing():
    samples, recent, test = random_samples(1200, seed=1), random_samples(300, seed=2), random_samples(100, seed=3)
    evaluation = learn_evaluation(samples, recent, SHORT, lambda _number, _error: None)
    winner = win_figures(evaluation, test)
    assert winner["positions"] == len(test)
    assert winner["mean_squared_error"] < 0.92
    assert winner["right_side"] > 0.6
    stages = stage_figures(evaluation, test)
    assert sum(stage["positions"] for stage in stages) == len(test)
    assert stages[-1]["mean_squared_error"] < stages[0]["mean_squared_error"]


def test_joined_samples_keep_their_order():
    first, second = random_samples(2, seed=1), random_samples(3, seed=2)
    both = joined([first, second])
    assert len(both) == len(first) + len(second)
    assert np.array_equal(both.select(np.arange(len(first))).boards.own, first.boards.own)
    assert np.array_equal(both.target[len(first) :], second.target)


def test_the_shipped_evaluation_predicts_the_winners_of_2016(shared_data):
    shipped = load_evaluation(Path(kibitz.__file__).parent / "models" / "shipped" / "evaluation-2014.safetensors")
    test = samples_of(read_wthor_years(shared_data / "othello" / "wthor", [2016]))
    assert len(test) == 120_466
    assert win_figures(shipped, test)["mean_squared_error"] < 0.64
