"""A real server in its own process and a real Chromium for the pages of the study app.

Without playwright or Chromium the tests are skipped; KIBITZ_CHROMIUM names a browser that is not found by itself.
"""

import os
import shutil
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

playwright_api = pytest.importorskip("playwright.sync_api", reason="needs playwright (pip install playwright)")

BROWSERS = ("chromium", "chromium-browser", "google-chrome", "chrome")
RECORDS = Path(__file__).parents[2] / "data" / "records"
WIDE = {"width": 1360, "height": 900}


@dataclass(frozen=True)
class Server:
    """A running study app and the folder where it keeps games."""

    address: str
    folder: Path


def chromium_path() -> str | None:
    """The browser the environment names, else Debian's."""
    return os.environ.get("KIBITZ_CHROMIUM") or next(filter(None, map(shutil.which, BROWSERS)), None)


@pytest.fixture(scope="session")
def browser() -> Iterator[Any]:
    path = chromium_path()
    if path is None:
        pytest.skip("needs Chromium (apt-get install chromium, or set KIBITZ_CHROMIUM)")
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


def study_environment(folder: Path) -> dict[str, str]:
    return os.environ | {"KIBITZ_STUDY": str(folder / "study"), "KIBITZ_ARCHIVE": str(folder / "archive.duckdb")}


def running_server(folder: Path, environment: dict[str, str]) -> Iterator[Server]:
    process, server = start_server(folder, environment)
    yield server
    process.terminate()
    process.wait()


def start_server(folder: Path, environment: dict[str, str]) -> tuple[subprocess.Popen[bytes], Server]:
    port = free_port()
    command = [sys.executable, "-m", "kibitz", "--no-browser", "--port", str(port)]
    process = subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    server = Server(f"http://127.0.0.1:{port}", folder)
    while process.poll() is None and not answers(server.address):
        time.sleep(0.05)
    assert process.poll() is None, "the server ended at once"
    return process, server


def free_port() -> int:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return int(listener.getsockname()[1])


def answers(address: str) -> bool:
    try:
        with urllib.request.urlopen(f"{address}/api/status", timeout=5):
            return True
    except OSError:
        return False


class Visitor:
    """One page in one browser window, with the words that tests speak. Its faults are collected and must stay empty."""

    def __init__(self, page: Any, server: Server) -> None:
        self.page = page
        self.server = server
        self.faults: list[str] = []
        page.on("pageerror", lambda error: self.faults.append(f"error: {error}"))
        page.on("console", lambda message: self._read_console(message))
        page.on("request", lambda request: self._watch_request(request.url))

    def _read_console(self, message: Any) -> None:
        if message.type == "error" and "Failed to load resource" not in message.text:
            self.faults.append(f"console: {message.text}")

    def _watch_request(self, address: str) -> None:
        if not address.startswith((self.server.address, self.server.address.replace("http", "ws"), "data:", "blob:")):
            self.faults.append(f"a request left the machine: {address}")

    def open(self, place: str = "#/analyse") -> "Visitor":
        self.page.goto(f"{self.server.address}/{place}")
        view = place.removeprefix("#/").partition("?")[0].partition("/")[0]
        self.page.wait_for_selector(f'html[data-ready="{view}"]')
        return self

    def square(self, name: str) -> Any:
        return self.page.locator(f'.board [data-square="{name}"]')

    def play(self, *moves: str) -> None:
        for move in moves:
            self.square(move).click()

    def board(self) -> str:
        """The 64 signs of the board, read from the buttons' states."""
        states = self.page.eval_on_selector_all(".board .square", "cells => cells.map(c => [c.dataset.square, c.dataset.state])")
        signs = {"black": "X", "white": "O"}
        placed = {name: signs.get(state, "-") for name, state in states}
        return "".join(placed[f"{column}{row}"] for row in range(1, 9) for column in "abcdefgh")

    def legal(self) -> list[str]:
        """The squares the board offers, in reading order of the names."""
        return sorted(self.page.eval_on_selector_all('.board [data-state="legal"]', "cells => cells.map(c => c.dataset.square)"))

    def text(self, selector: str) -> str:
        return str(self.page.locator(selector).first.inner_text())

    def see(self, selector: str, words: str = "", timeout: float = 30_000) -> Any:
        """Wait for an element that holds some words."""
        found = self.page.locator(selector, has_text=words) if words else self.page.locator(selector)
        found.first.wait_for(timeout=timeout)
        return found.first

    def ask(self, path: str) -> Any:
        """What the server answers to a GET, by the page's own connection."""
        return self.page.evaluate("path => fetch(path).then(answer => answer.json())", path)

    def paste(self, words: str) -> None:
        """Paste a text as with Ctrl+V, with no field in focus."""
        self.page.evaluate(
            """words => {
                const data = new DataTransfer();
                data.setData("text/plain", words);
                document.body.dispatchEvent(new ClipboardEvent("paste", {clipboardData: data, bubbles: true}));
            }""",
            words,
        )


@pytest.fixture
def visitor(browser: Any, server: Server) -> Iterator[Visitor]:
    """A fresh window on the app."""
    yield from visit(browser, server)


def visit(browser: Any, server: Server, **options: Any) -> Iterator[Visitor]:
    context = browser.new_context(**{"viewport": WIDE, "reduced_motion": "reduce", **options})
    visitor = Visitor(context.new_page(), server)
    yield visitor
    context.close()
    assert visitor.faults == []


@pytest.fixture
def phone(browser: Any, server: Server) -> Iterator[Visitor]:
    """A fresh window of a phone's size."""
    yield from visit(browser, server, viewport={"width": 375, "height": 720}, has_touch=True, is_mobile=True)


@pytest.fixture
def fresh_visitor(browser: Any, bare_server: Server) -> Iterator[Visitor]:
    """A window on an app without archive and games."""
    yield from visit(browser, bare_server)
