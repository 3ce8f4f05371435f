"""The residual network of Go that joins the expert's patterns: moves, owners and the winner of a position, in torch."""

from typing import NamedTuple

import torch
from torch import Tensor, nn

from kibitz.nets.go.spec import LEAST_LOG, GoNetSpec
from kibitz.nets.layer import Layer


class GoAnswers(NamedTuple):
    """Scores of moves [N, size²], whose owners [N, size²] and win [N] are log odds of the side to move."""

    moves: Tensor
    ownership: Tensor
    winner: Tensor


class ResidualBlock(nn.Module):
    """Two layers whose answer is added to what they read; with `pools` the gist of the whole board is added too."""

    def __init__(self, filters: int, pools: bool) -> None:
        super().__init__()
        self.first = Layer(filters, filters, normalised=True, skip=False)
        self.second = Layer(filters, filters, normalised=True, skip=False)
        self.gist = nn.Conv2d(2 * filters, filters, 1) if pools else None

    def forward(self, read: Tensor) -> Tensor:
        """What the block makes of [N, filters, size, size]."""
        seen = self.first(read)
        if self.gist is None:
            return self.second(seen, read)
        pooled = torch.cat((seen.mean((2, 3), keepdim=True), seen.amax((2, 3), keepdim=True)), 1)
        return self.second(seen, read + self.gist(pooled))


class GoNet(nn.Module):
    """See GoNetSpec. A new one says what the expert says: its corrections begin with nothing."""

    def __init__(self, spec: GoNetSpec) -> None:
        super().__init__()
        self.spec = spec
        filters = spec.filters
        self.opening = Layer(spec.planes + spec.expert_planes, filters, normalised=True, skip=False)
        self.blocks = nn.ModuleList(ResidualBlock(filters, spec.pools(block)) for block in range(spec.blocks))
        self.ownership = nn.Conv2d(filters, 1, 1)
        self.winner = nn.Linear(filters + 1, 1)
        self.shown = nn.Conv2d(1, filters, 1) if spec.sees_ownership else None
        self.choice = Layer(filters, filters, normalised=True, skip=False)
        self.moves = nn.Conv2d(filters, 1, 1)
        self._start()

    @torch.no_grad()
    def _start(self) -> None:
        for layer in self.layers():
            nn.init.kaiming_normal_(layer.convolution.weight, nonlinearity="relu")
        for block in self.residual_blocks():
            assert block.second.normalisation is not None
            nn.init.zeros_(block.second.normalisation.weight)
            if block.gist is not None:
                nn.init.zeros_(block.gist.weight)
        nn.init.zeros_(self.moves.weight)

    def residual_blocks(self) -> list[ResidualBlock]:
        """The blocks in their order."""
        return [block for block in self.blocks if isinstance(block, ResidualBlock)]

    def layers(self) -> list[Layer]:
        """All layers of 3×3."""
        return [module for module in self.modules() if isinstance(module, Layer)]

    def forward(self, planes: Tensor, expert: Tensor) -> GoAnswers:
        """Answers to planes [N, planes, size, size] and the expert's [N, 16, size, size], see expert_planes()."""
        seen = self.opening(torch.cat((planes, expert), 1))
        for block in self.residual_blocks():
            seen = block(seen)
        owners = self.ownership(seen)
        held = torch.tanh(owners)
        chosen = self.choice(seen if self.shown is None else seen + self.shown(held))
        # The mean of all owners is nearly the score.
        gist = torch.cat((seen.mean((2, 3)), held.mean((2, 3))), 1)
        moves = self.moves(chosen) + -LEAST_LOG * expert[:, :1]
        return GoAnswers(moves.flatten(1), owners.flatten(1), self.winner(gist).flatten())
