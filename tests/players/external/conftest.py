"""Engines of the list for tests: a fake one with faults, and real programs where they are installed."""

import os
import shlex
import sys
from pathlib import Path

import pytest

from kibitz.players.external.configured import ConfiguredEngine
from wants import WANTS

ANALYST = Path(__file__).parents[2] / "data" / "gtp" / "fake_analyst.py"


def analyst(fault: str = "", **settings) -> ConfiguredEngine:
    """The fake analyst with a fault."""
    return ConfiguredEngine("analyst", "go", (sys.executable, str(ANALYST), fault), **settings)


def kibitz_engine(*words: str, game: str = "go", protocol: str = "gtp") -> ConfiguredEngine:
    """Kibitz itself as another program."""
    return ConfiguredEngine("kibitz", game, (sys.executable, "-m", "kibitz", "engine", protocol, *words), protocol)


@pytest.fixture
def katago() -> ConfiguredEngine:
    """KataGo, where the environment names the command that starts it."""
    command = os.environ.get("KIBITZ_KATAGO")
    if not command:
        pytest.skip(WANTS["katago"].reason)
    return ConfiguredEngine("katago", "go", tuple(shlex.split(command)), timeout=600.0)
