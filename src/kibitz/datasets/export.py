"""The games of an archive as a dataset: a row for each move, in files by split and year.

An archive may be larger than memory: a year is read a few thousand games at a time, and each part is written before the next is
read. The folder appears when all of it is there.
"""

import json
import shutil
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from kibitz import __version__
from kibitz.archive.catalogue import WITH_NAMES
from kibitz.archive.database import Archive
from kibitz.archive.filters import GameFilter
from kibitz.datasets.rows import COMMON_COLUMNS, Asked, Games, Moves, Rows, find_rows, whole_columns
from kibitz.datasets.tables import writer_of
from kibitz.errors import SetupError
from kibitz.files import make_folder, part_of, reason, sync_folder

TRAIN, VALIDATE, TEST = "train", "validate", "test"
DESCRIPTION: Final = "dataset.json"
_RATINGS: Final = (
    "LEFT JOIN ratings AS rb ON rb.player = found.black AND rb.year = found.year "
    "LEFT JOIN ratings AS rw ON rw.player = found.white AND rw.year = found.year"
)


@dataclass(frozen=True, slots=True)
class Splits:
    """Which years are held out; all others are for learning. A game belongs to one split with all of its moves."""

    validate: frozenset[int] = frozenset()
    test: frozenset[int] = frozenset()

    def __post_init__(self) -> None:
        both = sorted(self.validate & self.test)
        if both:
            raise SetupError(f"{both[0]} cannot be both in {VALIDATE} and in {TEST}")

    def of(self, year: int) -> str:
        return VALIDATE if year in self.validate else TEST if year in self.test else TRAIN


@dataclass(slots=True)
class Written:
    """What was written of one split."""

    years: list[int] = field(default_factory=list)
    games: int = 0
    positions: int = 0
    files: list[str] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Exported:
    """What a dataset holds by split, and how many games were left out for which reason."""

    splits: dict[str, Written]
    left_out: dict[str, int]

    @property
    def games(self) -> int:
        return sum(split.games for split in self.splits.values())

    @property
    def positions(self) -> int:
        return sum(split.positions for split in self.splits.values())


def export(
    archive: Archive,
    folder: Path,
    form: str = "parquet",
    splits: Splits = Splits(),
    asked: Asked = Asked(),  # noqa: B008
    games: GameFilter = GameFilter(),  # noqa: B008
    tell: Callable[[str], None] = lambda _: None,
) -> Exported:
    """Write the games of an archive as a dataset into a new folder; `tell` is told of each year.

    Raises SetupError if the folder is there already, if no game is left, or for what cannot be asked of the game.
    """
    if folder.exists():
        raise SetupError(f"{folder} is there already; name a new folder")
    rows = find_rows(archive.filing.game)
    job = _Job(archive, rows, splits, form, games.condition(archive), rows.prepared(asked))
    part = part_of(folder.absolute())
    make_folder(part)
    try:
        found = job.run(part, tell)
        described = describe(found, archive, form, asked, games)
        (part / DESCRIPTION).write_text(json.dumps(described, indent=2, ensure_ascii=False) + "\n", "utf-8")
        part.rename(folder)
        sync_folder(folder.absolute().parent)
    except OSError as error:
        raise SetupError(f"{folder} cannot be written: {reason(error)}") from None
    finally:
        shutil.rmtree(part, ignore_errors=True)
    return found


def describe(found: Exported, archive: Archive, form: str, asked: Asked, games: GameFilter) -> dict[str, Any]:
    """What a dataset says of itself."""
    rows = find_rows(archive.filing.game)
    wanted = {name: text for name, text in rows.on_request.items() if getattr(asked, _ASKED_FOR[name])}
    return {
        "game": archive.filing.game,
        "format": form,
        "kibitz": __version__,
        "asked": asdict(asked),
        "filter": games.as_dict(),
        "columns": {**COMMON_COLUMNS, **rows.columns, **wanted},
        "splits": {name: asdict(split) for name, split in found.splits.items()},
        "left_out": found.left_out,
    }


_ASKED_FOR: Final[Mapping[str, str]] = {"loss": "loss", "loss_is_exact": "loss", "probability": "model"}


@dataclass(frozen=True, slots=True)
class _Job:
    archive: Archive
    rows: Rows
    splits: Splits
    form: str
    condition: str
    turned: Callable[[Games], Moves]

    def run(self, folder: Path, tell: Callable[[str], None]) -> Exported:
        write = writer_of(self.form)
        written: dict[str, Written] = {}
        left_out = self._left_out()
        for year in self._years():
            split = written.setdefault(self.splits.of(year), Written())
            for number, games in enumerate(self._parts(year)):
                moves = self.turned(games)
                file = f"{self.splits.of(year)}/{year}-{number:03}.{self.form}"
                make_folder(folder / self.splits.of(year))
                write(folder / file, whole_columns(games, moves, year))
                split.files.append(file)
                split.games, split.positions = split.games + len(games), split.positions + len(moves.game)
            split.years.append(year)
            tell(f"{year}: {split.positions} positions in {self.splits.of(year)} so far")
        if not written:
            raise SetupError(f"{self.archive.path} has no game for a dataset{_reasons(left_out)}")
        return Exported(written, left_out)

    def _years(self) -> list[int]:
        rows = self.archive.rows(f"SELECT DISTINCT year FROM games WHERE {self._usable()} ORDER BY year")
        return [int(year) for (year,) in rows]

    def _left_out(self) -> dict[str, int]:
        """How many of the chosen games are left out, by the first reason that is true of them."""
        counted: Counter[str] = Counter()
        passed = self.condition
        for why, condition in self._conditions().items():
            (count,) = self.archive.row(f"SELECT count(*) FROM games WHERE {passed} AND NOT coalesce({condition}, false)")
            counted.update({why: count})
            passed = f"{passed} AND {condition}"
        return {why: count for why, count in counted.items() if count}

    def _conditions(self) -> dict[str, str]:
        return {"the year is not known": "games.year IS NOT NULL", **self.rows.usable}

    def _usable(self) -> str:
        return " AND ".join([self.condition, *self._conditions().values()])

    def _parts(self, year: int) -> Iterator[Games]:
        """The games of a year, some at a time."""
        extra = "".join(f", found.{name}" for name in self.rows.extra)
        found = f"(SELECT * FROM games WHERE {self._usable()} AND games.year = {year:d})"
        query = (
            "SELECT found.id, found.moves, coalesce(black.name, ''), coalesce(white.name, ''), rb.rating, rw.rating, "
            f"found.black_score, found.winner{extra} FROM {found} AS found {WITH_NAMES} {_RATINGS} ORDER BY found.id"
        )
        waiting: list[tuple[Any, ...]] = []
        for row in self.archive.stream(query):
            waiting.append(row)
            if len(waiting) == self.rows.at_once:
                yield _games(waiting, self.rows.extra)
                waiting = []
        if waiting:
            yield _games(waiting, self.rows.extra)


def _games(rows: list[tuple[Any, ...]], extra: tuple[str, ...]) -> Games:
    ids, moves, black, white, black_rating, white_rating, score, winner, *others = zip(*rows, strict=True)
    return Games(
        id=np.array(ids, np.int64),
        moves=moves,
        black=np.array(black, np.str_),
        white=np.array(white, np.str_),
        black_rating=_floats(black_rating),
        white_rating=_floats(white_rating),
        black_score=_floats(score),
        black_points=((_floats(winner) + 1) / 2).astype(np.float32),
        extra=dict(zip(extra, others, strict=True)),
    )


def _floats(values: tuple[float | None, ...]) -> NDArray[np.float32]:
    return np.array([np.nan if value is None else value for value in values], np.float32)


def _reasons(left_out: dict[str, int]) -> str:
    return "".join(f"; {count} left out: {why}" for why, count in left_out.items())
