"""The voices of Go, as the command line, the app and GTP ask them."""

import threading

import pytest

from kibitz.rules.go.points import parse_vertex
from kibitz.rules.go.position import GoGame
from kibitz.search.go.tree import TreeLimits, make_trees, search_tree
from kibitz.voices.go.voices import EngineVoice, black_lead, growing, ranking_of, voices_of
from kibitz.voices.rows import Ranking
from small_go import small_model

GAME = GoGame(size=5, komi=0.5)


@pytest.fixture(autouse=True)
def no_archive(tmp_path, monkeypatch):
    monkeypatch.setenv("KIBITZ_ARCHIVE", str(tmp_path / "games.duckdb"))


def test_every_legal_move_has_a_row_and_every_point_a_probability():
    position, model = GAME.start().play(parse_vertex("C3", 5)), small_model()
    heard = voices_of(position, model).hear(position, EngineVoice(TreeLimits(playouts=200), model=model))
    assert {row.move for row in heard.rows} == set(position.legal_moves())
    assert {row.move for row in heard.rows if row.human is not None} == set(position.legal_points())
    assert heard.ranking.playouts == 200
    assert heard.sources.human == model.name


def test_without_a_model_the_engine_speaks_alone():
    position = GAME.start()
    heard = voices_of(position, None).hear(position, EngineVoice(TreeLimits(playouts=50)))
    assert {row.human for row in heard.rows} == {None}
    assert heard.sources.human is None
    assert heard.rows[0].engine.visits > 0


def test_a_search_that_is_not_watched_repeats_itself():
    position = GAME.start()
    found = EngineVoice(TreeLimits(playouts=100)).deepen(position)
    assert found.moves == ranking_of(search_tree(position, TreeLimits(playouts=100))).moves


def test_whoever_watches_hears_of_more_and_more_playouts_up_to_the_limit():
    heard: list[Ranking] = []
    last = EngineVoice(TreeLimits(playouts=300)).deepen(GAME.start(), heard.append)
    assert last.playouts == heard[-1].playouts == 300
    assert [step.playouts for step in heard] == sorted(step.playouts for step in heard)


def test_a_tree_stops_growing_when_it_is_told_to():
    stop, trees = threading.Event(), make_trees(GAME.start(), 1, 0)
    for found in growing(trees, TreeLimits(), stop, every=0.01):
        if found.playouts > 0:
            stop.set()
    assert stop.is_set()


def test_komi_counts_against_black_before_anything_is_known():
    assert black_lead(GAME.start(), Ranking(())) == -0.5
