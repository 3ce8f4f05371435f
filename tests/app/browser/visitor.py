"""A running study app in its own process, and a visitor of its pages with the words that tests speak."""

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

BROWSERS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "chrome")
WIDE = {"width": 1360, "height": 900}
PATIENCE = 300  # seconds until a test gives up what never comes; a busy machine needs many of them

# Made with the engine at level 8 on both sides, but for White's 34th move, g8: the worst there was, where h8 was best.
GAME = "f5d6c3d3c4f4f6f3e6e7f7c5b6g6d2f8g5c6d7c7e3e2g3a6h7h4h5g4g7h3e1f2f1g8h2c1d1b2b1c2h6g2h8b5g1h1a1a2e8b3a3a4d8b4c8b7a8b8a7a5"


@dataclass(frozen=True)
class Server:
    """A running study app and the folder where it keeps games."""

    address: str
    folder: Path


def chromium_path() -> str | None:
    """The browser the environment names, else Debian's."""
    return os.environ.get("KIBITZ_CHROMIUM") or next(filter(None, map(shutil.which, BROWSERS)), None)


def study_environment(folder: Path) -> dict[str, str]:
    return os.environ | {"KIBITZ_STUDY": str(folder / "study"), "KIBITZ_ARCHIVE": str(folder / "archive.duckdb")}


def start_server(
    folder: Path, environment: dict[str, str], port: int | None = None, log: Path | None = None
) -> tuple[subprocess.Popen[bytes], Server]:
    """The app in a process of its own, once it answers; on a free port unless one is given. `log` gets what it prints."""
    port = port or free_port()
    command = [sys.executable, "-m", "kibitz", "--no-browser", "--port", str(port)]
    with (log or Path(os.devnull)).open("wb") as printed:
        process = subprocess.Popen(command, env=environment, stdout=printed, stderr=subprocess.DEVNULL)
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
        """The 64 characters of the board, read from the buttons' states."""
        states = self.page.eval_on_selector_all(".board .square", "cells => cells.map(c => [c.dataset.square, c.dataset.state])")
        signs = {"black": "X", "white": "O"}
        placed = {name: signs.get(state, "-") for name, state in states}
        return "".join(placed[f"{column}{row}"] for row in range(1, 9) for column in "abcdefgh")

    def stones(self) -> dict[str, str]:
        """The stones on a Go board by their points, read from the buttons' states."""
        states = self.page.eval_on_selector_all(".board .square", "cells => cells.map(c => [c.dataset.square, c.dataset.state])")
        return {name: state for name, state in states if state in ("black", "white")}

    def legal(self) -> list[str]:
        """The squares the board offers, in reading order of the names."""
        return sorted(self.page.eval_on_selector_all('.board [data-state="legal"]', "cells => cells.map(c => c.dataset.square)"))

    def text(self, selector: str) -> str:
        return str(self.page.locator(selector).first.text_content())

    def until(self, condition: str, argument: Any = None, page: Any = None) -> None:
        """Wait until a JavaScript expression or function is true; the pages' own policy forbids playwright's way of waiting."""
        patience = time.monotonic() + PATIENCE
        while not (page or self.page).evaluate(condition, argument):
            assert time.monotonic() < patience, f"in vain: {condition}"
            (page or self.page).wait_for_timeout(30)

    def see(self, selector: str, words: str = "", timeout: float = 1000 * PATIENCE) -> Any:
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


# Requests are watched and held back, which a service worker would hide.
PLAIN = {"viewport": WIDE, "reduced_motion": "reduce", "service_workers": "block", "locale": "en-GB"}
ALL_NUMBERS = """localStorage.getItem("kibitz.settings") ?? localStorage.setItem("kibitz.settings", '{"numbers": "all"}')"""


def visit(browser: Any, server: Server, newcomer: bool = False, **options: Any) -> Iterator[Visitor]:
    """One visitor in a window of its own; whatever went wrong on the page fails the test when the window closes.

    A newcomer sees one number on each square; the others have asked for all.
    """
    context = browser.new_context(**{**PLAIN, **options})
    if not newcomer:
        context.add_init_script(ALL_NUMBERS)
    context.set_default_timeout(1000 * PATIENCE)
    visitor = Visitor(context.new_page(), server)
    yield visitor
    context.close()
    assert visitor.faults == []


class Held:
    """Requests to some addresses that wait until they are let go."""

    def __init__(self, visitor: Visitor, addresses: str) -> None:
        self._page = visitor.page
        self._waiting: list[Any] = []
        self._is_open = False
        visitor.page.route(addresses, lambda route: self._hold(route))

    def _hold(self, route: Any) -> None:
        if self._is_open:
            route.continue_()
        else:
            self._waiting.append(route)

    def wait(self) -> None:
        """Wait until something is held."""
        patience = time.monotonic() + PATIENCE
        while not self._waiting:
            assert time.monotonic() < patience
            self._page.wait_for_timeout(20)

    def let_go(self) -> None:
        """Let everything pass, now and later."""
        self._is_open = True
        for route in self._waiting:
            route.continue_()


def settle(visitor: Visitor) -> None:
    """Give what has arrived the time to do its harm."""
    visitor.page.wait_for_timeout(300)
