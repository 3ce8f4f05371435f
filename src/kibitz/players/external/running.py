"""Engines of the list that run: started when they are asked, ended when nobody asks any more, and left alone after failures.

An engine that fails is not started again at once: after each failure in a row it is left alone twice as long.
"""

import atexit
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache
from typing import Final

from kibitz.errors import KibitzError, SetupError
from kibitz.players.external.configured import ConfiguredEngine
from kibitz.players.external.session import EngineSession
from kibitz.players.external.wires import open_session

SECONDS_IDLE: Final = 120.0
FIRST_REST: Final = 2.0  # seconds after a failure
LONGEST_REST: Final = 300.0


@dataclass(eq=False)
class _Seat:
    """An engine's place: one question at a time."""

    lock: threading.Lock = field(default_factory=threading.Lock)
    session: EngineSession | None = None
    failures: int = 0
    rests_until: float = 0.0
    problem: str = ""
    timer: threading.Timer | None = None


@cache
def engines_of_this_process() -> "RunningEngines":
    """The engines that commands ask: started once, ended with the process."""
    running = RunningEngines()
    atexit.register(running.close)
    return running


class RunningEngines:
    """See the module. All methods may be called from any thread."""

    def __init__(self, idle: float = SECONDS_IDLE, now: Callable[[], float] = time.monotonic) -> None:
        """`idle` is after how many seconds an engine is ended that nobody asks."""
        self._idle, self._now = idle, now
        self._seats: dict[ConfiguredEngine, _Seat] = {}
        self._lock = threading.Lock()
        self._closed = False

    @contextmanager
    def asked(self, engine: ConfiguredEngine) -> Iterator[EngineSession]:
        """The engine to ask, started if it does not run; nobody else has it meanwhile.

        Raises ForfeitError or SetupError if it cannot be started, or was found to fail a moment ago.
        """
        seat = self._seat(engine)
        with seat.lock:
            self._rest_over(engine, seat)
            if seat.timer:
                seat.timer.cancel()
            try:
                yield self._session(engine, seat)
            except KibitzError as error:
                self._failed(seat, error)
                raise
            seat.failures = 0
        self._watch_idle(seat)

    @property
    def count(self) -> int:
        """How many engines run."""
        with self._lock:
            return sum(seat.session is not None and seat.session.is_open for seat in self._seats.values())

    def forgive(self, engine: ConfiguredEngine) -> None:
        """Let an engine be started at once, whatever happened before."""
        seat = self._seat(engine)
        seat.failures, seat.rests_until = 0, 0.0

    def close(self) -> None:
        """End all engines, even while they are asked."""
        with self._lock:
            self._closed = True
            seats = list(self._seats.values())
        for seat in seats:
            if seat.timer:
                seat.timer.cancel()
            if seat.session:
                seat.session.close()

    def _seat(self, engine: ConfiguredEngine) -> _Seat:
        with self._lock:
            return self._seats.setdefault(engine, _Seat())

    def _rest_over(self, engine: ConfiguredEngine, seat: _Seat) -> None:
        if self._closed:
            raise SetupError("Kibitz is about to end")
        left = seat.rests_until - self._now()
        if left > 0:
            raise SetupError(f"{engine.name} failed and is left alone for {left:.0f} s more: {seat.problem}")

    def _session(self, engine: ConfiguredEngine, seat: _Seat) -> EngineSession:
        if seat.session is None or not seat.session.is_open:
            seat.session = open_session(engine)
        return seat.session

    def _failed(self, seat: _Seat, error: KibitzError) -> None:
        """A session that is still open has refused a board, which is no failure."""
        if seat.session is not None and seat.session.is_open:
            return
        seat.failures += 1
        seat.problem = str(error)
        seat.rests_until = self._now() + min(FIRST_REST * 2 ** (seat.failures - 1), LONGEST_REST)

    def _watch_idle(self, seat: _Seat) -> None:
        seat.timer = threading.Timer(self._idle, self._end_idle, (seat,))
        seat.timer.daemon = True
        seat.timer.start()

    @staticmethod
    def _end_idle(seat: _Seat) -> None:
        if seat.lock.acquire(blocking=False):
            try:
                if seat.session and seat.timer is threading.current_thread():  # nobody asked since
                    seat.session.close()
            finally:
                seat.lock.release()
