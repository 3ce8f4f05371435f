"""What the tests of protocols share: one engine, and conversations with it."""

from collections.abc import Callable

import pytest

from kibitz.models.othello.engine import shipped_engine
from kibitz.protocols.othello.engine import AnalystEngine
from kibitz.protocols.thinker import Thinker
from kibitz.search.othello.analysis import Analyst
from protocols.talking import AskedPlayer, Talk


@pytest.fixture(scope="session")
def analyst() -> Analyst:
    return Analyst(shipped_engine(8), solver_hash_mb=8)


@pytest.fixture
def talk(analyst) -> Callable[..., Talk]:
    """Makes conversations with the engine, or with a player that chooses the moves."""
    return lambda protocol, player=None: Talk(protocol, Thinker(AnalystEngine(lambda: analyst), player))


@pytest.fixture
def asked() -> AskedPlayer:
    return AskedPlayer()
