"""The voices of Go, as the command line, the app and GTP ask them."""

import pytest

from kibitz.rules.go.points import parse_vertex
from kibitz.rules.go.position import GoGame
from kibitz.search.contract import Ranking
from kibitz.search.go.tree import TreeLimits
from kibitz.voices.go.voices import black_lead, engine_voice, voices_of
from small_go import small_model

GAME = GoGame(size=5, komi=0.5)


@pytest.fixture(autouse=True)
def no_archive(tmp_path, monkeypatch):
    monkeypatch.setenv("KIBITZ_ARCHIVE", str(tmp_path / "games.duckdb"))


def test_every_legal_move_has_a_row_and_every_point_a_probability():
    position, model = GAME.start().play(parse_vertex("C3", 5)), small_model()
    heard = voices_of(position, model).hear(position, engine_voice(TreeLimits(playouts=200), model=model))
    assert {row.move for row in heard.rows} == set(position.legal_moves())
    assert {row.move for row in heard.rows if row.human is not None} == set(position.legal_points())
    assert heard.ranking.playouts == 200
    assert heard.sources.human == model.name


def test_without_a_model_the_engine_speaks_alone():
    position = GAME.start()
    heard = voices_of(position, None).hear(position, engine_voice(TreeLimits(playouts=50)))
    assert {row.human for row in heard.rows} == {None}
    assert heard.sources.human is None
    assert heard.rows[0].engine.visits > 0


def test_komi_counts_against_black_before_anything_is_known():
    assert black_lead(GAME.start(), Ranking(())) == -0.5
