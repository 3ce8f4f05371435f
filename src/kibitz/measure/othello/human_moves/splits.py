"""The splits of the benchmark: which years they are, and how their games become tables.

A split is a folder with three files for each year. `positions` has what every predictor may look at, `players` who was to move
and how strong, `labels` what was played. An id is the year times a million plus the number of the move in that year's file.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from kibitz.archive.othello.programs import is_program
from kibitz.archive.whole_history import History, Results, rate
from kibitz.errors import SetupError
from kibitz.features.othello.planes import situations_of_replay
from kibitz.features.othello.position_keys import position_keys
from kibitz.features.othello.samples import TEST_YEARS, TRAIN_YEARS, VALIDATION_YEARS, squares_as_columns
from kibitz.files import make_folder
from kibitz.measure.parquet import Columns, write_parquet
from kibitz.records.othello.wthor import Names, WthorTable, names_beside, read_positions, read_tables
from kibitz.rules.othello import bulk
from kibitz.rules.othello.bulk import Boards, Masks
from kibitz.rules.squares import board_shape, format_square

TRAIN: Final = "train"
VALIDATE: Final = "validate"
TEST: Final = "test"
BLIND: Final = "blind"
KINDS: Final = ("positions", "players", "labels")

_IDS_OF_A_YEAR: Final = 1_000_000
_NAMES: Final = np.array([format_square(square) for square in board_shape(8).squares])


@dataclass(frozen=True, slots=True)
class Split:
    """Some years of games. `rated_by` are the years whose results give the ratings; None: those up to the game's own year."""

    name: str
    years: tuple[int, ...]
    rated_by: tuple[int, ...] | None

    def files(self, folder: Path, kind: str) -> list[Path]:
        """The files of one kind in the benchmark's folder."""
        return [folder / self.name / f"{kind}-{year}.parquet" for year in self.years]


@dataclass(frozen=True, slots=True)
class Built:
    """What was written of a split."""

    split: str
    years: tuple[int, ...]
    games: int
    positions: int

    def to_json(self) -> dict[str, Any]:
        return {
            "split": self.split,
            "years": list(self.years),
            "games": self.games,
            "positions": self.positions,
        }


def splits_of(wthor: Path, blind: Iterable[int] = ()) -> tuple[Split, ...]:
    """The splits that a folder of WTHOR files allows; the blind track has the years that are named.

    Raises SetupError if the folder lacks a year of validation, test or the blind track, or if a blind year is not a later one.
    """
    early = tuple(year for year in TRAIN_YEARS if _wthor_file(wthor, year).is_file())
    fixed = (
        Split(TRAIN, early, None),
        Split(VALIDATE, tuple(VALIDATION_YEARS), early),
        Split(TEST, tuple(TEST_YEARS), early),
    )
    later = tuple(sorted(set(blind)))
    if later and later[0] <= TEST_YEARS[-1]:
        raise SetupError(f"{later[0]} is not a blind year: the test is {TEST_YEARS[-1]}; name later ones")
    known = tuple(year for year in range(TRAIN_YEARS[0], later[0]) if _wthor_file(wthor, year).is_file()) if later else ()
    splits = (*fixed, Split(BLIND, later, known)) if later else fixed
    for split in splits:
        _require_years(wthor, split)
    return splits


def _require_years(wthor: Path, split: Split) -> None:
    missing = [year for year in split.years if not _wthor_file(wthor, year).is_file()]
    if missing or not split.years:
        year = missing[0] if missing else TRAIN_YEARS[-1]
        raise SetupError(f"{wthor} has no WTH_{year}.wtb; `kibitz archive fetch wthor` downloads the files")


def build(wthor: Path, folder: Path, splits: Iterable[Split], tell: Callable[[str], None]) -> list[Built]:
    """Write the tables of some splits; `tell` is told of each year. Raises SetupError or NotationError about the files."""
    seen = _training_keys(wthor)
    names = names_beside(_wthor_file(wthor, TEST_YEARS[0]))
    return [_build_split(wthor, folder, split, _Players(wthor, split, names), seen, tell) for split in splits]


def _build_split(wthor: Path, folder: Path, split: Split, players: "_Players", seen: Masks, tell: Callable[[str], None]) -> Built:
    make_folder(folder / split.name)
    games, positions = 0, 0
    for year in split.years:
        table, replay = read_positions([_wthor_file(wthor, year)])
        tables = _tables(year, table, replay, players, seen)
        for kind, columns in zip(KINDS, tables, strict=True):
            write_parquet(folder / split.name / f"{kind}-{year}.parquet", columns)
        games, positions = games + len(table), positions + len(replay.square)
        tell(f"{split.name} {year}: {len(table)} games, {len(replay.square)} positions")
    return Built(split.name, split.years, games, positions)


def _tables(year: int, table: WthorTable, replay: bulk.Replay, players: "_Players", seen: Masks) -> tuple[Columns, ...]:
    """The three tables of a year, in the order of KINDS."""
    game, black = replay.game_of_row(), replay.black_to_move
    ids = year * _IDS_OF_A_YEAR + np.arange(len(game))
    ply = np.arange(len(game)) - replay.first[:-1][game] + 1
    positions: Columns = {
        "id": ids,
        "game": year * _IDS_OF_A_YEAR + game,
        "ply": ply.astype(np.int32),
        "board": board_texts(replay.boards, black),
        "to_move": np.where(black, "X", "O").astype(object),
        "legal": legal_texts(bulk.legal_masks(replay.boards)),
        "moves": _moves_before(replay),
    }
    labels: Columns = {
        "id": ids,
        "move": _NAMES[replay.square].astype(object),
        "seen": _among(position_keys(situations_of_replay(replay)), seen),
    }
    mover = np.where(black, table.black[game], table.white[game]).astype(np.int64)
    other = np.where(black, table.white[game], table.black[game]).astype(np.int64)
    return positions, {"id": ids, **players.columns("", mover, year), **players.columns("opponent_", other, year)}, labels


def board_texts(boards: Boards, black_to_move: NDArray[np.bool_]) -> NDArray[Any]:
    """Each position as 64 characters from a1 to h8, X for Black, O for White and - for empty, [N]."""
    black = np.where(black_to_move, boards.own, boards.opp)
    white = np.where(black_to_move, boards.opp, boards.own)
    letters = np.where(squares_as_columns(black), b"X", np.where(squares_as_columns(white), b"O", b"-"))
    texts: NDArray[Any] = np.ascontiguousarray(letters).view("S64")[:, 0].astype("U64").astype(object)
    return texts


def legal_texts(legal: Masks) -> NDArray[Any]:
    """The legal moves of each position, such as `d3 c4 f5 e6`, in the order of the squares from a1 on, [N]."""
    names = _NAMES[np.nonzero(squares_as_columns(legal))[1]].tolist()
    ends = np.cumsum(np.bitwise_count(legal).astype(np.int64))
    texts = [" ".join(names[begin:end]) for begin, end in pairwise([0, *ends.tolist()])]
    return np.array(texts, dtype=object)


def _moves_before(replay: bulk.Replay) -> NDArray[Any]:
    """The transcript up to each position, [N]; a move is two letters."""
    names = _NAMES[replay.square].tolist()
    return np.array([text for begin, end in pairwise(replay.first.tolist()) for text in _growing(names[begin:end])], dtype=object)


def _growing(names: list[str]) -> Iterator[str]:
    whole = "".join(names)
    return (whole[: 2 * ply] for ply in range(len(names)))


class _Players:
    """Names and ratings of the players of a split by their WTHOR numbers; number 0 stands for everybody unknown."""

    def __init__(self, wthor: Path, split: Split, names: Names) -> None:
        self._split = split
        self._names = names
        years = split.years if split.rated_by is None else split.rated_by
        table = read_tables(_wthor_file(wthor, year) for year in years)
        self._last = max(years)
        self._history = _history(table)

    def columns(self, prefix: str, numbers: NDArray[np.int64], year: int) -> dict[str, NDArray[Any]]:
        """Name, rating and whether it is a program, for each number, [N]."""
        different, place = np.unique(numbers, return_inverse=True)
        names = [self._names.player(number) if number else "" for number in different.tolist()]
        ratings = np.array([self._rating(number, year) for number in different.tolist()], np.float32)[place]
        return {
            f"{prefix}player": np.array(names, dtype=object)[place],
            f"{prefix}rating": np.ma.masked_array(ratings, mask=~np.isfinite(ratings)),
            f"{prefix}is_program": np.array([is_program(name) for name in names], np.bool_)[place],
        }

    def _rating(self, number: int, year: int) -> float:
        """The rating as it was known; NaN for players without a rated game."""
        history = self._history
        first, behind = np.searchsorted(history.player, [number, number + 1])
        return history.at(number, min(year, self._last)).value if number and first < behind else float("nan")


def _history(table: WthorTable) -> History:
    known = (table.black > 0) & (table.white > 0) & (table.black != table.white)
    points = (np.sign(table.black_score[known]) + 1) / 2
    black, white, year = (column[known].astype(np.int64) for column in (table.black, table.white, table.year))
    return rate(Results(black, white, year, points))


def _training_keys(wthor: Path) -> Masks:
    """The keys of all positions of the training years, each once and ascending."""
    paths = [path for year in TRAIN_YEARS if (path := _wthor_file(wthor, year)).is_file()]
    return np.unique(np.concatenate([position_keys(situations_of_replay(read_positions([path])[1])) for path in paths]))


def _among(keys: Masks, known: Masks) -> NDArray[np.bool_]:
    """Which keys are among others, which are ascending and at least one, [N]; sorting those again would take most of the time."""
    place = np.minimum(np.searchsorted(known, keys), len(known) - 1)
    found: NDArray[np.bool_] = known[place] == keys
    return found


def _wthor_file(wthor: Path, year: int) -> Path:
    return wthor / f"WTH_{year}.wtb"
