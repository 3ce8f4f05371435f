"""What a network learns from: the moves of each step, in an order fixed by the settings, as tensors."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from kibitz.errors import SetupError
from kibitz.features.othello.move_counts import MoveCounts, count_moves
from kibitz.features.othello.planes import encode, transform_squares
from kibitz.features.othello.samples import ExpertMoves, expert_moves, squares_as_columns, stages
from kibitz.learn.networks.othello.settings import Settings
from kibitz.rules.othello.bulk import Squares

SAMPLED_SHARE = 0.05
# Streams of random numbers that must not repeat each other.
_ORDER_STREAM, _SYMMETRY_STREAM, _VALIDATION_STREAM = 1, 2, 3

SoftTargets: TypeAlias = NDArray[np.floating[Any]]  # [N, 64], one row for each training move; may be memory-mapped
Rows: TypeAlias = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Data:
    """Moves to learn from, moves to validate on, and optionally a better predictor's probabilities for the former.

    `counts` belong to the training moves and are needed where the settings want counted targets.
    """

    train: ExpertMoves
    validation: ExpertMoves
    counts: MoveCounts | None = None
    soft: SoftTargets | None = None


@dataclass(frozen=True, slots=True)
class Batch:
    """One step's tensors: planes [B, C, 8, 8], the square played [B], legal squares and targets [B, 64].

    Targets are probabilities over the squares.
    """

    planes: Tensor
    square: Tensor
    legal: Tensor
    target: Tensor


def load_data(folder: Path, settings: Settings, soft: SoftTargets | None = None) -> Data:
    """The moves of the settings' years from a folder of WTHOR files; raises SetupError if soft targets do not fit them."""
    train = expert_moves(folder, _years(settings.train_years))
    if soft is not None and soft.shape != (len(train), 64):
        raise SetupError(f"soft targets of shape {soft.shape} do not fit {len(train)} training moves; [{len(train)}, 64] would")
    counts = count_moves(train) if settings.targets == "counted" else None
    return Data(train, expert_moves(folder, _years(settings.validation_years)), counts, soft)


def validation_sample(settings: Settings, data: Data) -> ExpertMoves:
    """The moves that are judged during a run: the same ones every time."""
    among = np.flatnonzero(_is_in_stages(settings, data.validation))
    chosen = np.random.default_rng([settings.seed, _VALIDATION_STREAM]).permutation(among)
    return data.validation.take(np.sort(chosen[: settings.validation_sample]))


def rows_of_steps(settings: Settings, data: Data, first_step: int) -> Iterator[tuple[Rows, Squares]]:
    """The training moves of each step from one on, for ever: their rows and the symmetry each is seen under."""
    drawn = settings.batch // len(settings.symmetries) if settings.all_images else settings.batch
    candidates = _candidates(settings, data.train)
    step = 0
    for epoch in count():
        rows = _epoch_rows(settings, candidates, epoch)
        for start in range(0, len(rows) - drawn + 1, drawn):
            if step >= first_step:
                yield _with_symmetries(settings, rows[start : start + drawn], step)
            step += 1


def make_batch(settings: Settings, data: Data, rows: Rows, symmetries: Squares) -> Batch:
    """The tensors of some training moves, each under its symmetry."""
    moves = data.train.take(rows).images(symmetries)
    target = _turned(_targets(settings, data, rows), symmetries)
    return Batch(
        planes=_planes(settings, moves),
        square=torch.from_numpy(moves.square.astype(np.int64)),
        legal=torch.from_numpy(squares_as_columns(moves.legal)),
        target=torch.from_numpy(target),
    )


def _targets(settings: Settings, data: Data, rows: Rows) -> NDArray[np.float32]:
    """What the network should answer in each position, [B, 64]: the moves played, mixed with soft targets if there are any."""
    target = _counts(data).shares(rows) if settings.targets == "counted" else _as_shares(data.train.square[rows])
    if data.soft is None or settings.soft_weight == 0:
        return target
    share = np.float32(settings.soft_weight)
    return (1 - share) * target + share * np.asarray(data.soft[rows], np.float32)


def _as_shares(square: Squares) -> NDArray[np.float32]:
    return np.eye(64, dtype=np.float32)[square]


def _counts(data: Data) -> MoveCounts:
    if data.counts is None:
        raise SetupError("a run with counted targets needs the counts of its moves; load_data makes them")
    return data.counts


def _years(first_and_last: tuple[int, int]) -> range:
    return range(first_and_last[0], first_and_last[1] + 1)


def _candidates(settings: Settings, moves: ExpertMoves) -> Rows:
    """Rows worth learning from; a softmax over the legal moves learns nothing from a forced one."""
    wanted = _is_in_stages(settings, moves)
    if settings.loss == "legal":
        wanted &= np.bitwise_count(moves.legal) > 1
    return np.flatnonzero(wanted)


def _is_in_stages(settings: Settings, moves: ExpertMoves) -> NDArray[np.bool_]:
    stage = stages(moves.situations.boards)
    return (stage >= settings.stages[0]) & (stage <= settings.stages[1])


def _epoch_rows(settings: Settings, candidates: Rows, epoch: int) -> Rows:
    random = np.random.default_rng([settings.seed, _ORDER_STREAM, epoch])
    if settings.order == "sampled":
        return candidates[random.random(len(candidates)) < SAMPLED_SHARE]
    return random.permutation(candidates)


def _with_symmetries(settings: Settings, rows: Rows, step: int) -> tuple[Rows, Squares]:
    symmetries = np.array(settings.symmetries, np.int8)
    if settings.all_images:
        return np.repeat(rows, len(symmetries)), np.tile(symmetries, len(rows))
    random = np.random.default_rng([settings.seed, _SYMMETRY_STREAM, step])
    return rows, symmetries[random.integers(len(symmetries), size=len(rows))]


def _planes(settings: Settings, moves: ExpertMoves) -> Tensor:
    return torch.from_numpy(encode(settings.net.plane_set(), moves.situations)).to(memory_format=torch.channels_last)


def _turned(targets: NDArray[np.float32], symmetries: Squares) -> NDArray[np.float32]:
    """Targets [B, 64] under each row's symmetry."""
    images = transform_squares(np.arange(64, dtype=np.int8)[None, :], symmetries[:, None])
    turned = np.empty_like(targets)
    np.put_along_axis(turned, images.astype(np.int64), targets, axis=1)
    return turned
