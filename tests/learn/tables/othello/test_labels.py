"""A labelled set: what its labels are, that it is made once, and that evaluations fitted to it are whole."""

import json

import numpy as np
import pytest

from kibitz.learn.runs.configuration import read_configuration
from kibitz.learn.runs.kinds import Job
from kibitz.learn.runs.run_folder import RunFolder
from kibitz.learn.tables.othello import labelled_kind
from kibitz.learn.tables.othello.labelled_fit import evened
from kibitz.learn.tables.othello.labelled_kind import parse, run
from kibitz.learn.tables.othello.labels import KnownBoards, LabelFolder, LabelJob, LabelSettings, bands, label_job
from kibitz.models.store import verify_model
from kibitz.rules.othello.bulk import Boards, legal_masks
from kibitz.search.othello.endgame import scores_many
from kibitz.search.othello.move_values import best_moves
from kibitz.workers import LocalWorkers
from learn.tables.othello.test_evaluation import random_samples
from small_archive import write_archive
from some_evaluation import random_evaluation

FEW = LabelSettings(positions=200, solved_positions=200, solved_empties=6, share=60)

CONFIGURATION = """
kind = "labelled-evaluation"
name = "small"
licence = "MIT"

[settings]
first_year = 2001
last_year = 2004

[labels]
positions = 40
solved_positions = 100
solved_empties = 6
depth = 2

[tables]
patterns = "logistello11"
knots = [4, 34, 64]
"""


@pytest.fixture(scope="module")
def known() -> Boards:
    return random_samples(60, seed=3).boards


def test_positions_of_a_number_of_discs_differ_and_have_a_move(known):
    boards = KnownBoards(known).varied(40, 300, np.random.default_rng(1))
    assert 150 < len(boards) <= 300
    assert (np.bitwise_count(boards.own | boards.opp) == 40).all()
    assert (legal_masks(boards) != 0).all()
    assert len({*zip(boards.own.tolist(), boards.opp.tolist(), strict=True)}) == len(boards)


def test_a_label_is_the_exact_score_or_the_mean_of_an_odd_and_an_even_depth(known):
    evaluation = random_evaluation()
    late, early = (KnownBoards(known).varied(discs, 50, np.random.default_rng(1)) for discs in (56, 30))
    assert label_job(LabelJob(late)).tolist() == scores_many(late).tolist()
    expected = (best_moves(evaluation, early, 3)[1] + best_moves(evaluation, early, 4)[1]) / 2
    assert label_job(LabelJob(early, 3, evaluation)).tolist() == expected.tolist()


def test_a_set_is_made_once_and_alike_by_any_number_of_workers(known, tmp_path):
    evaluation = random_evaluation()
    _ = evaluation.core  # in use here, as in a run
    alone = LabelFolder.at(tmp_path / "alone", known, FEW, LocalWorkers(1))
    shared = LabelFolder.at(tmp_path / "shared", known, FEW, LocalWorkers(2))
    first, second = alone.labelled([40, 41], evaluation), shared.labelled([40, 41], evaluation)
    assert first is not None
    assert second is not None
    assert np.array_equal(first.boards.own, second.boards.own)
    assert np.array_equal(first.target, second.target)
    again = LabelFolder.at(tmp_path / "alone", known, FEW, LocalWorkers(1)).labelled([40, 41], random_evaluation(seed=4))
    assert again is not None
    assert np.array_equal(again.target, first.target)


def test_bands_go_back_from_the_solved_end_and_miss_no_number_of_discs():
    numbers = [discs for band in bands(LabelSettings()) for discs in reversed(band)]
    assert numbers == list(range(51, 4, -1))


def test_evened_targets_have_the_evaluation_s_mean_at_every_number_of_discs():
    samples, evaluation = random_samples(100, seed=5), random_evaluation()
    excess = evened(samples, evaluation).target - evaluation.values(samples.boards)
    for discs in (10, 30, 50):
        assert excess[samples.disc_counts == discs].mean() == pytest.approx(0, abs=1e-4)


def test_an_evaluation_is_labelled_fitted_measured_and_whole(tmp_path, monkeypatch):
    monkeypatch.setattr(labelled_kind, "DEEPEST_CUT", 2)
    wthor = write_archive(tmp_path / "wthor", range(2001, 2006), games=40)
    (tmp_path / "small.toml").write_text(CONFIGURATION)
    plan = parse(read_configuration(tmp_path / "small.toml"))
    job = Job("small", wthor, RunFolder(tmp_path / "run"), "kibitz train small.toml", "MIT", lambda _: None)
    weights = run(plan, job)
    assert verify_model(str(weights)).name == "small"
    figures = json.loads(weights.with_suffix(".json").read_text())["figures"]
    assert [row["empties"] for row in figures["exact_2005"]] == [10, 14, 24]
    # Tables that know nothing are off by some twenty discs in random games.
    assert figures["exact_2005"][0]["mean_absolute_error"] < 16
    before = weights.read_bytes()
    weights.unlink()
    (tmp_path / "run" / "labels" / "30.npz").unlink()
    assert run(plan, job).read_bytes() == before
