"""How the expert model learns: from the WTHOR archive, with the engine's values, opening counts and ratings as inputs.

What is known of a position was known before its game: openings are counted up to HOLD_BACK years earlier, as they are when a
model trained up to one year is asked about games of a later one. Ratings are those of the year itself.
"""

import hashlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray

from kibitz import _native
from kibitz.archive.othello.programs import is_program
from kibitz.archive.whole_history import Results, rate
from kibitz.errors import SetupError
from kibitz.features.othello.candidates import Candidates, Players, candidates, first_moves, keys_after
from kibitz.features.othello.openings import OpeningYears, opening_keys
from kibitz.features.othello.own_openings import MOST_DISCS, NOBODY, OwnOpenings
from kibitz.features.othello.patterns import pattern_masks
from kibitz.features.othello.planes import Situations, situations_of_replay
from kibitz.files import make_folder, whole_file
from kibitz.models.othello.expert import ExpertWeights, MoveSearch
from kibitz.models.othello.known_players import KnownPlayers
from kibitz.records.othello.wthor import WthorTable, names_beside, read_positions
from kibitz.rules.othello.bulk import Boards, Squares, children

PATTERNS: Final = "logistello11"
HOLD_BACK: Final = 2

_INT8_MOST: Final = 127
_BYTE_STEPS: Final = 63  # what a lane's largest value becomes; finer steps predict no better and pack worse


@dataclass(frozen=True, slots=True)
class ExpertSettings:
    """A recipe. Rates fall in a straight line to `last_rate` of themselves."""

    first_year: int = 1977
    last_year: int = 2014
    passes: int = 2
    row_rate: float = 0.05
    straight_rate: float = 0.003
    head_rate: float = 0.02
    last_rate: float = 0.02
    hidden_ratings: float = 0.3  # share of positions whose player's rating is not told
    book_least: int = 2  # positions reached less often are left out of the shipped opening book
    row_evidence: float = 0.3  # rows with a smaller sum of squared gradients are left out of the shipped tables
    chunk: int = 250_000  # positions between two checkpoints
    seed: int = 1
    threads: int = 1


@dataclass(frozen=True, slots=True)
class ExpertGames:
    """The moves of archived games and who made them, one row for each disc placed [N]."""

    situations: Situations
    square: Squares
    year: NDArray[np.int64]
    players: Players
    mover: NDArray[np.int64]  # the number of the player in `people`
    people: KnownPlayers  # with their ratings in the last year read

    def __len__(self) -> int:
        return len(self.square)


@dataclass(frozen=True, slots=True)
class Lesson:
    """Moves to be learned in a row, and how many moves come before it in the whole training."""

    moves: NDArray[np.int64]
    done: int


@dataclass(frozen=True, slots=True)
class Learned:
    """What a lesson was like before it was learned: its mean loss, and the share of first guesses that were right."""

    loss: float
    right: float


def read_games(folder: Path, years: range) -> ExpertGames:
    """All moves of some years of a WTHOR folder; years without a file are left out. Raises SetupError if none is there."""
    paths = [path for year in years if (path := folder / f"WTH_{year}.wtb").is_file()]
    if not paths:
        raise SetupError(f"{folder} holds no WTH_{years.start}.wtb to WTH_{years.stop - 1}.wtb")
    table, replay = read_positions(paths)
    game, black = replay.game_of_row(), replay.black_to_move
    met = _Met(table, names_beside(paths[0]).players)
    wthor_number = np.where(black, table.black[game], table.white[game]).astype(np.int64)
    year = table.year[game].astype(np.int64)
    players = Players(met.ratings(wthor_number, year), met.programs[wthor_number])
    people = met.people(years.stop - 1)
    mover = met.number_in(people)[wthor_number]
    return ExpertGames(situations_of_replay(replay), replay.square, year, players, mover, people)


class _Met:
    """The players of some games by their WTHOR numbers; number 0 stands for everybody unknown."""

    def __init__(self, table: WthorTable, names: tuple[str, ...]) -> None:
        known = (table.black > 0) & (table.white > 0)
        points = (np.sign(table.black_score[known]) + 1) / 2
        black, white, year = (column[known].astype(np.int64) for column in (table.black, table.white, table.year))
        self._history = rate(Results(black, white, year, points))
        self._names = names
        self.programs = np.array([is_program(name) for name in names], np.bool_)

    def ratings(self, numbers: NDArray[np.int64], years: NDArray[np.int64]) -> NDArray[np.float32]:
        """The ratings of players in years with a game of theirs, [N]; NaN for the unknown player."""
        history = self._history
        table = np.full((len(self._names), int(years.max(initial=0)) + 1), np.nan, np.float32)
        table[history.player, history.year] = history.rating
        found: NDArray[np.float32] = table[numbers, years]
        return found

    def people(self, year: int) -> KnownPlayers:
        """Everybody with a game who is no program, rated as in a year."""
        numbers = [int(number) for number in np.unique(self._history.player) if not self.programs[number]]
        ratings = np.array([self._history.at(number, year).value for number in numbers], np.float32)
        return KnownPlayers(tuple(self._names[number] for number in numbers), ratings)

    def number_in(self, people: KnownPlayers) -> NDArray[np.int64]:
        """The number there of each WTHOR number, NOBODY for others."""
        found = people.numbers(np.array(self._names))
        found[0] = NOBODY
        return found


def valued(games: ExpertGames, search: MoveSearch, cache: Path | None, tell: Callable[[str], None]) -> NDArray[np.float32]:
    """The engine's value of every legal move, in discs, [M]; a year found in the cache is not searched again."""
    parts = []
    for year in np.unique(games.year):
        rows = games.year == year
        boards = Boards(games.situations.boards.own[rows], games.situations.boards.opp[rows])
        parts.append(_year_values(boards, int(year), search, cache))
        tell(f"{year}: {len(boards):,} positions valued")
    return np.concatenate(parts)


def _year_values(boards: Boards, year: int, search: MoveSearch, cache: Path | None) -> NDArray[np.float32]:
    path = cache / f"values-{year}-{_fingerprint(boards, search)}.npy" if cache else None
    if path and path.is_file():
        stored: NDArray[np.int16] = np.load(path, allow_pickle=False)
        return stored.astype(np.float32) / np.float32(_native.othello.UNITS_PER_DISC)
    values = search.values(boards)
    if path:
        make_folder(path.parent)
        with whole_file(path) as file:
            np.save(file, np.rint(values * _native.othello.UNITS_PER_DISC).astype(np.int16))
    return values


def _fingerprint(boards: Boards, search: MoveSearch) -> str:
    """Changes when the positions or the way they are valued change."""
    digest = hashlib.sha256(search.evaluation.weights.tobytes())
    digest.update(f"{search.depth} {search.exact_from}".encode())
    digest.update(boards.own.tobytes())
    digest.update(boards.opp.tobytes())
    return digest.hexdigest()[:16]


def training_candidates(
    games: ExpertGames, values: NDArray[np.float32], openings: OpeningYears, settings: ExpertSettings
) -> Candidates:
    """The extras of all legal moves; openings are counted up to HOLD_BACK years before each game."""
    situations = games.situations
    last_year = np.repeat(games.year - HOLD_BACK, np.diff(first_moves(situations.boards)))
    reached = openings.reached(keys_after(situations.boards, situations.black_to_move), last_year)
    hidden = np.random.default_rng(settings.seed).random(len(games)) < settings.hidden_ratings
    players = Players(np.where(hidden, np.nan, games.players.rating).astype(np.float32), games.players.is_program)
    return candidates(situations.boards, values, reached, players)


def learn(
    trainer: _native.othello.MoveTrainer, games: ExpertGames, known: Candidates, lesson: Lesson, settings: ExpertSettings
) -> Learned:
    """Learn a lesson; the rates fall with the moves that were learned before it."""
    boards, recent = games.situations.boards, np.ascontiguousarray(games.situations.recent.T)
    left = 1 - (1 - settings.last_rate) * lesson.done / (settings.passes * len(games))
    rates = (settings.row_rate * left, settings.straight_rate * left, settings.head_rate * left)
    loss, right, learned = trainer.train(
        boards.own, boards.opp, recent[0], recent[1], known.first, known.inputs, known.rows, games.square, lesson.moves, *rates,
        settings.threads,
    )  # fmt: skip
    return Learned(loss / max(learned, 1), right / max(learned, 1))


def new_trainer(settings: ExpertSettings) -> _native.othello.MoveTrainer:
    """A trainer that has learned nothing yet."""
    return _native.othello.MoveTrainer(pattern_masks(PATTERNS), settings.seed)


def lessons(count: int, settings: ExpertSettings) -> Iterator[Lesson]:
    """The whole training on so many moves: all of them `passes` times, in an order that the seed decides."""
    chooser = np.random.default_rng(settings.seed)
    for number in range(settings.passes):
        order = chooser.permutation(count)
        for start in range(0, count, settings.chunk):
            yield Lesson(order[start : start + settings.chunk], number * count + start)


def own_openings(games: ExpertGames, last_year: int) -> OwnOpenings:
    """What each player played in the openings of games up to a year."""
    boards, black = games.situations.boards, games.situations.black_to_move
    early = np.flatnonzero(np.bitwise_count(boards.own | boards.opp) <= MOST_DISCS)
    moves = children(Boards(boards.own[early], boards.opp[early]))
    played = moves.square == games.square[early][moves.parent]
    row = early[moves.parent[played]]
    keys = opening_keys(Boards(moves.boards.own[played], moves.boards.opp[played]), ~black[row])
    return OwnOpenings.of_moves(games.mover[row], keys, games.year[row], last_year)


def compressed(
    trainer: _native.othello.MoveTrainer,
    games: ExpertGames,
    openings: OpeningYears,
    settings: ExpertSettings,
    search: MoveSearch,
    evaluation: str,
) -> ExpertWeights:
    """The trained model with its rows as bytes; rows that training hardly met are left at zero."""
    evidence = trainer.rows[:, -1]
    values = np.where((evidence > settings.row_evidence)[:, None], trainer.rows, 0)
    values[:, -1] = 0
    unit = np.maximum(np.quantile(np.abs(values[values.any(axis=1)]), 0.9999, axis=0), 1e-6) / _BYTE_STEPS
    return ExpertWeights(
        rows=np.clip(np.rint(values / unit), -_INT8_MOST, _INT8_MOST).astype(np.int8),
        unit=unit.astype(np.float32),
        heads=trainer.heads.copy(),
        book=openings.book(settings.last_year, settings.book_least),
        players=games.people,
        own_openings=own_openings(games, settings.last_year),
        patterns=PATTERNS,
        evaluation=evaluation,
        depth=search.depth,
        exact_from=search.exact_from,
    )
