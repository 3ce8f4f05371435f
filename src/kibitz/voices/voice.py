"""The voices of people and of the archive, and the one place where they are joined with a search.

People and the archive answer at once. The engine is a kibitz.search.contract.Search: it is asked until it is stopped or has no
more to say, and whoever watches hears of every step.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from threading import Event
from typing import TYPE_CHECKING, TypeVar

from kibitz.errors import SetupError
from kibitz.search.contract import Ranking, Search
from kibitz.voices.insight import Insight, InsightScale, insight_of
from kibitz.voices.rows import ByRating, Heard, Row, Sources, join

if TYPE_CHECKING:
    from kibitz.archive.explore import BoardPosition, Exploration, MovePlayed
    from kibitz.archive.filters import GameFilter

Place = TypeVar("Place")


@dataclass(frozen=True, slots=True)
class HumanVoice:
    """How likely people are to play each legal move, by a model; `source` is None if there is no such model.

    Where the model knows them and was asked: how likely the side to move is to win, and the chance that Black owns each square at
    the end. `rating` is whom the probabilities are about, None for anybody; `by_rating` has them for each strength.
    `note` says how to get a model if there is none. `sharpen`, where it is, is the same voice after a search has found something.
    """

    source: str | None = None
    probabilities: Mapping[int, float] = field(default_factory=dict)
    win_chance: float | None = None
    ownership: tuple[float, ...] | None = None
    note: str = ""
    rating: float | None = None
    by_rating: Mapping[int, ByRating] = field(default_factory=dict)
    sharpen: "Callable[[Ranking], HumanVoice] | None" = field(default=None, compare=False, repr=False)

    def after(self, ranking: Ranking) -> "HumanVoice":
        """The voice when a search has found this much."""
        return self if self.sharpen is None else self.sharpen(ranking)


@dataclass(frozen=True, slots=True)
class ArchiveVoice:
    """What an archive knows of a position; `note` says how to get one if there is none."""

    source: str | None = None
    exploration: "Exploration | None" = None
    note: str = ""

    @property
    def moves(self) -> "dict[int, MovePlayed]":
        """What was played; moves that are equivalent by the position's symmetries are listed on each of their squares."""
        if self.exploration is None:
            return {}
        return {move: played for played in self.exploration.moves for move in played.twins}


NOBODY = HumanVoice()
NO_ARCHIVE = ArchiveVoice()


def ask_archive(
    position: "BoardPosition", game: str, path: Path | None = None, games: "GameFilter | None" = None
) -> ArchiveVoice:
    """What an archive, or some of its games, knows of a position: the user's own unless another is named, if there is one.

    Raises SetupError if an archive was named and cannot be read.
    """
    from kibitz.archive.database import open_archive
    from kibitz.archive.explore import explore
    from kibitz.archive.filters import GameFilter

    try:
        with open_archive(path, game=game) as archive:
            return ArchiveVoice(str(archive.path), explore(archive, position, games or GameFilter()))
    except SetupError as error:
        if path is not None:
            raise
        return ArchiveVoice(note=str(error))


@dataclass(frozen=True, slots=True)
class InsightIn:
    """How a game's insight is measured and its moves are called."""

    scale: InsightScale
    format_move: Callable[[int], str]

    def of(self, rows: Sequence[Row], rating: float | None) -> Insight | None:
        """What the rows come to."""
        human = {row.move: row.human for row in rows if row.human is not None}
        scores = {row.move: row.engine.score for row in rows if row.engine is not None and row.engine.score is not None}
        return insight_of(human, scores, self.scale, rating, {row.move: self.format_move(row.move) for row in rows})


@dataclass(frozen=True, slots=True)
class Voices:
    """The legal moves of a position, and what human and archive say about them; the engine is added as it deepens.

    `insight` is how human and engine are read together, None for a game in which they are not.
    """

    moves: Sequence[int]
    human: HumanVoice = NOBODY
    archive: ArchiveVoice = NO_ARCHIVE
    insight: InsightIn | None = None

    def joined(self, ranking: Ranking, engine: str | None = None) -> Heard:
        """The rows, with what an engine says now of the moves it has tried."""
        archive, explored, ranking = self.archive, self.archive.exploration, ranking.tried()
        human = self.human.after(ranking)
        rows = join(self.moves, human.probabilities, ranking, archive.moves, human.by_rating)
        notes = tuple(voice.note for voice in (self.human, archive) if voice.note)
        sources = Sources(self.human.source, engine, archive.source, notes)
        insight = None if self.insight is None else self.insight.of(rows, self.human.rating)
        return Heard(rows, sources, ranking, None if explored is None else explored.tally.games, insight)

    def hear(
        self,
        position: Place,
        engine: Search[Place],
        watch: Callable[[Heard], None] | None = None,
        stop: Event | None = None,
    ) -> Heard:
        """What all three say once the engine has finished; `watch` is called with every step before."""

        def deepened(ranking: Ranking) -> None:
            if watch is not None:
                watch(self.joined(ranking, engine.source))

        return self.joined(engine.deepen(position, deepened if watch else None, stop), engine.source)
