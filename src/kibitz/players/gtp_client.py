"""Our end of the Go Text Protocol, version 2: one command, one answer, never without a deadline."""

import re
from collections.abc import Callable, Generator, Iterator
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

    def stream(self, command: str, is_over: Callable[[], bool]) -> Generator[str, None, None]:
        """The lines of a command that answers without end, until `is_over` or whoever reads has enough.

        The program is interrupted then by the next command. Raises ForfeitError as ask() does, and if the command is refused.
        """
        number = next(self._ids)
        try:
            for line in self.listen(f"{number} {command}", command, is_over):
                if line.startswith("?"):
                    raise self.failure(command, f"it refused: {line.lstrip('?0123456789 ') or 'no reason given'}", Reason.CRASH)
                yield line
        finally:
            if self.is_open:
                self.ask("protocol_version")  # whatever it still says comes before this answer

    def close(self) -> None:
        """Let the program quit, and kill it if it does not. May be called twice."""
        self.end(f"{next(self._ids)} quit")


@dataclass(frozen=True, slots=True)
class Introduction:
    """What a program says of itself; texts it refuses to give are empty."""

    name: str
    version: str
    commands: frozenset[str]

    @property
    def title(self) -> str:
        """Its name and version, empty if it has neither."""
        return " ".join(f"{self.name} {self.version}".split())


def introduce(client: GtpClient) -> Introduction:
    """Ask a program who it is and what it can do; raises ForfeitError if it does not answer."""
    commands, name, version = (_text_of(client.ask(command)) for command in ("list_commands", "name", "version"))
    return Introduction(name, version, frozenset(commands.split()))


def _text_of(response: Response) -> str:
    return response.text if response.is_success else ""


def _read_response(lines: Iterator[str], number: int) -> Response:
    """The answer to command `number`; whatever comes before it, be it junk or the answer to another command, is dropped."""
    heads = (_HEAD.fullmatch(line) for line in lines)
    head = next(head for head in heads if head and head["id"] in ("", str(number)))
    text = "\n".join((head["text"], *takewhile(bool, lines)))
    return Response(head["status"] == "=", text.strip())
