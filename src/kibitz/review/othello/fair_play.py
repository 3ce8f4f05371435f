"""How far a player's games lie from clean games by players of that rating: in loss and in agreement with the engine.

A game is two numbers, the mean loss of its judged moves (each counted at most CAP discs) and the share of them that are best by
the engine. The reference, from tournament games, says what both are for a rating and a difficulty, how much players of one
rating differ, and how much games of one player differ. The further a set of games lies above it, the rarer it is among
clean ones; nothing here says why.
"""

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass, fields
from importlib.resources import files
from math import erfc, sqrt
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from kibitz.errors import SetupError
from kibitz.files import parse_json
from kibitz.models.othello.portrait import PlayerGames
from kibitz.review.othello.losses import loss_table

DEPTH: Final = 6
CAP: Final = 10.0  # discs
FIRST_DISCS, LAST_DISCS = 10, 48  # placed before a judged move: later than books, earlier than everybody sees the end
FEWEST_MOVES: Final = 8  # of a game that counts
THRESHOLDS: Final = (2.33, 3.09)  # one in a hundred and one in a thousand, if the index were normal
_REFERENCE: Final = "fair_play.json"
_BEST: Final = 1e-6


@dataclass(frozen=True, slots=True)
class GameFigures:
    """Games of one player, [G]: judged moves, mean loss, agreement, and how difficult the positions were.

    `random_loss` and `random_agreement` are those of a player who moves at random.
    """

    moves: NDArray[np.int64]
    loss: NDArray[np.float64]
    agreement: NDArray[np.float64]
    random_loss: NDArray[np.float64]
    random_agreement: NDArray[np.float64]

    def __len__(self) -> int:
        return len(self.moves)

    @classmethod
    def joined(cls, parts: Sequence["GameFigures"]) -> "GameFigures":
        """The games of one part after the other; there is at least one part."""
        return cls(*(np.concatenate([getattr(part, field.name) for part in parts]) for field in fields(cls)))

    def take(self, rows: Any) -> "GameFigures":
        """Some of the games, by indices, a mask or a slice."""
        return GameFigures(*(getattr(self, field.name)[rows] for field in fields(self)))

    def inputs(self, rating: NDArray[np.float64]) -> NDArray[np.float64]:
        """What the reference predicts from, [G, 5]."""
        strength = (rating - 1500) / 400
        return np.stack([np.ones(len(self)), strength, strength**2, self.random_loss, self.random_agreement], axis=1)


@dataclass(frozen=True, slots=True)
class Measured:
    """One of the two numbers in the reference: how it follows from the inputs, and its spread in the same units."""

    weights: tuple[float, ...]
    between_players: float
    within_player: float

    def expected(self, inputs: NDArray[np.float64]) -> NDArray[np.float64]:
        found: NDArray[np.float64] = inputs @ np.array(self.weights)
        return found

    def spread(self, games: int) -> float:
        """The standard deviation of the mean of so many games."""
        return sqrt(self.between_players**2 + self.within_player**2 / games)


@dataclass(frozen=True, slots=True)
class Reference:
    """What clean games look like. `correlation` is that of the two deviations of one set; `checks` say how often it was wrong."""

    loss: Measured
    agreement: Measured
    correlation: float
    depth: int
    about: dict[str, Any]
    checks: list[dict[str, Any]]

    def to_json(self) -> str:
        return json.dumps(asdict(self), indent=1) + "\n"

    @classmethod
    def from_json(cls, text: str) -> "Reference":
        """What to_json() wrote; raises KeyError, TypeError or ValueError for anything else."""
        found = parse_json(text)
        parts = {name: Measured(tuple(found[name].pop("weights")), **found[name]) for name in ("loss", "agreement")}
        return cls(**{**found, **parts})


def shipped_reference() -> Reference:
    """The reference that comes with Kibitz."""
    return Reference.from_json((files("kibitz.review.othello") / _REFERENCE).read_text(encoding="utf-8"))


def game_figures(games: PlayerGames, depth: int = DEPTH) -> GameFigures:
    """The figures of each game with enough judged moves; the others are left out."""
    moves = games.own_moves()
    boards = moves.moves.situations.boards
    placed = np.bitwise_count(boards.own | boards.opp).astype(np.int64) - 4
    judged = (placed >= FIRST_DISCS) & (placed < LAST_DISCS) & (np.bitwise_count(moves.moves.legal) > 1)
    chosen = moves.take(judged)
    table = np.minimum(loss_table(chosen.moves.situations.boards, depth), CAP)
    played = np.take_along_axis(table, chosen.moves.square[:, None].astype(np.int64), axis=1)[:, 0]
    legal = np.isfinite(table).sum(axis=1)
    columns = (
        played,
        (played < _BEST).astype(np.float64),
        np.nansum(table, axis=1) / legal,
        (table < _BEST).sum(axis=1) / legal,
    )
    counts = np.bincount(chosen.game, minlength=len(games.records))
    kept = counts >= FEWEST_MOVES
    means = [np.bincount(chosen.game, column, len(games.records))[kept] / counts[kept] for column in columns]
    return GameFigures(counts[kept], *means)


@dataclass(frozen=True, slots=True)
class Deviation:
    """How far some games lie from the reference, in standard deviations; above 0 is better than players of that rating play."""

    games: int
    loss: float
    agreement: float
    index: float
    expected_loss: float
    expected_agreement: float


def deviation(figures: GameFigures, rating: float, reference: Reference) -> Deviation:
    """The deviation of a player's games; there must be one at least."""
    inputs = figures.inputs(np.full(len(figures), rating))
    expected_loss, expected_agreement = reference.loss.expected(inputs), reference.agreement.expected(inputs)
    count = len(figures)
    loss = float((expected_loss - figures.loss).mean()) / reference.loss.spread(count)
    agreement = float((figures.agreement - expected_agreement).mean()) / reference.agreement.spread(count)
    index = (loss + agreement) / sqrt(2 + 2 * reference.correlation)
    return Deviation(count, loss, agreement, index, float(expected_loss.mean()), float(expected_agreement.mean()))


def fair_play_report(games: PlayerGames, rating: float | None = None, reference: Reference | None = None) -> dict[str, Any]:
    """The report on a player's games as JSON; raises SetupError without a rating or without a game that can be judged."""
    known = games.rating if rating is None else rating
    if known is None:
        raise SetupError(f"the rating of {games.name} is not known; give it with --rating")
    reference = reference or shipped_reference()
    figures = game_figures(games, reference.depth)
    if not len(figures):
        raise SetupError(f"no game of {games.name} has {FEWEST_MOVES} moves that can be judged")
    found = deviation(figures, known, reference)
    return {
        "player": games.name,
        "rating": known,
        "games": found.games,
        "left_out": len(games.records) - found.games,
        "moves": int(figures.moves.sum()),
        "mean_loss": float(figures.loss.mean()),
        "expected_loss": found.expected_loss,
        "agreement": float(figures.agreement.mean()),
        "expected_agreement": found.expected_agreement,
        "loss_deviation": found.loss,
        "agreement_deviation": found.agreement,
        "index": found.index,
        "as_far_by_chance": erfc(found.index / sqrt(2)) / 2,
        "depth": reference.depth,
        "reference": reference.about,
        "checks": reference.checks,
        "conclusion": conclusion(found.index),
    }


def conclusion(index: float) -> str:
    """What may be said, in one sentence, and no more."""
    if index < THRESHOLDS[0]:
        return "The games lie within what clean games by players of that rating look like."
    rare = "rare" if index < THRESHOLDS[1] else "very rare"
    return (
        f"Games so much better than the rating are {rare} among clean ones. That is a reason to look at the games and at the "
        "rating, and no proof: a rating may be out of date, and a player may have a good day."
    )


def read_reference(path: Path) -> Reference:
    """A reference in a file; raises SetupError if it is none."""
    try:
        return Reference.from_json(path.read_text(encoding="utf-8"))
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise SetupError(f"{path} is not a reference of clean games ({error})") from None
