"""Many games of Othello at once as a vectorised Gymnasium environment, played by the core in bulk.

docs/environments.md has observations, actions and rewards. The package gymnasium belongs to the extra `environments`.
"""

from typing import Any, Final, TypeAlias

import gymnasium
import numpy as np
from gymnasium.spaces import Box, Dict, Discrete
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from kibitz.errors import SetupError
from kibitz.features.othello.samples import squares_as_columns
from kibitz.rules.othello import bulk
from kibitz.rules.othello.bulk import Boards, Masks
from kibitz.rules.othello.position import START
from kibitz.rules.squares import PASS
from kibitz.search.othello.endgame import scores_many

PASS_ACTION: Final = 64
ACTIONS: Final = 65
OPPONENTS: Final = ("self", "random")
REWARDS: Final = ("result", "loss")
_MOST_EXACT: Final = 16

Observations: TypeAlias = dict[str, NDArray[np.int8]]
Flags: TypeAlias = NDArray[np.bool_]


class OthelloVectorEnv(VectorEnv[Any, Any, Any]):
    """`num_envs` games, seen by the mover: `observation` [N, 2, 8, 8], its own discs and the other's, and `action_mask` [N, 65].

    An action is a square, 0 for a1 to 63 for h8, or 64 for the pass. With `opponent="self"` the actions are those of both sides
    in turn, and a reward is for the side that moved; with "random" a random mover answers, and the agent has Black in every
    second game. With `reward="result"` the end of a game gives 1, 0 or −1; with "loss" each move gives minus the discs it lost,
    exactly, from `exact_from` empty squares on. An illegal action ends its game with −1, or −64 discs. A game that ended begins
    anew at the next step, whose action is not looked at (Gymnasium's NEXT_STEP).
    """

    metadata: dict[str, Any] = {"render_modes": [], "autoreset_mode": AutoresetMode.NEXT_STEP}  # noqa: RUF012

    def __init__(self, num_envs: int = 1, opponent: str = "self", reward: str = "result", exact_from: int = 10) -> None:
        """Raises SetupError for an opponent or reward that is not known."""
        for name, value, known in (("opponent", opponent, OPPONENTS), ("reward", reward, REWARDS)):
            if value not in known:
                raise SetupError(f"{name} is one of {', '.join(known)}, not {value!r}")
        if not 0 <= exact_from <= _MOST_EXACT:
            raise SetupError(f"the last {_MOST_EXACT} empty squares can be solved, not {exact_from}")
        self.num_envs = num_envs
        self._against_random = opponent == "random"
        self._exact_from = exact_from if reward == "loss" else -1
        self.single_action_space = Discrete(ACTIONS)
        self.single_observation_space = Dict(
            {"observation": Box(0, 1, (2, 8, 8), np.int8), "action_mask": Box(0, 1, (ACTIONS,), np.int8)}
        )
        self.action_space = batch_space(self.single_action_space, num_envs)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self._chooser = np.random.default_rng()
        self._games = _Games.of(num_envs)
        self._has_white = np.zeros(num_envs, np.bool_)

    @property
    def boards(self) -> Boards:
        """The positions, seen by the side to move."""
        return self._games.boards

    def reset(
        self,
        *,
        seed: int | None = None,
        options: dict[str, Any] | None = None,  # noqa: ARG002 - there are none
    ) -> tuple[Observations, dict[str, Any]]:
        if seed is not None or not hasattr(self, "_seeded"):
            self._chooser, self._seeded = np.random.default_rng(seed), True
        self._begin(np.ones(self.num_envs, np.bool_))
        return self._observations(), {}

    def step(self, actions: NDArray[np.integer]) -> tuple[Observations, NDArray[np.float64], Flags, Flags, dict[str, Any]]:
        """Play an action in each game that goes on, and begin anew in each that has ended."""
        anew = self._games.over.copy()
        wanted = np.asarray(actions).astype(np.int8)
        illegal = ~anew & ~self._games.is_legal(wanted)
        playing = ~anew & ~illegal
        rewards = self._play(wanted, playing)
        rewards[illegal] = -64.0 if self._exact_from >= 0 else -1.0
        self._games.over |= illegal
        if self._against_random:
            self._answer(playing, rewards)
        self._begin(anew)
        return self._observations(), rewards, self._games.over.copy(), np.zeros(self.num_envs, np.bool_), {"illegal": illegal}

    def random_actions(self) -> NDArray[np.int8]:
        """A legal action for each game, all equally likely."""
        return _random_actions(self._games.legal, self._chooser)

    def _begin(self, rows: Flags) -> None:
        """Begin some games; where a random mover has Black it moves first."""
        if not rows.any():
            return
        self._games.begin(rows)
        if self._against_random:
            self._has_white[rows] = self._chooser.random(int(rows.sum())) < 0.5
            first = rows & self._has_white
            self._games.play(self.random_actions(), first)

    def _play(self, actions: NDArray[np.int8], rows: Flags) -> NDArray[np.float64]:
        """Play in some games; the reward of the side that moved."""
        if self._exact_from < 0:
            self._games.play(actions, rows)
            return np.where(rows & self._games.over, -np.sign(self._games.scores()), 0.0)
        solved = rows & (self._games.empties() <= self._exact_from)
        before = self._games.values(solved)
        self._games.play(actions, rows)
        return -(before + self._games.values(solved)).astype(np.float64)

    def _answer(self, playing: Flags, rewards: NDArray[np.float64]) -> None:
        """Let the random mover answer where a game goes on; the result is seen by the agent."""
        answering = playing & ~self._games.over
        self._games.play(self.random_actions(), answering)
        if self._exact_from < 0:
            ended = answering & self._games.over
            rewards[ended] = np.sign(self._games.scores())[ended]

    def _observations(self) -> Observations:
        games = self._games
        planes = np.stack([squares_as_columns(mask) for mask in (games.boards.own, games.boards.opp)], axis=1)
        mask = np.zeros((self.num_envs, ACTIONS), np.int8)
        mask[:, :PASS_ACTION] = squares_as_columns(games.legal)
        mask[:, PASS_ACTION] = (games.legal == 0) & ~games.over
        return {"observation": planes.view(np.int8).reshape(-1, 2, 8, 8), "action_mask": mask}


class _Games:
    """Games in bulk: positions seen by the side to move, its legal squares, and which games are over, [N] each."""

    def __init__(self, boards: Boards, legal: Masks, over: Flags) -> None:
        self.boards, self.legal, self.over = boards, legal, over

    @classmethod
    def of(cls, count: int) -> "_Games":
        made = cls(Boards.of([START] * count), np.zeros(count, np.uint64), np.zeros(count, np.bool_))
        made.begin(np.ones(count, np.bool_))
        return made

    def begin(self, rows: Flags) -> None:
        self.boards.own[rows], self.boards.opp[rows] = START.own, START.opp
        self.legal[rows] = bulk.legal_masks(Boards.of([START]))[0]
        self.over[rows] = False

    def is_legal(self, actions: NDArray[np.int8]) -> Flags:
        """Whether each action is a legal square, or a pass where there is none."""
        is_square = (actions >= 0) & (actions < PASS_ACTION)
        squares = np.where(is_square, actions, 0).astype(np.uint64)
        is_free = (self.legal >> squares & np.uint64(1)) == 1
        is_pass = (actions == PASS_ACTION) & (self.legal == 0)
        legal: Flags = np.where(is_square, is_free, is_pass)
        return legal

    def play(self, actions: NDArray[np.int8], rows: Flags) -> None:
        """Play in some games; what is played must be legal there."""
        squares = np.where(actions == PASS_ACTION, np.int8(PASS), actions)
        after = bulk.play(self.boards, np.where(rows, squares, np.int8(PASS)).astype(np.int8))
        own, opp = np.where(rows, after.own, self.boards.own), np.where(rows, after.opp, self.boards.opp)
        self.boards = Boards(own, opp)
        self.legal = bulk.legal_masks(self.boards)
        stuck = np.flatnonzero(rows & (self.legal == 0))
        if len(stuck):
            self.over[stuck] = bulk.legal_masks(Boards(opp[stuck], own[stuck])) == 0

    def scores(self) -> NDArray[np.int64]:
        """The mover's discs less the other's, empty squares for the winner, [N]."""
        return bulk.black_scores(self.boards.own, self.boards.opp)

    def empties(self) -> NDArray[np.int64]:
        discs: NDArray[np.int64] = np.bitwise_count(self.boards.own | self.boards.opp).astype(np.int64)
        return 64 - discs

    def values(self, rows: Flags) -> NDArray[np.int64]:
        """The exact value of some games for the side to move, 0 for the others, [N]."""
        found = np.zeros(len(rows), np.int64)
        found[rows] = scores_many(Boards(self.boards.own[rows], self.boards.opp[rows]))
        return found


def _random_actions(legal: Masks, chooser: np.random.Generator) -> NDArray[np.int8]:
    """A random bit of each mask, the pass where there is none."""
    left = legal.copy()
    skipped = (chooser.random(len(legal), np.float32) * np.bitwise_count(legal)).astype(np.int8)
    for number in range(int(skipped.max(initial=0))):
        left = np.where(skipped > number, left & (left - np.uint64(1)), left)
    lowest = left & (~left + np.uint64(1))
    below: NDArray[np.int8] = np.bitwise_count(lowest - np.uint64(1)).astype(np.int8)
    return below  # of no bit at all: 64, which is the pass


class OthelloEnv(gymnasium.Env[Any, Any]):
    """One game as a plain Gymnasium environment; see OthelloVectorEnv for its options."""

    metadata: dict[str, Any] = {"render_modes": ["ansi"]}  # noqa: RUF012

    def __init__(self, render_mode: str | None = None, opponent: str = "random", **options: Any) -> None:
        self.render_mode = render_mode
        self._games = OthelloVectorEnv(1, opponent, **options)
        self.action_space = self._games.single_action_space
        self.observation_space = self._games.single_observation_space

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Observations, dict[str, Any]]:
        super().reset(seed=seed)
        first_seed = seed if seed is not None else int(self.np_random.integers(1 << 31))
        seen, _ = self._games.reset(seed=first_seed, options=options)
        return _first(seen), {}

    def step(self, action: Any) -> tuple[Observations, float, bool, bool, dict[str, Any]]:
        seen, rewards, over, cut, infos = self._games.step(np.array([action]))
        return _first(seen), float(rewards[0]), bool(over[0]), bool(cut[0]), {"illegal": bool(infos["illegal"][0])}

    def render(self) -> str | None:
        """The discs of the side to move as X, the other's as O."""
        if self.render_mode != "ansi":
            return None
        own, opp = int(self._games.boards.own[0]), int(self._games.boards.opp[0])
        signs = ["X" if own >> square & 1 else "O" if opp >> square & 1 else "." for square in range(64)]
        return "\n".join("".join(signs[row : row + 8]) for row in range(0, 64, 8))


def _first(seen: Observations) -> Observations:
    return {name: part[0] for name, part in seen.items()}
