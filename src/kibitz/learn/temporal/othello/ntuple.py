"""N-tuple networks that learn from games against themselves by temporal differences, beyond Leouski and Utgoff's networks.

An n-tuple network is a sum of table entries that groups of squares select (S. Lucas, "Learning to play Othello with n-tuple
systems", 2008; W. Jaśkowski, "Systematic n-tuple networks for Othello position evaluation", 2014). No games of people are needed.
Many games are played side by side, one move ahead; their ends are solved. A position is drawn towards what the best move from it
was worth, mixed with what the game came to. The result is an evaluation that the engine's search can use.
"""

from collections.abc import Callable
from dataclasses import asdict, dataclass, replace
from typing import Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from kibitz import _native
from kibitz.features.othello.patterns import pattern_set
from kibitz.learn.runs import loop
from kibitz.learn.runs.progress import Tell, Told
from kibitz.learn.runs.run_folder import Checkpoint, RunFolder
from kibitz.learn.tables.othello.evaluation import fit_win_chances
from kibitz.rules.othello.bulk import Boards, Squares, children, legal_masks, play
from kibitz.rules.othello.position import START
from kibitz.search.othello.endgame import solve_children_many
from kibitz.search.othello.evaluation import DISC_COUNTS, UNITS_PER_DISC, Evaluation, WinChances
from kibitz.search.othello.minimax import final_scores

Floats = NDArray[np.float32]
# How well an evaluation does, in columns of the metrics.
Measure: TypeAlias = Callable[[Evaluation], dict[str, int]]

_GAMES: Final = 2
_CHANCE_GAMES: Final = 3
_CHANCE_ROUNDS: Final = 10


@dataclass(frozen=True, slots=True)
class NTupleSettings:
    """What decides a run. `explored` is the share of random moves; `trace` is λ; `rates` are for equal parts of the run.

    With `counts` the numbers of moves and of empty squares beside discs, and who moves last, have tables too. After each step,
    games `side_by_side`, the tables that are kept move by the share `average` towards those that learn.
    """

    patterns: str = "logistello11"
    counts: bool = True
    knots: tuple[int, ...] = (4, 14, 24, 34, 44, 54, 64)
    games: int = 300_000
    side_by_side: int = 200
    rates: tuple[float, ...] = (0.5, 0.3, 0.15, 0.05)
    explored: float = 0.1
    trace: float = 0.7
    average: float = 0.01
    solved_empties: int = 10
    measured_every: int = 10_000
    seed: int = 1

    def rate_at(self, game: int) -> float:
        return self.rates[min(len(self.rates) * game // self.games, len(self.rates) - 1)]


@dataclass(frozen=True, slots=True)
class Met:
    """The positions of one round of all running games, and what is known of them, [R].

    `found` is the value of the best move for its mover, `follows` whether the best move was played.
    """

    games: NDArray[np.int64]
    boards: Boards
    found: Floats
    follows: NDArray[np.bool_]
    passed_before: NDArray[np.bool_]


def play_side_by_side(
    trainer: _native.othello.EvaluationTrainer, settings: NTupleSettings, random: np.random.Generator
) -> list[Met]:
    """All positions of some games of a network against itself, round by round; the last of each game is solved or its end."""
    games = np.arange(settings.side_by_side)
    boards, passed = Boards.of([START] * len(games)), np.zeros(len(games), np.bool_)
    rounds = []
    while len(games):
        near_end = 64 - np.bitwise_count(boards.own | boards.opp) <= settings.solved_empties
        squares, found, follows = _best_or_random(trainer, boards, near_end, settings.explored, random)
        rounds.append(Met(games, boards, found, follows & ~near_end, passed))
        games, boards, passed = _after_moves(games, boards, squares, ~near_end)
    return rounds


def targets_of(rounds: list[Met], trace: float) -> tuple[Boards, Floats]:
    """All positions of some games and what they are drawn towards, [N]."""
    following = np.zeros(max(int(met.games.max()) for met in rounds) + 1, np.float32)
    found_later = np.zeros(len(following), np.bool_)
    passed_later = np.zeros(len(following), np.bool_)
    targets = []
    for met in reversed(rounds):
        later = np.where(passed_later[met.games], following[met.games], -following[met.games])
        mixed = (1 - trace) * met.found + trace * later
        drawn = np.where(met.follows & found_later[met.games], mixed, met.found).astype(np.float32)
        following[met.games], found_later[met.games], passed_later[met.games] = drawn, True, met.passed_before
        targets.append(drawn)
    boards = Boards(np.concatenate([met.boards.own for met in rounds]), np.concatenate([met.boards.opp for met in rounds]))
    return boards, np.concatenate(targets[::-1])


def _best_or_random(
    trainer: _native.othello.EvaluationTrainer,
    boards: Boards,
    near_end: NDArray[np.bool_],
    explored: float,
    random: np.random.Generator,
) -> tuple[Squares, Floats, NDArray[np.bool_]]:
    """The square played, the value of the best one for the mover, and whether that was played, [N]."""
    moves = children(boards)
    worth = -_values(trainer, moves.boards)
    worth[near_end[moves.parent]] = solve_children_many(_selected(boards, near_end)).score
    first = np.flatnonzero(np.diff(moves.parent, prepend=-1))
    best = np.maximum.reduceat(worth, first)
    explores = random.random(len(boards)) < explored
    lots = np.where(explores[moves.parent] | (worth == best[moves.parent]), random.random(len(worth)), -1)
    drawn = lots == np.maximum.reduceat(lots, first)[moves.parent]
    return moves.square[drawn], best.astype(np.float32), worth[drawn] == best


def _values(trainer: _native.othello.EvaluationTrainer, boards: Boards) -> Floats:
    """What positions are worth to their side to move; the final score where the game is over, [N]."""
    values = trainer.predict(boards.own, boards.opp)
    over = (legal_masks(boards) == 0) & (legal_masks(Boards(boards.opp, boards.own)) == 0)
    values[over] = final_scores(_selected(boards, over))
    return values


def _after_moves(
    games: NDArray[np.int64], boards: Boards, squares: Squares, go_on: NDArray[np.bool_]
) -> tuple[NDArray[np.int64], Boards, NDArray[np.bool_]]:
    """The games that go on and are not over after a move each, and whether a pass was forced on the way."""
    after = play(_selected(boards, go_on), squares[go_on])
    passed = legal_masks(after) == 0
    after = Boards(np.where(passed, after.opp, after.own), np.where(passed, after.own, after.opp))
    running = legal_masks(after) != 0
    return games[go_on][running], _selected(after, running), passed[running]


def _selected(boards: Boards, rows: NDArray[np.bool_]) -> Boards:
    return Boards(boards.own[rows], boards.opp[rows])


def learn(
    settings: NTupleSettings,
    folder: RunFolder,
    measure: Measure,
    tell: Tell,
    goes_on: Callable[[], bool] = lambda: True,
) -> Evaluation | None:
    """Run to the end, from the last checkpoint if there is one, and return the network as an evaluation.

    `measure` says how well it does, after every `measured_every` games; what it finds becomes rows of the folder's metrics. Where
    `goes_on` says no after one of them, the run waits for another time, and None is returned. Raises SetupError if the folder
    holds a run with other settings.
    """
    folder.start(asdict(settings))
    run = _Run(settings, measure, folder.path.name)
    loop.resume(run, folder)
    return with_chances(run.trainer, run.mean, settings) if loop.finish(run, folder, tell, goes_on) else None


class _Run(loop.Learner[Told]):
    """A run in memory: the tables that learn, and the mean of them that is measured and kept; steps are games."""

    def __init__(self, settings: NTupleSettings, measure: Measure, name: str) -> None:
        self._settings, self._measure, self._name = settings, measure, name
        self.trainer = _native.othello.EvaluationTrainer(
            pattern_set(settings.patterns), list(settings.knots), with_counts=settings.counts
        )
        self.mean, self._error = self.trainer.weights(), 0.0

    @property
    def is_over(self) -> bool:
        return self.step >= self._settings.games

    def advance(self) -> None:
        until = min(self.step + self._settings.measured_every, self._settings.games)
        starts = range(self.step, until, self._settings.side_by_side)
        self._error = _play_and_learn(self.trainer, self.mean, starts, self._settings)
        self.step = until

    def milestone(self) -> loop.Milestone[Told]:
        measured = self._measure(_evaluation(self.mean, self._settings))
        row = {"step": self.step, **measured, "squared_error": round(self._error, 3)}
        return loop.Milestone(row, True, Told(self._name, self.step, self._settings.games, f"{row['won']} games won"))

    def checkpoint(self) -> Checkpoint:
        arrays = {"weights": self.trainer.weights(), "squares": self.trainer.squares(), "mean": self.mean}
        return Checkpoint(arrays, {"step": self.step})

    def restore(self, checkpoint: Checkpoint) -> None:
        stored = checkpoint.tensors
        self.trainer.restore(stored["weights"], stored["squares"])
        self.mean, self.step = stored["mean"], int(checkpoint.facts["step"])


def _play_and_learn(trainer: _native.othello.EvaluationTrainer, mean: Floats, starts: range, settings: NTupleSettings) -> float:
    """Play and learn rounds of games that begin with these numbers, and move the mean of the tables along.

    Returns the mean squared error in discs² before each step.
    """
    errors = []
    for first in starts:
        random = np.random.default_rng([_GAMES, settings.seed, first])
        boards, targets = targets_of(play_side_by_side(trainer, settings, random), settings.trace)
        order = random.permutation(len(boards))
        errors.append(trainer.learn(boards.own[order], boards.opp[order], targets[order], settings.rate_at(first)))
        mean += settings.average * (trainer.weights() - mean)
    return float(np.mean(errors))


def with_chances(trainer: _native.othello.EvaluationTrainer, mean: Floats, settings: NTupleSettings) -> Evaluation:
    """The mean of the tables as an evaluation, its chances to win fitted to games that nothing was learnt from."""
    random = np.random.default_rng([_CHANCE_GAMES, settings.seed])
    parts = [targets_of(play_side_by_side(trainer, settings, random), 1.0) for _ in range(_CHANCE_ROUNDS)]
    boards = Boards(np.concatenate([part[0].own for part in parts]), np.concatenate([part[0].opp for part in parts]))
    results = np.concatenate([part[1] for part in parts])
    plain = _evaluation(mean, settings)
    chances = fit_win_chances(plain.values(boards), results, np.bitwise_count(boards.own | boards.opp))
    return replace(plain, win_chances=chances)


def _evaluation(tables: Floats, settings: NTupleSettings) -> Evaluation:
    """The tables as they are, without chances to win."""
    limits = np.iinfo(np.int16)
    weights = np.clip(np.rint(tables * UNITS_PER_DISC), limits.min, limits.max).astype(np.int16)
    flat = WinChances(np.zeros(DISC_COUNTS, np.float32), np.zeros(DISC_COUNTS, np.float32))
    return Evaluation(settings.patterns, settings.knots, weights, flat)
