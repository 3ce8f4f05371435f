"""The trained network going on by policy gradient: games against its past versions, moves likelier by what they brought.

After Silver et al., "Mastering the game of Go with deep neural networks and tree search" (2016), which the thesis wants tried.
What is drawn by lot depends on the seed and the number of the step alone: a run goes on exactly where its checkpoint stood.
"""

import math
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from kibitz.experiments.hlynsson2017.measuring import read_year
from kibitz.experiments.hlynsson2017.policy_page import MATCH_GAMES, OPENING_MOVES, SAMPLE, START, WAYS, policy_folder
from kibitz.experiments.hlynsson2017.variants import SEEDS
from kibitz.experiments.papers import Wanted
from kibitz.features.othello.planes import RAW, encode, situations_of_boards
from kibitz.features.othello.samples import TEST_YEARS, squares_as_columns
from kibitz.learn.networks.othello.supervised import judge_net
from kibitz.learn.runs import loop
from kibitz.learn.runs.network_state import arrays_of, load_optimiser, optimiser_arrays, tensors_of
from kibitz.learn.runs.progress import Told
from kibitz.learn.runs.run_folder import Checkpoint, RunFolder
from kibitz.learn.temporal.othello.lockstep import Chooser, play_games, random_openings
from kibitz.models.store import find_by_name
from kibitz.nets.othello.convolutional import ExpertNet, move_scores
from kibitz.nets.othello.export import load_exported
from kibitz.rules.othello.bulk import Boards, Squares, legal_masks
from kibitz.rules.othello.position import START as START_BOARD

_STEP_STREAM, _MATCH_STREAM = 1, 2

Weights = dict[str, Tensor]


@dataclass(frozen=True, slots=True)
class PolicySettings:
    """What decides a run: so many steps, each from so many games against one of the versions kept on the way."""

    start: str = START
    steps: int = 300
    games: int = 64  # of a step, half of them with each colour
    rate: float = 2e-5  # of Adam
    kept_every: int = 25  # steps; a version that was kept is an opponent from then on
    checkpoint_every: int = 5
    seed: int = 1


@dataclass(frozen=True, slots=True)
class Played:
    """What the learner did in some games: its positions, squares and game of each, [T], and each game's result for it, [G]."""

    boards: Boards
    squares: NDArray[np.int64]
    game: NDArray[np.int64]
    result: NDArray[np.float32]


def learn_by_policy_gradient(wanted: Wanted) -> None:
    """Run every seed to its end, or until the minutes are over, and measure those that are through."""
    torch.set_num_threads(wanted.threads)
    deadline = time.monotonic() + 60 * wanted.minutes if wanted.minutes else math.inf
    for seed in SEEDS:
        folder = policy_folder(wanted.runs, seed)
        if folder.result() is None:
            _run(PolicySettings(seed=seed), folder, wanted, lambda: time.monotonic() < deadline)


def _run(settings: PolicySettings, folder: RunFolder, wanted: Wanted, goes_on: Callable[[], bool]) -> None:
    folder.start(asdict(settings))
    run = PolicyRun(settings, load_exported(find_by_name(settings.start).weights), folder.path.name)
    loop.resume(run, folder)
    if loop.finish(run, folder, wanted.tell, goes_on):
        folder.save_result(_measured(run, wanted.data))


class PolicyRun(loop.Learner[Told]):
    """A run in memory: the network that learns, its optimiser, and the versions that it meets."""

    def __init__(self, settings: PolicySettings, start: ExpertNet, name: str = "") -> None:
        self.settings, self._name = settings, name
        self.net, self._other = start, ExpertNet(start.spec).eval()
        self.versions: list[Weights] = [_weights(start)]
        self._optimiser = torch.optim.Adam(self.net.parameters(), lr=settings.rate)
        self._share = 0.0

    @property
    def is_over(self) -> bool:
        return self.step >= self.settings.steps

    def advance(self) -> None:
        random = np.random.default_rng([self.settings.seed, _STEP_STREAM, self.step])
        self._other.load_state_dict(self.versions[random.integers(len(self.versions))])
        played = played_games(self.net, self._other, self.settings.games, random)
        self._share = float((played.result.mean() + 1) / 2)
        self._learn(played)
        self.step += 1
        if self.step % self.settings.kept_every == 0:
            self.versions.append(_weights(self.net))

    def _learn(self, played: Played) -> None:
        gain = (played.result - played.result.mean())[played.game]
        shares = log_shares(self.net, played.boards)
        chosen = shares.gather(1, torch.from_numpy(played.squares)[:, None]).squeeze(1)
        loss = -(chosen * torch.from_numpy(gain)).sum() / len(played.result)
        self._optimiser.zero_grad()
        loss.backward()  # type: ignore[no-untyped-call]
        self._optimiser.step()

    def milestone(self) -> loop.Milestone[Told]:
        row = {"step": self.step, "seconds": round(self.seconds, 1), "share": round(self._share, 4)}
        told = Told(self._name, self.step, self.settings.steps, f"{100 * self._share:.0f} % of the points")
        is_due = self.is_over or self.step % self.settings.checkpoint_every == 0
        return loop.Milestone(row, is_due, told)

    def checkpoint(self) -> Checkpoint:
        tensors = arrays_of(self.net.state_dict(), "net.") | optimiser_arrays(self._optimiser, "optimiser.")
        for number, version in enumerate(self.versions):
            tensors |= arrays_of(version, f"version{number}.")
        return Checkpoint(tensors, {"step": self.step, "seconds": self.seconds, "versions": len(self.versions)})

    def restore(self, checkpoint: Checkpoint) -> None:
        self.step, self.seconds = int(checkpoint.facts["step"]), float(checkpoint.facts["seconds"])
        self.net.load_state_dict(tensors_of(checkpoint.part("net.")))
        load_optimiser(self._optimiser, checkpoint.part("optimiser."))
        kept = range(int(checkpoint.facts["versions"]))
        self.versions = [tensors_of(checkpoint.part(f"version{number}.")) for number in kept]


def _weights(net: ExpertNet) -> Weights:
    return {name: tensor.clone() for name, tensor in net.state_dict().items()}


def log_shares(net: ExpertNet, boards: Boards) -> Tensor:
    """The logarithms of the probabilities of all squares, [N, 64]; -inf where no move is legal."""
    planes = torch.from_numpy(encode(RAW, situations_of_boards(boards)))
    legal = torch.from_numpy(squares_as_columns(legal_masks(boards)))
    return move_scores(net(planes)).masked_fill(~legal, -torch.inf).log_softmax(1)


def mover(net: ExpertNet, random: np.random.Generator | None) -> Chooser:
    """A network's moves: drawn by lot from its probabilities, or its first choices where there is no lot."""

    @torch.no_grad()
    def choose(boards: Boards, _games: NDArray[np.int64]) -> Squares:
        shares = log_shares(net, boards).numpy()
        # The highest of the logarithms with Gumbel's noise is a draw from the probabilities.
        lots = 0.0 if random is None else random.gumbel(size=shares.shape)
        return (shares + lots).argmax(axis=1).astype(np.int8)

    return choose


def played_games(net: ExpertNet, other: ExpertNet, games: int, random: np.random.Generator) -> Played:
    """Games from the start of the game with moves drawn by lot; the learner has Black in the first half of them."""
    kept: list[tuple[Boards, Squares, NDArray[np.int64]]] = []
    results = []
    for first, is_black in ((0, True), (games // 2, False)):
        count = games // 2 if is_black else games - games // 2
        learner = _recorded(mover(net, random), kept, first)
        black, white = (learner, mover(other, random)) if is_black else (mover(other, random), learner)
        scores = play_games(Boards.of([START_BOARD] * count), np.ones(count, np.bool_), black, white)
        results.append(np.sign(scores if is_black else -scores))
    own, opp = (np.concatenate([getattr(boards, side) for boards, _, _ in kept]) for side in ("own", "opp"))
    squares, game = (np.concatenate([part[place] for part in kept]).astype(np.int64) for place in (1, 2))
    return Played(Boards(own, opp), squares, game, np.concatenate(results).astype(np.float32))


def _recorded(chooser: Chooser, kept: list[tuple[Boards, Squares, NDArray[np.int64]]], first: int) -> Chooser:
    def choose(boards: Boards, games: NDArray[np.int64]) -> Squares:
        squares = chooser(boards, games)
        kept.append((boards, squares, games + first))
        return squares

    return choose


def _measured(run: PolicyRun, wthor: Path) -> dict[str, Any]:
    """Games against the start, and first choices on moves of a year that neither has learned from, before and after."""
    start = ExpertNet(run.net.spec).eval()
    start.load_state_dict(run.versions[0])
    moves = read_year(wthor, TEST_YEARS[0]).moves
    rows = np.random.default_rng(_MATCH_STREAM).permutation(len(moves))[:SAMPLE]
    before, after = (float(judge_net(net, moves.take(np.sort(rows))).first.mean()) for net in (start, run.net))
    random = np.random.default_rng([run.settings.seed, _MATCH_STREAM])
    return {
        "seed": run.settings.seed,
        "games": run.settings.steps * run.settings.games,
        "seconds": round(run.seconds, 1),
        "against_start": {way: match(run.net, start, way, MATCH_GAMES, random) for way in WAYS},
        "top1_before": before,
        "top1_after": after,
    }


def match(net: ExpertNet, other: ExpertNet, way: str, games: int, random: np.random.Generator) -> dict[str, int]:
    """Games won, drawn and lost, half of them with each colour: by lot from the start, or by first choice from openings."""
    by_lot = way == WAYS[0]
    starts, black_starts = random_openings(games // 2, 0 if by_lot else OPENING_MOVES, random)
    ours, others = (mover(each, random if by_lot else None) for each in (net, other))
    as_black, as_white = play_games(starts, black_starts, ours, others), -play_games(starts, black_starts, others, ours)
    scores = np.concatenate([as_black, as_white])
    return {"won": int((scores > 0).sum()), "drawn": int((scores == 0).sum()), "lost": int((scores < 0).sum())}
