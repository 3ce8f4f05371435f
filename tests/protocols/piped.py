"""The other end of a protocol that runs beside a test, and a player that thinks until it is stopped."""

import itertools
import os
import queue
import threading
from collections.abc import Iterator
from contextlib import contextmanager

from kibitz.players.player import Player
from kibitz.protocols.driver import Driver
from kibitz.protocols.thinker import Thinker

LONG = 60.0


class SlowPlayer(Player):
    """Thinks until it is stopped, and tells when it begins."""

    name = "slow"

    def __init__(self, obeys: bool = True) -> None:
        self.began = threading.Semaphore(0)
        self.may_end = threading.Event()
        self.is_closed = False
        self.obeys = obeys

    def choose(self, turn):
        self.began.release()
        (turn.stop if self.obeys else self.may_end).wait(LONG)
        return turn.position.legal_moves()[0]

    def close(self) -> None:
        self.is_closed = True
        self.may_end.set()


def read_or_close(pipe: int, size: int) -> bytes:
    """The next bytes; the end of a pipe is closed by the thread that reads it, so that its number is not used again before."""
    data = os.read(pipe, size)
    if not data:
        os.close(pipe)
    return data


class Conversation:
    """The other end of a driver that runs in a thread."""

    def __init__(self, protocol, thinker: Thinker) -> None:
        reading, self._input = os.pipe()
        self._output: queue.Queue[str | None] = queue.Queue()
        made = Driver(protocol, thinker, lambda size: read_or_close(reading, size), self._output.put)
        self._thread = threading.Thread(target=self._run, args=(made,))
        self._thread.start()

    def _run(self, made: Driver) -> None:
        made.run()
        self._output.put(None)

    def send(self, *lines: str) -> None:
        os.write(self._input, "".join(f"{line}\n" for line in lines).encode())

    def hang_up(self) -> None:
        if self._input >= 0:
            os.close(self._input)
            self._input = -1

    def receive(self) -> str | None:
        """The next line, None after the last."""
        return self._output.get(timeout=LONG)

    def receive_until(self, line: str | None) -> list[str]:
        """The lines before a given one."""
        return list(itertools.takewhile(lambda received: received != line, iter(self.receive, object())))

    def close(self) -> None:
        self.hang_up()
        self._thread.join(LONG)
        assert not self._thread.is_alive()


@contextmanager
def conversation(protocol, thinker: Thinker) -> Iterator[Conversation]:
    talking = Conversation(protocol, thinker)
    try:
        yield talking
    finally:
        talking.close()
