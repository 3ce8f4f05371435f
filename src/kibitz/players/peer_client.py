"""Questions to another program over lines of text: each has a deadline, and every failure is one sentence."""

import contextlib
import time
from collections.abc import Callable, Iterator
from typing import Final, TypeVar

from kibitz.players.peer_process import PeerProcess
from kibitz.players.player import ForfeitError
from kibitz.rules.game import Reason

SECONDS_TO_END: Final = 1.0  # for a farewell, or for last words after a crash
_MOST_LINES: Final = 10_000
_MOST_CHARACTERS: Final = 1_000_000  # of an answer; for each second of what has no end
_SECONDS_BETWEEN_LOOKS: Final = 0.05
_CONTROLS: Final = {code: None for code in (*range(32), *range(127, 160)) if code != ord("\t")}

T = TypeVar("T")


class PeerClient:
    """A running program. After a ForfeitError it has been ended; make a new client."""

    def __init__(self, command: str, timeout: float) -> None:
        """Start the program; raises SetupError. `timeout` is in seconds and for each answer."""
        self.title = command
        self._timeout = timeout
        self._process = PeerProcess(command)

    @property
    def is_open(self) -> bool:
        return self._process.is_open

    def exchange(self, line: str, command: str, read: Callable[[Iterator[str]], T], seconds: float | None = None) -> T:
        """Send a line and return what `read` makes of the lines that come then; `command` stands for the line in complaints.

        Raises ForfeitError if the program is silent for too long, ends, or writes without end.
        """
        allowed = self._timeout if seconds is None else seconds
        deadline = time.monotonic() + allowed
        try:
            self._process.send_line(line, deadline)
            return read(_limited_lines(self._process, deadline))
        except TimeoutError:
            raise self.failure(command, f"no answer within {allowed:g} s", Reason.TIME) from None
        except EOFError:
            raise self.failure(command, "it stopped instead of answering", Reason.CRASH, SECONDS_TO_END) from None
        except _FloodError:
            raise self.failure(command, "it wrote without end instead of answering", Reason.CRASH) from None

    def listen(self, line: str, command: str, is_over: Callable[[], bool]) -> Iterator[str]:
        """Send a line and yield what comes, line by line, until `is_over`, which is asked some twenty times a second.

        Raises ForfeitError if the program is silent for too long, ends, or writes more than any analysis needs.
        """
        flow = _Flow()
        try:
            self._process.send_line(line, time.monotonic() + self._timeout)
            heard = time.monotonic()
            while not is_over():
                try:
                    text = self._process.read_line(time.monotonic() + _SECONDS_BETWEEN_LOOKS)
                except TimeoutError:
                    if time.monotonic() - heard < self._timeout:
                        continue
                    raise
                heard = time.monotonic()
                flow.count(text)
                yield text.translate(_CONTROLS).rstrip()
        except TimeoutError:
            raise self.failure(command, f"no answer within {self._timeout:g} s", Reason.TIME) from None
        except EOFError:
            raise self.failure(command, "it stopped instead of answering", Reason.CRASH, SECONDS_TO_END) from None
        except _FloodError:
            raise self.failure(command, "it wrote without end instead of answering", Reason.CRASH) from None

    def failure(self, command: str, problem: str, reason: Reason, seconds_to_end: float = 0.0) -> ForfeitError:
        """The error to raise after ending the program, which gets some seconds to do so by itself."""
        exit_code = self._process.close(seconds_to_end)
        ended = f" (exit code {exit_code})" if exit_code else ""
        return ForfeitError(self.complaint(command, problem + ended), reason)

    def complaint(self, command: str, problem: str) -> str:
        """One line that says which program did what after which command, with its last words on standard error."""
        last_words = self._process.last_words()
        ending = f"; its last words: {last_words}" if last_words else ""
        return " ".join(f"{self.title}, command {command!r}: {problem}{ending}".split())

    def end(self, farewell: str) -> None:
        """Let the program quit, and kill it if it does not. May be called twice."""
        if self.is_open:
            with contextlib.suppress(EOFError, TimeoutError):
                self._process.send_line(farewell, time.monotonic() + SECONDS_TO_END)
            self._process.close(SECONDS_TO_END)


class _FloodError(Exception):
    """More output than any answer has."""


class _Flow:
    """Counts what a program writes while it is listened to; raises _FloodError when that is more than anybody can use."""

    def __init__(self) -> None:
        self._characters = 0
        self._began = time.monotonic()

    def count(self, line: str) -> None:
        self._characters += len(line) + 1
        if self._characters > _MOST_CHARACTERS * (4 + time.monotonic() - self._began):
            raise _FloodError("more output than any analysis has")


def _limited_lines(process: PeerProcess, deadline: float) -> Iterator[str]:
    """The lines as they come, control characters dropped. Never ends: raises _FloodError, TimeoutError or EOFError."""
    characters = 0
    for _ in range(_MOST_LINES):
        line = process.read_line(deadline)
        characters += len(line)
        if characters > _MOST_CHARACTERS:
            break
        yield line.translate(_CONTROLS).rstrip()
    raise _FloodError("more output than any answer has")
