"""Teaching a network to predict the moves of tournament players: net, step and loop, each short enough to read at once.

A step depends on the settings, the weights and its own number alone, so a run goes on exactly where its last checkpoint stood.
"""

import time
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass, replace
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor
from torch.nn import functional

from kibitz.features.othello.planes import encode
from kibitz.features.othello.samples import ExpertMoves, squares_as_columns
from kibitz.learn.networks.othello.batches import Batch, Data, make_batch, rows_of_steps, validation_sample
from kibitz.learn.networks.othello.settings import Settings
from kibitz.learn.runs import loop
from kibitz.learn.runs.network_state import arrays_of, load_optimiser, optimiser_arrays, set_rate, tensors_of
from kibitz.learn.runs.run_folder import Checkpoint, RunFolder
from kibitz.measure.accuracy import Verdicts, join
from kibitz.measure.othello.accuracy import judge
from kibitz.nets.optimisers import Muon
from kibitz.nets.othello.convolutional import ExpertNet, move_scores, start_as_in_the_thesis, start_by_fan_in
from kibitz.rules.othello.bulk import Squares

_THESIS_STEPS = (1.0, 0.5, 0.25, 0.1)
_JUDGE_BATCH = 1024


@dataclass(frozen=True, slots=True)
class Progress:
    """What a run tells while it works; losses and accuracy are means since the last telling."""

    positions: int
    total: int
    positions_per_second: float
    loss: float
    top1: float
    validation_top1: float | None

    @property
    def seconds_left(self) -> float:
        return (self.total - self.positions) / self.positions_per_second if self.positions_per_second else 0.0


Report = Callable[[Progress], None]


def train(settings: Settings, data: Data, folder: RunFolder, report: Report | None = None) -> ExpertNet:
    """Run to the end, from the folder's checkpoint if it has one, and return the trained network.

    Raises SetupError if the folder holds a run with other settings.
    """
    return run_to_the_end(Run, settings, data, folder, report)


def run_to_the_end(kind: "type[Run]", settings: Settings, data: Any, folder: RunFolder, report: Report | None) -> ExpertNet:
    """As train(), for a kind of run with its own data and targets."""
    torch.set_num_threads(settings.threads)
    start_run(settings, folder)
    run = kind(settings, data)
    loop.resume(run, folder)
    loop.finish(run, folder, report or (lambda _: None))
    return run.net


def start_run(settings: Settings, folder: RunFolder) -> None:
    """Write the settings of a new run; raises SetupError if the folder holds a run with other settings."""
    folder.start(settings.to_json(), lambda begun: Settings.from_json(begun) == settings)


def loss_and_hits(settings: Settings, cells: Tensor, batch: Batch) -> tuple[Tensor, Tensor]:
    """The mean loss of a batch, and how many moves were the first choice among the legal ones."""
    scores = move_scores(cells).masked_fill(~batch.legal, -torch.inf)
    hits = (scores.argmax(1) == batch.square).sum()
    if settings.loss == "cells":
        return functional.cross_entropy(cells.flatten(2), torch.stack((1 - batch.target, batch.target), 1)), hits
    log_shares = functional.log_softmax(scores, 1).masked_fill(~batch.legal, 0.0)
    return -(batch.target * log_shares).sum(1).mean(), hits


def rate_at(settings: Settings, step: int) -> float:
    """The learning rate of a step as a share of the highest."""
    done = step / settings.steps
    if settings.schedule == "steps":
        return _THESIS_STEPS[min(int(done * len(_THESIS_STEPS)), len(_THESIS_STEPS) - 1)]
    if done < settings.warm_up:
        return (step + 1) / (settings.warm_up * settings.steps + 1)
    return max(0.0, (1 - done) / (1 - settings.warm_up))


def make_net(settings: Settings) -> ExpertNet:
    """The untrained network of a run."""
    torch.manual_seed(settings.seed)
    net = ExpertNet(settings.net)
    (start_as_in_the_thesis if settings.start == "thesis" else start_by_fan_in)(net)
    return net.to(memory_format=torch.channels_last)  # type: ignore[call-overload, no-any-return]


def make_optimisers(settings: Settings, net: ExpertNet) -> list[torch.optim.Optimizer]:
    """What moves the weights: Muon for the filters and AdamW for the rest, or one of the Adams for all."""
    if settings.optimiser == "adam":
        return [torch.optim.Adam(net.parameters(), lr=settings.learning_rate)]
    matrices = [layer.convolution.weight for layer in net.hidden_layers()]
    vectors = [parameter for parameter in net.parameters() if not any(parameter is matrix for matrix in matrices)]
    others = torch.optim.AdamW(vectors, lr=settings.learning_rate, weight_decay=0.0)
    if settings.optimiser == "muon":
        return [Muon(matrices, lr=settings.matrix_rate, weight_decay=settings.weight_decay), others]
    return [torch.optim.AdamW(matrices, lr=settings.learning_rate, weight_decay=settings.weight_decay), others]


@torch.no_grad()
def judge_net(net: ExpertNet, moves: ExpertMoves) -> Verdicts:
    """The network's probabilities over the legal moves against what was played."""
    net.eval()
    parts = []
    for start in range(0, len(moves), _JUDGE_BATCH):
        part = moves.take(slice(start, start + _JUDGE_BATCH))
        planes = torch.from_numpy(encode(net.spec.plane_set(), part.situations)).to(memory_format=torch.channels_last)
        legal = torch.from_numpy(squares_as_columns(part.legal))
        shares = move_scores(net(planes)).masked_fill(~legal, -torch.inf).softmax(1)
        parts.append(judge(shares.numpy(), part))
    return join(parts)


class Run(loop.Learner[Progress]):
    """A run in memory: net, optimisers, and the number of steps taken.

    What is learned is decided by loss_and_hits() and judge_sample() alone; other kinds of runs have others.
    """

    def __init__(self, settings: Settings, data: Any) -> None:
        self.settings, self.data = settings, data
        self.net = make_net(settings)
        self.optimisers = make_optimisers(settings, self.net)
        self.counts = _Counts()
        self._batches: Iterator[tuple[NDArray[np.int64], Squares]] | None = None
        self.validation_sample = validation_sample(settings, data)

    def restore(self, checkpoint: Checkpoint) -> None:
        self.net.load_state_dict(tensors_of(checkpoint.part("net.")))
        for number, optimiser in enumerate(self.optimisers):
            load_optimiser(optimiser, checkpoint.part(f"optimiser{number}."))
        self.step, self.seconds = checkpoint.facts["step"], checkpoint.facts["seconds"]
        self.counts = _Counts(**checkpoint.facts.get("counts", {}))

    @property
    def is_over(self) -> bool:
        return self.step >= self.settings.steps

    def advance(self) -> None:
        if self._batches is None:
            self._batches = rows_of_steps(self.settings, self.data, self.step)
        self.counts.add(*self.take_step(*next(self._batches)), self.settings.batch)

    def milestone(self) -> loop.Milestone[Progress]:
        needs_checkpoint = self.is_over or self._comes_round(self.settings.checkpoint_every)
        if not self.is_over and not self._comes_round(self.settings.validate_every):
            return loop.Milestone(None, needs_checkpoint, self._progress(None))
        nll, top1 = self.judge_sample()
        milestone = loop.Milestone(self._row(nll, top1), needs_checkpoint, self._progress(top1))
        self.counts = _Counts()
        return milestone

    def take_step(self, rows: NDArray[np.int64], symmetries: Squares) -> tuple[float, float]:
        """One step of all weights; returns the batch's mean loss and its hits before it."""
        self.net.train()
        loss, hits = self.loss_and_hits(rows, symmetries)
        for optimiser in self.optimisers:
            optimiser.zero_grad()
        loss.backward()  # type: ignore[no-untyped-call]
        for optimiser in self.optimisers:
            set_rate(optimiser, rate_at(self.settings, self.step))
            optimiser.step()
        self.step += 1
        return float(loss.detach()), float(hits)

    def loss_and_hits(self, rows: NDArray[np.int64], symmetries: Squares) -> tuple[Tensor, Tensor]:
        """The mean loss of some rows of the training data, each under its symmetry, and how many of them are right."""
        batch = make_batch(self.settings, self.data, rows, symmetries)
        return loss_and_hits(self.settings, self.net(batch.planes), batch)

    def judge_sample(self) -> tuple[float, float]:
        """The mean loss on the validation sample, and the share of it that is right."""
        verdicts = judge_net(self.net, self.validation_sample)
        return float(verdicts.nll.mean()), float(verdicts.first.mean())

    def _row(self, nll: float, top1: float) -> loop.Row:
        return {
            "step": self.step,
            "positions": self.step * self.settings.batch,
            "seconds": round(self.seconds, 1),
            "rate": round(rate_at(self.settings, self.step), 5),
            "train_loss": round(self.counts.loss, 5),
            "train_top1": round(self.counts.top1, 5),
            "validation_nll": round(nll, 5),
            "validation_top1": round(top1, 5),
        }

    def checkpoint(self) -> Checkpoint:
        tensors = arrays_of(self.net.state_dict(), "net.")
        for number, optimiser in enumerate(self.optimisers):
            tensors |= optimiser_arrays(optimiser, f"optimiser{number}.")
        facts = {"step": self.step, "seconds": self.seconds, "counts": asdict(self.counts)}
        return Checkpoint(tensors, facts)

    def _comes_round(self, positions: int) -> bool:
        batch = self.settings.batch
        return self.step * batch // positions > (self.step - 1) * batch // positions

    def _progress(self, validation: float | None) -> Progress:
        done = self.step * self.settings.batch
        return Progress(done, self.settings.positions, done / self.seconds, self.counts.loss, self.counts.top1, validation)


@dataclass(slots=True)
class _Counts:
    """Losses and hits of the batches since the last validation."""

    losses: float = 0.0
    batches: int = 0
    hits: float = 0.0
    moves: int = 0

    def add(self, loss: float, hits: float, moves: int) -> None:
        self.losses += loss
        self.batches += 1
        self.hits += hits
        self.moves += moves

    @property
    def loss(self) -> float:
        return self.losses / max(self.batches, 1)

    @property
    def top1(self) -> float:
        return self.hits / max(self.moves, 1)


def load_net(folder: RunFolder) -> ExpertNet:
    """The network of a run's last checkpoint; raises SetupError if there is none."""
    net = make_net(Settings.from_json(folder.settings()))
    net.load_state_dict(tensors_of(folder.load_checkpoint().part("net.")))
    return net.eval()


def measured_rate(settings: Settings, data: Data, seconds: float = 20.0) -> float:
    """Training positions a second on this machine, measured on a few steps of a run that is thrown away."""
    torch.set_num_threads(settings.threads)
    run = Run(replace(settings, positions=10**9), data)
    batches = rows_of_steps(settings, data, 0)
    run.take_step(*next(batches))
    begin, taken = time.perf_counter(), 0
    while time.perf_counter() - begin < seconds:
        run.take_step(*next(batches))
        taken += settings.batch
    return taken / (time.perf_counter() - begin)
