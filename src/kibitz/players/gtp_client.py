"""Our end of the Go Text Protocol, version 2: one command, one answer, never without a deadline."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import count, takewhile
from typing import Final

from kibitz.players.peer_client import PeerClient
from kibitz.rules.game import Reason

_HEAD: Final = re.compile(r"(?P<status>[=?])(?P<id>\d*)(?P<text>.*)")


@dataclass(frozen=True, slots=True)
class Response:
    """An answer: whether the program succeeded, and its text (the reason if it did not)."""

    is_success: bool
    text: str


class GtpClient(PeerClient):
    """A program that speaks GTP. After a ForfeitError it has been ended; make a new client."""

    def __init__(self, command: str, timeout: float) -> None:
        """Start the program; raises SetupError. `timeout` is in seconds and for each answer."""
        super().__init__(command, timeout)
        self._ids = count(1)

    def ask(self, command: str, seconds: float | None = None) -> Response:
        """The program's answer to a command; raises ForfeitError if none comes in time or it is not valid."""
        number = next(self._ids)
        return self.exchange(f"{number} {command}", command, lambda lines: _read_response(lines, number), seconds)

    def require(self, command: str, seconds: float | None = None) -> str:
        """The text of the answer; raises ForfeitError too if the program refuses."""
        response = self.ask(command, seconds)
        if not response.is_success:
            raise self.failure(command, f"it refused: {response.text or 'no reason given'}", Reason.CRASH)
        return response.text

    def close(self) -> None:
        """Let the program quit, and kill it if it does not. May be called twice."""
        self.end(f"{next(self._ids)} quit")


def _read_response(lines: Iterator[str], number: int) -> Response:
    """The answer to command `number`; whatever comes before it, be it junk or the answer to another command, is dropped."""
    heads = (_HEAD.fullmatch(line) for line in lines)
    head = next(head for head in heads if head and head["id"] in ("", str(number)))
    text = "\n".join((head["text"], *takewhile(bool, lines)))
    return Response(head["status"] == "=", text.strip())
