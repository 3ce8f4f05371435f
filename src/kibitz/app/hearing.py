"""What human, engine and archive say about a line while it is on the board: human and archive once, the engine with every depth.

The rows are joined by kibitz.voices, whatever voice speaks first; nobody waits for another.
"""

import logging
import threading
from collections.abc import Callable
from concurrent.futures import Executor
from dataclasses import dataclass, field, replace
from typing import Any

from kibitz.app.analysis_pool import AnalysisPool
from kibitz.app.engine_desk import EngineDesk
from kibitz.app.played_line import PlayedLine
from kibitz.app.shapes.base import Shape
from kibitz.app.shapes.engines import ExternalAnalysisShape
from kibitz.app.shapes.voices import (
    InsightShape,
    OpinionShape,
    PlayedShape,
    RatedShare,
    VoiceName,
    VoiceRow,
    VoiceSources,
    VoicesShape,
)
from kibitz.app.study_games import game_of
from kibitz.archive.filters import GameFilter
from kibitz.errors import KibitzError, SetupError
from kibitz.rules.game import Color
from kibitz.voices.described import chances_of_owners, describe_row
from kibitz.voices.external import ExternalAnalysis
from kibitz.voices.rows import Heard, Ranking, Row
from kibitz.voices.study import Known
from kibitz.voices.voice import NO_ARCHIVE, NOBODY, ArchiveVoice, HumanVoice, Voices, ask_archive

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Question:
    """A question about a line that is not over, with filters for the archive and a rating for the model of moves."""

    line: PlayedLine
    asked: tuple[VoiceName, ...] = ("human", "engine", "archive")
    rating: float | None = None
    games: GameFilter = field(default_factory=GameFilter)
    engine: str = ""  # one of the list, instead of Kibitz's own

    def ask_human(self) -> HumanVoice:
        """What people play; a voice with only a note if there is no model."""
        try:
            return game_of(self.line).human_voice(self.line, self.rating)
        except KibitzError as error:
            return HumanVoice(note=str(error))

    def ask_archive(self) -> ArchiveVoice:
        """What was played; a voice with only a note if there is no archive."""
        try:
            return ask_archive(self.line.position, self.line.game_name, games=self.games)
        except KibitzError as error:
            return ArchiveVoice(note=str(error))


@dataclass(frozen=True, slots=True)
class SaidSoFar:
    """The answer to a question so far: the joined voices, the voices still missing, and the engine's own answer."""

    question: Question
    voices: Voices
    waiting: tuple[VoiceName, ...]
    known: Known | None = None

    def joined(self) -> Heard:
        """The rows."""
        engine = None if self.known is None else source_of(self.question.line, self.known)
        return self.voices.joined(self.known.ranking if self.known else Ranking(()), engine)

    def message(self) -> dict[str, Any]:
        """The message for the live channel."""
        line, human = self.question.line, self.voices.human
        analysis = None if self.known is None else _describe_known(line, self.known).model_dump(exclude={"moves"})
        outlook = {"model": human.source, "win_chance": human.win_chance, "ownership": human.ownership}
        return {
            **describe_heard(line, self.joined()).model_dump(),
            "waiting": list(self.waiting),
            "human": outlook if human.source else None,
            "analysis": analysis,
        }


@dataclass(eq=False)
class Hearing:
    """A question in progress; `tell` is called from other threads, one call at a time, whenever a voice has answered."""

    question: Question
    tell: Callable[[SaidSoFar], None]
    _said: SaidSoFar = field(init=False)
    _lock: threading.Lock = field(default_factory=threading.Lock)
    _over: bool = False

    def __post_init__(self) -> None:
        moves = self.question.line.position.legal_moves()
        insight = game_of(self.question.line).insight
        self._said = SaidSoFar(self.question, Voices(moves, insight=insight), self.question.asked)

    def begin(self, pool: AnalysisPool, engines: EngineDesk, helpers: Executor) -> Callable[[], None]:
        """Ask all voices at once; the returned function ends it. Raises SetupError for an engine that is not in the list."""
        asked = self.question.asked
        end_watch = self._watch_engine(pool, engines) if "engine" in asked else _nothing
        if "human" in asked:
            helpers.submit(self._try, self._ask_human)
        if "archive" in asked:
            helpers.submit(self._try, self._ask_archive)
        return lambda: self._end(end_watch)

    def _watch_engine(self, pool: AnalysisPool, engines: EngineDesk) -> Callable[[], None]:
        line = self.question.line
        if self.question.engine:
            return engines.watch(self.question.engine, line, self._hear_engine)
        return pool.watch(line.position, self._hear_engine)

    def _end(self, end_watch: Callable[[], None]) -> None:
        self._over = True
        end_watch()

    def _try(self, ask: Callable[[], None]) -> None:
        try:
            if not self._over:
                ask()
        except Exception:  # noqa: BLE001 - nobody looks at what a helper raises
            _log.exception("a voice on %s failed", self.question.line.path)

    def _ask_human(self) -> None:
        voice = self.question.ask_human()
        self._hear("human", lambda said: replace(said, voices=replace(said.voices, human=voice)))

    def _ask_archive(self) -> None:
        voice = self.question.ask_archive()
        self._hear("archive", lambda said: replace(said, voices=replace(said.voices, archive=voice)))

    def _hear_engine(self, known: Known) -> None:
        self._hear("engine", lambda said: replace(said, known=known))

    def _hear(self, name: VoiceName, add: Callable[[SaidSoFar], SaidSoFar]) -> None:
        with self._lock:
            said = add(self._said)
            self._said = replace(said, waiting=tuple(other for other in said.waiting if other != name))
            if not self._over:
                self.tell(self._said)


def hear_once(question: Question, pool: AnalysisPool, engines: EngineDesk, seconds: float) -> Heard:
    """What the voices say after the engine had some seconds, or less if nothing is left to find out."""
    position, asked = question.line.position, question.asked
    voices = Voices(
        position.legal_moves(),
        question.ask_human() if "human" in asked else NOBODY,
        question.ask_archive() if "archive" in asked else NO_ARCHIVE,
        game_of(question.line).insight,
    )
    known: Known | None = None
    if "engine" in asked:
        name = question.engine
        known = engines.analyse(name, question.line, seconds) if name else pool.analyse(position, seconds)
    if isinstance(known, ExternalAnalysis) and known.problem:
        raise SetupError(known.problem)
    return SaidSoFar(question, voices, (), known).joined()


def source_of(line: PlayedLine, known: Known) -> str:
    """Who said it."""
    return known.source if isinstance(known, ExternalAnalysis) else game_of(line).engine()


def _describe_known(line: PlayedLine, known: Known) -> Shape:
    return describe_external(known) if isinstance(known, ExternalAnalysis) else game_of(line).describe_analysis(known)


def describe_external(known: ExternalAnalysis) -> ExternalAnalysisShape:
    """What another program says of a position, as the API sends it."""
    ranking, position = known.ranking, known.place.position
    best = ranking.moves[0] if ranking.moves else None
    score = None if best is None else best.score
    return ExternalAnalysisShape(
        revision=known.revision,
        source=known.source,
        playouts=ranking.playouts,
        depth=None if best is None else best.depth,
        exact=best is not None and best.exact,
        win_chance=None if best is None else best.win_chance,
        black_score=score if score is None or position.to_move == Color.BLACK else -score,
        ownership=None if ranking.ownership is None else [round(owner, 3) for owner in ranking.ownership.tolist()],
        black_ownership=None if ranking.ownership is None else chances_of_owners(ranking.ownership.tolist()),
        seconds=round(known.seconds, 3),
        done=known.done,
        why=known.why,
        problem=known.problem,
    )


def describe_heard(line: PlayedLine, heard: Heard) -> VoicesShape:
    """The rows of a line's last position as the API sends them."""
    sources = heard.sources
    return VoicesShape(
        rows=[_describe_row(line, row, heard) for row in heard.rows],
        insight=None if heard.insight is None else InsightShape(**heard.insight.describe()),
        sources=VoiceSources(human=sources.human, engine=sources.engine, archive=sources.archive, notes=list(sources.notes)),
        archive_games=heard.archive_games,
    )


def _describe_row(line: PlayedLine, row: Row, heard: Heard) -> VoiceRow:
    said = None if heard.insight is None else heard.insight.moves.get(row.move)
    told = describe_row(row, line.format_move)
    return VoiceRow(
        move=told["move"],
        human=row.human,
        probability=row.human,
        by_rating=[RatedShare(**share) for share in told["by_rating"]],
        loss=None if said is None else said.loss,
        mark=None if said is None else said.mark,
        engine=None if told["engine"] is None else OpinionShape(**told["engine"]),
        archive=None if told["archive"] is None else PlayedShape(**told["archive"]),
    )


def _nothing() -> None:
    """Do nothing: there is nothing to end."""
