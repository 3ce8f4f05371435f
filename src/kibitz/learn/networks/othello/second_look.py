"""How the second look learns: softmax over the moves of each position, whatever happens to be told of them."""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from kibitz.features.othello.second_look import INPUTS, LAYOUT_VERSION
from kibitz.learn.networks.othello.second_look_examples import Batch, Examples, Telling
from kibitz.models.othello.second_look import INPUT, OUTPUT
from kibitz.nets.onnx_graph import OnnxGraph, numbers_of

_INPUTS: Final = INPUTS[LAYOUT_VERSION]
_WARM_UP: Final = 50  # steps until the rate is at its height
_FIRST_WEIGHT: Final = 2.0  # the first input is half the logarithm of the first look: so the first look stands at first


@dataclass(frozen=True, slots=True)
class LearningSettings:
    """How a network learns; its rate rises for some steps and then falls to nothing along half a cosine."""

    networks: int = 2  # that learn by themselves, with their scores averaged
    units: tuple[int, int] = (64, 32)
    passes: int = 8
    batch: int = 2048  # positions
    rate: float = 0.003
    decay: float = 0.01
    seed: int = 1


class OneLook(nn.Module):
    """The score of a move: a straight line through its inputs, and two hidden layers beside it."""

    def __init__(self, units: tuple[int, int]) -> None:
        super().__init__()
        self.hidden = nn.Linear(_INPUTS, units[0])
        self.deeper = nn.Linear(*units)
        self.last = nn.Linear(units[1], 1, bias=False)
        self.straight = nn.Linear(_INPUTS, 1, bias=False)
        for layer in (self.last, self.straight):
            nn.init.zeros_(layer.weight)
        with torch.no_grad():
            self.straight.weight[0, 0] = _FIRST_WEIGHT

    def forward(self, moves: Tensor) -> Tensor:
        """Scores [M] of moves [M, INPUTS]."""
        hidden = torch.relu(self.deeper(torch.relu(self.hidden(moves))))
        scores: Tensor = (self.straight(moves) + self.last(hidden))[:, 0]
        return scores


class SecondLookNet(nn.Module):
    """The mean score of networks that learned by themselves: what they agree on is less the chance of one order of games."""

    def __init__(self, looks: Sequence[OneLook]) -> None:
        super().__init__()
        self.looks = nn.ModuleList(looks)

    def forward(self, moves: Tensor) -> Tensor:
        """Scores [M] of moves [M, INPUTS]."""
        scores: Tensor = torch.stack([look(moves) for look in self.looks]).mean(dim=0)
        return scores


def learn(
    examples: Examples, settings: LearningSettings, telling: Telling, tell: Callable[[int, int, float], None]
) -> SecondLookNet:
    """Networks that have seen all positions with a choice `passes` times; repeats to the bit with one thread.

    `tell` hears of each pass: how many are done, of how many, and the mean loss.
    """
    of = settings.networks * settings.passes
    looks = []
    for number in range(settings.networks):
        before = number * settings.passes

        def told(done: int, loss: float, before: int = before) -> None:
            tell(before + done, of, loss)

        looks.append(_learned(examples, settings, settings.seed + number, telling, told))
    return SecondLookNet(looks)


def _learned(
    examples: Examples, settings: LearningSettings, seed: int, telling: Telling, tell: Callable[[int, float], None]
) -> OneLook:
    torch.manual_seed(seed)
    random = np.random.default_rng(seed)
    net = OneLook(settings.units)
    optimiser = torch.optim.AdamW(net.parameters(), lr=settings.rate, weight_decay=settings.decay)
    rows = examples.with_choice()
    steps = settings.passes * math.ceil(len(rows) / settings.batch)
    schedule = torch.optim.lr_scheduler.LambdaLR(optimiser, lambda step: _share_of_rate(step, steps))
    for number in range(settings.passes):
        losses = []
        order = random.permutation(rows)
        for start in range(0, len(order), settings.batch):
            batch = examples.drawn(order[start : start + settings.batch], random, telling)
            losses.append(_step(net, batch, optimiser))
            schedule.step()
        tell(number + 1, float(np.mean(losses)))
    return net


def _share_of_rate(step: int, steps: int) -> float:
    return min(1.0, (step + 1) / _WARM_UP) * 0.5 * (1 + math.cos(math.pi * min(step / steps, 1.0)))


def _step(net: OneLook, batch: Batch, optimiser: Any) -> float:
    loss = mean_loss(net(torch.from_numpy(batch.inputs)), batch)
    optimiser.zero_grad()
    loss.backward()  # type: ignore[no-untyped-call]
    optimiser.step()
    return float(loss.detach())


def mean_loss(scores: Tensor, batch: Batch) -> Tensor:
    """The mean of -log of the probability of the moves played."""
    position = torch.from_numpy(batch.position)
    count = len(batch)
    best = torch.full((count,), -torch.inf).scatter_reduce(0, position, scores.detach(), "amax")
    total = torch.zeros(count).index_add(0, position, torch.exp(scores - best[position]))
    return (torch.log(total) + best - scores[torch.from_numpy(batch.played)]).mean()


def export(net: SecondLookNet, path: Path, name: str) -> None:
    """Write the networks as one of ONNX."""
    graph = OnnxGraph()
    graph.node("Mean", OUTPUT, *(_look(graph, look, f"{number}.") for number, look in enumerate(net.looks)))
    graph.save(path, name, {INPUT: ["M", _INPUTS]}, {OUTPUT: ["M", 1]}, {})


def _look(graph: OnnxGraph, look: Any, prefix: str) -> str:
    hidden = graph.activated(_dense(graph, INPUT, f"{prefix}hidden", look.hidden))
    deeper = graph.activated(_dense(graph, hidden, f"{prefix}deeper", look.deeper))
    last, straight = _dense(graph, deeper, f"{prefix}last", look.last), _dense(graph, INPUT, f"{prefix}straight", look.straight)
    return graph.node("Add", f"{prefix}score", last, straight)


def _dense(graph: OnnxGraph, source: str, target: str, layer: nn.Linear) -> str:
    weight = graph.tensor(f"{target}.weight", numbers_of(layer.weight).T)
    if layer.bias is None:
        return graph.node("MatMul", target, source, weight)
    return graph.node("Gemm", target, source, weight, graph.tensor(f"{target}.bias", numbers_of(layer.bias)))


def scorer_of(net: SecondLookNet) -> Callable[[NDArray[np.float32]], NDArray[np.float32]]:
    """The network as a function on arrays, for measuring while it is still in memory."""

    def scores(inputs: NDArray[np.float32]) -> NDArray[np.float32]:
        with torch.no_grad():
            found: NDArray[np.float32] = net(torch.from_numpy(inputs)).numpy()
        return found

    return scores
