"""Training of the pattern evaluation on games whose results are known.

Every position of a game is a sample; its target is the score the side to move reached, or would have reached with perfect play
where the archive knows that. Whole years are kept out of training, so that figures are measured on games never seen.
After Buro, "Improving heuristic mini-max search by supervised learning" (2002).
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from kibitz import _native
from kibitz.features.othello.patterns import pattern_set
from kibitz.learn.tables.othello.game_tables import GameTable
from kibitz.rules.othello.bulk import Boards, replay
from kibitz.search.othello.evaluation import DISC_COUNTS, UNITS_PER_DISC, Evaluation, WinChances

# How many samples of one disc count are learnt in a row: their tables fit into a core's own cache.
_CHUNK: Final = 4096
# Disc counts on either side whose games help to fit the chance to win at one of them.
_CHANCE_WINDOW: Final = 2


@dataclass(frozen=True, slots=True)
class EvaluationSettings:
    """What decides the weights, apart from the games."""

    patterns: str = "logistello11"
    knots: tuple[int, ...] = tuple(range(4, 65, 4))
    rates: tuple[float, ...] = (0.6, 0.6, 0.3, 0.15, 0.05)  # one pass over all samples each
    seed: int = 1


@dataclass(frozen=True, slots=True)
class Samples:
    """Positions and how their games went, all [N], seen by the side to move."""

    boards: Boards
    target: NDArray[np.float32]  # final score with perfect play where known, else as played
    result: NDArray[np.float32]  # final score as played

    def __len__(self) -> int:
        return len(self.boards)

    @property
    def disc_counts(self) -> NDArray[np.uint8]:
        counts: NDArray[np.uint8] = np.bitwise_count(self.boards.own | self.boards.opp)
        return counts

    def select(self, rows: NDArray[np.generic]) -> "Samples":
        """Some of the samples, by index or mask."""
        boards = Boards(self.boards.own[rows], self.boards.opp[rows])
        return Samples(boards, self.target[rows], self.result[rows])


def samples_of(games: GameTable) -> Samples:
    """Every position before a move of every game that was played to its end."""
    played = replay(games.moves)
    game = played.game_of_row()
    sign = np.where(played.black_to_move, 1, -1)
    result = (played.black_scores()[game] * sign).astype(np.float32)
    perfect = (games.perfect_black_score[game] * sign).astype(np.float32)
    empties = 64 - np.bitwise_count(played.boards.own | played.boards.opp)
    samples = Samples(played.boards, np.where(empties >= games.perfect_from[game], perfect, result), result)
    return samples.select((played.over & (played.failed_at < 0))[game])


def train_weights(
    samples: Samples, settings: EvaluationSettings, report: Callable[[int, float], None] = lambda _number, _error: None
) -> NDArray[np.int16]:
    """The weights of an evaluation, int16 [knots, rows], fitted to the samples' targets.

    `report` gets the number of each finished pass and the mean squared error during it. The same samples and settings give the
    same weights on the same machine.
    """
    trainer = _native.othello.EvaluationTrainer(pattern_set(settings.patterns), list(settings.knots))
    random = np.random.default_rng(settings.seed)
    for number, rate in enumerate(settings.rates, 1):
        shuffled = samples.select(in_chunks(samples.disc_counts, random))
        report(number, trainer.learn(shuffled.boards.own, shuffled.boards.opp, shuffled.target, rate))
    limits = np.iinfo(np.int16)
    return np.clip(np.rint(trainer.weights() * UNITS_PER_DISC), limits.min, limits.max).astype(np.int16)


def fit_win_chances(values: NDArray[np.float64], result: NDArray[np.float32], disc_counts: NDArray[np.uint8]) -> WinChances:
    """The curves that turn values into chances, fitted to games the values have not been trained on.

    Disc counts without games get the curve of the nearest one that has some.
    """
    slope, offset = np.zeros(DISC_COUNTS, np.float32), np.zeros(DISC_COUNTS, np.float32)
    scored = (np.sign(result) + 1) / 2
    known = np.unique(disc_counts).astype(int)
    for discs in known:
        near = np.abs(disc_counts.astype(int) - discs) <= _CHANCE_WINDOW
        slope[discs], offset[discs] = _logistic_fit(values[near], scored[near])
    nearest = known[np.abs(known[None, :] - np.arange(DISC_COUNTS)[:, None]).argmin(axis=1)]
    return WinChances(slope[nearest], offset[nearest])


def learn_evaluation(
    samples: Samples, unseen: Samples, settings: EvaluationSettings, report: Callable[[int, float], None]
) -> Evaluation:
    """An evaluation trained on `samples` and `unseen` together.

    Its chances to win are fitted with tables that have seen only `samples`, so that they are not too sure of themselves.
    """
    cautious = _without_chances(settings, train_weights(samples, settings))
    chances = fit_win_chances(cautious.values(unseen.boards), unseen.result, unseen.disc_counts)
    return Evaluation(settings.patterns, settings.knots, train_weights(joined([samples, unseen]), settings, report), chances)


def joined(parts: list[Samples]) -> Samples:
    """All samples of the parts in their order."""
    boards = Boards(np.concatenate([part.boards.own for part in parts]), np.concatenate([part.boards.opp for part in parts]))
    targets = np.concatenate([part.target for part in parts])
    return Samples(boards, targets, np.concatenate([part.result for part in parts]))


def in_chunks(disc_counts: NDArray[np.uint8], random: np.random.Generator) -> NDArray[np.int64]:
    """The numbers of all samples in random order, but for chunks of one number of discs that are learned in a row."""
    shuffled = random.permutation(len(disc_counts))
    by_discs = shuffled[np.argsort(disc_counts[shuffled], kind="stable")]
    chunks = [by_discs[first : first + _CHUNK] for first in range(0, len(by_discs), _CHUNK)]
    return np.concatenate([chunks[number] for number in random.permutation(len(chunks))])


def _logistic_fit(values: NDArray[np.float64], scored: NDArray[np.float32]) -> tuple[float, float]:
    """Slope and offset of the most likely logistic curve, by Newton's method with a trace of shrinkage."""
    inputs = np.stack([values, np.ones_like(values)], axis=1)
    weights = np.zeros(2)
    shrinkage = np.array([1.0, 0.01])
    for _ in range(25):
        chance = 1 / (1 + np.exp(-inputs @ weights))
        gradient = inputs.T @ (scored - chance) - shrinkage * weights
        curvature = (inputs * (chance * (1 - chance))[:, None]).T @ inputs + np.diag(shrinkage)
        weights += np.linalg.solve(curvature, gradient)
    return float(weights[0]), float(weights[1])


def _without_chances(settings: EvaluationSettings, weights: NDArray[np.int16]) -> Evaluation:
    flat = WinChances(np.zeros(DISC_COUNTS, np.float32), np.zeros(DISC_COUNTS, np.float32))
    return Evaluation(settings.patterns, settings.knots, weights, flat)
