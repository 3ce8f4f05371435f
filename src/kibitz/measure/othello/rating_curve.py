"""How well a model predicts players of each strength when it takes them for stronger or weaker than they are.

A model that has understood what strength means is best when told the truth: the curve of every band of players has its peak
near their own rating, as McIlroy-Young and others showed for chess (Aligning Superhuman AI with Human Behavior, KDD 2020).
"""

from collections.abc import Callable
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from kibitz.errors import SetupError
from kibitz.features.othello.recorded_moves import RecordedMoves
from kibitz.measure.othello.models import judge_model
from kibitz.models.othello.model import MoveModel, PersonalModel
from kibitz.pictures import new_figure, save_figure

TOLD: Final = tuple(float(rating) for rating in range(1000, 2200, 100))
BAND_EDGES: Final = (0.0, 1300.0, 1450.0, 1600.0, 1750.0, np.inf)


@dataclass(frozen=True, slots=True)
class RatingBand:
    """Players rated between two numbers, and how the model does on their moves when told each of the ratings TOLD."""

    lowest: float
    highest: float
    mean_rating: float
    positions: int
    top1: tuple[float, ...]
    nll: tuple[float, ...]

    @property
    def best_told(self) -> float:
        """The rating that predicts them best by its likelihood."""
        return TOLD[int(np.argmin(self.nll))]

    @property
    def name(self) -> str:
        if self.lowest <= 0:
            return f"below {self.highest:.0f}"
        return f"{self.lowest:.0f} and more" if np.isinf(self.highest) else f"{self.lowest:.0f} to {self.highest:.0f}"

    def to_json(self) -> dict[str, Any]:
        """For programs; `told` lists the ratings that `top1` and `nll` are for."""
        return {
            "band": self.name,
            "mean_rating": self.mean_rating,
            "positions": self.positions,
            "told": list(TOLD),
            "top1": list(self.top1),
            "nll": list(self.nll),
            "best_told": self.best_told,
        }


def rating_curve(
    model: MoveModel, played: RecordedMoves, progress: Callable[[int], None] | None = None
) -> tuple[RatingBand, ...]:
    """The bands that have moves in the games; players the model has not met are left out.

    `progress` is called with how many of len(TOLD) times all moves are done. Raises SetupError if the model knows no players.
    """
    if not isinstance(model, PersonalModel):
        raise SetupError(f"the model {model.name} does not take a player, so there is no rating curve")
    ratings = model.known_players.ratings_of(model.known_players.numbers(played.player))
    met = played.take(np.isfinite(ratings))
    ratings = ratings[np.isfinite(ratings)]
    columns = []
    for number, told in enumerate(TOLD):
        verdicts = judge_model(model, met.moves, told)
        columns.append((verdicts.first, verdicts.nll))
        if progress is not None:
            progress((number + 1) * len(met))
    bands = (_band(low, high, ratings, columns) for low, high in pairwise(BAND_EDGES) if _within(ratings, low, high).any())
    return tuple(bands)


def _band(lowest: float, highest: float, ratings: NDArray[np.float32], columns: list[tuple[Any, Any]]) -> RatingBand:
    rows = _within(ratings, lowest, highest)
    top1 = tuple(float(first[rows].mean()) for first, _ in columns)
    nll = tuple(float(loss[rows].mean()) for _, loss in columns)
    return RatingBand(lowest, highest, float(ratings[rows].mean()), int(rows.sum()), top1, nll)


def _within(ratings: NDArray[np.float32], lowest: float, highest: float) -> NDArray[np.bool_]:
    return (ratings >= lowest) & (ratings < highest)


def plot_rating_curve(bands: tuple[RatingBand, ...], title: str, path: Path) -> None:
    """Write the curves as a picture; a line marks each band's own mean rating. Raises SetupError."""
    figure = new_figure(10, 5)
    top1_axes, nll_axes = figure.subplots(1, 2)
    for band in bands:
        lines = top1_axes.plot(TOLD, [100 * share for share in band.top1], marker="o", markersize=3, label=band.name)
        nll_axes.plot(TOLD, band.nll, marker="o", markersize=3, label=band.name)
        for axes in (top1_axes, nll_axes):
            axes.axvline(band.mean_rating, color=lines[0].get_color(), linestyle="dotted", linewidth=1)
    top1_axes.set(xlabel="rating told", ylabel="first choices played, %", title=title)
    nll_axes.set(xlabel="rating told", ylabel="negative log-likelihood", title="dotted: the band's own mean rating")
    nll_axes.legend(title="players rated")
    save_figure(figure, path)
