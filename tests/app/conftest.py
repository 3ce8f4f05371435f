"""The app inside the test, with a folder of its own and no archive; and the app as a program that can be killed."""

import asyncio
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Coroutine, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, suppress
from pathlib import Path
from typing import Any, TypeVar

import httpx2
import pytest
from starlette.testclient import TestClient

from kibitz.app.othello import reviews as othello_reviews
from kibitz.app.server import create_app
from kibitz.app.services import Services
from kibitz.models.othello.engine import EVALUATION_NAME, shipped_engine
from kibitz.models.othello.loading import load_model
from kibitz.review.othello.game_review import Reviewer
from kibitz.search.othello.analysis import Analyst

Result = TypeVar("Result")

LIVE = "ws://127.0.0.1/api/live"
PATIENCE = 300.0
"""Seconds after which something that should happen has hung; nothing is measured by it."""


@pytest.fixture(autouse=True)
def own_places(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither the user's archive nor the user's games are touched."""
    monkeypatch.setenv("KIBITZ_ARCHIVE", str(tmp_path / "none.duckdb"))
    monkeypatch.setenv("KIBITZ_STUDY", str(tmp_path / "study"))


@pytest.fixture(autouse=True)
def quick_reviewer(monkeypatch: pytest.MonkeyPatch) -> None:
    """Reviews look four discs ahead and are exact from 8 empties on, so that a test does not take a minute."""

    def make() -> Reviewer:
        return Reviewer(Analyst(shipped_engine(8)), EVALUATION_NAME, load_model("expert"), level=4)

    monkeypatch.setattr(othello_reviews, "_reviewer", make)


@pytest.fixture
def services(tmp_path: Path) -> Services:
    return Services(tmp_path / "study", workers=1)


@pytest.fixture
def client(services: Services) -> Iterator[TestClient]:
    with TestClient(create_app(services), base_url="http://127.0.0.1", raise_server_exceptions=False) as made:
        yield made


class ServerProcess:
    """The app as a program of its own."""

    def __init__(self, folder: Path, archive: Path) -> None:
        self.port = _free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        environment = os.environ | {"KIBITZ_STUDY": str(folder), "KIBITZ_ARCHIVE": str(archive)}
        self.process = subprocess.Popen(
            [sys.executable, "-m", "kibitz", "--no-browser", "--port", str(self.port)],
            env=environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        self._wait_until_up()
        self.client = httpx2.Client(base_url=self.url, timeout=PATIENCE)

    def kill(self) -> None:
        """End it as a crash would, without a chance to write anything."""
        self.process.send_signal(signal.SIGKILL)
        self.process.wait(PATIENCE)

    def close(self) -> None:
        self.client.close()
        if self.process.poll() is None:
            self.kill()

    def _wait_until_up(self) -> None:
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end and self.process.poll() is None:
            with suppress(OSError), closing(socket.create_connection(("127.0.0.1", self.port), timeout=1)):
                return
            time.sleep(0.05)
        self.process.kill()  # what it said can be read to the end only then
        raise AssertionError(f"the server did not come up: {self.process.stdout.read()}")


@pytest.fixture
def start_server(tmp_path: Path) -> Iterator[Callable[[], ServerProcess]]:
    """Starts the app as a program; all starts of one test share a folder."""
    started = []

    def start() -> ServerProcess:
        started.append(ServerProcess(tmp_path / "study", tmp_path / "none.duckdb"))
        return started[-1]

    yield start
    for server in started:
        server.close()


def _free_port() -> int:
    with closing(socket.socket()) as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def run_apart(work: Coroutine[Any, Any, Result]) -> Result:
    """What a coroutine comes to, run in a thread of its own: the browser's tests leave a running event loop in this one."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, work).result()


def wait_for(condition: Callable[[], object]) -> object:
    """The first true value of a condition that is asked again and again."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        if value := condition():
            return value
        time.sleep(0.01)
    raise AssertionError("what was waited for did not happen")
