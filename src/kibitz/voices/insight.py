"""What the voices say together: how likely a player errs in a position, which good move few find, which bad one many play.

A *gem* is the one best move, and few would find it; a *trap* is natural and a mistake. The meter is about the player that the
human voice speaks for. One sentence says all of it with the same numbers.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final, Literal, TypeAlias

Mark: TypeAlias = Literal["gem", "trap"]

FEW: Final = 0.15  # at most so many find a gem
NATURAL: Final = 0.2  # at least so many play a trap
_ALL: Final = 0.98  # of what people play has to be judged by the engine before the meter says anything


@dataclass(frozen=True, slots=True)
class InsightScale:
    """What counts in a game: its unit, how much a mistake loses at least, and how much worse than a gem all other moves are."""

    unit: str
    mistake: float
    clear: float


@dataclass(frozen=True, slots=True)
class MoveInsight:
    """What a move loses against the best one, and whether it is a gem or a trap."""

    loss: float
    mark: Mark | None


@dataclass(frozen=True, slots=True)
class Insight:
    """The meter of a position: how likely the player errs, how much an error loses on average, and the loss of all his moves.

    `error_size` is None where nothing counts as an error. `rating` is None for a player of unknown strength.
    """

    moves: Mapping[int, MoveInsight]
    rating: float | None
    error_chance: float
    error_size: float | None
    expected_loss: float
    sentence: str

    def describe(self) -> dict[str, Any]:
        """The meter as JSON holds it."""
        return {
            "rating": self.rating,
            "error_chance": self.error_chance,
            "error_size": self.error_size,
            "expected_loss": self.expected_loss,
            "sentence": self.sentence,
        }


def insight_of(
    human: Mapping[int, float], scores: Mapping[int, float], scale: InsightScale, rating: float | None, names: Mapping[int, str]
) -> Insight | None:
    """What the probabilities and the scores of a position's moves come to.

    None as long as the engine has not judged nearly all that people play, and where there is only one move. `names` are all
    legal moves as people read them.
    """
    known = {move: share for move, share in human.items() if move in scores}
    total = sum(known.values())
    if total < _ALL or len(names) < 2:
        return None
    shares = {move: share / total for move, share in known.items()}
    best = max(scores.values())
    losses = {move: best - score for move, score in scores.items()}
    moves = {move: MoveInsight(loss, _mark(move, losses, shares, scale)) for move, loss in losses.items()}
    return _meter(moves, shares, scale, rating, names)


def _mark(move: int, losses: Mapping[int, float], shares: Mapping[int, float], scale: InsightScale) -> Mark | None:
    share = shares.get(move, 0.0)
    others = [loss for other, loss in losses.items() if other != move]
    if losses[move] == 0 and share <= FEW and min(others, default=0.0) >= scale.clear:
        return "gem"
    return "trap" if losses[move] >= scale.mistake and share >= NATURAL else None


def _meter(
    moves: Mapping[int, MoveInsight],
    shares: Mapping[int, float],
    scale: InsightScale,
    rating: float | None,
    names: Mapping[int, str],
) -> Insight:
    errors = [move for move, share in shares.items() if share > 0 and moves[move].loss >= scale.mistake]
    chance = min(sum(shares[move] for move in errors), 1.0)
    size = sum(shares[move] * moves[move].loss for move in errors) / chance if chance > 0 else None
    expected = sum(share * moves[move].loss for move, share in shares.items())
    parts = [_about_errors(chance, size, rating, scale), *_about_marks(moves, shares, scale, names)]
    return Insight(moves, rating, chance, size, expected, f"{'; '.join(parts)}.")


def _about_errors(chance: float, size: float | None, rating: float | None, scale: InsightScale) -> str:
    who = "A tournament player" if rating is None else f"A player rated {rating:.0f}"
    if size is None:
        return f"{who} cannot go wrong here"
    return f"{who} errs here with a chance of {percent(chance)}, by {size:.1f} {scale.unit} on average"


def _about_marks(
    moves: Mapping[int, MoveInsight], shares: Mapping[int, float], scale: InsightScale, names: Mapping[int, str]
) -> list[str]:
    gems = [move for move, said in moves.items() if said.mark == "gem"]
    traps = sorted((move for move, said in moves.items() if said.mark == "trap"), key=lambda move: (-shares[move], move))
    return [
        *(f"{names[move]} is a gem, the best move, which {percent(shares.get(move, 0.0))} find" for move in gems),
        *(
            f"{names[move]} is a trap, played by {percent(shares[move])} and {moves[move].loss:.1f} {scale.unit} worse than best"
            for move in traps
        ),
    ]


def percent(share: float) -> str:
    """A share as people read it; what is there but rounds to nothing is below 1 %, and what is not everything is not 100 %."""
    whole = round(100 * share)
    if whole == 0 and share > 0:
        return "less than 1 %"
    return "more than 99 %" if whole == 100 and share < 1 else f"{whole} %"
