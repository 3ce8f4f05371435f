"""Tree search guided by priors and values, many games at a time: PUCT as in AlphaZero, on boards up to 8×8.

The search is handed its judge, anything that says of many positions which moves are likely and what they are worth. It goes
down each game's tree to a position nobody has judged, has all of them judged at once, and keeps what hangs below a move that is
played. Values lie between -1 and 1 and are seen by the side to move. After Silver and others, "A general reinforcement learning
algorithm that masters chess, shogi, and Go through self-play" (Science 2018).
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple, Protocol, TypeAlias

import numpy as np
from numpy.typing import NDArray

from kibitz import _native
from kibitz.errors import SetupError
from kibitz.rules.othello.bulk import Boards, Squares, black_scores, children, legal_masks
from kibitz.rules.othello.position import Position
from kibitz.rules.squares import board_shape

Floats: TypeAlias = NDArray[np.float32]


class Judgements(NamedTuple):
    """What is thought of positions: `priors` [N, 64], of which those of legal squares count, and `values` [N]."""

    priors: Floats
    values: Floats


class Judge(Protocol):
    """Anything that judges positions for a search."""

    @property
    def counts_discs(self) -> bool:
        """Whether values are scores divided by the squares of the board, so that a higher win is better; else 1 is a win."""
        ...

    def judge(self, boards: Boards) -> Judgements:
        """What is thought of some positions, which all have a legal move."""
        ...


@dataclass(frozen=True, slots=True)
class Exploration:
    """How curious a search is: the weight of the priors, and how much worse than its position an untried move is taken to be."""

    rate: float = 0.5
    first_play_loss: float = 0.05


class TreeSearch:
    """The trees of many games, each with its position on top."""

    def __init__(self, starts: Boards, judge: Judge, size: int = 8, exploration: Exploration | None = None) -> None:
        """Raises SetupError for a board larger than 8×8."""
        if size > 8:
            raise SetupError(f"a {size}×{size} board cannot be searched; boards up to 8×8 can")
        curiosity = exploration or Exploration()
        playable = board_shape(size).playable
        self._judge = judge
        self._forest = _native.othello.Forest(
            starts.own, starts.opp, playable, judge.counts_discs, curiosity.rate, curiosity.first_play_loss
        )

    def run(self, simulations: int, at_once: int = 1, is_stopped: Callable[[], bool] = lambda: False) -> None:
        """Search until the position of every game that is not over has been gone through so many times.

        What was kept from earlier moves counts. Up to `at_once` positions of a game are judged together; more than one suits
        judges that are slow to call, and makes the search a little less well informed.
        """
        while not is_stopped():
            leaves = Boards(*self._forest.collect(simulations, at_once))
            if not len(leaves):
                return
            self._forest.judge(*self._judge.judge(leaves))

    def mix_noise(self, noise: Floats, share: float) -> None:
        """Blend the priors of the positions on top with noise [G, 64], scaled to a sum of 1; they must have been judged."""
        self._forest.mix_noise(noise, share)

    def advance(self, squares: Squares) -> None:
        """Play a legal square or PASS in every game, [G]; NO_MOVE leaves a game as it is."""
        self._forest.advance(squares)

    def boards(self) -> Boards:
        """The positions on top, [G]."""
        return Boards(*self._forest.roots())

    def visits(self) -> NDArray[np.int32]:
        """How often each move of the positions on top was tried, [G, 64]."""
        return self._forest.visits()

    def priors(self) -> Floats:
        """How likely the judge, and the noise, made each move of the positions on top, [G, 64]."""
        return self._forest.priors()

    def move_values(self) -> Floats:
        """What each move of the positions on top is worth to the side that plays it, [G, 64]; 0 if it was never tried."""
        return self._forest.move_values()

    def values(self) -> Floats:
        """What the positions on top are worth to their side to move by all that was seen below them, [G]."""
        return self._forest.values()

    def best_squares(self) -> Squares:
        """The move tried most often in each game, the more valuable one among equals, [G]; 0 where nothing was tried."""
        # Values lie within ±1, so half of them never outweighs a visit.
        chosen: Squares = (self.visits() + 0.49 * self.move_values()).argmax(axis=1).astype(np.int8)
        return chosen


def halving_square(
    position: Position,
    judge: Judge,
    simulations: int,
    exploration: Exploration | None = None,
    is_stopped: Callable[[], bool] = lambda: False,
) -> int:
    """The best legal square after equal shares of the simulations for all of them, then for the better half, and so on.

    A search that shares out its simulations by itself hardly looks at moves its judge does not like; here each gets its chance.
    Sequential halving after Karnin, Koren and Somekh (2013), at the root as in Danihelka and others, "Policy improvement by
    planning with Gumbel" (2022). Raises SetupError for a board larger than 8×8; the position must have a legal square.
    """
    after = children(Boards.of([position]), position.size)
    left = np.arange(len(after.square))
    rounds = max(1, (len(left) - 1).bit_length())
    for _ in range(rounds):
        boards = Boards(after.boards.own[left], after.boards.opp[left])
        search = TreeSearch(boards, judge, position.size, exploration)
        search.run(max(2, simulations // (rounds * len(left))), is_stopped=is_stopped)
        order = np.argsort(_with_ends(search.values(), boards, judge, position.size), kind="stable")
        left = left[order[: (len(left) + 1) // 2]]
    return int(after.square[left[0]])


def _with_ends(values: Floats, boards: Boards, judge: Judge, size: int) -> Floats:
    """The values of positions, those of games that are over put in, seen by the side to move, [N]."""
    over = (legal_masks(boards, size) == 0) & (legal_masks(Boards(boards.opp, boards.own), size) == 0)
    scores = black_scores(boards.own, boards.opp, size)
    ends = scores / (size * size) if judge.counts_discs else np.sign(scores)
    complete: Floats = np.where(over, ends, values).astype(np.float32)
    return complete
