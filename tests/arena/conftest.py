"""What the tests of the arena share: programs good and bad, and matches in folders."""

import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from kibitz.arena.match import Match, play_matches
from kibitz.arena.match_folder import MatchFolder, MatchSettings
from kibitz.arena.sprt import Sprt
from kibitz.workers import LocalWorkers

FAKE_ENGINE = Path(__file__).parent.parent / "data" / "gtp" / "fake_engine.py"


@pytest.fixture
def program_with() -> Callable[..., str]:
    """Makes the player that is the fake GTP program with a fault."""

    def make(fault: str = "", timeout: float = 60) -> str:
        return f"gtp:\"'{sys.executable}' '{FAKE_ENGINE}' {fault}\",timeout={timeout:g}"

    return make


@pytest.fixture
def open_match(tmp_path: Path) -> Iterator[Callable[..., Match]]:
    """Opens a match in a folder, after closing it where it is open from before."""
    with ExitStack() as stack:
        opened: dict[str, MatchFolder] = {}

        def make(
            settings: MatchSettings, pairs: int, folder: str = "match", sprt: Sprt | None = None, counts_crashes: bool = False
        ) -> Match:
            if folder in opened:
                opened.pop(folder).close()
            opened[folder] = stack.enter_context(MatchFolder(tmp_path / folder, settings, pairs))
            return Match(opened[folder], pairs, sprt=sprt, counts_crashes=counts_crashes)

        yield make


@pytest.fixture
def play() -> Callable[..., Match]:
    """Plays a match to its end."""

    def run(match: Match, workers: int = 1) -> Match:
        play_matches([match], LocalWorkers(workers))
        return match

    return run
