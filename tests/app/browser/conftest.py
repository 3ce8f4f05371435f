"""A real server in its own process and a real Chromium for the pages of the study app.

Without playwright or Chromium the tests are skipped; KIBITZ_CHROMIUM names a browser that is not found by itself.
"""

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from app.browser.visitor import Server, Visitor, chromium_path, start_server, study_environment, visit
from wants import WANTS

playwright_api = pytest.importorskip("playwright.sync_api")

RECORDS = Path(__file__).parents[2] / "data" / "records"


@pytest.fixture(scope="session")
def browser() -> Iterator[Any]:
    path = chromium_path()
    if path is None:
        pytest.skip(WANTS["chromium"].reason)
    with playwright_api.sync_playwright() as playwright:
        running = playwright.chromium.launch(executable_path=path, args=["--no-sandbox", "--disable-gpu"])
        yield running
        running.close()


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """The app with a small archive."""
    folder = tmp_path_factory.mktemp("study")
    environment = study_environment(folder)
    command = [sys.executable, "-m", "kibitz", "archive", "import", str(RECORDS / "five_games.ggf")]
    subprocess.run(command, env=environment, check=True, capture_output=True)
    yield from running_server(folder, environment)


@pytest.fixture(scope="session")
def bare_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """The app as a fresh clone starts it: no archive, no games."""
    folder = tmp_path_factory.mktemp("bare")
    yield from running_server(folder, study_environment(folder))


def running_server(folder: Path, environment: dict[str, str], log: Path | None = None) -> Iterator[Server]:
    process, server = start_server(folder, environment, log=log)
    yield server
    process.terminate()
    process.wait()


@pytest.fixture(scope="session")
def go_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """The app with a folder of its own."""
    folder = tmp_path_factory.mktemp("go")
    yield from running_server(folder, study_environment(folder))


@pytest.fixture
def go_visitor(browser: Any, go_server: Server) -> Iterator[Visitor]:
    """A fresh window on an app that has an expert for Go."""
    yield from visit(browser, go_server)


@pytest.fixture
def go_phone(browser: Any, go_server: Server) -> Iterator[Visitor]:
    """The same in a window of a phone's size."""
    yield from visit(browser, go_server, viewport={"width": 375, "height": 720}, has_touch=True, is_mobile=True)


@pytest.fixture
def visitor(browser: Any, server: Server) -> Iterator[Visitor]:
    """A fresh window on the app."""
    yield from visit(browser, server)


@pytest.fixture
def phone(browser: Any, server: Server) -> Iterator[Visitor]:
    """A fresh window of a phone's size."""
    yield from visit(browser, server, viewport={"width": 375, "height": 720}, has_touch=True, is_mobile=True)


@pytest.fixture(params=["desktop", "phone"])
def either(request: pytest.FixtureRequest) -> Visitor:
    """A fresh window of each size in turn."""
    visitor: Visitor = request.getfixturevalue("visitor" if request.param == "desktop" else "phone")
    return visitor


@pytest.fixture
def fresh_visitor(browser: Any, bare_server: Server) -> Iterator[Visitor]:
    """A window on an app without archive and games."""
    yield from visit(browser, bare_server)


@pytest.fixture
def newcomer(browser: Any, bare_server: Server) -> Iterator[Visitor]:
    """Somebody who has never opened the app, which has no archive and no games."""
    yield from visit(browser, bare_server, newcomer=True)


@pytest.fixture
def small_phone(browser: Any, server: Server) -> Iterator[Visitor]:
    """The narrowest window there is, as a newcomer sees it."""
    yield from visit(browser, server, newcomer=True, viewport={"width": 320, "height": 640}, has_touch=True, is_mobile=True)


@pytest.fixture
def guest(browser: Any, server: Server) -> Iterator[Visitor]:
    """Somebody who has never opened the app before, where there is an archive."""
    yield from visit(browser, server, newcomer=True)
