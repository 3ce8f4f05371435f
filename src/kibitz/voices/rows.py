"""One row for each legal move: what people play there, what the engine thinks of it, and what the archive knows."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, TypeAlias

from kibitz.search.contract import Opinion as Opinion
from kibitz.search.contract import Ranking as Ranking
from kibitz.voices.insight import Insight as Insight

if TYPE_CHECKING:  # whoever only reads rows need not pay for DuckDB
    from kibitz.archive.explore import MovePlayed


# The probability of a move for players of some ratings: (rating, probability).
ByRating: TypeAlias = tuple[tuple[float, float], ...]


@dataclass(frozen=True, slots=True)
class Row:
    """A move and what each voice says of it; None where a voice is silent. `human` is a probability.

    `by_rating` is the same for players of each strength; empty if the model does not tell them apart.
    """

    move: int
    human: float | None = None
    engine: Opinion | None = None
    archive: "MovePlayed | None" = None
    by_rating: ByRating = ()


@dataclass(frozen=True, slots=True)
class Sources:
    """The sources: the models' names and the archive's file, None for a voice that is missing; `notes` say why it is missing."""

    human: str | None = None
    engine: str | None = None
    archive: str | None = None
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Heard:
    """What all voices say about a position: the engine's best moves first, then the likeliest.

    `insight` is what people and the engine say together; None as long as one of them is silent.
    """

    rows: tuple[Row, ...]
    sources: Sources
    ranking: Ranking = field(default_factory=lambda: Ranking(()))
    archive_games: int | None = None  # that reached the position
    insight: Insight | None = None

    def of(self, move: int) -> Row:
        """The row of a move; an empty one if no voice knows it."""
        return next((row for row in self.rows if row.move == move), Row(move))


def describe_played(played: "MovePlayed") -> dict[str, Any]:
    """What the archive says of a move, as JSON holds it."""
    tally = played.tally
    return {
        "games": tally.games,
        "share": played.share,
        "black_wins": tally.black_wins,
        "white_wins": tally.white_wins,
        "draws": tally.draws,
        "mean_score": tally.mean_score,
        "last_year": played.last_year,
        "top_players": [{"name": name, "games": games} for name, games in played.top_players],
    }


def join(
    moves: Sequence[int],
    human: Mapping[int, float],
    ranking: Ranking,
    archive: "Mapping[int, MovePlayed]",
    by_rating: Mapping[int, ByRating] | None = None,
) -> tuple[Row, ...]:
    """A row for each of the legal moves, in the order of the engine's ranking and then of probability."""
    opinions = {opinion.move: opinion for opinion in ranking.moves}
    places = {move: place for place, move in enumerate(opinions)}
    curves = by_rating or {}
    rows = [Row(move, human.get(move), opinions.get(move), archive.get(move), curves.get(move, ())) for move in moves]
    return tuple(sorted(rows, key=lambda row: (places.get(row.move, len(places)), -(row.human or 0.0), row.move)))
