"""Games in which both sides draw every move as often as a model says, and what their moves lose: does it play as people do?"""

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from kibitz.features.othello.planes import RECENT_MOVES, Situations
from kibitz.features.othello.second_look import PLAY_PHASES
from kibitz.models.othello.model import MoveModel
from kibitz.models.othello.rated_play import FIRST_EMPTIES, Sight
from kibitz.rules.othello.bulk import Boards, children, legal_masks, play
from kibitz.rules.othello.position import START
from kibitz.rules.squares import NO_MOVE

JUDGED_DEPTH: Final = 8
LARGE: Final = (4, 10)  # discs


@dataclass(frozen=True, slots=True)
class SampledGames:
    """The positions and moves of all games, [N], and Black's final scores, [G]."""

    situations: Situations
    squares: NDArray[np.int8]
    scores: NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class PlayedLosses:
    """What moves gave away, and how many squares were empty before them, [N]."""

    loss: NDArray[np.float32]
    empties: NDArray[np.int64]

    def of_phase(self, phase: int) -> tuple[int, list[float], list[float]]:
        """How many moves one of PLAY_PHASES has, their mean loss and the shares of LARGE losses, and their standard errors."""
        first, last = PLAY_PHASES[phase]
        loss = self.loss[(self.empties >= first) & (self.empties <= last)]
        parts = [loss.astype(np.float64), *((loss >= size).astype(np.float64) for size in LARGE)]
        count = max(len(loss), 1)
        return len(loss), [float(np.mean(p)) if len(loss) else 0.0 for p in parts], [float(np.std(p)) / count**0.5 for p in parts]


def sampled_games(model: MoveModel, black: float, white: float, games: int, seed: int) -> SampledGames:
    """Games from the start between players of two ratings."""
    random = np.random.default_rng(seed)
    own, opp = (np.full(games, mask, np.uint64) for mask in (START.own, START.opp))
    is_black = np.ones(games, np.bool_)
    recent = np.full((games, RECENT_MOVES), NO_MOVE, np.int8)
    kept: list[tuple[Situations, NDArray[np.int8]]] = []
    while True:
        stuck = legal_masks(Boards(own, opp)) == 0
        own, opp, is_black = np.where(stuck, opp, own), np.where(stuck, own, opp), is_black ^ stuck
        going = np.flatnonzero(legal_masks(Boards(own, opp)))
        if not len(going):
            break
        asked = Situations(Boards(own[going], opp[going]), is_black[going], recent[going])
        squares = _drawn(model, asked, np.where(is_black[going], black, white), random)
        kept.append((asked, squares))
        after = play(asked.boards, squares)
        own[going], opp[going], is_black[going] = after.own, after.opp, ~is_black[going]
        recent[going] = np.concatenate([squares[:, None], recent[going][:, :-1]], axis=1)
    lead = np.bitwise_count(own).astype(np.int64) - np.bitwise_count(opp).astype(np.int64)
    return SampledGames(
        _joined([each[0] for each in kept]), np.concatenate([each[1] for each in kept]), np.where(is_black, lead, -lead)
    )


def judged(boards: Boards) -> NDArray[np.bool_]:
    """Which positions count when losses are compared: those with a choice, after the first ten moves, [N]."""
    empties = 64 - np.bitwise_count(boards.own | boards.opp)
    found: NDArray[np.bool_] = (np.bitwise_count(legal_masks(boards)) > 1) & (empties <= FIRST_EMPTIES)
    return found


def losses_of_moves(boards: Boards, squares: NDArray[np.int8], sight: Sight) -> PlayedLosses:
    """The losses of moves that were made in some positions; those that do not count are left out."""
    rows = np.flatnonzero(judged(boards))
    some = Boards(boards.own[rows], boards.opp[rows])
    moves = children(some)
    made = moves.square == squares[rows][moves.parent]
    return PlayedLosses(sight.losses(some)[made], 64 - np.bitwise_count(some.own | some.opp).astype(np.int64))


def points_of_the_stronger(model: MoveModel, low: float, high: float, pairs: int, seed: int) -> tuple[float, float]:
    """The share of points that one rating wins against a lower one, with both colours, and its standard error."""
    first = sampled_games(model, high, low, pairs, seed).scores
    second = -sampled_games(model, low, high, pairs, seed + 1).scores
    won = (np.sign(np.concatenate([first, second])) + 1) / 2
    return float(won.mean()), float(won.std() / len(won) ** 0.5)


def _drawn(model: MoveModel, asked: Situations, rating: NDArray[np.float64], random: np.random.Generator) -> NDArray[np.int8]:
    table = model.probabilities(asked, rating.astype(np.float32)).cumsum(axis=1)
    drawn: NDArray[np.int8] = (table > table[:, -1:] * random.random((len(asked), 1))).argmax(axis=1).astype(np.int8)
    return drawn


def _joined(parts: list[Situations]) -> Situations:
    boards = Boards(*(np.concatenate([getattr(part.boards, name) for part in parts]) for name in ("own", "opp")))
    return Situations(
        boards, np.concatenate([part.black_to_move for part in parts]), np.concatenate([part.recent for part in parts])
    )
