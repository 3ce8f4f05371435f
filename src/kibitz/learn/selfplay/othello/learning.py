"""AlphaZero's loop for Othello on any board up to 8×8: play against yourself, learn from what the search found, and play on.

A generation plays games with the tables that won the last match, learns from a window of the latest games, and lets the new
tables take over if they hold their own in a match. Nothing is known of the game but its rules. After Silver and others (Nature
2017, Science 2018); the judge is made of pattern tables instead of a network, so that two cores are enough.

Every generation draws from its own seed, and its games are on disk before anybody learns from them: a run that was killed goes on
to the very same tables.
"""

import json
import time
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from kibitz import _native
from kibitz.files import clear_parts, make_folder, whole_file
from kibitz.learn.runs import loop
from kibitz.learn.runs.progress import Tell, Told
from kibitz.learn.runs.run_folder import Checkpoint, RunFolder
from kibitz.learn.selfplay.othello.games import (
    GameSettings,
    GamesJob,
    MatchJob,
    Positions,
    game_starts,
    joined,
    play_job,
    play_match,
)
from kibitz.rules.othello.bulk import Boards
from kibitz.search.othello.policy_tables import PolicyTables, new_core
from kibitz.workers import Workers, results_in_order

GAMES: Final = "games"
_START, _PLAY, _LEARN, _MATCH = range(4)  # what a seed is for


@dataclass(frozen=True, slots=True)
class LearningSettings:
    """How the tables learn from the latest games.

    Of the `window` latest positions each generation draws `reuse` times as many as it has played. A position's target is the
    score of its game, with a share of `search_value` of what the search thought. Steps shrink as gradients add up; `memory` is
    how much of the sums is kept from one generation to the next.
    """

    window: int = 120_000
    reuse: float = 8.0
    value_rate: float = 0.2
    policy_rate: float = 0.1
    search_value: float = 0.5
    memory: float = 0.8


@dataclass(frozen=True, slots=True)
class MatchSettings:
    """When new tables take over: after `pairs` pairs of games with `simulations` a move in which they scored `needed` or more."""

    pairs: int = 64
    simulations: int = 48
    needed: float = 0.5


@dataclass(frozen=True, slots=True)
class SelfPlayPlan:
    """The settings of a run. `knots` are the disc counts at which tables have their own weights."""

    size: int = 6
    patterns: str = "six10"
    knots: tuple[int, ...] = tuple(range(4, 37, 4))
    generations: int = 60
    games: int = 512  # a generation
    seed: int = 1
    play: GameSettings = field(default_factory=GameSettings)
    learning: LearningSettings = field(default_factory=LearningSettings)
    match: MatchSettings = field(default_factory=MatchSettings)

    def to_json(self) -> dict[str, Any]:
        return asdict(self)

    def goes_on(self, found: dict[str, Any]) -> bool:
        """Whether settings found in a folder differ only in the number of generations."""
        own = json.loads(json.dumps(self.to_json()))
        return bool({**own, "generations": 0} == {**found, "generations": 0})


@dataclass(slots=True)
class State:
    """The state of a run after a generation: the tables that learn, and those that play."""

    generation: int
    learner: _native.othello.PolicyTables
    player: PolicyTables

    @classmethod
    def first(cls, plan: SelfPlayPlan, weights: NDArray[np.float32] | None = None) -> "State":
        """Before the first generation: tables with some weights, or that know nothing."""
        learner = new_core(plan.patterns, plan.size, plan.knots)
        if weights is not None:
            learner.weights[:] = weights
        return cls(0, learner, tables_of(plan, learner))


def tables_of(plan: SelfPlayPlan, learner: _native.othello.PolicyTables) -> PolicyTables:
    """A copy of what has been learned so far."""
    return PolicyTables(plan.patterns, plan.size, plan.knots, learner.weights.copy())


def teach_itself(
    plan: SelfPlayPlan, folder: RunFolder, workers: Workers, tell: Tell, first: NDArray[np.float32] | None = None
) -> PolicyTables:
    """The tables that play at the end of a run, which goes on from its checkpoint if there is one.

    `first` are weights to begin with. More generations than before go on with a finished run; raises SetupError if the folder
    holds a run with other settings.
    """
    folder.start(plan.to_json(), plan.goes_on)
    make_folder(folder.path / GAMES)
    clear_parts(folder.path / GAMES)
    run = _Run(plan, folder, workers, State.first(plan, first))
    loop.resume(run, folder)
    loop.finish(run, folder, tell)
    return run.state.player


class _Run(loop.Learner[Told]):
    """A run in memory; steps are generations."""

    def __init__(self, plan: SelfPlayPlan, folder: RunFolder, workers: Workers, state: State) -> None:
        self._plan, self._folder, self._workers, self.state = plan, folder, workers, state
        self._figures: dict[str, float] = {}

    @property
    def is_over(self) -> bool:
        return self.step >= self._plan.generations

    def advance(self) -> None:
        self.state, self._figures = next_generation(self._plan, self.state, self._folder, self._workers)
        self.step = self.state.generation

    def milestone(self) -> loop.Milestone[Told]:
        figures = self._figures
        words = f"error {figures['squared_error'] ** 0.5:.2f} discs, match {figures['score']:.0%}"
        told = Told("generations", self.step, self._plan.generations, words)
        return loop.Milestone({"step": self.step, **figures}, True, told)

    def checkpoint(self) -> Checkpoint:
        learner = self.state.learner
        arrays = {"weights": learner.weights, "squares": learner.squares, "player": self.state.player.weights}
        return Checkpoint(arrays, {"generation": self.step})

    def restore(self, checkpoint: Checkpoint) -> None:
        plan, learner, stored = self._plan, self.state.learner, checkpoint.tensors
        self.step = int(checkpoint.facts["generation"])
        learner.weights[:], learner.squares[:] = stored["weights"], stored["squares"]
        player = PolicyTables(plan.patterns, plan.size, plan.knots, stored["player"])
        self.state = State(self.step, learner, player)


def next_generation(plan: SelfPlayPlan, state: State, folder: RunFolder, workers: Workers) -> tuple[State, dict[str, float]]:
    """The state of a run one generation later, and what was measured on the way."""
    number, begin = state.generation + 1, time.perf_counter()
    played = _played(plan, state, number, folder, workers)
    count = int(plan.learning.reuse * len(played))
    squared, nll = learn_from(state.learner, _window(plan, folder, number), count, plan, _random(plan, number, _LEARN))
    candidate = tables_of(plan, state.learner)
    score = _match(plan, candidate, state.player, number, workers)
    player = candidate if score >= plan.match.needed else state.player
    figures = {"positions": len(played), "squared_error": squared, "nll": nll, "score": score}
    return State(number, state.learner, player), {**figures, "seconds": time.perf_counter() - begin}


def learn_from(
    learner: _native.othello.PolicyTables, window: Positions, count: int, plan: SelfPlayPlan, random: np.random.Generator
) -> tuple[float, float]:
    """Let tables learn from so many positions drawn from a window; returns the errors before each step, squared and in nats."""
    drawn = window.take(_rows(len(window), count, random))
    squares, settings = plan.size * plan.size, plan.learning
    own_view = settings.search_value * squares * drawn.value
    scores = (own_view + (1 - settings.search_value) * drawn.score).astype(np.float32)
    learner.squares[:] *= settings.memory
    np.maximum(learner.squares, 1, out=learner.squares)
    boards = drawn.boards
    return learner.learn(boards.own, boards.opp, scores, drawn.shares(), settings.value_rate, settings.policy_rate)


def match_score(scores: NDArray[np.int64]) -> float:
    """The share of points in games with these scores, a draw being half a point."""
    return float(((np.sign(scores) + 1) / 2).mean())


def _played(plan: SelfPlayPlan, state: State, number: int, folder: RunFolder, workers: Workers) -> Positions:
    path = _games_path(folder, number)
    if not path.is_file():
        jobs = _game_jobs(plan, state, number, load_positions(_games_path(folder, number - 1)) if number > 1 else None)
        save_positions(joined(results_in_order(workers, play_job, jobs)), path)
    return load_positions(path)


def _game_jobs(plan: SelfPlayPlan, state: State, number: int, before: Positions | None) -> list[GamesJob]:
    starts = game_starts(plan.games, before, plan.size, plan.play, _random(plan, number, _START))
    jobs = []
    for begin in range(0, plan.games, plan.play.games_per_job):
        share = slice(begin, begin + plan.play.games_per_job)
        boards = Boards(starts.own[share], starts.opp[share])
        jobs.append(GamesJob(state.player, boards, plan.play, (plan.seed, number, _PLAY, begin)))
    return jobs


def _match(plan: SelfPlayPlan, candidate: PolicyTables, player: PolicyTables, number: int, workers: Workers) -> float:
    pairs = _shared_out(plan.match.pairs, plan.play.games_per_job)
    jobs = [
        MatchJob(candidate, player, count, plan.match.simulations, plan.play, (plan.seed, number, _MATCH, job))
        for job, count in enumerate(pairs)
    ]
    return match_score(np.concatenate(results_in_order(workers, play_match, jobs), axis=1))


def _window(plan: SelfPlayPlan, folder: RunFolder, number: int) -> Positions:
    """The positions of the latest generations, as many as the window holds; older games are removed from disk."""
    parts: list[Positions] = []
    while number and sum(map(len, parts)) < plan.learning.window:
        parts.insert(0, load_positions(_games_path(folder, number)))
        number -= 1
    _games_path(folder, number).unlink(missing_ok=True)
    return joined(parts)


def save_positions(positions: Positions, path: Path) -> None:
    """Write a file of positions, complete or not at all."""
    boards = positions.boards
    with whole_file(path) as file:
        np.savez_compressed(
            file, own=boards.own, opp=boards.opp, visits=positions.visits, value=positions.value, score=positions.score
        )


def load_positions(path: Path) -> Positions:
    """What save_positions() wrote."""
    with np.load(path, allow_pickle=False) as stored:
        return Positions(Boards(stored["own"], stored["opp"]), stored["visits"], stored["value"], stored["score"])


def _games_path(folder: RunFolder, number: int) -> Path:
    return folder.path / GAMES / f"{number:04}.npz"


def _shared_out(total: int, most: int) -> list[int]:
    """A number in parts of `most` and a rest."""
    return [min(most, total - begin) for begin in range(0, total, most)]


def _rows(available: int, count: int, random: np.random.Generator) -> NDArray[np.int64]:
    """So many rows in random order; none comes again before all have come."""
    rounds = [random.permutation(available) for _ in range(-(-count // available))]
    return np.concatenate(rounds)[:count]


def _random(plan: SelfPlayPlan, number: int, purpose: int) -> np.random.Generator:
    return np.random.default_rng((plan.seed, number, purpose))
