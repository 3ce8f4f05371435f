"""The notebook of docs/ runs, and shows what it was kept with."""

import importlib.util
import json
from pathlib import Path

DOCS = Path(__file__).resolve().parents[2] / "docs"
NOTEBOOK = json.loads((DOCS / "one-game.ipynb").read_text("utf-8"))
PICTURE = "image/svg+xml"


def executed(notebook):
    described = importlib.util.spec_from_file_location("make_notebook", DOCS / "make_notebook.py")
    module = importlib.util.module_from_spec(described)
    described.loader.exec_module(module)
    return module.executed(notebook)


def words(notebook):
    """What the cells show. What has a picture is only named: its last digits may differ between processors."""
    for cell in notebook["cells"]:
        for output in cell.get("outputs", []):
            data = output.get("data", {})
            yield output.get("text"), None if PICTURE in data else data.get("text/plain"), PICTURE in data


def test_the_notebook_runs_and_shows_what_was_kept():
    found = executed(NOTEBOOK)
    assert list(words(found)) == list(words(NOTEBOOK))
    assert sum(has_picture for *_, has_picture in words(found)) >= 5


def test_the_notebook_is_one_that_jupyter_opens():
    assert (NOTEBOOK["nbformat"], NOTEBOOK["metadata"]["kernelspec"]["name"]) == (4, "python3")
    assert len({cell["id"] for cell in NOTEBOOK["cells"]}) == len(NOTEBOOK["cells"])
