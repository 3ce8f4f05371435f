"""How every line protocol is cut: a pure function from a session and a line to the next session and the lines to write.

What takes longer than a moment is not done there but named as a Work, which somebody else (kibitz.protocols.driver) carries out
beside the conversation; when it ends, its conclusion is again a pure function of the session.
"""

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from threading import Event
from typing import Generic, Protocol, TypeVar

from kibitz.errors import KibitzError
from kibitz.protocols.thinker import Thinker

S = TypeVar("S")


@dataclass(frozen=True, slots=True)
class Step(Generic[S]):
    """What follows from a line: the session after it, the lines to write at once, and the work that is still to be done."""

    session: S
    lines: tuple[str, ...] = ()
    work: "Work[S] | None" = None
    is_last: bool = False


@dataclass(frozen=True, slots=True)
class Thinking:
    """What a work is given: who thinks, where to write what is known meanwhile, and the sign to stop."""

    thinker: Thinker
    say: Callable[[str], None]
    stop: Event


Conclusion = Callable[[S], Step[S]]


@dataclass(frozen=True, slots=True)
class Work(Generic[S]):
    """Thinking to be done. `think` returns soon after the sign to stop, with the best it knows; `on_error` concludes a failure.

    A work `until_stopped` has no end of its own that anybody waits for, as analysis that goes on for as long as it is watched.
    """

    think: Callable[[Thinking], Conclusion[S]]
    on_error: Callable[[KibitzError], Conclusion[S]]
    until_stopped: bool = False


class Preemption(Enum):
    """What becomes of work under way when a line comes in."""

    WAIT = "the line waits until the work has ended"
    STOP = "the work is asked to stop, and the line waits until it has ended"
    DROP = "the work is asked to stop and nothing more of it is written; the line is answered at once"
    ASIDE = "the work goes on, and the line is answered at once"
    INTERRUPT = "the work is asked to stop, and so is all work that lines before this one are still to bring"


class LineProtocol(Protocol[S]):
    """A protocol that an engine speaks. Nothing in it reads, writes, waits or keeps anything."""

    def begin(self) -> S:
        """The session before the first line."""
        ...

    def answer(self, session: S, line: str) -> Step[S]:
        """What follows from a line, whatever it holds; not called while work is under way that the line has to wait for."""
        ...

    def preemption(self, work: Work[S], line: str) -> Preemption:
        """What a line that comes in while a work is under way does to it."""
        ...
