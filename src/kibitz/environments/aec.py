"""Any game as a PettingZoo environment for two agents, who move one after the other (AEC).

Actions count the squares or points by rows from the top left of the board as it is drawn; size² is the pass.
docs/environments.md has the rest. The package pettingzoo belongs to the extra `environments`.
"""

from functools import lru_cache
from typing import Any, Final

import gymnasium
import numpy as np
from gymnasium.spaces import Box, Dict, Discrete
from numpy.typing import NDArray
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers
from pettingzoo.utils.agent_selector import AgentSelector

from kibitz.errors import SetupError
from kibitz.games.catalogue import GAMES, find_kit
from kibitz.games.kit import Kit, LibraryPart, PlayedLine
from kibitz.rules.game import Color
from kibitz.rules.squares import PASS

AGENTS: Final = ("black_0", "white_0")
REWARDS: Final = ("result", "loss")


def env(game: str = GAMES[0].name, **options: Any) -> AECEnv:
    """The environment with the usual wrappers: an illegal action loses the game, and calls out of order are refused."""
    raw = raw_env(game, **options)
    return wrappers.OrderEnforcingWrapper(
        wrappers.AssertOutOfBoundsWrapper(wrappers.TerminateIllegalWrapper(raw, illegal_reward=-1))
    )


def raw_env(game: str = GAMES[0].name, **options: Any) -> "BoardEnv":
    """The environment itself."""
    return BoardEnv(game, **options)


class BoardEnv(AECEnv):
    """A game between `black_0` and `white_0`.

    An agent sees `observation`, its own stones and the opponent's [2, size, size], and `action_mask`, [size² + 1]. With
    `reward="result"` the end of the game gives 1, 0 or −1. With `reward="loss"` each move gives minus the points that it lost,
    from `exact_from` empty squares on, where the position is solved before and after; there is no other reward.
    """

    metadata: dict[str, Any] = {"name": "kibitz_v0", "render_modes": ["ansi"], "is_parallelizable": False}  # noqa: RUF012

    def __init__(
        self,
        game: str = GAMES[0].name,
        reward: str = "result",
        exact_from: int = 8,
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        """`options` are those of the game's positions, such as `size`. Raises SetupError for what the game does not have."""
        super().__init__()
        if reward not in REWARDS:
            raise SetupError(f"reward is one of {', '.join(REWARDS)}, not {reward!r}")
        self._kit = find_kit(game)
        self._start = self._line = PlayedLine.of(self._kit.positions.parse("", **options))
        self._exact_from = exact_from if reward == "loss" else -1
        self.render_mode = render_mode
        self.possible_agents = list(AGENTS)
        size = self._start.game.size
        self._squares = _squares_from_the_top(_library(self._kit), self._start)
        self._actions = {move: action for action, move in enumerate((*self._squares, PASS))}
        board = Box(0, 1, (2, size, size), np.int8)
        seen = Dict({"observation": board, "action_mask": Box(0, 1, (len(self._actions),), np.int8)})
        self.observation_spaces: dict[str, gymnasium.Space[Any]] = dict.fromkeys(AGENTS, seen)
        self.action_spaces: dict[str, gymnasium.Space[Any]] = {agent: Discrete(len(self._actions)) for agent in AGENTS}

    @property
    def line(self) -> PlayedLine:
        """The game so far."""
        return self._line

    def observation_space(self, agent: str) -> gymnasium.Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> gymnasium.Space[Any]:
        return self.action_spaces[agent]

    def action_name(self, action: int) -> str:
        """An action as people write the move."""
        return self._line.game.format_move(self._move(action))

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:  # noqa: ARG002 - nothing is drawn by lot
        self._line = self._start
        self.agents = list(AGENTS)
        self.rewards = dict.fromkeys(AGENTS, 0.0)
        self._cumulative_rewards = dict.fromkeys(AGENTS, 0.0)
        self.terminations = dict.fromkeys(AGENTS, False)
        self.truncations = dict.fromkeys(AGENTS, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in AGENTS}
        self._selector = AgentSelector(self.agents)
        self._selector.reset()
        self.agent_selection = AGENTS[int(self._line.position.to_move)]

    def observe(self, agent: str) -> dict[str, NDArray[np.int8]]:
        """What an agent sees; the mask is empty while it is not its turn."""
        stone, position = _library(self._kit).stone, self._line.position
        size = self._line.game.size
        own = Color(AGENTS.index(agent))
        stones = [stone(position, square) for square in self._squares]
        planes = np.array([[each == color for each in stones] for color in (own, own.other)], np.int8)
        return {"observation": planes.reshape(2, size, size), "action_mask": self._mask(own)}

    def step(self, action: int | None) -> None:
        if self.terminations[self.agent_selection] or self.truncations[self.agent_selection]:
            self._was_dead_step(action)
            return
        assert action is not None
        agent = self.agent_selection
        before, self._line = self._line, self._line.play(self._move(int(action)))
        self._cumulative_rewards[agent] = 0.0
        self.rewards = self._rewards(before)
        if self._line.position.outcome() is not None:
            self.terminations = dict.fromkeys(AGENTS, True)
        self.agent_selection = AGENTS[int(self._line.position.to_move)]
        if self.agent_selection == agent:  # who moved last in a game that is over
            self.agent_selection = AGENTS[1 - AGENTS.index(agent)]
        self._accumulate_rewards()

    def render(self) -> str | None:
        """The board as text."""
        return self._line.position.drawing() if self.render_mode == "ansi" else None

    def close(self) -> None:
        """There is nothing to close."""

    def _move(self, action: int) -> int:
        return (*self._squares, PASS)[action]

    def _mask(self, color: Color) -> NDArray[np.int8]:
        mask = np.zeros(len(self._actions), np.int8)
        if self._line.position.to_move == color and self._line.position.outcome() is None:
            mask[[self._actions[move] for move in self._line.position.legal_moves()]] = 1
        return mask

    def _rewards(self, before: PlayedLine) -> dict[str, float]:
        if self._exact_from >= 0:
            mover = before.position.to_move
            return {agent: -self._lost(before) if agent == AGENTS[int(mover)] else 0.0 for agent in AGENTS}
        outcome = self._line.position.outcome()
        scores = (0.0, 0.0) if outcome is None else tuple(float(np.sign(outcome.score_for(color))) for color in Color)
        return dict(zip(AGENTS, scores, strict=True))

    def _lost(self, before: PlayedLine) -> float:
        """The points that the last move lost, 0 where the position before it is not solved."""
        if self._empties(before) > self._exact_from:
            return 0.0
        return _worth(self._kit.name, before) + self._worth_after()

    def _worth_after(self) -> float:
        """What the position is worth to the side that did not just move."""
        outcome = self._line.position.outcome()
        mover = Color(AGENTS.index(self.agent_selection))
        return outcome.score_for(mover.other) if outcome else _worth(self._kit.name, self._line)

    def _empties(self, line: PlayedLine) -> int:
        return sum(_library(self._kit).stone(line.position, square) is None for square in self._squares)


def _squares_from_the_top(library: LibraryPart, line: PlayedLine) -> tuple[int, ...]:
    """The squares by rows from the top left of the board as it is drawn."""
    places = library.layout(line.position).places
    names = sorted(places, key=lambda name: (places[name][1], places[name][0]))
    return tuple(map(line.game.parse_move, names))


@lru_cache(maxsize=1 << 12)
def _worth(game: str, line: PlayedLine) -> float:
    """The exact value for the side to move; raises SetupError for a game that is not solved."""
    return _library(find_kit(game)).solve(line).score


def _library(kit: Kit) -> LibraryPart:
    if kit.library is None:
        raise SetupError(f"{kit.title} answers no questions from Python, and so has no environment")
    return kit.library
