"""Carries a protocol over standard input and output: reads lines, has the thinking done in another thread, writes and flushes.

Three threads: one reads, one thinks, and the one that called run() does all the rest, so that sessions are touched and lines
are written in one place only. Reading never waits for thinking: see kibitz.protocols.conversation.Preemption.
"""

import contextlib
import math
import os
import queue
import select
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor, wait
from dataclasses import dataclass, field
from threading import Event, Semaphore, Thread
from typing import Final, Generic, TypeVar

from kibitz.errors import KibitzError, PeerError
from kibitz.protocols.conversation import Conclusion, LineProtocol, Preemption, Step, Thinking, Work
from kibitz.protocols.thinker import Thinker

S = TypeVar("S")

_CHUNK: Final = 1 << 16
_LONGEST_LINE: Final = 1 << 22
_CUT: Final = " …"
_MOST_UNREAD_LINES: Final = 1000
# A search ends within some hundredths of a second; another program that plays for us may not.
_SECONDS_TO_STOP: Final = 10.0
_SECONDS_BETWEEN_LOOKS: Final = 0.5
_END_OF_INPUT: Final = None


@dataclass(frozen=True, slots=True, eq=False)
class _Job(Generic[S]):
    """A work under way."""

    work: Work[S]
    stop: Event = field(default_factory=Event)


@dataclass(frozen=True, slots=True)
class _Came:
    """A line came in, or the end of input."""

    line: str | None


@dataclass(frozen=True, slots=True)
class _Said(Generic[S]):
    """A job has something to write."""

    job: _Job[S]
    line: str


@dataclass(frozen=True, slots=True)
class _Ended(Generic[S]):
    """A job has ended."""

    job: _Job[S]
    result: "Future[Conclusion[S]]"


class Driver(Generic[S]):
    """One conversation. `read` gives the next bytes, none at the end of input; `write` takes a line and sends it off.

    `is_heard` tells whether anybody would still read a line. It is asked once the input has ended: lines that came in before are
    still answered, as in a file of commands, but not for a program that is gone.
    """

    def __init__(
        self,
        protocol: LineProtocol[S],
        thinker: Thinker,
        read: Callable[[int], bytes],
        write: Callable[[str], None],
        is_heard: Callable[[], bool] = lambda: True,
    ) -> None:
        self._protocol = protocol
        self._thinker = thinker
        self._read = read
        self._write = write
        self._is_heard = is_heard
        self._session = protocol.begin()
        self._events: queue.SimpleQueue[_Came | _Said[S] | _Ended[S]] = queue.SimpleQueue()
        self._room = Semaphore(_MOST_UNREAD_LINES)
        self._lines: deque[str | None] = deque()
        self._job: _Job[S] | None = None
        self._result: Future[Conclusion[S]] | None = None
        self._give_up_at = math.inf
        self._is_over = False
        self._worker = ThreadPoolExecutor(max_workers=1, thread_name_prefix="kibitz-thinking")

    def run(self) -> None:
        """Converse until the other side quits, the input ends, or the output is closed, which raises BrokenPipeError."""
        Thread(target=self._listen, name="kibitz-reading", daemon=True).start()
        try:
            while not self._is_over:
                self._handle_next_event()
                self._answer_lines()
        finally:
            self._end()

    def _end(self) -> None:
        """Stop whatever thinks; a player that does not stop is closed all the same."""
        if self._job is not None:
            self._job.stop.set()
        self._worker.shutdown(wait=False)
        if self._result is not None:
            wait([self._result], _SECONDS_TO_STOP)
        self._thinker.close()

    def _listen(self) -> None:
        """Hand on all lines; at most so many are kept unread, so that a flood fills no memory."""
        with contextlib.suppress(OSError):  # an input that cannot be read has ended
            for line in lines_of(self._read):
                self._room.acquire()
                self._events.put(_Came(line))
        self._events.put(_Came(_END_OF_INPUT))

    def _handle_next_event(self) -> None:
        try:
            event = self._events.get(timeout=self._patience())
        except queue.Empty:
            self._give_up()
            return
        match event:
            case _Came(line):
                self._lines.append(line)
                self._heed_interrupts([line])
            case _Said(job, text) if job is self._job:
                self._write(text)
            case _Ended(job, result) if job is self._job:
                self._job = None
                self._take(_conclusion(job, result)(self._session))

    def _heed_interrupts(self, lines: Iterable[str | None]) -> None:
        """Stop the job under way if one of some lines demands it before its turn."""
        job = self._job
        if job is None:
            return
        demands = (self._protocol.preemption(job.work, line) for line in lines if line is not _END_OF_INPUT)
        if Preemption.INTERRUPT in demands:
            self._stop(job)

    def _patience(self) -> float | None:
        """Seconds to wait for the job under way, None for as long as it takes."""
        if self._job is not None and self._job.stop.is_set():
            return max(self._give_up_at - time.monotonic(), 0.0)
        has_ended = bool(self._lines) and self._lines[-1] is _END_OF_INPUT
        return _SECONDS_BETWEEN_LOOKS if has_ended else None

    def _give_up(self) -> None:
        """Continue without a job that does not stop, and end if nobody is there to hear the result of another."""
        if self._job is not None and self._job.stop.is_set():
            job, self._job = self._job, None
            self._take(job.work.on_error(PeerError("it did not stop thinking when asked to"))(self._session))
        elif not self._is_heard():
            raise BrokenPipeError("nobody reads what is written")

    def _answer_lines(self) -> None:
        """Answer the lines that came in, as far as they do not have to wait for the job under way."""
        while self._lines and not self._is_over and self._may_go_on(self._lines[0]):
            line = self._lines.popleft()
            if line is _END_OF_INPUT:
                self._is_over = True
            else:
                self._room.release()
                self._take(self._protocol.answer(self._session, line))

    def _may_go_on(self, line: str | None) -> bool:
        """Whether a line can be answered now; does to the job under way what the line demands."""
        if self._job is None:
            return True
        demand = Preemption.STOP if line is _END_OF_INPUT else self._protocol.preemption(self._job.work, line)
        if demand in (Preemption.STOP, Preemption.DROP, Preemption.INTERRUPT):
            self._stop(self._job)
        if demand == Preemption.DROP:
            self._job = None
        return demand in (Preemption.DROP, Preemption.ASIDE)

    def _stop(self, job: _Job[S]) -> None:
        if not job.stop.is_set():
            job.stop.set()
            self._give_up_at = time.monotonic() + _SECONDS_TO_STOP

    def _take(self, step: Step[S]) -> None:
        self._session = step.session
        for line in step.lines:
            self._write(line)
        self._is_over = self._is_over or step.is_last
        if step.work is not None:
            self._start(step.work)

    def _start(self, work: Work[S]) -> None:
        job = _Job(work)
        self._job = job
        thinking = Thinking(self._thinker, lambda line: self._events.put(_Said(job, line)), job.stop)
        self._result = self._worker.submit(work.think, thinking)
        self._result.add_done_callback(lambda result: self._events.put(_Ended(job, result)))
        self._heed_interrupts(self._lines)


def lines_of(read: Callable[[int], bytes]) -> Iterator[str]:
    """The lines of a stream, whatever bytes they are of; a last one without an end counts.

    A line of more than 4 MiB is cut and marked so that no command can be mistaken in it.
    """
    parts: list[bytes] = []
    size = 0
    while chunk := read(_CHUNK):
        *ends, rest = chunk.split(b"\n")
        for end in ends:
            yield _text([*parts, end], size + len(end))
            parts, size = [], 0
        if size <= _LONGEST_LINE:
            parts.append(rest)
        size += len(rest)
    if size:
        yield _text(parts, size)


def _text(parts: list[bytes], size: int) -> str:
    line = b"".join(parts)
    return line.decode(errors="replace") if size <= _LONGEST_LINE else line[:_LONGEST_LINE].decode(errors="replace") + _CUT


def _conclusion(job: _Job[S], result: "Future[Conclusion[S]]") -> Conclusion[S]:
    """What a job came to. A bug in Kibitz is reported to the other side as well, rather than left unanswered."""
    error = result.exception()
    if error is None:
        return result.result()
    return job.work.on_error(
        error if isinstance(error, KibitzError) else KibitzError(f"unexpected {type(error).__name__}: {error}")
    )


def converse(protocol: LineProtocol[S], thinker: Thinker) -> None:
    """Speak a protocol over standard input and output."""
    for pipe in (0, 1):
        with contextlib.suppress(OSError):
            os.set_blocking(pipe, True)  # the program at the other end may have left them otherwise
    Driver(protocol, thinker, lambda size: os.read(0, size), _write_line, _is_output_open).run()


def _write_line(line: str) -> None:
    """Write a line at once; raises OSError, as BrokenPipeError if nobody reads it."""
    data = line.encode(errors="replace") + b"\n"
    while data:
        data = data[os.write(1, data) :]


def _is_output_open() -> bool:
    """Whether standard output leads anywhere, as far as the system can tell."""
    if not hasattr(select, "poll"):
        return True
    poll = select.poll()
    poll.register(1, 0)
    return not poll.poll(0)
