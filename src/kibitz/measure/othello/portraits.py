"""Whether a portrait of a player predicts later games better than the same model without it: paired, with an interval by game."""

from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from kibitz.errors import SetupError
from kibitz.measure.othello.models import judge_model
from kibitz.models.othello.model import MoveModel, RatedModel
from kibitz.models.othello.portrait import PlayerGames, PortraitModel

_DRAWS: Final = 2000
_SEED: Final = 2017
_EDGES: Final = (0.025, 0.975)
_LAST_YEAR: Final = 9999


def portrait_check(model: MoveModel, games: PlayerGames, cut: int) -> dict[str, Any]:
    """The nll of the player's moves from the year `cut` on: knowing nothing, the rating, and the portrait of the years before.

    `gain` is what the portrait gains over the rating (over nothing where there is none), with the interval that holds 95 % of
    drawn sets of games. Raises SetupError if there are no games on one side of the cut.
    """
    before, later = games.between(0, cut - 1), games.between(cut, _LAST_YEAR)
    if not before.records or not later.records:
        raise SetupError(f"{games.name} has {len(before.records)} games before {cut} and {len(later.records)} from it on")
    moves = later.own_moves()
    rating = games.rating if isinstance(model, RatedModel) else None
    verdicts = {
        "nothing": judge_model(model, moves.moves),
        "rating": judge_model(model, moves.moves, rating),
        "portrait": judge_model(PortraitModel(model, before), moves.moves),
    }
    gain = verdicts["rating"].nll - verdicts["portrait"].nll
    low, high = _interval(gain, moves.game)
    return {
        "player": games.name,
        "games_before": len(before.records),
        "games_later": len(later.records),
        "moves": len(moves),
        **{f"nll_{name}": float(found.nll.mean()) for name, found in verdicts.items()},
        "top1_rating": float(verdicts["rating"].first.mean()),
        "top1_portrait": float(verdicts["portrait"].first.mean()),
        "gain": float(gain.mean()),
        "gain_low": low,
        "gain_high": high,
    }


def _interval(gain: NDArray[np.float64], game: NDArray[np.int64]) -> tuple[float, float]:
    _, place = np.unique(game, return_inverse=True)
    sums = np.stack([np.bincount(place, gain), np.bincount(place)], axis=1)
    chooser = np.random.default_rng(_SEED)
    drawn = np.array([sums[chooser.integers(0, len(sums), len(sums))].sum(axis=0) for _ in range(_DRAWS)])
    low, high = np.quantile(drawn[:, 0] / drawn[:, 1], _EDGES)
    return float(low), float(high)
