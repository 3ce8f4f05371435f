"""A place that another program looks at in the pool: it deepens while somebody looks, and its failure is the study's end."""

from dataclasses import dataclass, field
from typing import Final

from kibitz.errors import KibitzError
from kibitz.players.external.configured import ConfiguredEngine
from kibitz.players.external.running import RunningEngines
from kibitz.players.external.searching import ExternalSearch, described
from kibitz.players.external.session import ExternalLimits, ExternalRanking
from kibitz.players.place import Place
from kibitz.search.contract import Ranking
from kibitz.voices.study import LONGEST_STUDY, Study, Tell, Worker

_SHOWN_LEFT_OUT: Final = 3


@dataclass(frozen=True, slots=True)
class ExternalPlace:
    """A place and the engine that is asked about it."""

    engine: ConfiguredEngine
    place: Place
    running: RunningEngines = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class ExternalAnalysis:
    """What another program says of a place. `problem` says why it says no more; empty if nothing is wrong."""

    place: Place
    revision: int
    ranking: Ranking
    source: str
    seconds: float
    done: bool
    why: str
    problem: str


@dataclass(eq=False)
class ExternalStudy(Study[ExternalPlace, ExternalAnalysis]):
    """What an engine said last, and what went wrong."""

    found: Ranking | None = None
    problem: str = ""
    title: str = ""

    @property
    def end(self) -> str:
        if self.problem:
            return self.problem
        if isinstance(self.found, ExternalRanking) and self.found.is_final:
            return "the engine has no more to say"
        return "this is as far as it goes" if self.spent > LONGEST_STUDY else ""

    def take_turn(self, worker: Worker, tell: Tell) -> None:
        asked = self.position
        left = ExternalLimits(seconds=max(LONGEST_STUDY - self.spent, 1.0))
        search = ExternalSearch(asked.engine, asked.running, left)

        def watch(found: Ranking) -> None:
            if why := self.news(found):
                tell(lambda: self._note(search, found), why)

        try:
            search.deepen(asked.place, watch, worker.stop)
        except KibitzError as error:
            problem = str(error)
            tell(lambda: self._fail(problem), problem)

    def news(self, found: Ranking) -> str:
        """What is new, in a few words; empty if it is not worth reporting."""
        left_out = found.left_out if isinstance(found, ExternalRanking) else ()
        said = f"; not legal and left out: {', '.join(left_out[:_SHOWN_LEFT_OUT])}" if left_out else ""
        if found.playouts is not None and found.playouts < ((self.found.playouts if self.found else None) or 0):
            return ""  # it began again, and is not heard before it knows more than before
        return f"{described('the engine', found)}{said}"

    def answer(self, revision: int, seconds: float, why: str) -> ExternalAnalysis:
        found = self.found or Ranking(())
        engine = self.position.engine
        source = described(self.title or engine.title or engine.name, found)
        return ExternalAnalysis(self.position.place, revision, found, source, seconds, self.done, why, self.problem)

    def _note(self, search: ExternalSearch, found: Ranking) -> None:
        self.title, self.found = search.title, found

    def _fail(self, problem: str) -> None:
        self.problem = problem
