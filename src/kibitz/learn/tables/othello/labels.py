"""A labelled set of positions: what each is worth, not how its game went on.

Results of games say too little of the side to move: the next mistake is its own. Below 24 empty squares the results that people
played lie 1.3 to 3 discs under perfect play for it, which made odd and even depths of a search disagree by as much. Here a label
is the exact score where the end is near, and the mean of two searches of odd and even depth before that.

The set lies in files, one for each number of discs, from the end of the game backwards; what is there is not made again.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final, Self

import numpy as np
from numpy.typing import NDArray

from kibitz.files import whole_file
from kibitz.learn.tables.othello.evaluation import Samples
from kibitz.learn.tables.othello.evaluation_games import disturbed
from kibitz.rules.othello.bulk import Boards, legal_masks
from kibitz.search.othello.endgame import scores_many
from kibitz.search.othello.evaluation import Evaluation
from kibitz.search.othello.move_values import best_moves
from kibitz.workers import Workers, results_in_order

# How the positions of one number of discs come about: random moves after a position of a known game, and their share.
_RANDOM_MOVES: Final = {0: 0.5, 1: 0.2, 2: 0.15, 4: 0.1, 8: 0.05}
FEWEST_DISCS: Final = 5
MOST_DISCS: Final = 63


@dataclass(frozen=True, slots=True)
class LabelSettings:
    """How many positions of each number of discs, and what their labels are."""

    positions: int = 40_000  # before those met twice are left out
    solved_positions: int = 200_000  # the same where labels are exact
    solved_empties: int = 12
    depth: int = 3  # of the shallower of two searches
    share: int = 10_000  # positions a worker is handed at a time
    seed: int = 7


@dataclass(frozen=True, slots=True)
class LabelJob:
    """Positions with a legal move for a worker; without an evaluation they are solved."""

    boards: Boards
    depth: int = 0
    evaluation: Evaluation | None = None


def label_job(job: LabelJob) -> NDArray[np.float32]:
    """The labels of the positions of a job in discs, seen by the side to move, [N]."""
    if job.evaluation is None:
        return scores_many(job.boards).astype(np.float32)
    _, odd = best_moves(job.evaluation, job.boards, job.depth)
    _, even = best_moves(job.evaluation, job.boards, job.depth + 1)
    return (odd + even) / np.float32(2)


class KnownBoards:
    """Positions of known games, at hand by their number of discs."""

    def __init__(self, boards: Boards):
        counts = np.bitwise_count(boards.own | boards.opp)
        order = np.argsort(counts, kind="stable")
        self._boards = Boards(boards.own[order], boards.opp[order])
        self._first = np.searchsorted(counts[order], np.arange(66))

    def varied(self, discs: int, count: int, random: np.random.Generator) -> Boards:
        """About `count` different positions with so many discs and a legal move: played ones, others some random moves off."""
        parts = [self._after(discs, moves, int(count * share), random) for moves, share in _RANDOM_MOVES.items()]
        both = np.concatenate([np.stack([part.own, part.opp], axis=1) for part in parts])
        own, opp = (np.ascontiguousarray(side) for side in random.permutation(np.unique(both, axis=0)).T)
        usable = (np.bitwise_count(own | opp) == discs) & (legal_masks(Boards(own, opp)) != 0)
        return Boards(own[usable], opp[usable])

    def _after(self, discs: int, moves: int, count: int, random: np.random.Generator) -> Boards:
        rows = np.arange(self._first[max(0, discs - moves)], self._first[max(0, discs - moves) + 1])
        rows = random.choice(rows, count) if len(rows) else rows
        drawn = Boards(self._boards.own[rows], self._boards.opp[rows])
        return disturbed(drawn, moves, random) if moves and len(rows) else drawn


@dataclass(frozen=True, slots=True)
class LabelFolder:
    """Where the files of a set lie, and how they are made."""

    path: Path
    known: KnownBoards
    settings: LabelSettings
    workers: Workers

    @classmethod
    def at(cls, path: Path, known: Boards, settings: LabelSettings, workers: Workers) -> Self:
        path.mkdir(parents=True, exist_ok=True)
        return cls(path, KnownBoards(known), settings, workers)

    def labelled(self, discs: Sequence[int], evaluation: Evaluation | None) -> Samples | None:
        """The positions with so many discs and their labels, from their files or made now; None if there are none."""
        parts = [self._of(count, evaluation) for count in discs]
        return _joined([part for part in parts if len(part)])

    def _of(self, discs: int, evaluation: Evaluation | None) -> Samples:
        path = self.path / f"{discs}.npz"
        if not path.is_file():
            self._make(path, discs, evaluation)
        with np.load(path, allow_pickle=False) as stored:
            return Samples(Boards(stored["own"], stored["opp"]), stored["label"], stored["label"])

    def _make(self, path: Path, discs: int, evaluation: Evaluation | None) -> None:
        settings = self.settings
        count = settings.solved_positions if evaluation is None else settings.positions
        boards = self.known.varied(discs, count, np.random.default_rng([settings.seed, discs]))
        # What an evaluation keeps ready for use cannot be handed to another process.
        asked = LabelJob(boards, settings.depth, None if evaluation is None else replace(evaluation))
        labels = results_in_order(self.workers, label_job, _shares(asked, settings.share))
        with whole_file(path) as file:
            np.savez_compressed(file, own=boards.own, opp=boards.opp, label=np.concatenate([np.zeros(0, np.float32), *labels]))


def bands(settings: LabelSettings) -> Iterator[range]:
    """Numbers of discs that are labelled together, from the solved ones backwards: a search from one reaches those before it."""
    for last in range(MOST_DISCS - settings.solved_empties, FEWEST_DISCS - 1, -settings.depth):
        yield range(max(FEWEST_DISCS, last - settings.depth + 1), last + 1)


def _shares(job: LabelJob, size: int) -> Iterator[LabelJob]:
    for first in range(0, len(job.boards), size):
        yield replace(job, boards=Boards(job.boards.own[first : first + size], job.boards.opp[first : first + size]))


def _joined(parts: list[Samples]) -> Samples | None:
    if not parts:
        return None
    own = np.concatenate([part.boards.own for part in parts])
    opp = np.concatenate([part.boards.opp for part in parts])
    target = np.concatenate([part.target for part in parts])
    return Samples(Boards(own, opp), target, target)
