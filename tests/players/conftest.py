"""What the tests of players share: turns drawn from transcripts, and GTP programs good and bad."""

import shutil
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from kibitz.players.player import Clock, Turn
from kibitz.rules.othello.position import OTHELLO, START, play_all, with_passes
from kibitz.rules.squares import parse_transcript
from wants import WANTS

FAKE_ENGINE = Path(__file__).parent.parent / "data" / "gtp" / "fake_engine.py"


@pytest.fixture
def turn_after() -> Callable[..., Turn]:
    """Makes the turn after the moves of a transcript."""

    def make(transcript: str, clock: Clock | None = None) -> Turn:
        moves = with_passes(parse_transcript(transcript))
        return Turn(OTHELLO, START, moves, play_all(moves), clock)

    return make


@pytest.fixture
def fake_engine() -> Callable[[str], str]:
    """Makes the command that starts the fake GTP program with a fault."""
    return lambda fault="": f"'{sys.executable}' '{FAKE_ENGINE}' {fault}"


@pytest.fixture
def gtp_rhino() -> str:
    """The command of a real Othello program."""
    return installed_program("gtp-rhino")


@pytest.fixture
def gnugo() -> str:
    """The command of a real Go program."""
    return f"{installed_program('gnugo')} --mode gtp"


def installed_program(name: str) -> str:
    """The path of a program, one of WANTS; Debian keeps games in a folder that is not on every path."""
    found = shutil.which(name) or shutil.which(name, path="/usr/games")
    if found is None:
        pytest.skip(WANTS[name].reason)
    return found
