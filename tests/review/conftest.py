"""A reviewer that looks only a few discs ahead, made once."""

import pytest

from kibitz.models.othello.engine import EVALUATION_NAME, shipped_engine
from kibitz.models.othello.loading import load_model
from kibitz.review.othello.game_review import Reviewer
from kibitz.search.othello.analysis import Analyst


@pytest.fixture(scope="session")
def reviewer():
    """Exact from 8 empties on."""
    return Reviewer(Analyst(shipped_engine(8)), EVALUATION_NAME, load_model("expert"), level=4)


@pytest.fixture(autouse=True)
def no_archive(tmp_path, monkeypatch):
    monkeypatch.setenv("KIBITZ_ARCHIVE", str(tmp_path / "none.duckdb"))
