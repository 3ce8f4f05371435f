"""A network of Go made of nested bottleneck blocks without normalisation, for boards of 9×9 to 19×19, in torch.

A block narrows the channels, runs two inner residual pairs of 3×3 layers, and widens them again; the first pair gets the mean
and the maximum of its channels over the whole board. These blocks and the pooling are described in Wu, "Accelerating self-play
learning in Go" (2019), and in the notes of KataGo, which also found that networks without batch normalisation learn as well.
Score and winner come from one distribution, so that points and chances never disagree about who leads.
"""

from dataclasses import asdict, dataclass
from typing import Any, Final, NamedTuple

import torch
from torch import Tensor, nn
from torch.nn import functional

from kibitz.nets.go.nested_inputs import BOARD_NUMBERS, EXPERT_FIRST, KOMI_UNIT, PLANES
from kibitz.nets.go.spec import LEAST_LOG

LEAD_UNIT: Final = 10.0  # points
SPREAD_UNIT: Final = 15.0  # points
LEAST_SPREAD: Final = 1.0  # points
_HEAD: Final = 32  # channels of the heads
_OUT_GAIN: Final = 0.5  # blocks begin with half the default weight, so that the sum of all stays near one


@dataclass(frozen=True, slots=True)
class NestedSpec:
    """The size of a network: `blocks` of `width` channels outside and `inner` inside."""

    width: int = 64
    inner: int = 32
    blocks: int = 4

    def to_json(self) -> dict[str, Any]:
        return asdict(self)


class NestedAnswers(NamedTuple):
    """What is thought of positions, seen by the side to move.

    Scores of its moves and of the reply to them [N, size²], log odds of owning each point [N, size²], the score with komi [N] in
    points, its spread [N]. The score follows a logistic distribution, so score / spread are the log odds of winning.
    """

    moves: Tensor
    reply: Tensor
    ownership: Tensor
    score: Tensor
    spread: Tensor

    @property
    def winner(self) -> Tensor:
        """The log odds of winning, [N]."""
        return self.score / self.spread


class _Board(NamedTuple):
    """Where boards are in their planes: a mask [N, 1, side, side] if they are padded, their points [N, 1], and their size."""

    mask: Tensor | None
    points: Tensor
    size: Tensor

    def active(self, read: Tensor) -> Tensor:
        """ReLU, and nothing beyond the board."""
        return functional.relu(read) if self.mask is None else functional.relu(read) * self.mask

    def pooled(self, seen: Tensor) -> Tensor:
        """Mean, mean times size, and maximum of active channels over the board, [N, 3 channels]."""
        mean = seen.float().sum((2, 3)) / self.points
        return torch.cat((mean, mean * self.size, seen.amax((2, 3)).float()), 1)


class InnerPair(nn.Module):
    """Two 3×3 layers whose answer is added to what they read; with `pools` the whole board is pooled in between."""

    def __init__(self, channels: int, pools: bool) -> None:
        super().__init__()
        self.first = nn.Conv2d(channels, channels, 3, padding=1)
        self.gist = nn.Linear(3 * channels, channels) if pools else None
        self.second = nn.Conv2d(channels, channels, 3, padding=1)

    def forward(self, read: Tensor, board: _Board) -> Tensor:
        """What the pair makes of [N, channels, side, side]."""
        seen = board.active(self.first(board.active(read)))
        if self.gist is not None:
            seen = board.active(seen + self.gist(board.pooled(seen))[:, :, None, None].to(seen.dtype))
        return read + self.second(seen)


class NestedBlock(nn.Module):
    """A bottleneck with two inner residual pairs."""

    def __init__(self, spec: NestedSpec) -> None:
        super().__init__()
        self.narrow = nn.Conv2d(spec.width, spec.inner, 1)
        self.pairs = nn.ModuleList(InnerPair(spec.inner, pools=number == 0) for number in range(2))
        self.widen = nn.Conv2d(spec.inner, spec.width, 1)

    def forward(self, read: Tensor, board: _Board) -> Tensor:
        """What the block makes of [N, width, side, side]."""
        seen = self.narrow(board.active(read))
        for pair in self.pairs:
            seen = pair(seen, board)
        return read + self.widen(board.active(seen))


class NestedNet(nn.Module):
    """See NestedSpec. A new one says what the pattern model says: its corrections begin with nothing."""

    def __init__(self, spec: NestedSpec) -> None:
        super().__init__()
        self.spec = spec
        self.opening = nn.Conv2d(PLANES, spec.width, 3, padding=1)
        self.told = nn.Linear(len(BOARD_NUMBERS), spec.width)
        self.blocks = nn.ModuleList(NestedBlock(spec) for _ in range(spec.blocks))
        self.ownership = nn.Conv2d(spec.width, 1, 1)
        self.choice = nn.Conv2d(spec.width + 1, _HEAD, 1)
        self.choice_gist = nn.Linear(3 * spec.width, _HEAD)
        self.moves = nn.Conv2d(_HEAD, 2, 1)  # the mover's, and the reply
        self.score_gist = nn.Linear(3 * spec.width + len(BOARD_NUMBERS), 2 * _HEAD)
        self.score = nn.Linear(2 * _HEAD, 2)  # lead and spread
        self.area = nn.Parameter(torch.ones(1))  # points of lead for a point owned
        self._start()

    @torch.no_grad()
    def _start(self) -> None:
        for matrix in self.matrices():
            nn.init.kaiming_normal_(matrix, nonlinearity="relu")
        for block in self.blocks:
            assert isinstance(block, NestedBlock)
            block.widen.weight.mul_(_OUT_GAIN)
            for pair in block.pairs:
                assert isinstance(pair, InnerPair)
                nn.init.zeros_(pair.second.weight)
                if pair.gist is not None:
                    nn.init.zeros_(pair.gist.weight)
        for module in self.modules():
            if isinstance(module, nn.Conv2d | nn.Linear) and module.bias is not None:
                nn.init.zeros_(module.bias)
        for head in (self.moves, self.score, self.ownership):
            nn.init.zeros_(head.weight)

    def matrices(self) -> list[Tensor]:
        """The filters of the trunk, which are learned as whole matrices."""
        trunk = (self.opening, *self.blocks)
        return [module.weight for part in trunk for module in part.modules() if isinstance(module, nn.Conv2d)]

    def forward(self, planes: Tensor, numbers: Tensor, is_padded: bool = False, narrow: bool = False) -> NestedAnswers:
        """Answers to planes [N, PLANES, side, side] and numbers of the whole board [N, 7].

        With `is_padded` boards may be smaller than the planes, which are 0 beyond them; answers beyond a board mean nothing. With
        `narrow` the trunk computes in bfloat16.
        """
        mask = planes[:, :1]
        board = _Board(mask if is_padded else None, mask.sum((2, 3)), numbers[:, -1:])
        with torch.autocast("cpu", torch.bfloat16, enabled=narrow):
            seen = self.opening(planes) + self.told(numbers)[:, :, None, None]
            for block in self.blocks:
                seen = block(seen, board)
            seen = board.active(seen)
        return self._answers(seen.float(), board, planes, numbers)

    def _answers(self, seen: Tensor, board: _Board, planes: Tensor, numbers: Tensor) -> NestedAnswers:
        gist = board.pooled(seen)
        owners = self.ownership(seen)
        held = torch.tanh(owners / 2) * planes[:, :1]
        chosen = board.active(self.choice(torch.cat((seen, held), 1)) + self.choice_gist(gist)[:, :, None, None])
        both = self.moves(chosen)
        moves = both[:, :1] - LEAST_LOG * planes[:, EXPERT_FIRST : EXPERT_FIRST + 1]
        told = self.score(functional.relu(self.score_gist(torch.cat((gist, numbers), 1))))
        lead = LEAD_UNIT * told[:, 0] + self.area * held.sum((1, 2, 3))
        spread = LEAST_SPREAD + SPREAD_UNIT * functional.softplus(told[:, 1])
        return NestedAnswers(
            moves.flatten(1), both[:, 1:].flatten(1), owners.flatten(1), lead + KOMI_UNIT * numbers[:, 0], spread
        )
