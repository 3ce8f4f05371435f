"""A position that somebody looks at, in any game: a search deepens it in turns, each of which may be another worker's.

kibitz.app.analysis_pool hands out the turns.
"""

import threading
from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Final, Generic, Protocol, TypeAlias, TypeVar

from kibitz.search.contract import Ranking, Search

_SHORTEST_TURN: Final = 0.1  # seconds
# Nobody gains anything after that, and the machine stays cool.
LONGEST_STUDY: Final = 600.0  # seconds


class Known(Protocol):
    """What every answer of the pool has, for any game: a growing revision number, and whether it is the last."""

    @property
    def revision(self) -> int: ...

    @property
    def done(self) -> bool: ...

    @property
    def ranking(self) -> Ranking:
        """The moves, as the voices of any game are joined."""
        ...


Answer = TypeVar("Answer", bound=Known)
Engine = TypeVar("Engine")

# Notes what was found and tells everybody why: the first argument does the noting, under the pool's lock.
Tell: TypeAlias = Callable[[Callable[[], None], str], None]


@dataclass(eq=False)
class Worker:
    """A thread with its own engines, and the study it works on."""

    stop: threading.Event = field(default_factory=threading.Event)
    study: "Study[Any, Any] | None" = None
    began: float = 0.0
    engines: dict[Callable[[], Any], Any] = field(default_factory=dict)

    def engine(self, make: Callable[[], Engine]) -> Engine:
        """The worker's own engine of a kind, made when it is first asked for."""
        if make not in self.engines:
            self.engines[make] = make()
        made: Engine = self.engines[make]
        return made


Place = TypeVar("Place")


@dataclass(eq=False)
class Study(ABC, Generic[Place, Answer]):
    """A position in the pool; guarded by the pool's lock."""

    position: Place
    listeners: list[Callable[[Answer], None]] = field(default_factory=list)
    latest: Answer | None = None
    spent: float = 0.0
    done: bool = False
    running: bool = False

    @property
    def is_waiting(self) -> bool:
        return bool(self.listeners) and not self.done and not self.running

    @property
    def turn(self) -> float:
        """How long its next turn lasts if others wait."""
        return max(_SHORTEST_TURN, self.spent / 2)

    @classmethod
    def get_ready(cls, worker: Worker) -> None:
        """Load what a first turn needs, so that nobody waits for it; a worker calls it once, when it begins."""

    @abstractmethod
    def take_turn(self, worker: Worker, tell: Tell) -> None:
        """Search on until the worker has to stop or there is something to report; called without the pool's lock."""

    @abstractmethod
    def answer(self, revision: int, seconds: float, why: str) -> Answer:
        """All that is known now; `why` says what changed since the previous answer."""

    @property
    @abstractmethod
    def end(self) -> str:
        """Why nothing is left to find out, in one sentence; empty as long as there is."""

    def rest(self) -> None:
        """Free what only a running search needs, because nobody looks at the position or others need the memory."""


@dataclass(eq=False)
class SearchStudy(Study[Place, Answer]):
    """A study whose turns are those of a search; `found` is what it said last."""

    found: Ranking | None = None

    @abstractmethod
    def search(self, worker: Worker) -> Search[Place]:
        """What searches in the next turn; it goes on from what is known."""

    @abstractmethod
    def news(self, found: Ranking) -> str:
        """What is new in what a search says, in a few words; empty if it is not worth reporting."""

    def take_turn(self, worker: Worker, tell: Tell) -> None:
        def watch(found: Ranking) -> None:
            if why := self.news(found):
                tell(lambda: self.learn(found), why)

        self.search(worker).deepen(self.position, watch, worker.stop)

    def learn(self, found: Ranking) -> None:
        """Note what a search said."""
        self.found = found
