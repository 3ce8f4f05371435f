"""Teaching a network of Go what the expert's patterns do not see: a correction of its moves, the owners of points, the winner.

Every step draws moves of its own from all games; a step depends on the settings, the weights and its own number alone, so a run
goes on exactly where its last checkpoint stood.
"""

from dataclasses import dataclass
from typing import Final

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor
from torch.nn import functional

from kibitz.features.go.moves import GoMoves
from kibitz.features.go.planes import board_planes
from kibitz.learn.tables.go.games import DatedGames
from kibitz.models.go.expert import GoExpertModel
from kibitz.nets.go.network import GoAnswers, GoNet
from kibitz.nets.go.spec import GoNetSpec, expert_planes
from kibitz.nets.optimisers import Muon
from kibitz.rules.go.bulk import GoGames
from kibitz.rules.squares import PASS
from kibitz.rules.symmetry import SYMMETRIES

_OWNERSHIP_SHARE: Final = 0.5
_WINNER_SHARE: Final = 0.2
_WARM_UP: Final = 100  # steps


@dataclass(frozen=True, slots=True)
class GoNetworkSettings:
    """A recipe. Rates fall in a straight line to nothing; recent games are drawn `recent_visits` times as often as others."""

    expert: str = "go-expert"
    first_year: int = 1980
    last_year: int = 2018
    recent_year: int = 2012
    recent_visits: int = 3
    filters: int = 32
    blocks: int = 4
    sees_ownership: bool = True
    steps: int = 11500
    batch: int = 128
    rate: float = 2e-3
    matrix_rate: float = 1e-2  # Muon's, for the filters of the 3×3 layers
    seed: int = 1
    threads: int = 1

    def spec(self) -> GoNetSpec:
        return GoNetSpec(self.filters, self.blocks, self.sees_ownership)


@dataclass(frozen=True)
class Lessons:
    """Games to learn from, how often each is drawn, which of their moves, and how they ended.

    `is_open` [games, stride] says which remainders of a move's index are drawn: moves that the expert has learned from are left
    out, because it knows their answers better than those of later games. Owners are all 0 in games that were not counted.
    """

    dated: DatedGames
    share: NDArray[np.float64]
    is_open: NDArray[np.bool_]
    owners: NDArray[np.int8]


@dataclass(frozen=True)
class Batch:
    """Positions with what is to be said of them, seen by the mover; owners and winners are 0 where they are not known."""

    planes: Tensor
    expert: Tensor
    legal: Tensor
    point: Tensor
    owners: Tensor
    winner: Tensor


def draw(lessons: Lessons, expert: GoExpertModel, settings: GoNetworkSettings, step: int) -> Batch:
    """The positions of a step, one of each game, all in the same of the eight images."""
    chooser = np.random.default_rng([settings.seed, step])
    games = np.sort(chooser.choice(len(lessons.share), settings.batch, replace=False, p=lessons.share))
    moves = one_open_move_of_each(lessons.dated.games, lessons.is_open, games, chooser)
    said = expert.said(moves)
    sign = np.where(moves.games.is_black[moves.games.first[moves.game] + moves.index] != 0, 1, -1).astype(np.int8)
    drawn = games[moves.game]
    size = moves.games.size
    symmetry = int(chooser.integers(len(SYMMETRIES)))
    boards = {
        "planes": board_planes(moves.games, moves.game, moves.index).astype(np.float32),
        "expert": expert_planes(said, size),
        "legal": (said.probabilities > 0).reshape(-1, size, size),
        "point": np.eye(size * size, dtype=np.float32)[moves.point].reshape(-1, size, size),
        "owners": (lessons.owners[drawn] * sign[:, None]).astype(np.float32).reshape(-1, size, size),
    }
    turned = {name: turned_board(torch.from_numpy(board), symmetry) for name, board in boards.items()}
    winner = torch.from_numpy((lessons.dated.winner[drawn] * sign).astype(np.float32))
    flat = {name: turned[name].flatten(1) for name in ("legal", "point", "owners")}
    return Batch(turned["planes"], turned["expert"], flat["legal"], flat["point"].argmax(1), flat["owners"], winner)


def one_open_move_of_each(
    games: GoGames, is_open: NDArray[np.bool_], drawn: NDArray[np.int64], chooser: np.random.Generator
) -> GoMoves:
    """An open move of each game drawn; games in which a pass or nothing was chosen are left out.

    `is_open` says which remainders a move's index may leave, [games, stride].
    """
    chosen = games.selected(drawn)
    stride = is_open.shape[1]
    remainder = np.where(is_open[drawn], chooser.random((len(drawn), stride)), -1).argmax(axis=1)
    choices = (chosen.move_counts - remainder + stride - 1) // stride
    index = remainder + stride * (chooser.random(len(drawn)) * choices).astype(np.int64)
    index = np.minimum(index, chosen.move_counts - 1)
    point = chosen.points[chosen.first[:-1] + index].astype(np.int64)
    kept = np.flatnonzero((point != PASS) & (choices > 0))
    return GoMoves(chosen, kept, index[kept], point[kept])


def turned_board(board: Tensor, symmetry: int) -> Tensor:
    """Boards [..., size, size] under one of the eight symmetries."""
    turned = board.transpose(-1, -2) if symmetry & 4 else board
    axes = [axis for axis, bit in ((-2, 2), (-1, 1)) if symmetry & bit]
    return turned.flip(axes) if axes else turned.contiguous()


def losses(answers: GoAnswers, batch: Batch) -> tuple[Tensor, Tensor, Tensor]:
    """The mean losses of moves, owners and winners, the last two over what is known."""
    moves = functional.cross_entropy(answers.moves.masked_fill(~batch.legal, -torch.inf), batch.point)
    return moves, _known_loss(answers.ownership, batch.owners), _known_loss(answers.winner, batch.winner)


def _known_loss(log_odds: Tensor, truth: Tensor) -> Tensor:
    """The mean of −log of the chance given to what happened, 1 or −1, where it is known."""
    known = truth != 0
    return functional.softplus(-log_odds * truth)[known].mean() if known.any() else log_odds.sum() * 0


def whole_loss(parts: tuple[Tensor, Tensor, Tensor]) -> Tensor:
    """What a step makes smaller."""
    return parts[0] + _OWNERSHIP_SHARE * parts[1] + _WINNER_SHARE * parts[2]


def rate_of(settings: GoNetworkSettings, step: int) -> float:
    """The rate of a step as a share of the highest, rising at first and then falling to nothing."""
    return min((step + 1) / _WARM_UP, 1.0) * (1 - step / settings.steps)


def new_network(settings: GoNetworkSettings) -> GoNet:
    """A network that has learned nothing yet and says what the expert says."""
    torch.manual_seed(settings.seed)
    return GoNet(settings.spec()).to(memory_format=torch.channels_last)  # type: ignore[call-overload, no-any-return]


def make_optimisers(settings: GoNetworkSettings, net: GoNet) -> list[torch.optim.Optimizer]:
    """Muon for the filters of the 3×3 layers, Adam for everything else."""
    matrices = [layer.convolution.weight for layer in net.layers()]
    others = [weight for weight in net.parameters() if not any(weight is matrix for matrix in matrices)]
    return [Muon(matrices, lr=settings.matrix_rate), torch.optim.Adam(others, lr=settings.rate)]
