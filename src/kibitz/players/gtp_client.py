"""Our end of the Go Text Protocol, version 2: one command, one answer, never without a deadline."""

import contextlib
import re
import time
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import count, takewhile
from typing import Final

from kibitz.players.peer_process import PeerProcess
from kibitz.players.player import ForfeitError
from kibitz.rules.game import Reason

_SECONDS_TO_END: Final = 1.0  # for a farewell, or for last words after a crash
_MOST_LINES: Final = 10_000
_MOST_CHARACTERS: Final = 1_000_000
_HEAD: Final = re.compile(r"(?P<status>[=?])(?P<id>\d*)(?P<text>.*)")
_CONTROLS: Final = {code: None for code in (*range(32), *range(127, 160)) if code != ord("\t")}


@dataclass(frozen=True, slots=True)
class Response:
    """An answer: whether the program did what it was told, and its text (the reason if it did not)."""

    is_success: bool
    text: str


class GtpClient:
    """A program that speaks GTP. After a ForfeitError it has been ended; make a new client."""

    def __init__(self, command: str, timeout: float) -> None:
        """Start the program; raises SetupError. `timeout` is in seconds and for each answer."""
        self.title = command
        self._timeout = timeout
        self._process = PeerProcess(command)
        self._ids = count(1)

    @property
    def is_open(self) -> bool:
        return self._process.is_open

    def ask(self, command: str, seconds: float | None = None) -> Response:
        """The program's answer to a command; raises ForfeitError if none comes in time or what comes is none."""
        allowed = self._timeout if seconds is None else seconds
        deadline = time.monotonic() + allowed
        number = next(self._ids)
        try:
            self._process.send_line(f"{number} {command}", deadline)
            return self._read_response(number, deadline)
        except TimeoutError:
            raise self._failure(command, f"no answer within {allowed:g} s", Reason.TIME) from None
        except EOFError:
            raise self._failure(command, "it stopped instead of answering", Reason.CRASH, _SECONDS_TO_END) from None
        except _FloodError:
            raise self._failure(command, "it wrote without end instead of answering", Reason.CRASH) from None

    def require(self, command: str, seconds: float | None = None) -> str:
        """The text of the answer; raises ForfeitError too if the program refuses."""
        response = self.ask(command, seconds)
        if not response.is_success:
            raise self._failure(command, f"it refused: {response.text or 'no reason given'}", Reason.CRASH)
        return response.text

    def complaint(self, command: str, problem: str) -> str:
        """One line that says which program did what after which command, with its last words on standard error."""
        last_words = self._process.last_words()
        ending = f"; its last words: {last_words}" if last_words else ""
        return " ".join(f"{self.title}, command {command!r}: {problem}{ending}".split())

    def close(self) -> None:
        """Let the program quit, and kill it if it does not. May be called twice."""
        if self.is_open:
            with contextlib.suppress(EOFError, TimeoutError):
                self._process.send_line(f"{next(self._ids)} quit", time.monotonic() + _SECONDS_TO_END)
            self._process.close(_SECONDS_TO_END)

    def _failure(self, command: str, problem: str, reason: Reason, seconds_to_end: float = 0.0) -> ForfeitError:
        exit_code = self._process.close(seconds_to_end)
        ended = f" (exit code {exit_code})" if exit_code else ""
        return ForfeitError(self.complaint(command, problem + ended), reason)

    def _read_response(self, number: int, deadline: float) -> Response:
        """The answer to command `number`; whatever comes before it, be it junk or the answer to another command, is dropped."""
        lines = _limited_lines(self._process, deadline)
        heads = (_HEAD.fullmatch(line) for line in lines)
        head = next(head for head in heads if head and head["id"] in ("", str(number)))
        text = "\n".join((head["text"], *takewhile(bool, lines)))
        return Response(head["status"] == "=", text.strip())


class _FloodError(Exception):
    """More output than any answer has."""


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
