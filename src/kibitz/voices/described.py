"""What the voices say of moves and owners, as JSON holds it: the same words on the command line and in the HTTP API."""

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any, TypeAlias

from kibitz.rules.game import Color
from kibitz.voices.rows import describe_played

if TYPE_CHECKING:
    from kibitz.search.contract import Opinion
    from kibitz.voices.rows import Row

NameOf: TypeAlias = Callable[[int], str]


def describe_row(row: "Row", name_of: NameOf) -> dict[str, Any]:
    """What each voice says of a move, None where it says nothing; `probability` is that of people."""
    return {
        "move": name_of(row.move),
        "probability": row.human,
        "by_rating": [{"rating": rating, "probability": round(share, 4)} for rating, share in row.by_rating],
        "engine": None if row.engine is None else describe_opinion(row.engine, name_of),
        "archive": None if row.archive is None else describe_played(row.archive),
    }


def describe_opinion(opinion: "Opinion", name_of: NameOf) -> dict[str, Any]:
    """What the engine says of a move, seen by the side that plays it; None for what it does not say."""
    return {
        "score": opinion.score,
        "win_chance": None if opinion.win_chance is None else round(opinion.win_chance, 4),
        "depth": opinion.depth,
        "exact": opinion.exact,
        "source": opinion.source,
        "bounds": None if opinion.bounds is None else list(opinion.bounds),
        "likely": None if opinion.likely is None else opinion.likely.describe(),
        "visits": opinion.visits,
        "line": [name_of(move) for move in opinion.line],
    }


def owned_by_black(chances: Iterable[float], to_move: Color) -> list[float]:
    """The chance that Black owns each square at the end, in reading order, of the chances that the mover does."""
    return [round(float(chance if to_move == Color.BLACK else 1 - chance), 4) for chance in chances]


def chances_of_owners(owners: Iterable[float]) -> list[float]:
    """The chance that Black owns each square at the end, of mean owners from −1 White to 1 Black."""
    return [round((1 + float(owner)) / 2, 4) for owner in owners]
