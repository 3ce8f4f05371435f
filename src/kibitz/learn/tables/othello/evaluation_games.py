"""Games of an evaluation against itself, many side by side, from positions that people and programs seldom reach.

Tables learnt from good games alone do not know what bad moves cost. Here games begin after random moves, go on with the best
moves of a shallow search, and are solved near their end, so that every position of them has a trustworthy score.
"""

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from kibitz.learn.tables.othello.evaluation import Samples, joined
from kibitz.rules.othello.bulk import Boards, Squares, black_scores, legal_masks, play
from kibitz.rules.othello.position import START
from kibitz.rules.squares import PASS
from kibitz.search.othello.evaluation import Evaluation
from kibitz.search.othello.move_values import best_moves, position_values


@dataclass(frozen=True, slots=True)
class SelfPlaySettings:
    """How many games, the depth of the search for each move, and how many empties are solved."""

    games: int = 60_000
    depth: int = 4
    solved_empties: int = 10
    seed: int = 11


# How many games go side by side: enough for speed, few enough to stop soon.
_SIDE_BY_SIDE: Final = 4000
# Positions of known games that are disturbed have so many discs, and get so many random moves.
_KNOWN_DISCS: Final = (6, 44)
_KNOWN_DISTURBANCES: Final = (1, 2, 3, 4)
# Random moves from the start of the game.
_RANDOM_OPENINGS: Final = (6, 8, 10, 12, 14, 16)


def self_play_samples(evaluation: Evaluation, known: Samples, settings: SelfPlaySettings) -> Samples:
    """The samples of many games of an evaluation against itself; half of them begin near positions of known games."""
    starts = varied_starts(known.boards, settings.games, np.random.default_rng(settings.seed))
    parts = (
        Boards(starts.own[first : first + _SIDE_BY_SIDE], starts.opp[first : first + _SIDE_BY_SIDE])
        for first in range(0, len(starts), _SIDE_BY_SIDE)
    )
    return joined([play_games(evaluation, part, settings) for part in parts])


def varied_starts(known: Boards, count: int, random: np.random.Generator) -> Boards:
    """About `count` positions: half after a few random moves from known ones, half after random openings."""
    discs = np.bitwise_count(known.own | known.opp)
    usable = np.flatnonzero((discs >= _KNOWN_DISCS[0]) & (discs <= _KNOWN_DISCS[1]))
    parts = []
    for moves in _KNOWN_DISTURBANCES:
        rows = random.choice(usable, count // (2 * len(_KNOWN_DISTURBANCES)))
        parts.append(disturbed(Boards(known.own[rows], known.opp[rows]), moves, random))
    for moves in _RANDOM_OPENINGS:
        each = count // (2 * len(_RANDOM_OPENINGS))
        parts.append(disturbed(Boards.of([START] * each), moves, random))
    return Boards(np.concatenate([part.own for part in parts]), np.concatenate([part.opp for part in parts]))


def disturbed(boards: Boards, moves: int, random: np.random.Generator) -> Boards:
    """The positions after some random moves of each; those whose game is over on the way are left out."""
    for _ in range(moves):
        boards = _with_a_move(boards)
        boards = play(boards, random_squares(legal_masks(boards), random))
    return _with_a_move(boards)


def play_games(evaluation: Evaluation, starts: Boards, settings: SelfPlaySettings) -> Samples:
    """Every position from the starts on until it is solved, with the score its game came to.

    The starts must have a legal move.
    """
    games = _Games(starts)
    while len(games.running):
        boards = games.boards()
        solved = 64 - np.bitwise_count(boards.own | boards.opp) <= settings.solved_empties
        scores = position_values(evaluation, _selected(boards, solved), settings.solved_empties)
        games.finish(solved, scores)
        squares, _ = best_moves(evaluation, games.boards(), settings.depth)
        games.advance(squares)
    return games.samples()


def random_squares(legal: NDArray[np.uint64], random: np.random.Generator) -> Squares:
    """One random square of each mask, [N]; no mask may be empty."""
    bits = (legal[:, None] >> np.arange(64, dtype=np.uint64)) & np.uint64(1)
    squares: Squares = (random.random(bits.shape) * bits).argmax(axis=1).astype(np.int8)
    return squares


class _Games:
    """Games in lock-step: `running` numbers those not finished, and every position met is kept with its mover."""

    def __init__(self, starts: Boards):
        self.running: NDArray[np.int64] = np.arange(len(starts))
        self._own, self._opp = starts.own.copy(), starts.opp.copy()
        self._sign = np.ones(len(starts), np.float32)  # 1 while the side that moved first at the start is to move
        self._score = np.zeros(len(starts), np.float32)  # for that side
        self._met: list[tuple[NDArray[np.int64], Boards, NDArray[np.float32]]] = []

    def boards(self) -> Boards:
        """The running games' positions; each has a legal move."""
        return Boards(self._own[self.running], self._opp[self.running])

    def finish(self, chosen: NDArray[np.bool_], scores: NDArray[np.float32]) -> None:
        """End some of the running games with scores for their movers."""
        self._keep(self.running[chosen])
        self._score[self.running[chosen]] = scores * self._sign[self.running[chosen]]
        self.running = self.running[~chosen]

    def advance(self, squares: Squares) -> None:
        """Play a move in every running game, and the pass after it where one is forced; end those that are over."""
        self._keep(self.running)
        self._play(self.running, squares)
        stuck = self.running[legal_masks(self.boards()) == 0]
        self._play(stuck, np.full(len(stuck), PASS, np.int8))
        over = legal_masks(self.boards()) == 0
        ended = self.boards()
        scores = black_scores(ended.own[over], ended.opp[over]).astype(np.float32)
        self._score[self.running[over]] = scores * self._sign[self.running[over]]
        self.running = self.running[~over]

    def samples(self) -> Samples:
        """All positions met, with the scores of their games."""
        games = np.concatenate([met[0] for met in self._met])
        own = np.concatenate([met[1].own for met in self._met])
        opp = np.concatenate([met[1].opp for met in self._met])
        target = self._score[games] * np.concatenate([met[2] for met in self._met])
        return Samples(Boards(own, opp), target, target)

    def _keep(self, games: NDArray[np.int64]) -> None:
        self._met.append((games, Boards(self._own[games], self._opp[games]), self._sign[games]))

    def _play(self, games: NDArray[np.int64], squares: Squares) -> None:
        after = play(Boards(self._own[games], self._opp[games]), squares)
        self._own[games], self._opp[games] = after.own, after.opp
        self._sign[games] *= -1


def _with_a_move(boards: Boards) -> Boards:
    """The positions that have a legal move, after a forced pass if need be."""
    stuck = legal_masks(boards) == 0
    turned = Boards(np.where(stuck, boards.opp, boards.own), np.where(stuck, boards.own, boards.opp))
    return _selected(turned, legal_masks(turned) != 0)


def _selected(boards: Boards, rows: NDArray[np.bool_]) -> Boards:
    return Boards(boards.own[rows], boards.opp[rows])
