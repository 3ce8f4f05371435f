"""What tables begin with: the values of the evaluation, moves that come near the expert's, or what others have learned."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("torch")

import kibitz.models
from kibitz.errors import SetupError
from kibitz.features.othello.planes import situations_of_replay
from kibitz.learn.runs.kinds import Job
from kibitz.learn.runs.run_folder import RunFolder
from kibitz.learn.selfplay.othello.learning import SelfPlayPlan
from kibitz.learn.selfplay.othello.start import StartSettings, first_weights, imitate, take_over
from kibitz.rules.othello.bulk import random_games, replay
from kibitz.search.othello.evaluation import load_evaluation
from kibitz.search.othello.policy_tables import PolicyTables, new_core
from tiny_models import FormulaModel

USUAL = SelfPlayPlan(size=8, patterns="logistello11", knots=tuple(range(4, 65, 4)))


@pytest.fixture(scope="module")
def evaluation():
    return load_evaluation(Path(kibitz.models.__file__).parent / "shipped" / "evaluation-2014.safetensors")


@pytest.fixture(scope="module")
def situations():
    return situations_of_replay(replay(random_games(10, seed=3)[0]))


def job(tmp_path):
    return Job("mine", tmp_path, RunFolder(tmp_path / "run"), "", "", [].append)


def test_values_that_are_taken_over_are_those_of_the_evaluation(evaluation, situations):
    tables = new_core(USUAL.patterns, USUAL.size, USUAL.knots)
    take_over(tables, evaluation, USUAL)
    _, values = tables.judge(situations.boards.own, situations.boards.opp)
    assert 64 * values == pytest.approx(evaluation.values(situations.boards), abs=1.0)


def test_an_evaluation_of_other_knots_is_refused(evaluation):
    with pytest.raises(SetupError, match="the tables do not"):
        take_over(new_core("logistello11", 8, (4, 64)), evaluation, replace(USUAL, knots=(4, 64)))


def test_moves_that_are_imitated_come_near_those_of_the_model(situations, tmp_path):
    model = FormulaModel()
    tables = new_core(USUAL.patterns, USUAL.size, USUAL.knots)
    wanted = model.probabilities(situations)
    before, _ = tables.judge(situations.boards.own, situations.boards.opp)
    imitate(tables, model, situations, StartSettings(rates=(0.1,) * 8), job(tmp_path))
    after, _ = tables.judge(situations.boards.own, situations.boards.opp)
    assert np.abs(after - wanted).sum() < 0.5 * np.abs(before - wanted).sum()


def test_tables_of_another_run_are_taken_and_kept_in_the_folder(tmp_path):
    plan = SelfPlayPlan(size=4, patterns="four9", knots=(4, 16))
    weights = np.random.default_rng(1).normal(0, 1, new_core("four9", 4, (4, 16)).weights.shape).astype(np.float32)
    known = tmp_path / "known.safetensors"
    PolicyTables("four9", 4, (4, 16), weights).save(known)
    found = first_weights(plan, StartSettings(tables=str(known)), job(tmp_path))
    assert np.allclose(found, weights, atol=1 / 32)
    known.unlink()
    assert np.array_equal(first_weights(plan, StartSettings(tables=str(known)), job(tmp_path)), found)


def test_tables_of_another_board_are_refused(tmp_path):
    known = tmp_path / "known.safetensors"
    PolicyTables("four9", 4, (4, 16), new_core("four9", 4, (4, 16)).weights).save(known)
    with pytest.raises(SetupError, match="not those asked for"):
        first_weights(USUAL, StartSettings(tables=str(known)), job(tmp_path))
