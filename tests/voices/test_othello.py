"""The voices of Othello, as the command line and the app ask them."""

import threading

import pytest

from kibitz.app.analysis_pool import AnalysisPool
from kibitz.models.othello.engine import shipped_engine
from kibitz.rules.othello.position import parse_position
from kibitz.rules.squares import PASS, parse_square, parse_transcript
from kibitz.search.othello.analysis import Analyst
from kibitz.search.othello.levels import Limits, limits_of_depth
from kibitz.voices.othello.voices import ask_human, voices_of

TIGER = "f5d6c3d3c4"
# 14 empty; the first position of the suite fforum-1-19.
FFORUM_1 = "--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X"


@pytest.fixture(autouse=True)
def no_archive(tmp_path, monkeypatch):
    monkeypatch.setenv("KIBITZ_ARCHIVE", str(tmp_path / "games.duckdb"))


@pytest.fixture(scope="module")
def analyst():
    return Analyst(shipped_engine(8), solver_hash_mb=8)


def test_every_legal_move_has_its_human_and_its_engine(analyst):
    position = parse_position(TIGER)
    heard = voices_of(position, parse_transcript(TIGER)).hear(position, analyst.within(limits_of_depth(3)))
    assert {row.move for row in heard.rows} == set(position.legal_moves())
    assert sum(row.human for row in heard.rows) == pytest.approx(1)
    assert [row.engine.score for row in heard.rows] == sorted((row.engine.score for row in heard.rows), reverse=True)
    assert {row.engine.depth for row in heard.rows} == {3}
    assert heard.sources.archive is None


def test_people_answer_where_the_other_side_has_just_played():
    position, moves = parse_position(TIGER), parse_transcript(TIGER)
    assert ask_human(position, moves).probabilities != ask_human(position).probabilities


def test_nobody_is_asked_about_a_forced_pass(analyst):
    position = parse_position("XO" + "-" * 62 + " O")
    (row,) = voices_of(position).hear(position, analyst.within(limits_of_depth(1))).rows
    assert (row.move, row.human) == (PASS, None)


def test_the_engine_is_heard_at_every_depth_and_can_be_stopped(analyst):
    depths, stop = [], threading.Event()

    def watch(ranking):
        depths.append(ranking.moves[0].depth)
        if depths[-1] >= 4:
            stop.set()

    found = analyst.within(Limits(None, 0)).deepen(parse_position("f5d6"), watch, stop)
    assert depths == sorted(depths)
    assert found.moves[0].depth == depths[-1]


def test_the_app_and_the_command_line_solve_an_end_alike(analyst):
    position = parse_position(FFORUM_1)
    pool = AnalysisPool(workers=1)
    try:
        in_the_app = pool.analyse(position, 60).ranking
    finally:
        pool.close()
    asked = analyst.within(limits_of_depth(20)).deepen(position)
    assert {row.move: (row.score, row.win_chance, row.exact) for row in in_the_app.moves} == {
        row.move: (row.score, row.win_chance, row.exact) for row in asked.moves
    }
    assert asked.of(parse_square("g8")).score == 18
