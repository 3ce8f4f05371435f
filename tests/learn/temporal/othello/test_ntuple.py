"""N-tuple networks that learn from games against themselves."""

from dataclasses import replace

import numpy as np
import pytest

pytest.importorskip("torch")

from kibitz import _native
from kibitz.errors import SetupError
from kibitz.features.othello.patterns import pattern_set
from kibitz.learn.runs.run_folder import RunFolder
from kibitz.learn.temporal.othello.lockstep import play_games, random_mover
from kibitz.learn.temporal.othello.ntuple import Met, NTupleSettings, learn, play_side_by_side, targets_of
from kibitz.models.othello.foresight import solving, tables_foresight
from kibitz.rules.othello.bulk import Boards, legal_masks
from kibitz.rules.othello.position import START
from kibitz.search.othello.endgame import solve_children_many
from kibitz.search.othello.evaluation import load_evaluation

SHORT = NTupleSettings(games=80, side_by_side=20, measured_every=20, seed=3)


def counted(evaluation):
    return {"won": int(64 * float(evaluation.values(Boards.of([START]))[0]))}


def silent(_told):
    pass


def empty_tables():
    return _native.othello.EvaluationTrainer(pattern_set("logistello11"), [4, 24, 44, 64], with_counts=False)


def test_games_side_by_side_are_played_until_they_are_solved():
    rounds = play_side_by_side(empty_tables(), SHORT, np.random.default_rng(1))
    empties = [64 - np.bitwise_count(met.boards.own | met.boards.opp).astype(int) for met in rounds]
    assert all((legal_masks(met.boards) != 0).all() for met in rounds)
    assert sum((of_round <= 10).sum() for of_round in empties) <= SHORT.side_by_side
    for met, of_round in zip(rounds, empties, strict=True):
        assert not met.follows[of_round <= 10].any()
        solved = np.flatnonzero(of_round <= 10)
        for row in solved[:3]:
            scores = solve_children_many(Boards(met.boards.own[row : row + 1], met.boards.opp[row : row + 1])).score
            assert met.found[row] == scores.max()


def one_row(found, follows=True, passed=False):
    zero = np.zeros(1, np.uint64)
    return Met(np.array([0]), Boards(zero, zero), np.array([found], np.float32), np.array([follows]), np.array([passed]))


def test_targets_mix_what_was_found_with_what_the_game_came_to():
    rounds = [one_row(1.0), one_row(2.0), one_row(8.0, follows=False)]
    assert targets_of(rounds, 0.0)[1].tolist() == [1, 2, 8]
    assert targets_of(rounds, 1.0)[1].tolist() == [8, -8, 8]
    assert targets_of(rounds, 0.5)[1].tolist() == [0.5 + 0.5 * 3, -3, 8]


def test_a_forced_pass_keeps_the_side_and_a_random_move_cuts_the_trace():
    assert targets_of([one_row(1.0), one_row(8.0, follows=False, passed=True)], 1.0)[1].tolist() == [8, 8]
    assert targets_of([one_row(1.0, follows=False), one_row(8.0, follows=False)], 1.0)[1].tolist() == [1, 8]


def test_tables_without_counts_learn_patterns_alone_and_can_be_restored():
    tables, boards = empty_tables(), Boards.of([START.play(19)])
    for _ in range(50):
        tables.learn(boards.own, boards.opp, np.array([6], np.float32), 0.5)
    assert tables.predict(boards.own, boards.opp)[0] == pytest.approx(6, abs=0.1)
    assert not tables.weights()[:, pattern_set("logistello11").row_count :].any()
    other = empty_tables()
    other.restore(tables.weights(), tables.squares())
    for trainer in (tables, other):
        trainer.learn(boards.own, boards.opp, np.array([-9], np.float32), 0.5)
    assert (other.weights() == tables.weights()).all()
    with pytest.raises(ValueError, match="one weight for each knot and row"):
        other.restore(tables.weights()[:2], tables.squares()[:2])


def test_a_run_that_waited_comes_to_the_same_end(tmp_path):
    whole = learn(SHORT, RunFolder(tmp_path / "whole"), counted, silent)
    calls = iter([True, True, False])
    assert learn(SHORT, RunFolder(tmp_path / "parts"), counted, silent, lambda: next(calls)) is None
    rest = learn(SHORT, RunFolder(tmp_path / "parts"), counted, silent)
    assert (rest.weights == whole.weights).all()
    assert (rest.win_chances.slope == whole.win_chances.slope).all()
    assert (tmp_path / "whole" / "metrics.csv").read_text() == (tmp_path / "parts" / "metrics.csv").read_text()


def test_a_running_mean_of_the_tables_is_kept(tmp_path):
    settings = NTupleSettings(games=40, side_by_side=20, measured_every=40, average=0.25, seed=3)
    learn(settings, RunFolder(tmp_path), counted, silent)
    kept = RunFolder(tmp_path).load_checkpoint().tensors
    learn(replace(settings, games=20, measured_every=20), RunFolder(tmp_path / "once"), counted, silent)
    first = RunFolder(tmp_path / "once").load_checkpoint().tensors["weights"]
    assert kept["mean"] == pytest.approx(0.75 * 0.25 * first + 0.25 * kept["weights"], abs=1e-6)


def test_other_settings_in_a_run_s_folder_are_refused(tmp_path):
    learn(SHORT, RunFolder(tmp_path), counted, silent)
    with pytest.raises(SetupError, match="holds a run with other settings"):
        learn(replace(SHORT, trace=0.0), RunFolder(tmp_path), counted, silent)


def test_the_rate_falls_in_equal_parts_of_a_run():
    settings = NTupleSettings(games=100, rates=(0.5, 0.1))
    assert [settings.rate_at(game) for game in (0, 49, 50, 99)] == [0.5, 0.5, 0.1, 0.1]


@pytest.mark.slow
def test_a_thousand_games_teach_it_to_beat_a_random_mover(tmp_path):
    few_tables = NTupleSettings(knots=(4, 24, 44, 64), counts=False, average=1)
    settings = replace(few_tables, games=1000, side_by_side=100, measured_every=1000, rates=(0.5,))
    tables = learn(settings, RunFolder(tmp_path), counted, silent)
    tables.save(tmp_path / "tables.safetensors")
    foresight = solving(tables_foresight(load_evaluation(tmp_path / "tables.safetensors")))
    scores = play_games(Boards.of([START] * 100), np.ones(100, np.bool_), lambda boards, _: foresight(boards),
                        random_mover(np.random.default_rng(1)))  # fmt: skip
    assert (scores > 0).sum() >= 97
