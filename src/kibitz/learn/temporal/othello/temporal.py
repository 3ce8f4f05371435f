"""Networks that learn to value positions from games against themselves, by temporal differences.

After A. Leouski and P. Utgoff, "What a neural network can learn about Othello" (University of Massachusetts, 1996): the value of
a position is drawn towards what a search of two moves finds from it; at ten empty squares a game is solved and ends. Changes are
gathered during a game and made after it. With a `trace` above 0 it is TD(λ): what was found later in the game counts too. With an
`average` below 1 the network that is measured and kept is a running mean of the one that plays and learns.
"""

from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, replace
from typing import Any, Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from kibitz import _native
from kibitz.learn.runs import loop
from kibitz.learn.runs.progress import Tell, Told
from kibitz.learn.runs.run_folder import Checkpoint, RunFolder
from kibitz.learn.temporal.othello.gated import gated_steps, moved
from kibitz.nets.othello.sigma_network import Floats, SigmaNetwork, board_inputs, find_shape, sigma
from kibitz.rules.othello.bulk import Boards

# How well a network does, in columns of the metrics.
Measure: TypeAlias = Callable[[SigmaNetwork], dict[str, int]]

# Parts of a run are seeded apart, so that a run resumed at any game is the run that was never interrupted.
_FIRST_WEIGHTS: Final = 0
_GAMES: Final = 1
# What the names of the weights begin with in a checkpoint that are not those of the network that is kept.
_LEARNER: Final = "learner."


@dataclass(frozen=True, slots=True)
class TemporalSettings:
    """What decides a run: the network, its learning, and how often it is measured and kept.

    During a search a better move takes the place of the best so far with the chance `keep`. `trace` is λ. At every measurement
    the network that is kept moves by the share `average` towards the one that learns.
    """

    network: str = "network3"
    games: int = 15_000
    rate: float = 0.05
    trace: float = 0.0
    average: float = 1.0
    keep: float = 0.9
    solved_empties: int = 10
    measured_every: int = 120
    seed: int = 1


@dataclass(frozen=True, slots=True)
class LearningGame:
    """One game of a network against itself: a position before each move, whose turn it was, and what the move was worth, [T]."""

    boards: Boards
    black_to_move: NDArray[np.bool_]
    found: Floats  # seen by the side to move

    def targets(self, trace: float) -> Floats:
        """What each position is drawn towards, seen by its side to move, [T].

        What was found there, mixed by `trace` with the target of the next position of the game.
        """
        towards = self.found.copy()
        for row in range(len(towards) - 2, -1, -1):
            same_side = self.black_to_move[row] == self.black_to_move[row + 1]
            following = towards[row + 1] if same_side else -towards[row + 1]
            towards[row] = (1 - trace) * self.found[row] + trace * following
        return towards


def play_game(network: SigmaNetwork, self_play: _native.othello.SelfPlay, seed: int) -> LearningGame:
    """A game of a network against itself."""
    own, opp, black_to_move, found = self_play.game(network.core, seed)
    return LearningGame(Boards(own, opp), black_to_move.view(np.bool_), found)


def learned(network: SigmaNetwork, boards: Boards, targets: Floats, rate: float) -> SigmaNetwork:
    """The network after one step towards the targets of some positions, the sum of the steps for each of them."""
    if network.gate is not None:
        return moved(network, gated_steps(network, boards, targets, rate))
    shape = network.shape
    share = shape.blend()[np.bitwise_count(boards.own | boards.opp)]
    seen = board_inputs(boards)[:, shape.parts]  # [T, parts, squares]
    hidden = sigma(np.einsum("tpk,okm->topm", seen, network.weights, optimize=True) + network.biases[:, None, :])
    outputs = sigma((hidden.sum(axis=2) * network.to_output).sum(axis=2) + network.output_biases)
    error = targets - (share * outputs).sum(axis=1)
    # The curve's slope is (1 - y²) / 2 where its value is y.
    by_output = rate * error[:, None] * share * (1 - outputs**2) / 2
    by_unit = by_output[:, :, None, None] * network.to_output[:, None, :] * (1 - hidden**2) / 2
    steps = {
        "weights": np.einsum("tpk,topm->okm", seen, by_unit, optimize=True),
        "biases": by_unit.sum(axis=(0, 2)),
        "to_output": np.einsum("to,topm->om", by_output, hidden, optimize=True),
        "output_biases": by_output.sum(axis=0),
    }
    return moved(network, steps)


def learn(
    settings: TemporalSettings,
    folder: RunFolder,
    measure: Measure,
    tell: Tell,
    goes_on: Callable[[], bool] = lambda: True,
) -> SigmaNetwork | None:
    """Run to the end, from the last checkpoint if there is one, and return the network.

    `measure` says how well the network does, before the first game and after every `measured_every`; what it finds becomes rows
    of the folder's metrics. Where `goes_on` says no after one of them, the run waits for another time, and None is returned.
    Raises SetupError if the folder holds a run with other settings.
    """
    folder.start(asdict(settings))
    run = _Run(settings, measure, folder.path.name)
    if not loop.resume(run, folder):
        loop.keep(run, folder, tell, run.beginning())
    return run.mean if loop.finish(run, folder, tell, goes_on) else None


class _Run(loop.Learner[Told]):
    """A run in memory: the network that learns, and the one that is measured and kept; steps are games."""

    def __init__(self, settings: TemporalSettings, measure: Measure, name: str) -> None:
        self._settings, self._measure, self._name = settings, measure, name
        self._self_play = _native.othello.SelfPlay(settings.keep, settings.solved_empties)
        self._learner = SigmaNetwork.random(settings.network, np.random.default_rng([_FIRST_WEIGHTS, settings.seed]))
        self.mean, self._error = self._learner, 0.0

    @property
    def is_over(self) -> bool:
        return self.step >= self._settings.games

    def beginning(self) -> loop.Milestone[Told]:
        """What is kept before the first game."""
        return loop.Milestone({"step": 0, **self._measure(self.mean), "squared_error": ""}, True)

    def advance(self) -> None:
        until = min(self.step + self._settings.measured_every, self._settings.games)
        games = range(self.step, until)
        self._learner, self._error = _play_and_learn(self._learner, games, self._settings, self._self_play)
        self.mean = _moved(self.mean, self._learner, self._settings.average)
        self.step = until

    def milestone(self) -> loop.Milestone[Told]:
        row = {"step": self.step, **self._measure(self.mean), "squared_error": round(self._error, 6)}
        return loop.Milestone(row, True, Told(self._name, self.step, self._settings.games, f"{row['won']} games won"))

    def checkpoint(self) -> Checkpoint:
        tensors = dict(self.mean.arrays())
        tensors |= {_LEARNER + name: array for name, array in self._learner.arrays().items()}
        return Checkpoint(tensors, {"step": self.step})

    def restore(self, checkpoint: Checkpoint) -> None:
        self.step = int(checkpoint.facts["step"])
        self._learner, self.mean = (_stored(self._settings.network, checkpoint.tensors, part) for part in (_LEARNER, ""))


def kept_network(folder: RunFolder) -> SigmaNetwork:
    """The network of a run's last checkpoint."""
    return _stored(folder.settings()["network"], folder.load_checkpoint().tensors, "")


def _moved(mean: SigmaNetwork, towards: SigmaNetwork, share: float) -> SigmaNetwork:
    """A network between two others of its kind, so much nearer to the second one."""
    ends = towards.arrays()
    between: dict[str, Any] = {name: (1 - share) * array + share * ends[name] for name, array in mean.arrays().items()}
    return replace(mean, **between)


def _play_and_learn(
    network: SigmaNetwork, games: range, settings: TemporalSettings, self_play: _native.othello.SelfPlay
) -> tuple[SigmaNetwork, float]:
    """The network after some games, and the mean squared difference that was left between its values and their targets."""
    errors = []
    for number in games:
        game = play_game(network, self_play, _game_seed(settings.seed, number))
        targets = game.targets(settings.trace)
        errors.append(float(((network.values(game.boards) - targets) ** 2).mean()))
        network = learned(network, game.boards, targets, settings.rate)
    return network, float(np.mean(errors))


def _game_seed(seed: int, number: int) -> int:
    return int(np.random.SeedSequence([_GAMES, seed, number]).generate_state(1, np.uint64)[0])


def _stored(name: str, tensors: Mapping[str, NDArray[Any]], prefix: str) -> SigmaNetwork:
    arrays: dict[str, Any] = {field: tensors[prefix + field] for field in find_shape(name).sizes()}
    return SigmaNetwork(name, **arrays)
