"""How the nested network learns: settings, losses, one step, the averaged copy of its weights.

The rate is constant after a short rise and falls only at the end, so that the hours may come in pieces and their number may
change; the averaged weights stand for what a falling rate would give at any time.
"""

from dataclasses import dataclass
from typing import Final

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor
from torch.nn import functional

from kibitz.learn.networks.go.lessons import NO_POINT, Batch
from kibitz.learn.runs.network_state import set_rate
from kibitz.nets.go.nested import NestedAnswers, NestedNet, NestedSpec
from kibitz.nets.optimisers import Muon

_WARM_UP: Final = 300  # steps
_LONGEST_GRADIENT: Final = 2.0
_MOST_POINTS: Final = 60.0  # larger scores count as so many
LOSSES: Final = ("moves", "reply", "owners", "winner", "score")
_WEIGHTS: Final = {"moves": 1.0, "reply": 0.15, "owners": 0.5, "winner": 0.3, "score": 0.04}


@dataclass(frozen=True, slots=True)
class NestedSettings:
    """A recipe. `games` are archives below the data folder; the pattern model has learned from the first and from no other.

    Steps are of size `sizes[i]` with chance `shares[i]`. Of sizes other than the first, too few games are recent: each
    `held_out`th is kept for watching instead of a span of years.
    """

    expert: str = "go-expert"
    games: tuple[str, ...] = ("pro/pro_games.tar.gz", "nine/cwi_9x9_564.tar.gz")
    sizes: tuple[int, ...] = (19, 13, 9)
    shares: tuple[float, ...] = (0.94, 0.01, 0.05)
    held_out: int = 12
    first_year: int = 1980
    last_year: int = 2018
    recent_year: int = 2012
    recent_visits: int = 3
    width: int = 64
    inner: int = 32
    blocks: int = 4
    steps: int = 400_000
    decay: float = 0.15  # the share of the steps, at the end, over which the rate falls to nothing
    batch: int = 128
    rate: float = 1e-3
    matrix_rate: float = 4e-3  # Muon's, for the filters of the trunk
    matrix_decay: float = 0.02
    averaging: float = 0.9995  # of the averaged weights, what is kept at each step
    watch_every: int = 1000  # steps
    save_every: int = 500  # steps
    narrow: bool = True  # bfloat16 in the trunk where the machine has instructions for it
    seed: int = 1
    threads: int = 1

    def spec(self) -> NestedSpec:
        return NestedSpec(self.width, self.inner, self.blocks)


def new_network(settings: NestedSettings) -> NestedNet:
    """A network that has learned nothing yet and says what the pattern model says."""
    torch.manual_seed(settings.seed)
    return NestedNet(settings.spec()).to(memory_format=torch.channels_last)  # type: ignore[call-overload, no-any-return]


def make_optimisers(settings: NestedSettings, net: NestedNet) -> list[torch.optim.Optimizer]:
    """Muon for the filters of the trunk, Adam for everything else."""
    matrices = net.matrices()
    others = [weight for weight in net.parameters() if not any(weight is matrix for matrix in matrices)]
    muon = Muon(matrices, lr=settings.matrix_rate, weight_decay=settings.matrix_decay)
    return [muon, torch.optim.Adam(others, lr=settings.rate)]


def computes_narrow(settings: NestedSettings) -> bool:
    """Whether the trunk computes in bfloat16; without instructions for it that would be slower."""
    return settings.narrow and bool(torch.cpu._is_avx512_bf16_supported())


def rate_at(settings: NestedSettings, step: int) -> float:
    """The rate of a step as a share of the highest: rising, constant, and falling over the last `decay` of the steps."""
    left = (settings.steps - step) / max(settings.decay * settings.steps, 1)
    return min((step + 1) / _WARM_UP, 1.0, max(left, 0.0))


def losses(answers: NestedAnswers, batch: Batch) -> dict[str, Tensor]:
    """The mean losses by name, each over what is known."""
    moves = functional.cross_entropy(answers.moves.masked_fill(~batch.legal, -torch.inf), batch.point)
    reply = functional.cross_entropy(answers.reply, batch.reply, ignore_index=NO_POINT, reduction="sum")
    return {
        "moves": moves,
        "reply": reply / (batch.reply != NO_POINT).sum().clamp(min=1),
        "owners": _known_loss(answers.ownership, batch.owners),
        "winner": _known_loss(answers.winner, batch.winner),
        "score": _score_loss(answers, batch.score),
    }


def _known_loss(log_odds: Tensor, truth: Tensor) -> Tensor:
    """The mean of −log of the chance given to what happened, 1 or −1, where it is known."""
    known = (truth != 0).float()
    return (functional.softplus(-log_odds * truth) * known).sum() / known.sum().clamp(min=1)


def _score_loss(answers: NestedAnswers, score: Tensor) -> Tensor:
    """The mean of −log of the density that the logistic distribution gives to the score, where it is known."""
    known = ~torch.isnan(score)
    if not known.any():
        return answers.score.sum() * 0
    spread = answers.spread[known]
    off = (score[known].clamp(-_MOST_POINTS, _MOST_POINTS) - answers.score[known]) / spread
    return (off + 2 * functional.softplus(-off) + spread.log()).mean()


def take_step(
    settings: NestedSettings, net: NestedNet, optimisers: list[torch.optim.Optimizer], batch: Batch, step: int
) -> NDArray[np.float64]:
    """One step of all weights; returns the losses as LOSSES has them, and the share of first guesses that were right."""
    answers = net(batch.planes, batch.numbers, narrow=computes_narrow(settings))
    parts = losses(answers, batch)
    net.zero_grad()
    torch.stack([_WEIGHTS[name] * parts[name] for name in LOSSES]).sum().backward()  # type: ignore[no-untyped-call]
    torch.nn.utils.clip_grad_norm_(net.parameters(), _LONGEST_GRADIENT)
    for optimiser in optimisers:
        set_rate(optimiser, rate_at(settings, step))
        optimiser.step()
    right = (answers.moves.masked_fill(~batch.legal, -torch.inf).argmax(1) == batch.point).float().mean()
    return np.array([*(float(parts[name].detach()) for name in LOSSES), float(right)])


@torch.no_grad()
def average(averaged: NestedNet, net: NestedNet, settings: NestedSettings, step: int) -> None:
    """Move the averaged weights towards the network's; early ones are forgotten faster."""
    kept = min(settings.averaging, (1 + step) / (20 + step))
    for old, new in zip(averaged.parameters(), net.parameters(), strict=True):
        old.lerp_(new, 1 - kept)
