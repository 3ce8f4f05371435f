"""The residual network of Go that joins the expert's patterns: moves, owners and the winner of a position, in torch."""

from typing import NamedTuple

import torch
from torch import Tensor, nn

from kibitz.nets.go_spec import LEAST_LOG, GoNetSpec


class GoAnswers(NamedTuple):
    """Scores of moves [N, size²], whose owners [N, size²] and win [N] are log odds of the side to move."""

    moves: Tensor
    ownership: Tensor
    winner: Tensor


class ResidualBlock(nn.Module):
    """Two layers of 3×3 whose answer is added to what they read."""

    def __init__(self, filters: int) -> None:
        super().__init__()
        self.first = nn.Conv2d(filters, filters, 3, padding=1)
        self.second = nn.Conv2d(filters, filters, 3, padding=1)

    def forward(self, read: Tensor) -> Tensor:
        """What the block makes of [N, filters, size, size]."""
        return torch.relu(read + self.second(torch.relu(self.first(read))))


class GoNet(nn.Module):
    """See GoNetSpec. A new one says what the expert says: its corrections begin with nothing."""

    def __init__(self, spec: GoNetSpec) -> None:
        super().__init__()
        self.spec = spec
        filters = spec.filters
        self.opening = nn.Conv2d(spec.planes + 1, filters, 5, padding=2)
        self.blocks = nn.ModuleList(ResidualBlock(filters) for _ in range(spec.blocks))
        self.ownership = nn.Conv2d(filters, 1, 1)
        self.winner = nn.Linear(filters + 1, 1)
        self.choice = nn.Conv2d(filters + spec.sees_ownership, filters, 3, padding=1)
        self.moves = nn.Conv2d(filters, 1, 1)
        for block in self.residual_blocks():
            nn.init.zeros_(block.second.weight)
        nn.init.zeros_(self.moves.weight)

    def residual_blocks(self) -> list[ResidualBlock]:
        """The blocks in their order."""
        return [block for block in self.blocks if isinstance(block, ResidualBlock)]

    def forward(self, planes: Tensor, expert: Tensor) -> GoAnswers:
        """Answers to planes [N, planes, size, size] and the expert's scores [N, 1, size, size], see expert_plane()."""
        seen = torch.relu(self.opening(torch.cat((planes, expert), 1)))
        for block in self.residual_blocks():
            seen = block(seen)
        owners = self.ownership(seen)
        chosen = torch.relu(self.choice(torch.cat((seen, torch.tanh(owners)), 1) if self.spec.sees_ownership else seen))
        # The mean of all owners is nearly the score.
        gist = torch.cat((seen.mean((2, 3)), torch.tanh(owners).mean((2, 3))), 1)
        moves = self.moves(chosen) + -LEAST_LOG * expert
        return GoAnswers(moves.flatten(1), owners.flatten(1), self.winner(gist).flatten())
