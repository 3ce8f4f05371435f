"""Teaching a value network who wins, after Ng (2017): with dropout and limited norms, stopped when it gets no better.

A step depends on the settings, the weights and its own number alone, so a run goes on exactly where its last checkpoint stood.
"""

import time
from collections.abc import Iterator
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Final

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from kibitz.errors import SetupError
from kibitz.features.othello.planes import encode
from kibitz.features.othello.value_planes import START_SYMMETRIES
from kibitz.learn.networks.othello.value_settings import ValueSettings, rate_at
from kibitz.learn.runs import loop
from kibitz.learn.runs.network_state import arrays_of, load_optimiser, optimiser_arrays, set_rate, tensors_of
from kibitz.learn.runs.progress import Tell, Told
from kibitz.learn.runs.run_folder import Checkpoint, RunFolder
from kibitz.learn.tables.othello.drawn_positions import DrawnPositions, WholeGames
from kibitz.models.othello.winners import foretold, load_winner_model
from kibitz.nets.othello.value_net import ValueNet, limit_norms, start_as_keras
from kibitz.rules.othello.bulk import Boards, transform
from kibitz.rules.symmetry import SYMMETRIES

_JUDGE_BATCH: Final = 1000
_YOUNG: Final = 9  # the running mean is one over a tenth of the steps so far, until its own share is smaller
# Streams of random numbers that must not repeat each other.
_SPLIT_STREAM, _ORDER_STREAM, _TURN_STREAM, _BEGIN_STREAM = 1, 2, 3, 4


@dataclass(frozen=True, slots=True)
class ValueData:
    """Positions to learn from, and those that are held back to know when to stop; a teacher speaks of the former alone."""

    train: DrawnPositions
    held_back: DrawnPositions


def load_value_data(wthor: Path, settings: ValueSettings) -> ValueData:
    """The settings' sets from a folder of WTHOR files, divided; raises SetupError if there is no file of the years."""
    games = WholeGames.of_years(wthor, settings.years)
    data = divided(settings, as_begun(settings, joined([games.drawn(seed) for seed in settings.sets])))
    return ValueData(taught(settings, data.train), data.held_back)


def as_begun(settings: ValueSettings, drawn: DrawnPositions) -> DrawnPositions:
    """Positions whose games begin as the settings want: as in WTHOR, or with any of the four first moves, by a lot for each."""
    if settings.begins == "f5":
        return drawn
    lots = np.random.default_rng([settings.seed, _BEGIN_STREAM]).integers(len(START_SYMMETRIES), size=int(drawn.game.max()) + 1)
    symmetries = np.array(START_SYMMETRIES, np.int8)[lots[drawn.game]]
    boards = Boards(transform(drawn.boards.own, symmetries), transform(drawn.boards.opp, symmetries))
    return replace(drawn, boards=boards)


def divided(settings: ValueSettings, drawn: DrawnPositions) -> ValueData:
    """The positions in two parts, by position or by game as the settings say; the same two every time."""
    unit = drawn.game if settings.apart == "games" else np.arange(len(drawn))
    count = int(unit.max()) + 1
    order = np.random.default_rng([settings.seed, _SPLIT_STREAM]).permutation(count)
    is_held_back = np.zeros(count, np.bool_)
    is_held_back[order[: int(settings.held_back * count)]] = True
    return ValueData(drawn.take(~is_held_back[unit]), drawn.take(is_held_back[unit]))


def taught(settings: ValueSettings, train: DrawnPositions) -> DrawnPositions:
    """The positions with outcomes mixed with what the settings' teacher expects, if there is one."""
    if not settings.teacher:
        return train
    expected = 2 * foretold(load_winner_model(settings.teacher), train.situations()) - 1
    share = settings.teacher_share
    return replace(train, outcome=((1 - share) * train.outcome + share * expected).astype(np.float32))


def joined(parts: list[DrawnPositions]) -> DrawnPositions:
    """All positions of the parts in their order."""
    boards = Boards(np.concatenate([part.boards.own for part in parts]), np.concatenate([part.boards.opp for part in parts]))
    return DrawnPositions(boards, np.concatenate([part.outcome for part in parts]), np.concatenate([part.game for part in parts]))


def train_value(settings: ValueSettings, data: ValueData, folder: RunFolder, tell: Tell | None = None) -> ValueNet:
    """Run to the end, from the folder's checkpoint if it has one, and return the network of the best epoch.

    Raises SetupError if the folder holds a run with other settings, or if there are fewer positions than one batch has.
    """
    torch.set_num_threads(settings.threads)
    if len(data.train) < settings.batch or (settings.held_back and not len(data.held_back)):
        raise SetupError(f"{len(data.train)} positions are too few to learn from in batches of {settings.batch}")
    folder.start(settings.to_json(), lambda begun: ValueSettings.from_json(begun) == settings)
    run = ValueRun(settings, data, folder.path.name)
    loop.resume(run, folder)
    loop.finish(run, folder, tell or (lambda _: None))
    return load_value_net(folder)


def make_value_net(settings: ValueSettings) -> ValueNet:
    """The untrained network of a run."""
    torch.manual_seed(settings.seed)
    net = ValueNet(settings.net)
    start_as_keras(net)
    return net


def load_value_net(folder: RunFolder) -> ValueNet:
    """The network of a run's best epoch so far; raises SetupError if there is no checkpoint."""
    net = make_value_net(ValueSettings.from_json(folder.settings()))
    net.load_state_dict(tensors_of(folder.load_checkpoint().part("best.")))
    return net.eval()


def is_finished(folder: RunFolder) -> bool:
    """Whether a folder's run came to its end."""
    return folder.has_checkpoint() and bool(folder.load_checkpoint().facts["is_over"])


@torch.no_grad()
def predicted(net: ValueNet, positions: DrawnPositions) -> NDArray[np.float32]:
    """What the network says of each position, [N]."""
    net.eval()
    parts = [positions.take(slice(start, start + _JUDGE_BATCH)) for start in range(0, len(positions), _JUDGE_BATCH)]
    return np.concatenate([net(_planes(net, part)).numpy() for part in parts])


def mean_squared_error(net: ValueNet, positions: DrawnPositions) -> float:
    """The mean squared distance between what the network says and how the games ended."""
    return float(np.square(predicted(net, positions) - positions.outcome).mean())


@dataclass(slots=True)
class _Standing:
    """The state of a run apart from its step; losses are sums over the epoch under way."""

    losses: float = 0.0
    best_error: float = float("inf")
    best_epoch: int = 0
    is_over: bool = False


class ValueRun(loop.Learner[Told]):
    """A run in memory: the net that learns, its running mean, optimiser, the mean's best weights so far, and where it stands."""

    def __init__(self, settings: ValueSettings, data: ValueData, name: str = "") -> None:
        self.settings, self.data, self.name = settings, data, name
        self.net = make_value_net(settings)
        self.mean = make_value_net(settings) if settings.average < 1 else self.net
        self.best = {name: tensor.clone() for name, tensor in self.net.state_dict().items()}
        self.optimiser = _make_optimiser(settings, self.net)
        self.standing = _Standing()
        self._is_narrow = settings.narrow and bool(torch.cpu._is_avx512_bf16_supported())
        self._batches = self._rows_of_steps()

    @property
    def steps_per_epoch(self) -> int:
        return len(self.data.train) // self.settings.batch

    def restore(self, checkpoint: Checkpoint) -> None:
        self.net.load_state_dict(tensors_of(checkpoint.part("net.")))
        if self.mean is not self.net:
            self.mean.load_state_dict(tensors_of(checkpoint.part("mean.")))
        self.best = tensors_of(checkpoint.part("best."))
        load_optimiser(self.optimiser, checkpoint.part("optimiser."))
        standing = dict(checkpoint.facts)
        self.step, self.seconds = standing.pop("step"), standing.pop("seconds")
        self.standing = _Standing(**standing)

    @property
    def is_over(self) -> bool:
        return self.standing.is_over

    def advance(self) -> None:
        self.standing.losses += self.take_step(next(self._batches)) / self.steps_per_epoch

    def milestone(self) -> loop.Milestone[Told]:
        if self.step % self.steps_per_epoch == 0:
            return loop.Milestone(self._end_epoch(), True, self._told())
        is_due = self.step % self.settings.checkpoint_every == 0
        return loop.Milestone(None, is_due, self._told() if is_due else None)

    def take_step(self, rows: NDArray[np.int64]) -> float:
        """One step of all weights; returns the batch's mean squared error before it."""
        settings = self.settings
        torch.manual_seed((settings.seed << 40) + self.step)  # what is dropped out is a matter of the step alone
        batch = self.data.train.take(rows)
        self.net.train()
        with torch.autocast("cpu", torch.bfloat16, enabled=self._is_narrow):
            found = self.net(self._shown(batch))
        loss = torch.square(found.float() - torch.from_numpy(batch.outcome)).mean()
        self.optimiser.zero_grad()
        loss.backward()  # type: ignore[no-untyped-call]
        set_rate(self.optimiser, rate_at(settings, self.step, self.steps_per_epoch))
        self.optimiser.step()
        limit_norms(self.net)
        self._follow()
        self.step += 1
        return float(loss.detach())

    def _shown(self, batch: DrawnPositions) -> Tensor:
        """The planes of a step's positions, each turned or mirrored as its lot says if the settings want it."""
        situations = batch.situations()
        if self.settings.turned:
            lots = np.random.default_rng([self.settings.seed, _TURN_STREAM, self.step])
            situations = situations.images(lots.integers(len(SYMMETRIES), size=len(batch), dtype=np.int8))
        return torch.from_numpy(encode(self.net.spec.plane_set(), situations))

    @torch.no_grad()
    def _follow(self) -> None:
        """Move the running mean towards the net; a mean of weights within their limits is within them too."""
        if self.mean is not self.net:
            share = max(self.settings.average, _YOUNG / (_YOUNG + 1 + self.step))
            torch._foreach_lerp_(list(self.mean.parameters()), list(self.net.parameters()), share)

    def checkpoint(self) -> Checkpoint:
        tensors = arrays_of(self.net.state_dict(), "net.")
        if self.mean is not self.net:
            tensors |= arrays_of(self.mean.state_dict(), "mean.")
        tensors |= arrays_of(self.best, "best.")
        tensors |= optimiser_arrays(self.optimiser, "optimiser.")
        return Checkpoint(tensors, {"step": self.step, "seconds": self.seconds, **asdict(self.standing)})

    def _rows_of_steps(self) -> Iterator[NDArray[np.int64]]:
        """The rows of each step that is left, until the run is over."""
        while not self.standing.is_over:
            epoch, done = divmod(self.step, self.steps_per_epoch)
            order = np.random.default_rng([self.settings.seed, _ORDER_STREAM, epoch]).permutation(len(self.data.train))
            for number in range(done, self.steps_per_epoch):
                yield order[number * self.settings.batch : (number + 1) * self.settings.batch]

    def _end_epoch(self) -> loop.Row:
        """Judge the epoch, remember its weights if they are the best, and see whether the run is over.

        Where nothing is held back, the last epoch counts as the best.
        """
        standing = self.standing
        epoch = self.step // self.steps_per_epoch
        error = mean_squared_error(self.mean, self.data.held_back) if len(self.data.held_back) else None
        if error is None or error < standing.best_error:
            standing.best_error, standing.best_epoch = error or standing.best_error, epoch
            self.best = {name: tensor.clone() for name, tensor in self.mean.state_dict().items()}
        standing.is_over = epoch >= self.settings.epochs or epoch - standing.best_epoch >= self.settings.patience
        row = {
            "step": self.step,
            "epoch": epoch,
            "seconds": round(self.seconds, 1),
            "train_error": round(standing.losses, 5),
            "held_back_error": "" if error is None else round(error, 5),
        }
        standing.losses = 0.0
        return row

    def _told(self) -> Told:
        standing, per_epoch = self.standing, self.steps_per_epoch
        figures = f"epoch {self.step / per_epoch:.1f}"
        if len(self.data.held_back):
            figures += f", best held-back error {standing.best_error:.4f}"
        return Told(self.name, self.step, self.settings.epochs * per_epoch, figures)


def _make_optimiser(settings: ValueSettings, net: ValueNet) -> torch.optim.Optimizer:
    if settings.optimiser == "adam":
        return torch.optim.Adam(net.parameters(), lr=settings.learning_rate, fused=True)
    return torch.optim.SGD(net.parameters(), lr=settings.learning_rate, momentum=settings.momentum, fused=True)


def measured_rate(settings: ValueSettings, data: ValueData, seconds: float) -> float:
    """Training positions a second on this machine, measured on a few steps of a run that is thrown away."""
    torch.set_num_threads(settings.threads)
    run = ValueRun(settings, data)
    rows = np.arange(settings.batch)
    run.take_step(rows)
    begin, taken = time.perf_counter(), 0
    while time.perf_counter() - begin < seconds:
        run.take_step(rows)
        taken += settings.batch
    return taken / (time.perf_counter() - begin)


def _planes(net: ValueNet, positions: DrawnPositions) -> Tensor:
    return torch.from_numpy(encode(net.spec.plane_set(), positions.situations()))
