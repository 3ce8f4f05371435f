"""The benchmark of human moves: its files, an entrant of thirty lines, and faults that are named."""

import re
import runpy
import sys
from pathlib import Path

import duckdb
import numpy as np
import pytest

from kibitz.errors import NotationError, SetupError
from kibitz.features.othello.samples import expert_moves
from kibitz.measure.othello.accuracy import judge
from kibitz.measure.othello.human_moves.asked import read_asked
from kibitz.measure.othello.human_moves.entrants import baseline_entrant
from kibitz.measure.othello.human_moves.judging import Entry, keep_report, kept_reports, report_of
from kibitz.measure.othello.human_moves.predictions import read_predictions, write_predictions
from kibitz.measure.othello.human_moves.splits import build, splits_of
from kibitz.measure.parquet import write_parquet
from small_archive import write_archive

PAGE = Path(__file__).parents[3] / "docs" / "benchmark.md"
MOST_LINES = 30


@pytest.fixture(scope="module")
def wthor(tmp_path_factory):
    """Random games of five players; 2023 is blind."""
    return write_archive(tmp_path_factory.mktemp("games") / "wthor", (2013, 2014, 2015, 2016, 2023), 12)


@pytest.fixture(scope="module")
def folder(tmp_path_factory, wthor):
    place = tmp_path_factory.mktemp("benchmark")
    build(wthor, place, splits_of(wthor, [2023]), lambda _: None)
    return place


@pytest.fixture(scope="module")
def asked(folder):
    return read_asked(folder, "test")


def equal_chances(asked):
    legal = np.unpackbits(asked.moves.legal.astype("<u8").view(np.uint8).reshape(-1, 8), axis=1, bitorder="little")
    return legal / legal.sum(axis=1, keepdims=True)


def rows_of(asked, path):
    """The columns of good predictions, to be spoiled."""
    write_predictions(path, asked, equal_chances(asked))
    return duckdb.execute(f"SELECT * FROM '{path}' ORDER BY id, move").fetchnumpy()


def test_what_is_read_back_are_the_moves_of_the_games(wthor, asked):
    moves = expert_moves(wthor, [2016])
    assert np.array_equal(asked.moves.situations.boards.own, moves.situations.boards.own)
    assert np.array_equal(asked.moves.situations.boards.opp, moves.situations.boards.opp)
    assert np.array_equal(asked.moves.situations.recent, moves.situations.recent)
    assert np.array_equal(asked.moves.situations.black_to_move, moves.situations.black_to_move)
    assert np.array_equal(asked.moves.square, moves.square)
    assert np.isfinite(asked.rating).all()
    assert asked.seen[0]
    assert not asked.seen.all()


def test_a_written_prediction_is_judged_as_the_model_that_made_it(asked, tmp_path):
    probabilities = equal_chances(asked)
    write_predictions(tmp_path / "p.parquet", asked, probabilities)
    report = report_of(Entry("equal", "nothing"), asked, read_predictions(tmp_path / "p.parquet", asked))
    verdicts = judge(probabilities, asked.moves)
    assert report["all"]["top1"] == pytest.approx(verdicts.first.mean())
    assert report["all"]["nll"] == pytest.approx(verdicts.nll.mean())
    assert report["choices"]["positions"] == int((~verdicts.forced).sum())
    assert report["unseen"]["positions"] == int((~asked.seen).sum())
    for part in ("by_stage", "by_rating"):
        assert sum(row["positions"] for row in report[part]) == len(asked)


def test_the_entrant_of_the_page_enters(folder, asked, tmp_path, monkeypatch):
    code = re.search(r"```python\n(.*?)```", PAGE.read_text(), re.DOTALL)[1]
    assert len([line for line in code.splitlines() if line.strip()]) <= MOST_LINES
    script, out = tmp_path / "squares.py", tmp_path / "squares.parquet"
    script.write_text(code)
    monkeypatch.setattr(sys, "argv", [str(script), str(folder), "test", str(out)])
    runpy.run_path(str(script))
    probabilities = read_predictions(out, asked)
    assert np.allclose(probabilities.sum(axis=1), 1)


def spoiled(rows, column, value):
    """The rows with a value in a column of the first position."""
    kind = object if isinstance(value, str) else None
    return {**rows, column: np.where(rows["id"] == rows["id"][0], value, rows[column]).astype(kind)}


@pytest.mark.parametrize(
    ("spoil", "fault"),
    [
        (lambda rows: {name: column[1:] for name, column in rows.items()}, "is missing"),
        (lambda rows: {name: np.append(column, column[:1]) for name, column in rows.items()}, "is given twice"),
        (lambda rows: {**rows, "probability": rows["probability"] * 0.9}, "add up to 0.9, not to 1"),
        (lambda rows: spoiled(rows, "probability", np.nan), "nan is not a number"),
        (lambda rows: spoiled(rows, "probability", -0.25), "is no probability"),
        (lambda rows: spoiled(rows, "move", "a1"), "a1 is not legal there"),
        (lambda rows: spoiled(rows, "move", "k9"), "is no square"),
        (lambda rows: spoiled(rows, "id", 7), "no such position in the split test"),
        (lambda rows: {"id": rows["id"], "move": rows["move"]}, "has no column 'probability'"),
    ],
)
def test_faulty_predictions_are_named(asked, tmp_path, spoil, fault):
    path = tmp_path / "p.parquet"
    write_parquet(path, spoil(rows_of(asked, path)))
    with pytest.raises(NotationError, match=re.escape(fault)):
        read_predictions(path, asked)


def test_a_sample_takes_whole_games_and_tolerates_the_others(folder, asked, tmp_path):
    write_predictions(tmp_path / "all.parquet", asked, equal_chances(asked))
    sample = read_asked(folder, "test", 3)
    assert 0 < len(sample) < len(asked)
    assert set(np.bincount(np.searchsorted(asked.ids, sample.ids), minlength=len(asked))) <= {0, 1}
    assert np.isin(asked.game[np.isin(asked.game, sample.game)], sample.game).sum() == len(sample)
    assert np.allclose(read_predictions(tmp_path / "all.parquet", sample).sum(axis=1), 1)


def test_a_file_that_is_no_parquet_is_refused(asked, tmp_path):
    (tmp_path / "p.parquet").write_text("id,move,probability\n")
    with pytest.raises(NotationError, match="cannot be read as Parquet"):
        read_predictions(tmp_path / "p.parquet", asked)


def test_look_up_says_what_was_played_where_games_agree(wthor, folder):
    asked = read_asked(folder, "validate")
    probabilities = baseline_entrant("look-up", folder, wthor).probabilities(asked)
    assert np.allclose(probabilities.sum(axis=1), 1)
    counted = probabilities[asked.game == asked.game[0]][1]  # after f5: 24 training games of 3 moves
    assert counted.max() > 1.2 / 3


def test_the_engine_prefers_the_move_it_would_play(folder, wthor):
    asked = read_asked(folder, "test", 3)
    probabilities = baseline_entrant("engine:1", folder, wthor).probabilities(asked)
    assert np.allclose(probabilities.sum(axis=1), 1)
    with pytest.raises(SetupError, match="no baseline 'engine:x'"):
        baseline_entrant("engine:x", folder, wthor)


def test_a_blind_year_is_later_than_the_test(wthor):
    with pytest.raises(SetupError, match="2016 is not a blind year"):
        splits_of(wthor, [2016])
    with pytest.raises(SetupError, match=re.escape("no WTH_2024.wtb")):
        splits_of(wthor, [2024])


def test_a_kept_report_replaces_the_earlier_one_of_the_same_entrant(asked, tmp_path):
    path = tmp_path / "kept.json"
    for note in ("first", "second"):
        keep_report(path, report_of(Entry("equal", "nothing", note), asked, equal_chances(asked)))
    assert [report["note"] for report in kept_reports(path)] == ["second"]


def test_the_kept_baselines_are_all_of_one_test():
    reports = [report for report in kept_reports() if report["split"] == "test"]
    assert {report["digest"] for report in reports} == {"e3bcf36dae5f179b"}
    wanted = {"look-up", "ntuple", "hlynsson42-11", "engine:1", "engine:4", "engine:8", "expert-2014"}
    assert wanted <= {report["entrant"] for report in reports}
