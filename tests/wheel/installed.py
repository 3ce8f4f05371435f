"""Kibitz is the installed one and nothing of a source tree; tests/wheel/run.py runs this in a new environment."""

import os
import sys
from importlib.metadata import distribution
from pathlib import Path

import kibitz
from kibitz.core_builds import CORE, loaded_build


def test_the_package_and_its_core_are_in_the_environment():
    core = sys.modules[CORE].__file__ if loaded_build() else ""
    for file in (kibitz.__file__, core):
        assert Path(sys.prefix) in Path(file).parents
    assert "PYTHONPATH" not in os.environ
    assert not (Path.cwd() / "src").exists()


def test_what_an_index_shows_of_the_package_is_there():
    facts = distribution("kibitz").metadata
    assert facts["License-Expression"] == "MIT"
    assert facts["Description-Content-Type"] == "text/markdown"
    assert facts["Version"] == kibitz.__version__
