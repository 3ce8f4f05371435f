"""Teaching a network who will own each square at the end of the game, from the final boards of the archive.

The network has the shape of those that predict moves; kibitz.models.othello.ownership says what its two outputs mean. The run is
that of kibitz.learn.networks.othello.supervised, so it is reported, stopped and resumed in the same way.
"""

from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor
from torch.nn import functional

from kibitz.features.othello.final_boards import FinalBoards, read_final_boards
from kibitz.features.othello.planes import encode
from kibitz.learn.networks.othello.settings import Settings
from kibitz.learn.networks.othello.supervised import Report, Run, run_to_the_end
from kibitz.learn.runs.run_folder import RunFolder
from kibitz.models.othello.ownership import PositionValue, board_alone
from kibitz.models.store import find_by_name
from kibitz.nets.othello.convolutional import ExpertNet
from kibitz.rules.othello.bulk import Squares
from kibitz.search.othello.evaluation import load_evaluation

EVALUATION_NAME: Final = "evaluation-2014"
VALUE_DEPTH: Final = 4

_JUDGE_BATCH: Final = 1024


@dataclass(frozen=True, slots=True)
class OwnershipData:
    """Positions to learn from, positions to validate on, and what tells the network their values."""

    train: FinalBoards
    validation: FinalBoards
    value: PositionValue


def as_ownership(settings: Settings) -> Settings:
    """The settings with a loss in every cell and final boards as targets."""
    return replace(settings, loss="cells", targets="owners")


def load_ownership_data(folder: Path, settings: Settings) -> OwnershipData:
    """The positions of the settings' years from a folder of WTHOR files; raises SetupError or NotationError."""
    first, last = settings.train_years
    first_validation, last_validation = settings.validation_years
    return OwnershipData(
        read_final_boards(folder, range(first, last + 1)),
        read_final_boards(folder, range(first_validation, last_validation + 1)),
        PositionValue(load_evaluation(find_by_name(EVALUATION_NAME).weights), VALUE_DEPTH),
    )


def train_ownership(settings: Settings, data: OwnershipData, folder: RunFolder, report: Report | None = None) -> ExpertNet:
    """Run to the end, from the folder's checkpoint if it has one, and return the trained network.

    What progress and metrics call top1 is the share of squares whose owner is right. Raises SetupError if the folder holds a run
    with other settings.
    """
    return run_to_the_end(_OwnershipRun, settings, data, folder, report)


class _OwnershipRun(Run):
    def loss_and_hits(self, rows: NDArray[np.int64], symmetries: Squares) -> tuple[Tensor, Tensor]:
        boards = self.data.train.take(rows).images(symmetries)
        losses, right = _losses_and_hits(self._scores(boards), boards)
        return losses.mean(), right.mean() * len(rows)

    @torch.no_grad()
    def judge_sample(self) -> tuple[float, float]:
        self.net.eval()
        sample: Any = self.validation_sample
        parts = [sample.take(slice(start, start + _JUDGE_BATCH)) for start in range(0, len(sample), _JUDGE_BATCH)]
        judged = [_losses_and_hits(self._scores(part), part) for part in parts]
        loss, right = (torch.cat(column).mean() for column in zip(*judged, strict=True))
        return float(loss), float(right)

    def _scores(self, boards: FinalBoards) -> Tensor:
        """The log odds that the mover will own each square, [N, 64]."""
        seen = encode(self.net.spec.plane_set(), board_alone(boards.situations))
        planes = torch.from_numpy(seen).to(memory_format=torch.channels_last)
        base, lean = self.net(planes).flatten(2).unbind(1)
        scores: Tensor = base + lean * torch.from_numpy(self.data.value.of(boards.situations.boards))[:, None]
        return scores


def _losses_and_hits(scores: Tensor, boards: FinalBoards) -> tuple[Tensor, Tensor]:
    """The log loss of each square, and how right its likelier owner is, both [N, 64]."""
    owners = torch.from_numpy(boards.owners())
    losses = functional.binary_cross_entropy_with_logits(scores, owners, reduction="none")
    return losses, 1 - ((scores > 0).float() - owners).abs()
