"""A position of noughts and crosses in the pool: one look, and all is known."""

from dataclasses import dataclass

from kibitz.rules.noughts.position import START, NoughtsPosition
from kibitz.search.contract import Ranking
from kibitz.search.noughts.perfect import value_for_mover
from kibitz.search.noughts.searching import SOURCE, PerfectSearch
from kibitz.voices.study import SearchStudy, Worker


@dataclass(frozen=True, slots=True)
class NoughtsAnalysis:
    """What is known of a position, which is everything."""

    position: NoughtsPosition
    revision: int
    ranking: Ranking
    seconds: float
    done: bool
    why: str


@dataclass(eq=False)
class NoughtsStudy(SearchStudy[NoughtsPosition, NoughtsAnalysis]):
    """The values of all moves; there is nothing to deepen."""

    @property
    def end(self) -> str:
        return "everything is solved" if self.found else ""

    @classmethod
    def get_ready(cls, worker: Worker) -> None:  # noqa: ARG003 - what one worker knows all know
        value_for_mover(START)

    def search(self, worker: Worker) -> PerfectSearch:  # noqa: ARG002 - it needs none
        return PerfectSearch()

    def news(self, found: Ranking) -> str:  # noqa: ARG002 - all of it is
        return SOURCE

    def answer(self, revision: int, seconds: float, why: str) -> NoughtsAnalysis:
        return NoughtsAnalysis(self.position, revision, self.found or Ranking(()), seconds, self.done, why)
