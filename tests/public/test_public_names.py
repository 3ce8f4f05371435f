"""`import kibitz` offers its names, and loads nothing before they are used."""

import subprocess
import sys

import pytest

import kibitz

HEAVY = (
    "numpy",
    "scipy",
    "duckdb",
    "onnxruntime",
    "click",
    "rich",
    "fastapi",
    "uvicorn",
    "torch",
    "safetensors",
    "kibitz._native",
)
NOT_FOR_BOARDS = ("duckdb", "onnxruntime", "click", "rich", "fastapi", "uvicorn", "torch", "safetensors", "matplotlib")


def loaded(code: str) -> set[str]:
    """The modules that a new Python has loaded after some code."""
    done = subprocess.run(
        [sys.executable, "-c", f"{code}; import sys; print(*sys.modules)"], capture_output=True, text=True, check=True
    )
    return set(done.stdout.split())


def test_importing_kibitz_loads_nothing_heavy():
    assert loaded("import kibitz").isdisjoint(HEAVY)


@pytest.mark.parametrize("game", ["othello", "go", "noughts"])
def test_playing_on_a_board_loads_no_more_than_the_rules(game):
    code = f"import kibitz; board = kibitz.Board({game!r}); board.play(board.legal_moves[-1]).undo()"
    assert loaded(code).isdisjoint(NOT_FOR_BOARDS)


def test_who_has_no_archive_does_not_load_its_database(monkeypatch, tmp_path):
    monkeypatch.setenv("KIBITZ_HOME", str(tmp_path))
    code = "import kibitz; board = kibitz.Board('othello', 'f5'); kibitz.predict(board); kibitz.analyse(board, level=1)"
    assert "duckdb" not in loaded(code)


@pytest.mark.parametrize("name", kibitz.__all__)
def test_every_public_name_is_there_and_explained(name):
    assert name in dir(kibitz)
    assert name == "__version__" or getattr(kibitz, name).__doc__


def test_a_name_that_is_not_public_is_an_attribute_error():
    with pytest.raises(AttributeError, match="no attribute 'bored'"):
        kibitz.bored  # noqa: B018


def test_a_review_can_be_asked_for_after_the_room_of_reviews_was_imported():
    import kibitz.review.game_review

    review = kibitz.review(kibitz.Board("othello", "f5d6"), level=1)
    assert isinstance(review, kibitz.review.game_review.GameReview)
    assert [move.move for move in review.moves] == ["f5", "d6"]
