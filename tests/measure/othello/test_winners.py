"""Chances to win against how games ended."""

import numpy as np

from kibitz.measure.othello.winners import decided_positions, winner_report
from kibitz.records.othello.record import GameRecord
from kibitz.rules.othello import bulk
from kibitz.rules.othello.position import with_passes
from kibitz.rules.squares import NO_MOVE


def some_records(games=20, seed=5):
    moves, _, _ = bulk.random_games(games, seed)
    return [GameRecord(moves=with_passes(move for move in row if move != NO_MOVE)) for row in moves.tolist()]


def test_outcomes_are_seen_by_the_side_to_move():
    for record in some_records(6):
        found = decided_positions([record])
        winner = np.sign(record.played_score())
        sides = [1 if found.situations.black_to_move[row] else -1 for row in range(len(found))]
        np.testing.assert_array_equal(found.outcome, winner * np.array(sides))


def test_unfinished_games_and_other_boards_are_left_out():
    whole = some_records(3)
    cut = GameRecord(moves=whole[0].moves[:20])
    assert len(decided_positions([cut])) == len(decided_positions([])) == 0
    found = decided_positions([*whole, cut])
    assert len(np.unique(found.game)) == 3


def test_who_knows_all_has_no_error_and_who_knows_nothing_has_that_of_the_decided_games():
    found = decided_positions(some_records())
    perfect = winner_report((found.outcome + 1) / 2, found)
    assert perfect["mean_squared_error"] == 0
    assert perfect["right_side"] == 1
    assert perfect["calibration"]["error"] == 0
    ignorant = winner_report(np.full(len(found), 0.5), found)
    assert np.isclose(ignorant["mean_squared_error"], (found.outcome != 0).mean())
    wrong = winner_report((1 - found.outcome) / 2, found)
    assert np.isclose(wrong["mean_squared_error"], 4 * ignorant["mean_squared_error"])


def test_stages_add_up_and_the_interval_holds_the_error():
    found = decided_positions(some_records())
    chances = np.random.default_rng(1).random(len(found))
    report = winner_report(chances, found)
    assert sum(row["positions"] for row in report["by_stage"]) == report["positions"] == len(found)
    mean = sum(row["positions"] * row["mean_squared_error"] for row in report["by_stage"]) / len(found)
    assert np.isclose(mean, report["mean_squared_error"])
    assert report["mean_squared_error_low"] < report["mean_squared_error"] < report["mean_squared_error_high"]
    assert winner_report(chances[found.game == 0], decided_positions(some_records()[:1]))["mean_squared_error_low"] is None
