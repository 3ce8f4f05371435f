"""Ways to run the command line: inside the test, as a program, and in a pseudo-terminal."""

import fcntl
import io
import math
import os
import pty
import select
import signal
import subprocess
import sys
import termios
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import pytest

from kibitz.cli import progress
from kibitz.cli.main import main

PATIENCE = 60.0
"""Seconds after which a terminal that stays silent has hung; nothing is measured by it."""


@dataclass(frozen=True)
class Ended:
    code: int
    out: str
    err: str


@pytest.fixture
def call(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Callable[..., Ended]:
    """Runs the command line inside the test; `stdin` is bytes or text, None if it is closed.

    However slow the machine is, no line says how far the work is. The width of the terminal in which tests run is
    forgotten.
    """
    monkeypatch.delenv("COLUMNS", raising=False)
    monkeypatch.setattr(progress, "SECONDS_BETWEEN_LINES", math.inf)

    def run(*arguments: str, stdin: str | bytes | None = "") -> Ended:
        data = stdin.encode() if isinstance(stdin, str) else stdin
        stream = None if data is None else io.TextIOWrapper(io.BytesIO(data), encoding="utf-8")
        monkeypatch.setattr(sys, "stdin", stream)
        code = main(list(arguments))
        return Ended(code, *capsys.readouterr())

    return run


@pytest.fixture
def run_program() -> Callable[..., Ended]:
    """Runs the command line as a program of its own."""

    def run(*arguments: str, stdin: str = "", **environment: str) -> Ended:
        done = subprocess.run(
            [sys.executable, "-m", "kibitz", *arguments],
            input=stdin,
            capture_output=True,
            text=True,
            env=os.environ | environment,
            check=False,
        )
        return Ended(done.returncode, done.stdout, done.stderr)

    return run


class TerminalSession:
    """A program in a pseudo-terminal that a test types into."""

    def __init__(self, arguments: list[str], terminal: str) -> None:
        self._master, slave = pty.openpty()
        self._process = subprocess.Popen(
            [sys.executable, "-m", "kibitz", *arguments],
            stdin=slave,
            stdout=slave,
            stderr=slave,
            env=os.environ | {"TERM": terminal, "COLUMNS": "80", "LINES": "40"},
            start_new_session=True,
            preexec_fn=lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0),  # so that ^C reaches the program
        )
        os.close(slave)
        self._unseen = ""

    def type(self, text: str) -> None:
        os.write(self._master, text.encode())

    def interrupt_prompt(self) -> None:
        """Press Ctrl-C at a prompt until the program reacts, as people do.

        Python does not notice an interrupt that comes between the prompt and the wait for a key; the next one it does.
        """
        for _ in range(int(PATIENCE)):
            self.type("\x03")
            if select.select([self._master], [], [], 1.0)[0]:
                return

    def read_until(self, text: str) -> str:
        """Everything up to and including a text."""
        while text not in self._unseen:
            more = self._read()
            assert more, f"the program ended before {text!r}; it said {self._unseen!r}"
            self._unseen += more
        seen, _, self._unseen = self._unseen.partition(text)
        return seen + text

    def end(self) -> tuple[int, str]:
        """The exit code and all that was still to be read."""
        while more := self._read():
            self._unseen += more
        return self._process.wait(PATIENCE), self._unseen

    def close(self) -> None:
        if self._process.poll() is None:
            self._process.send_signal(signal.SIGKILL)
            self._process.wait()
        os.close(self._master)

    def _read(self) -> str:
        assert select.select([self._master], [], [], PATIENCE)[0], f"the program is silent; it said {self._unseen!r}"
        try:
            return os.read(self._master, 65536).decode(errors="replace").replace("\r\n", "\n")
        except OSError:  # how Linux says that nobody has the terminal open any more
            return ""


@pytest.fixture
def in_terminal() -> Iterator[Callable[..., TerminalSession]]:
    """Starts the command line in a pseudo-terminal."""
    sessions = []

    def start(*arguments: str, terminal: str = "dumb") -> TerminalSession:
        sessions.append(TerminalSession(list(arguments), terminal))
        return sessions[-1]

    yield start
    for session in sessions:
        session.close()
