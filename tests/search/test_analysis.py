"""Moves judged by search and solver together."""

import pytest

from kibitz.rules.othello import START, parse_board, play_all
from kibitz.rules.squares import PASS, parse_transcript
from kibitz.search.analysis import Analyst
from kibitz.search.endgame import solve, solve_moves
from kibitz.search.levels import Limits
from kibitz.search.midgame import Engine
from some_evaluation import positions_of_random_games, random_evaluation

# White has no move; Black then takes the only white disc with c1.
PASS_FORCED = parse_board("XO" + "-" * 62 + " O")


@pytest.fixture(scope="module")
def analyst() -> Analyst:
    return Analyst(Engine(random_evaluation(), hash_mb=1))


def late_positions(empties: int):
    chosen = [position for position in positions_of_random_games(30, seed=9) if position.empty_count == empties]
    assert len(chosen) > 5
    return [position for position in chosen if not position.must_pass]


def test_before_the_end_every_legal_move_has_an_estimate(analyst):
    position = play_all(parse_transcript("f5d6c3d3c4"))
    judged = analyst.judge_moves(position, Limits(3, 6))
    assert sorted(row.move for row in judged) == list(position.legal_moves())
    assert [row.score for row in judged] == sorted((row.score for row in judged), reverse=True)
    assert {(row.depth, row.exact) for row in judged} == {(3, False)}
    assert all(0 < row.win_chance < 1 and row.line[0] == row.move for row in judged)


def test_near_the_end_the_scores_are_those_of_the_solver(analyst):
    for position in late_positions(9):
        judged = analyst.judge_moves(position, Limits(2, 9))
        assert {row.move: row.score for row in judged} == {row.move: row.score for row in solve_moves(position)}
        assert {(row.depth, row.exact) for row in judged} == {(9, True)}
        assert all(row.win_chance == {-1: 0, 0: 0.5, 1: 1}[(row.score > 0) - (row.score < 0)] for row in judged)


def test_the_best_move_is_one_of_the_best(analyst):
    for position in late_positions(8):
        best = analyst.best_move(position, Limits(2, 8))
        assert best.exact
        assert best.score == solve(position).score == -solve(position.play(best.move)).score


def test_one_empty_square_more_is_not_solved(analyst):
    position = late_positions(9)[0]
    assert not any(row.exact for row in analyst.judge_moves(position, Limits(2, 8)))
    assert not analyst.best_move(position, Limits(2, 8)).exact


def test_without_time_there_is_an_answer_all_the_same(analyst):
    position = play_all(parse_transcript("f5d6c3d3c4"))
    no_time = Limits(None, 60, 1e-6)
    judged = analyst.judge_moves(position, no_time)
    assert sorted(row.move for row in judged) == list(position.legal_moves())
    assert not any(row.exact for row in judged)
    assert analyst.best_move(position, no_time).move in position.legal_moves()


def test_a_watcher_sees_every_depth_and_last_what_is_returned(analyst):
    seen = []
    judged = analyst.judge_moves(START, Limits(4, 8), seen.append)
    assert [rows[0].depth for rows in seen] == [1, 2, 3, 4]
    assert seen[-1] == judged


def test_a_watcher_sees_estimates_before_exact_scores(analyst):
    seen = []
    judged = analyst.judge_moves(late_positions(9)[0], Limits(3, 10), seen.append)
    assert [rows[0].exact for rows in seen] == [False, False, False, True]
    assert seen[-1] == judged


@pytest.mark.parametrize("limits", [Limits(2, 4), Limits(2, 62)])
def test_a_forced_pass_is_a_move(analyst, limits):
    (judged,) = analyst.judge_moves(PASS_FORCED, limits)
    assert judged.move == analyst.best_move(PASS_FORCED, limits).move == PASS
    assert judged.line[0] == PASS
    # Black takes the only white disc and with it the board.
    assert judged.score == -64 or not judged.exact


def test_a_game_that_is_over_has_no_moves(analyst):
    assert analyst.judge_moves(parse_board("X" * 64 + " O"), Limits(2, 4)) == ()
