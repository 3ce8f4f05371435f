"""Games of a tree search against itself, many side by side, and matches between two of them, on boards up to 8×8.

Games are shared out in jobs of a fixed size with a seed each, so that who plays them and how many at a time changes nothing. This
module is what workers import: it does without torch.
"""

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from kibitz.learn.temporal.othello.lockstep import Chooser, play_games, random_mover
from kibitz.rules.othello.bulk import Boards, Squares, black_scores, legal_masks, play
from kibitz.rules.othello.position import Position
from kibitz.rules.squares import NO_MOVE, PASS
from kibitz.search.othello.policy_tables import PolicyTables
from kibitz.search.othello.puct import Exploration, Judge, TreeSearch

Seed = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class GameSettings:
    """How games to learn from are played.

    A share of `restarts` of the games begins with a random move in a position of the generation before, so that also the answers
    to moves it would not play are learned; every second one of the others begins with up to `random_moves` random moves. While
    there are fewer than `drawn_below` discs, moves are drawn as often as they were tried; later the one tried most is played.
    `noise_share` of the priors on top is noise from a Dirichlet distribution whose parameters are `noise`.
    """

    simulations: int = 128
    rate: float = 1.0
    first_play_loss: float = 0.05
    noise: float = 1.0
    noise_share: float = 0.25
    drawn_below: int = 14
    random_moves: int = 6
    restarts: float = 0.5
    games_per_job: int = 128

    @property
    def exploration(self) -> Exploration:
        return Exploration(self.rate, self.first_play_loss)


@dataclass(frozen=True, slots=True)
class Positions:
    """Positions of games that were searched, with what came of it, all [N] or [N, 64] and seen by the side to move."""

    boards: Boards
    visits: NDArray[np.uint16]  # how often each move was tried
    value: NDArray[np.float32]  # by the search, in parts of the highest score
    score: NDArray[np.int8]  # of the game at its end

    def __len__(self) -> int:
        return len(self.boards)

    def take(self, rows: NDArray[np.int64]) -> "Positions":
        """Some of the positions, in that order."""
        boards = Boards(self.boards.own[rows], self.boards.opp[rows])
        return Positions(boards, self.visits[rows], self.value[rows], self.score[rows])

    def shares(self) -> NDArray[np.float32]:
        """How much of the search went to each move, [N, 64]."""
        visits = self.visits.astype(np.float32)
        shares: NDArray[np.float32] = visits / visits.sum(axis=1, keepdims=True)
        return shares


def joined(parts: Iterable[Positions]) -> Positions:
    """All positions of the parts, of which there is at least one, in their order."""
    listed = list(parts)
    own = np.concatenate([part.boards.own for part in listed])
    opp = np.concatenate([part.boards.opp for part in listed])
    visits = np.concatenate([part.visits for part in listed])
    value = np.concatenate([part.value for part in listed])
    return Positions(Boards(own, opp), visits, value, np.concatenate([part.score for part in listed]))


@dataclass(frozen=True, slots=True)
class GamesJob:
    """Some games that the tables are to play against themselves, from these positions on."""

    tables: PolicyTables
    starts: Boards
    settings: GameSettings
    seed: Seed


def play_job(job: GamesJob) -> Positions:
    """The positions of a job's games."""
    return play_itself(job.tables, job.starts, job.tables.size, job.settings, np.random.default_rng(job.seed))


def play_itself(judge: Judge, starts: Boards, size: int, settings: GameSettings, random: np.random.Generator) -> Positions:
    """Every position of the games that a search plays against itself from some positions on."""
    played = _Games(starts, size)
    search = TreeSearch(starts, judge, size, settings.exploration)
    while played.is_running():
        search.run(1)
        search.mix_noise(random.gamma(settings.noise, size=(len(starts), 64)).astype(np.float32), settings.noise_share)
        search.run(settings.simulations)
        visits = search.visits()
        squares = np.where(played.running, _drawn(visits, search.boards(), settings.drawn_below, random), NO_MOVE).astype(np.int8)
        played.keep(visits, search.values())
        for moves in (squares, played.passes_after(squares)):
            search.advance(moves)
    return played.positions()


def game_starts(count: int, before: Positions | None, size: int, settings: GameSettings, random: np.random.Generator) -> Boards:
    """Where the games of a generation begin; `before` are the positions of the last one, if there was one."""
    restarts = 0 if before is None else round(settings.restarts * count)
    others = np.arange(count - restarts)
    fresh, _ = random_starts(np.where(others % 2 == 0, settings.random_moves, 0), size, random)
    if before is None:
        return fresh
    rows = random.choice(len(before), restarts)
    met = before.take(rows).boards
    disturbed, _ = _random_move(met, np.ones(restarts, np.bool_), np.arange(restarts), size, random_mover(random, size))
    return Boards(np.concatenate([fresh.own, disturbed.own]), np.concatenate([fresh.opp, disturbed.opp]))


def random_starts(most_moves: NDArray[np.int64], size: int, random: np.random.Generator) -> tuple[Boards, NDArray[np.bool_]]:
    """Positions after 0 to `most_moves` [G] random moves from the start and whether Black is to move there.

    Where nobody can move so soon, the game is over.
    """
    boards = Boards.of([Position.start(size)] * len(most_moves))
    black = np.ones(len(most_moves), np.bool_)
    moves = random.integers(0, most_moves + 1)
    mover = random_mover(random, size)
    for number in range(int(moves.max(initial=0))):
        boards, black = _random_move(boards, black, np.flatnonzero(moves > number), size, mover)
    return boards, black


def _random_move(
    boards: Boards, sides: NDArray[np.bool_], games: NDArray[np.int64], size: int, mover: Chooser
) -> tuple[Boards, NDArray[np.bool_]]:
    """The positions and sides to move after a random move in some games, and the pass after it where one is forced."""
    chosen = games[legal_masks(boards, size)[games] != 0]
    if not len(chosen):
        return boards, sides
    squares = np.full(len(boards), NO_MOVE, np.int8)
    squares[chosen] = mover(Boards(boards.own[chosen], boards.opp[chosen]), chosen)
    boards, sides = _moved(boards, sides, squares)
    stuck = legal_masks(boards, size) == 0
    return _moved(boards, sides, np.where(stuck, PASS, NO_MOVE).astype(np.int8))


@dataclass(frozen=True, slots=True)
class MatchJob:
    """Games between two tables: `pairs` starts, each played with both colours, `simulations` for every move."""

    first: PolicyTables
    second: PolicyTables
    pairs: int
    simulations: int
    settings: GameSettings
    seed: Seed


def play_match(job: MatchJob) -> NDArray[np.int64]:
    """The first one's scores, [2, pairs]: with Black, then with White."""
    random, size = np.random.default_rng(job.seed), job.first.size
    most = np.full(job.pairs, job.settings.random_moves)
    starts, black = random_starts(most, size, random)
    first, second = (tree_chooser(tables, job.simulations, size, job.settings.exploration) for tables in (job.first, job.second))
    with_black = play_games(starts, black, first, second, size)
    return np.stack([with_black, -play_games(starts, black, second, first, size)])


def tree_chooser(judge: Judge, simulations: int, size: int, exploration: Exploration) -> Chooser:
    """Plays the move that a new search tries most."""

    def choose(boards: Boards, _games: NDArray[np.int64]) -> Squares:
        search = TreeSearch(boards, judge, size, exploration)
        search.run(simulations)
        return search.best_squares()

    return choose


class _Games:
    """Games in lock-step with all that is kept of them."""

    def __init__(self, starts: Boards, size: int) -> None:
        self._boards, self._size = starts, size
        self._first_to_move = np.ones(len(starts), np.bool_)  # whether the side that began is to move
        self._met: list[tuple[NDArray[np.int64], Positions]] = []
        self.running = legal_masks(starts, size) != 0

    def is_running(self) -> bool:
        return bool(self.running.any())

    def keep(self, visits: NDArray[np.int32], values: NDArray[np.float32]) -> None:
        """Remember the positions of the running games; their score is the side's sign until it is known."""
        rows = np.flatnonzero(self.running)
        boards = Boards(self._boards.own[rows], self._boards.opp[rows])
        signs = np.where(self._first_to_move[rows], 1, -1).astype(np.int8)
        self._met.append((rows, Positions(boards, visits[rows].astype(np.uint16), values[rows], signs)))

    def passes_after(self, squares: Squares) -> Squares:
        """Play the squares, and then the passes that are forced, which are returned."""
        self._move(squares)
        stuck = self.running & (legal_masks(self._boards, self._size) == 0)
        passes = np.where(stuck, PASS, NO_MOVE).astype(np.int8)
        self._move(passes)
        self.running = self.running & (legal_masks(self._boards, self._size) != 0)
        return passes

    def positions(self) -> Positions:
        """All positions with the scores of their games."""
        black, white = (
            np.where(self._first_to_move, first, second)
            for first, second in ((self._boards.own, self._boards.opp), (self._boards.opp, self._boards.own))
        )
        scores = black_scores(black, white, self._size)
        games = np.concatenate([rows for rows, _ in self._met])
        met = joined(positions for _, positions in self._met)
        return Positions(met.boards, met.visits, met.value, (met.score * scores[games]).astype(np.int8))

    def _move(self, squares: Squares) -> None:
        self._boards, self._first_to_move = _moved(self._boards, self._first_to_move, squares)


def _moved(boards: Boards, sides: NDArray[np.bool_], squares: Squares) -> tuple[Boards, NDArray[np.bool_]]:
    """The positions and the sides to move after a move in each game; those with NO_MOVE stay."""
    moving = squares != NO_MOVE
    after = play(boards, np.where(moving, squares, PASS).astype(np.int8))
    own, opp = np.where(moving, after.own, boards.own), np.where(moving, after.opp, boards.opp)
    return Boards(own, opp), sides ^ moving


def _drawn(visits: NDArray[np.int32], boards: Boards, below: int, random: np.random.Generator) -> Squares:
    """A move of each game, drawn as often as it was tried while there are few discs, else the one tried most, [G]."""
    few = np.bitwise_count(boards.own | boards.opp) < below
    # The highest of uniform numbers to the power of 1/visits belongs to a move as often as it was tried.
    lots = np.log(random.random(visits.shape)) / np.maximum(visits, 1)
    drawn, most = np.where(visits > 0, lots, -np.inf).argmax(axis=1), visits.argmax(axis=1)
    squares: Squares = np.where(few, drawn, most).astype(np.int8)
    return squares
