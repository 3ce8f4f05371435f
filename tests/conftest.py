"""What all tests share: hypothesis without a clock, and the folder of game archives that developers have beside the project."""

import os
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import settings

pytest_plugins = ["wants", "pytester"]

# The machine may be busy: how long an example takes says nothing about whether it is right.
settings.register_profile("kibitz", deadline=None)
settings.load_profile("kibitz")

# A shell in the background hands its programs an ignored Ctrl-C. Those that tests start would inherit it and never end.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

PROJECT_ROOT = Path(__file__).resolve().parent.parent


@pytest.fixture(scope="session")
def shared_data() -> Path:
    """The folder with WTHOR and the other archives; a clone without it skips the tests that need them."""
    folder = Path(os.environ.get("KIBITZ_SHARED_DATA", PROJECT_ROOT.parent / "shared" / "data"))
    if not folder.is_dir():
        pytest.skip(f"needs the game archives in {folder} (or set KIBITZ_SHARED_DATA)")
    return folder


@pytest.fixture(scope="session", autouse=True)
def no_data_folder_of_the_developer() -> Iterator[None]:
    """What whoever runs the tests keeps in their own folder decides about no test."""
    with pytest.MonkeyPatch.context() as environment:
        environment.delenv("KIBITZ_HOME", raising=False)
        yield
