"""A trained value network that fits each game as soon as it has played it, at several rates.

A game depends on the seed, its number and the weights alone, so a run goes on exactly where its last checkpoint stood.
"""

from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Final

import numpy as np
import torch
from numpy.typing import NDArray

from kibitz.errors import SetupError
from kibitz.experiments.ng2017.after_games_page import GAMES, OPENING_MOVES, RATES, TRAINED, after_games_folder
from kibitz.experiments.ng2017.samples import sampled
from kibitz.experiments.papers import Wanted
from kibitz.features.othello.planes import encode, situations_of_boards
from kibitz.learn.networks.othello.value_settings import ValueSettings
from kibitz.learn.networks.othello.value_training import load_value_net, mean_squared_error
from kibitz.learn.runs import loop
from kibitz.learn.runs.network_state import arrays_of, tensors_of
from kibitz.learn.runs.progress import Told
from kibitz.learn.runs.run_folder import Checkpoint, RunFolder
from kibitz.learn.tables.othello.drawn_positions import WholeGames
from kibitz.learn.temporal.othello.lockstep import Chooser, play_games, random_openings
from kibitz.models.othello.foresight import Foresight, evaluator_foresight, wystan
from kibitz.nets.othello.value_net import ValueNet, limit_norms
from kibitz.rules.othello.bulk import Boards

_FORGOTTEN_SET: Final = 2


@dataclass(frozen=True, slots=True)
class AfterGamesSettings:
    """What decides a run."""

    rate: float
    trained: str = TRAINED
    games: int = GAMES
    checkpoint_every: int = 50
    seed: int = 1


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """The positions of a game before each move, seen by whoever is to move, and how it ended for that side, [T]; and for us."""

    boards: Boards
    outcome: NDArray[np.float32]
    ours: int


def learn_after_games(wanted: Wanted) -> None:
    """Run every rate to its end and measure it; raises SetupError if the network has not been trained."""
    trained = RunFolder(wanted.runs / TRAINED)
    if not trained.has_checkpoint():
        raise SetupError(f"{trained.path} has no trained network, which after-games needs")
    torch.set_num_threads(wanted.threads)
    for rate in RATES:
        folder, settings = after_games_folder(wanted.runs, rate), AfterGamesSettings(rate)
        if folder.result() is None:
            folder.start(asdict(settings))
            run = AfterGamesRun(settings, load_value_net(trained), folder.path.name)
            loop.resume(run, folder)
            loop.finish(run, folder, wanted.tell)
            years = ValueSettings.from_json(trained.settings()).years
            folder.save_result({**halves(folder), "set_2": _error_on_set_2(run.net, wanted.data, years)})


class AfterGamesRun(loop.Learner[Told]):
    """A run in memory: the network; steps are games."""

    def __init__(self, settings: AfterGamesSettings, net: ValueNet, name: str = "") -> None:
        self.settings, self.net, self._name = settings, net.eval(), name
        self._opponent = wystan()
        self._row: loop.Row = {}

    @property
    def is_over(self) -> bool:
        return self.step >= self.settings.games

    def advance(self) -> None:
        random = np.random.default_rng([self.settings.seed, self.step])
        game = played_game(net_player(self.net), self._opponent, self.step % 2 == 0, random)
        error = fitted(self.net, game, self.settings.rate)
        self.step += 1
        self._row = {"step": self.step, "points": (1 + game.ours) / 2, "error": round(error, 5)}

    def milestone(self) -> loop.Milestone[Told]:
        is_due = self.is_over or self.step % self.settings.checkpoint_every == 0
        return loop.Milestone(self._row, is_due, Told(self._name, self.step, self.settings.games) if is_due else None)

    def checkpoint(self) -> Checkpoint:
        return Checkpoint(arrays_of(self.net.state_dict(), "net."), {"step": self.step, "seconds": self.seconds})

    def restore(self, checkpoint: Checkpoint) -> None:
        self.net.load_state_dict(tensors_of(checkpoint.part("net.")))
        self.step, self.seconds = int(checkpoint.facts["step"]), float(checkpoint.facts["seconds"])


def net_player(net: ValueNet) -> Foresight:
    """A network that looks one disc ahead."""

    @torch.no_grad()
    def values(boards: Boards) -> NDArray[np.float64]:
        planes = torch.from_numpy(encode(net.spec.plane_set(), situations_of_boards(boards)))
        return net(planes).numpy().astype(np.float64)

    return evaluator_foresight(values, depth=1)


def played_game(player: Foresight, other: Foresight, is_black: bool, random: np.random.Generator) -> PlayedGame:
    """One game from a random opening."""
    kept: list[tuple[Boards, bool]] = []
    ours, theirs = _recorded(player, kept, is_black), _recorded(other, kept, not is_black)
    black, white = (ours, theirs) if is_black else (theirs, ours)
    score = int(np.sign(play_games(*random_openings(1, OPENING_MOVES, random), black, white)[0]))
    boards = Boards(*(np.concatenate([getattr(each, side) for each, _ in kept]) for side in ("own", "opp")))
    outcome = np.array([score if black_moves else -score for _, black_moves in kept], np.float32)
    return PlayedGame(boards, outcome, score if is_black else -score)


def _recorded(foresight: Foresight, kept: list[tuple[Boards, bool]], is_black: bool) -> Chooser:
    def choose(boards: Boards, _games: NDArray[np.int64]) -> Any:
        kept.append((boards, is_black))
        return foresight(boards)

    return choose


def fitted(net: ValueNet, game: PlayedGame, rate: float) -> float:
    """One step towards a game's result in all its positions; returns the mean squared error before it."""
    planes = torch.from_numpy(encode(net.spec.plane_set(), situations_of_boards(game.boards)))
    loss = torch.square(net(planes) - torch.from_numpy(game.outcome)).mean()
    if rate:
        net.zero_grad()
        loss.backward()  # type: ignore[no-untyped-call]
        with torch.no_grad():
            for weights in net.parameters():
                assert weights.grad is not None
                weights.sub_(weights.grad, alpha=rate)
        limit_norms(net)
    return float(loss.detach())


def halves(folder: RunFolder) -> dict[str, Any]:
    """Points and errors in both halves of a run's games, and the standard error of the latter error."""
    rows = folder.metrics()
    points, errors = (np.array([float(row[name]) for row in rows]) for name in ("points", "error"))
    parts: list[Callable[[NDArray[np.float64]], NDArray[np.float64]]] = [
        lambda found: found[: len(rows) // 2],
        lambda found: found[len(rows) // 2 :],
    ]
    second = parts[1](errors)
    return {
        "points": [float(part(points).mean()) for part in parts],
        "errors": [float(part(errors).mean()) for part in parts],
        "error_of_second": float(second.std(ddof=1) / len(second) ** 0.5),
    }


def _error_on_set_2(net: ValueNet, wthor: Path, years: tuple[int, int]) -> float:
    drawn = WholeGames.of_years(wthor, years).drawn(_FORGOTTEN_SET)
    return mean_squared_error(net, sampled(drawn, _FORGOTTEN_SET))
