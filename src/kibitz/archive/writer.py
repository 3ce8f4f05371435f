"""Game records into the tables of an archive: names get their numbers, games their identity, positions their rows in the index.

What makes two records the same game is for the game to say. One that is there already is counted and left out.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kibitz.archive.columns import optional_column, text_column, tidy
from kibitz.archive.database import Archive
from kibitz.archive.rows import Places, RecordRows

UNKNOWN = 0


@dataclass(frozen=True, slots=True)
class Entry:
    """A record on its way into the archive, and the import it belongs to."""

    record: Any
    import_number: int


@dataclass(frozen=True, slots=True)
class Written:
    """What became of some records: the import numbers of those that went in and of those that were there already."""

    games: list[int]
    duplicates: list[int]


class GameWriter:
    """Puts records into an archive, inside transactions of the caller. After one that failed, take a new writer."""

    def __init__(self, archive: Archive) -> None:
        self._archive = archive
        self._players = NameTable(archive, "players")
        self._tournaments = NameTable(archive, "tournaments")
        self._next_game = int(archive.row("SELECT coalesce(max(id), 0) + 1 FROM games")[0])

    def write(self, entries: Sequence[Entry]) -> Written:
        """Add records that the archive can hold; raises IllegalMoveError if the moves of one are not legal."""
        rows = self._archive.filing.rows([entry.record for entry in entries])
        is_new = unseen_games(self._archive, rows.identities)
        written = Written([], [])
        for entry, fresh in zip(entries, is_new.tolist(), strict=True):
            (written.games if fresh else written.duplicates).append(entry.import_number)
        if written.games:
            self._append(entries, rows, np.flatnonzero(is_new))
        return written

    def _append(self, entries: Sequence[Entry], rows: RecordRows, new: Places) -> None:
        numbers = np.zeros(len(entries), dtype=np.int32)
        numbers[new] = self._new_numbers(len(new))
        columns: dict[str, NDArray[Any]] = {
            "id": numbers[new],
            "identity": rows.identities[new],
            **self._shared_columns([entries[place].record for place in new]),
            **rows.columns(new),
            "import": np.array([entries[place].import_number for place in new], dtype=np.int32),
        }
        self._players.store()
        self._tournaments.store()
        self._archive.insert("games", columns)
        index = rows.index(new).of_games(numbers)
        self._archive.insert("positions", {"key": index.key, "game": index.game, "square": index.square})

    def _new_numbers(self, count: int) -> NDArray[np.int32]:
        numbers = np.arange(self._next_game, self._next_game + count, dtype=np.int32)
        self._next_game += count
        return numbers

    def _shared_columns(self, records: Sequence[Any]) -> dict[str, NDArray[Any]]:
        """Who played, when and where: columns that all games have."""
        return {
            "black": self._players.numbers(record.black for record in records),
            "white": self._players.numbers(record.white for record in records),
            "tournament": self._tournaments.numbers(record.event for record in records),
            "year": optional_column([record.year for record in records], np.int16),
            "date": text_column([record.date for record in records]),
            "place": text_column([record.place for record in records]),
            "round": text_column([record.round for record in records]),
        }


def unseen_games(archive: Archive, identities: NDArray[np.uint64]) -> NDArray[np.bool_]:
    """Which games are neither in the archive nor earlier in the list."""
    with archive.lent("candidates", {"identity": identities}):
        known = archive.rows("SELECT identity FROM games WHERE identity IN (SELECT identity FROM candidates)")
    is_new = np.zeros(len(identities), dtype=np.bool_)
    is_new[np.unique(identities, return_index=True)[1]] = True
    return is_new & ~np.isin(identities, np.array([identity for (identity,) in known], dtype=np.uint64))


class NameTable:
    """The players or the tournaments: numbers for names, new ones remembered until they are stored."""

    def __init__(self, archive: Archive, table: str) -> None:
        self._archive = archive
        self._table = table
        self._numbers = {"": UNKNOWN} | dict(archive.rows(f"SELECT name, id FROM {table}"))
        self._new: list[str] = []

    def numbers(self, names: Iterable[str]) -> NDArray[np.int32]:
        return np.array([self._number(tidy(name)) for name in names], dtype=np.int32)

    def store(self) -> None:
        if not self._new:
            return
        columns: dict[str, NDArray[Any]] = {
            "id": np.array([self._numbers[name] for name in self._new], dtype=np.int32),
            "name": text_column(self._new),
        }
        if self._table == "players":
            columns["is_program"] = np.array([self._archive.filing.is_program(name) for name in self._new])
        self._archive.insert(self._table, columns)
        self._new = []

    def _number(self, name: str) -> int:
        known = self._numbers.get(name)
        if known is None:
            known = self._numbers[name] = len(self._numbers)
            self._new.append(name)
        return known
