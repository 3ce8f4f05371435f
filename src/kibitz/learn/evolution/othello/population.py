"""Players evolved as a population of neural networks that play each other, after A. Pinkney (Nottingham, 2009).

Everybody plays everybody twice; the lower half gives way to mutated copies of the upper half. Nothing is known of the game but
its rules. His extensions are here too: opponents that search, and children of two parents. kibitz.models.othello.evolved has the
network.

Whatever is random is drawn by the seed, the generation and the share of the games, so that a run is the same to the bit wherever
its games are played. This module is what workers import: it does without torch.
"""

import time
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import Any, Final, Literal

import numpy as np
from numpy.typing import NDArray

from kibitz.errors import SetupError
from kibitz.learn.evolution.contract import BENCHMARK, OPENINGS, TOURNAMENT, Record
from kibitz.learn.temporal.othello.lockstep import Chooser, highest_value, play_games, random_openings
from kibitz.models.evolved import Shape
from kibitz.models.othello.evolved import SHAPE, EvolvedNet, Population, load_population
from kibitz.rules.othello.bulk import Boards
from kibitz.search.othello.minimax import minimax_values
from kibitz.workers import Workers, results_in_order

# Sides of a game that are no networks of the population: a random mover, and from SEARCHER downwards those that search.
RANDOM_MOVER: Final = -1
SEARCHER: Final = -2


@dataclass(frozen=True, slots=True)
class EvolutionSettings:
    """Everything that decides what a run computes; what is left out is as in the paper."""

    networks: int = 24
    generations: int = 800
    mutation: float = 0.05
    first_spread: float = 1.0  # standard deviation of the first weights into the hidden nodes
    breeding: Literal["halves", "cma"] = "halves"
    crossover: float = 0.0  # share of the children that have two parents
    opponents: Literal["each other", "random", "searcher", "pool"] = "each other"
    games: int = 0  # of each network against random movers, the searcher, or searchers of a pool of past champions
    pool_every: int = 10  # generations after which a champion joins the pool
    searcher: str = ""  # file of the network that the searcher judges by
    depth: int = 2  # discs that the searcher looks ahead
    opening_moves: int = 0  # random moves before the players take over, so that games differ
    benchmark_games: int = 1000  # of the best network against a random mover, which decide nothing
    shares: int = 4  # parts in which games are handed to workers
    seed: int = 1

    def to_json(self) -> dict[str, Any]:
        return asdict(self)

    @classmethod
    def from_json(cls, found: Mapping[str, Any]) -> "EvolutionSettings":
        """The settings written by to_json(); raises SetupError if they are not."""
        unknown = sorted(set(found) - {field.name for field in fields(cls)})
        if unknown:
            raise SetupError(f"settings of a run: {', '.join(unknown)} is not known")
        return cls(**found)

    def random(self, purpose: int, *numbers: int) -> np.random.Generator:
        """Random numbers for one purpose, the same ones whenever they are asked for."""
        return np.random.default_rng([self.seed, purpose, *numbers])

    @property
    def shape(self) -> Shape[Population]:
        return SHAPE

    def hall(self, workers: Workers) -> "Hall":
        """Where the games are played; reads the searcher's network if there is one, and raises SetupError if it cannot."""
        searchers = [Searcher(load_population(Path(self.searcher)), self.depth)] if self.searcher else []
        return Hall(self, workers, searchers)

    def figures(self, record: Record) -> str:
        return f"{record.won} of {self.benchmark_games} against random"

    def is_enough(self, record: Record) -> bool:  # noqa: ARG002 - chance alone may win all games
        return False


@dataclass(frozen=True, slots=True)
class Searcher:
    """An opponent that searches some plies deep; alpha-beta finds the same moves as the plain minimax of many games at once."""

    net: Population
    depth: int

    def values(self, boards: Boards) -> NDArray[np.float64]:
        """What positions after its moves are worth to it, [N]."""
        evaluation = EvolvedNet(self.net)
        return -minimax_values(evaluation.values, boards, self.depth - 1, evaluation.final)


@dataclass(frozen=True, slots=True)
class Pairings:
    """Games to be played: who has Black and who White, numbers of networks or of others, and where they begin."""

    black: NDArray[np.int64]
    white: NDArray[np.int64]
    starts: Boards
    black_starts: NDArray[np.bool_]

    def __len__(self) -> int:
        return len(self.black)

    def take(self, games: NDArray[np.int64]) -> "Pairings":
        """Some of the games, in that order."""
        starts = Boards(self.starts.own[games], self.starts.opp[games])
        return Pairings(self.black[games], self.white[games], starts, self.black_starts[games])


@dataclass(frozen=True, slots=True)
class Share:
    """A part of the games of a generation, with all that is needed to play them anywhere."""

    population: Population
    pairings: Pairings
    searchers: tuple[Searcher, ...]
    seed: tuple[int, ...]

    def __str__(self) -> str:
        return f"{len(self.pairings)} games of a generation"


@dataclass(frozen=True, slots=True)
class PlayedShare:
    """Black's score of every game, [G], and the seconds of a core that they took: a busy machine does not change those much."""

    scores: NDArray[np.int64]
    core_seconds: float


class Hall:
    """Where the games of a run are played: its settings, its workers, and the opponents that search if there are any.

    `core_seconds` is how long all of them have kept one core busy.
    """

    def __init__(self, settings: EvolutionSettings, workers: Workers, searchers: Sequence[Searcher] = ()) -> None:
        self._settings, self._workers, self._searchers = settings, workers, list(searchers)
        self.core_seconds = 0.0

    def remember(self, champion: Population, generation: int) -> None:
        """Let a champion join the pool of those that search, if it is its turn."""
        if self._settings.opponents == "pool" and generation % self._settings.pool_every == 0:
            self._searchers.append(Searcher(champion, self._settings.depth))

    def tournament(self, population: Population, generation: int) -> NDArray[np.int64]:
        """The points of each network, +1 for a win, −1 for a loss and nothing for a draw, [P]."""
        # Before there is a champion, the first network stands in for the pool.
        searchers = self._searchers or [Searcher(population.take(np.array([0])), self._settings.depth)]
        pairings = tournament_pairings(self._settings, generation, len(searchers))
        return points_of(pairings, self._play(population, pairings, searchers, TOURNAMENT, generation), len(population))

    def benchmark(self, network: Population, generation: int) -> Record:
        """How one network does against a random mover."""
        return self.match(network, 0, RANDOM_MOVER, self._settings.benchmark_games, generation)

    def match(self, population: Population, first: int, second: int, games: int, number: int, opening_moves: int = 0) -> Record:
        """How one player does against another, with Black in the first half of the games; `number` tells matches apart.

        Every opening is played twice, with colours swapped.
        """
        half = games - games // 2
        game = np.arange(games)
        black, white = np.where(game < half, first, second), np.where(game < half, second, first)
        starts = random_openings(half, opening_moves, self._settings.random(OPENINGS, number))
        pairings = Pairings(black, white, *starts_of(game % half, *starts))
        scores = self._play(population, pairings, self._searchers, BENCHMARK, number)
        return Record.of_scores(np.where(game < half, scores, -scores))

    def _play(
        self, population: Population, pairings: Pairings, searchers: Sequence[Searcher], purpose: int, generation: int
    ) -> NDArray[np.int64]:
        """Black's score of every game, [G]."""
        parts = np.array_split(np.arange(len(pairings)), self._settings.shares)
        seed, others = (self._settings.seed, purpose, generation), tuple(searchers)
        jobs = [Share(population, pairings.take(part), others, (*seed, number)) for number, part in enumerate(parts)]
        played = results_in_order(self._workers, play_share, jobs)
        self.core_seconds += sum(share.core_seconds for share in played)
        return np.concatenate([share.scores for share in played])


def tournament_pairings(settings: EvolutionSettings, generation: int, searchers: int = 1) -> Pairings:
    """The games of a generation: everybody against everybody with each colour, or everybody against the same opponents.

    The two games of a pair begin alike. Of a pool of `searchers` an opponent is drawn for each pair.
    """
    random = settings.random(OPENINGS, generation)
    if settings.opponents == "each other":
        black, white, opening = _everybody(settings)
    else:
        black, white, opening = _same_opponents(settings, _drawn_opponents(settings, searchers, random))
    starts = random_openings(int(opening.max()) + 1, settings.opening_moves, random)
    return Pairings(black, white, *starts_of(opening, *starts))


def starts_of(opening: NDArray[np.int64], boards: Boards, black_starts: NDArray[np.bool_]) -> tuple[Boards, NDArray[np.bool_]]:
    """Where games begin whose openings are numbered, [G]."""
    return Boards(boards.own[opening], boards.opp[opening]), black_starts[opening]


def _everybody(settings: EvolutionSettings) -> tuple[NDArray[np.int64], ...]:
    numbers = np.arange(settings.networks)
    black, white = (side.ravel() for side in np.meshgrid(numbers, numbers, indexing="ij"))
    opening = np.minimum(black, white) * settings.networks + np.maximum(black, white)
    return tuple(column[black != white] for column in (black, white, opening))


def _drawn_opponents(settings: EvolutionSettings, searchers: int, random: np.random.Generator) -> NDArray[np.int64]:
    """Whom everybody meets in each pair of games, [pairs]."""
    pairs = -(-settings.games // 2)
    if settings.opponents == "pool":
        return SEARCHER - random.integers(searchers, size=pairs)
    return np.full(pairs, RANDOM_MOVER if settings.opponents == "random" else SEARCHER)


def _same_opponents(settings: EvolutionSettings, opponents: NDArray[np.int64]) -> tuple[NDArray[np.int64], ...]:
    game, network = (side.ravel() for side in np.indices((settings.games, settings.networks)))
    has_black, opponent = game % 2 == 0, opponents[game // 2]
    return np.where(has_black, network, opponent), np.where(has_black, opponent, network), game // 2


def points_of(pairings: Pairings, scores: NDArray[np.int64], count: int) -> NDArray[np.int64]:
    """The points of so many networks after games that came to some scores for Black, [count]."""
    points = np.zeros(count, np.int64)
    for side, outcome in ((pairings.black, np.sign(scores)), (pairings.white, -np.sign(scores))):
        np.add.at(points, side[side >= 0], outcome[side >= 0])
    return points


def play_share(share: Share) -> "PlayedShare":
    """The games of a share, played by whoever was handed it."""
    begin = time.process_time()
    random = np.random.default_rng(share.seed)
    pairings = share.pairings
    black, white = (_mover(share, side, random) for side in (pairings.black, pairings.white))
    scores = play_games(pairings.starts, pairings.black_starts, black, white)
    return PlayedShare(scores, time.process_time() - begin)


def _mover(share: Share, side: NDArray[np.int64], random: np.random.Generator) -> Chooser:
    """Plays each game as its player does, [G]."""

    def values(boards: Boards, games: NDArray[np.int64]) -> NDArray[np.floating]:
        players = side[games]
        found = np.zeros(len(boards), np.float32)
        nets = players >= 0
        found[nets] = -share.population.values(_selected(boards, nets), players[nets])
        for number, searcher in enumerate(share.searchers):
            searches = players == SEARCHER - number
            if searches.any():
                found[searches] = searcher.values(_selected(boards, searches))
        return found

    return highest_value(values, random)


def _selected(boards: Boards, rows: NDArray[np.bool_]) -> Boards:
    return Boards(boards.own[rows], boards.opp[rows])
