"""How well a nested network does on games it has not seen: moves, owners, winner and score, of one image of each position."""

from dataclasses import dataclass

import numpy as np
import torch

from kibitz.features.go.moves import GoMoves
from kibitz.learn.networks.go.lessons import Batch, Shelf, batch_of
from kibitz.measure.go.moves import GoVerdicts, judge_go
from kibitz.models.go.expert import GoExpertModel
from kibitz.nets.go.nested import NestedAnswers, NestedNet

_AT_ONCE = 128


@dataclass(frozen=True, slots=True)
class Figures:
    """Means over moves: shares of first guesses and of the first ten that were right, −log of the probability, and the ends.

    `owners` is the share of points of counted games whose likelier owner got them, `winner` the Brier score, `score` the mean
    error in points; NaN where no end is known.
    """

    top1: float
    top10: float
    nll: float
    owners: float
    winner: float
    score: float

    def row(self, prefix: str) -> dict[str, float]:
        """The figures as columns of metrics."""
        return {f"{prefix}_{name}": round(float(getattr(self, name)), 5) for name in self.__dataclass_fields__}


def spread_moves(shelf: Shelf, count: int) -> GoMoves:
    """About as many moves as are asked for, spread over all games."""
    games = shelf.labelled.games
    return GoMoves.of(games, max(1, int(games.move_counts.sum()) // count))


@torch.no_grad()
def watched(net: NestedNet, shelf: Shelf, moves: GoMoves, expert: GoExpertModel) -> Figures:
    """The figures of a network on some moves of the games of a shelf."""
    numbers = np.arange(len(shelf.labelled))
    verdicts: list[GoVerdicts] = []
    ends: list[np.ndarray] = []
    for start in range(0, len(moves), _AT_ONCE):
        some = moves.take(slice(start, start + _AT_ONCE))
        batch = batch_of(shelf, numbers, some, expert)
        answers = net(batch.planes.contiguous(memory_format=torch.channels_last), batch.numbers)
        shares = answers.moves.masked_fill(~batch.legal, -torch.inf).softmax(1)
        verdicts.append(judge_go(shares.numpy(), some))
        ends.append(_ends(answers, batch))
    found = GoVerdicts.joined(verdicts)
    sums = np.sum(ends, axis=0)
    owners, winner, score = np.divide(sums[:3], sums[3:], out=np.full(3, np.nan), where=sums[3:] > 0)
    return Figures((found.rank < 1).mean(), (found.rank < 10).mean(), found.nll.mean(), owners, winner, score)


def _ends(answers: NestedAnswers, batch: Batch) -> np.ndarray:
    """Sums of right owners, of squared errors of chances and of errors of scores, and how many of each are known, [6]."""
    owned, decided, counted = batch.owners != 0, batch.winner != 0, ~torch.isnan(batch.score)
    right = ((answers.ownership > 0) == (batch.owners > 0))[owned].sum()
    squares = torch.square(torch.sigmoid(answers.winner) - (batch.winner > 0).float())[decided].sum()
    errors = (answers.score - batch.score).abs()[counted].sum()
    return np.array([float(part) for part in (right, squares, errors, owned.sum(), decided.sum(), counted.sum())])
