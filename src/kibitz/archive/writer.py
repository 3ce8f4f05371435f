"""Game records into the tables of an archive: names get their numbers, games their identity, positions their rows in the index.

Two records are the same game if players, year, event, moves and result are the same; which way round the board lies does not
matter, nor do spaces and letter case in names. A game that is there already is counted and left out. (No two of WTHOR's games
are the same in this sense.)
"""

import json
import re
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from hashlib import blake2b
from itertools import chain
from typing import Any, Generic, TypeVar

import numpy as np
from numpy.typing import NDArray

from kibitz.archive.database import Archive
from kibitz.archive.othello.index import PlayedGames, play_through
from kibitz.errors import IllegalMoveError
from kibitz.records.go.record import GoRecord
from kibitz.records.othello.record import GameRecord
from kibitz.records.othello.remarks import remarks_to_json
from kibitz.rules.game import Color
from kibitz.rules.othello.position import START, Position
from kibitz.rules.squares import NO_MOVE

Record = TypeVar("Record")

UNKNOWN = 0
_LARGEST_SCORE = 64
_PROGRAM = re.compile(r".+ \(.+\)")  # WTHOR's way to name programs: Logistello (buro)


@dataclass(frozen=True, slots=True)
class Entry(Generic[Record]):
    """A record on its way into the archive, and the import it belongs to."""

    record: Record
    import_number: int


@dataclass(frozen=True, slots=True)
class Written:
    """What became of some records: the import numbers of those that went in and of those that were there already."""

    games: list[int]
    duplicates: list[int]


def problem_with(record: GameRecord) -> str | None:
    """Why an archive cannot hold a record, or None if it can."""
    if record.start.size != START.size:
        return f"the board is {record.start.size}×{record.start.size}; an archive holds games on 8×8"
    if record.black_score is not None and abs(record.black_score) > _LARGEST_SCORE:
        return f"the result is {record.black_score}; scores lie between -{_LARGEST_SCORE} and {_LARGEST_SCORE}"
    return None if record.moves else "there are no moves in it"


@lru_cache(maxsize=1 << 14)
def tidy(name: str) -> str:
    """A name as the archive keeps it: single spaces, and empty if it only says that nobody knows."""
    words = encodable(" ".join(name.split()))
    return words if words.strip("?-. ") else ""


def encodable(text: str) -> str:
    """The text, with a question mark for each half character: DuckDB keeps only what can be written as UTF-8."""
    return text if text.isascii() else text.encode("utf-8", "replace").decode()


def is_program(name: str) -> bool:
    """Whether a player's name is that of a program with its author, as WTHOR writes them."""
    return _PROGRAM.fullmatch(name) is not None


class GameEntries:
    """What the tables of games have in common, whatever is played: the games' numbers, who played, when and where."""

    def __init__(self, archive: Archive) -> None:
        self._players = NameTable(archive, "players")
        self._tournaments = NameTable(archive, "tournaments")
        self._next_game = int(archive.row("SELECT coalesce(max(id), 0) + 1 FROM games")[0])

    def new_numbers(self, count: int) -> NDArray[np.int32]:
        """The numbers of so many new games."""
        numbers = np.arange(self._next_game, self._next_game + count, dtype=np.int32)
        self._next_game += count
        return numbers

    def columns(self, records: Sequence[GameRecord] | Sequence[GoRecord]) -> dict[str, NDArray[Any]]:
        """The columns that all games have."""
        return {
            "black": self._players.numbers(record.black for record in records),
            "white": self._players.numbers(record.white for record in records),
            "tournament": self._tournaments.numbers(record.event for record in records),
            "year": optional_column([record.year for record in records], np.int16),
            "date": text_column([record.date for record in records]),
            "place": text_column([record.place for record in records]),
            "round": text_column([record.round for record in records]),
        }

    def store_names(self) -> None:
        """Write the players and tournaments that were new."""
        self._players.store()
        self._tournaments.store()


class GameWriter:
    """Puts records into an archive, inside transactions of the caller. After one that failed, take a new writer."""

    def __init__(self, archive: Archive) -> None:
        self._archive = archive
        self._entries = GameEntries(archive)

    def write(self, entries: Sequence[Entry[GameRecord]]) -> Written:
        """Add records that problem_with() has passed; raises IllegalMoveError if the moves of one are not legal."""
        by_start: dict[Position, list[Entry[GameRecord]]] = defaultdict(list)
        for entry in entries:
            by_start[entry.record.start].append(entry)
        written = Written([], [])
        for start, alike in by_start.items():
            self._write_from(start, alike, written)
        return written

    def _write_from(self, start: Position, entries: list[Entry[GameRecord]], written: Written) -> None:
        played = play_through(_move_table([entry.record.moves for entry in entries]), start)
        _require_legal(entries, played)
        identities = _identities(entries, played, start)
        is_new = unseen_games(self._archive, identities)
        new = np.flatnonzero(is_new)
        numbers = np.zeros(len(entries), dtype=np.int32)
        numbers[new] = self._entries.new_numbers(len(new))
        for entry, fresh in zip(entries, is_new.tolist(), strict=True):
            (written.games if fresh else written.duplicates).append(entry.import_number)
        if len(new):
            self._append_games([entries[i] for i in new], _picked(played, new), numbers[new], identities[new])
            rows = played.rows.of_games(is_new, numbers)
            self._archive.insert("positions", {"key": rows.key, "game": rows.game, "square": rows.square})

    def _append_games(
        self, entries: list[Entry[GameRecord]], played: "_Picked", numbers: NDArray[np.int32], identities: NDArray[np.uint64]
    ) -> None:
        records = [entry.record for entry in entries]
        scores = [_score(record, end) for record, end in zip(records, played.ends, strict=True)]
        columns: dict[str, NDArray[Any]] = {
            "id": numbers,
            "identity": identities,
            **self._entries.columns(records),
            "black_score": optional_column(scores, np.int8),
            "winner": optional_column([_winner(record, score) for record, score in zip(records, scores, strict=True)], np.int8),
            "stated_score": optional_column([record.black_score for record in records], np.int8),
            "stated_winner": optional_column([sign_of(record.winner) for record in records], np.int8),
            "ending": text_column([record.ending for record in records]),
            "black_rating": optional_column([record.black_rating for record in records], np.float64),
            "white_rating": optional_column([record.white_rating for record in records], np.float64),
            "perfect_score": optional_column([record.perfect_score for record in records], np.int8),
            "perfect_from": optional_column([record.perfect_from for record in records], np.int8),
            "start": text_column([None if record.start == START else str(record.start) for record in records]),
            "moves": text_column(played.texts),
            "extras": text_column([_extras(record) for record in records]),
            "import": np.array([entry.import_number for entry in entries], dtype=np.int32),
        }
        self._entries.store_names()
        self._archive.insert("games", columns)


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
            # Archives of Go do not say who is a program.
            columns["is_program"] = np.array([self._archive.game == "othello" and is_program(name) for name in self._new])
        self._archive.insert(self._table, columns)
        self._new = []

    def _number(self, name: str) -> int:
        known = self._numbers.get(name)
        if known is None:
            known = self._numbers[name] = len(self._numbers)
            self._new.append(name)
        return known


@dataclass(frozen=True, slots=True)
class _Picked:
    """Of some played games the texts and, where they were played to the end, Black's scores."""

    texts: list[str]
    ends: list[int | None]


def _require_legal(entries: list[Entry[GameRecord]], played: PlayedGames) -> None:
    for place in np.flatnonzero(played.failed_at >= 0):
        record = entries[place].record
        raise IllegalMoveError(f"game of {record.black!r} and {record.white!r}: move {played.failed_at[place] + 1} is not legal")


def _picked(played: PlayedGames, which: NDArray[np.int64]) -> _Picked:
    over, scores = played.over.tolist(), played.black_score.tolist()
    return _Picked([played.texts[i] for i in which], [scores[i] if over[i] else None for i in which])


def _identities(entries: list[Entry[GameRecord]], played: PlayedGames, start: Position) -> NDArray[np.uint64]:
    ends = _picked(played, np.arange(len(entries))).ends
    begin = "" if start == START else f"{start} "
    parts = zip(entries, played.oriented, ends, strict=True)
    return np.array([_identity(entry.record, begin + moves, end) for entry, moves, end in parts], dtype=np.uint64)


def _identity(record: GameRecord, moves: str, end: int | None) -> int:
    """64 bits that are the same for the same game; see the top of this module."""
    score = _score(record, end)
    result = _winner(record, score) if score is None else score
    parts = (tidy(record.black), tidy(record.white), tidy(record.event), record.year or record.date, result, moves)
    return digest("\n".join(map(str, parts)))


def digest(text: str) -> int:
    """64 bits that are the same for the same text, whatever its letter case."""
    return int.from_bytes(blake2b(text.casefold().encode("utf-8", "replace"), digest_size=8).digest(), "little")


def _score(record: GameRecord, end: int | None) -> int | None:
    """Black's score as stated, else as the moves give it, unless that contradicts the stated winner."""
    if record.black_score is not None or end is None:
        return record.black_score
    return end if record.winner is None or sign_of(record.winner) == np.sign(end) else None


def _winner(record: GameRecord, score: int | None) -> int | None:
    return sign_of(record.winner) if score is None else int(np.sign(score))


def sign_of(winner: Color | None) -> int | None:
    """Who won, as the table of games says it."""
    return None if winner is None else 1 if winner == Color.BLACK else -1


def _extras(record: GameRecord) -> str | None:
    """The notes, variations and tags as JSON, or None if there are none."""
    return json.dumps(remarks_to_json(record)) if record.has_remarks or record.tags else None


def _move_table(games: list[tuple[int, ...]]) -> NDArray[np.int8]:
    """The games as rows of one table, NO_MOVE behind their ends."""
    lengths = np.array([len(moves) for moves in games])
    table = np.full((len(games), lengths.max()), NO_MOVE, dtype=np.int8)
    table[np.arange(table.shape[1]) < lengths[:, None]] = np.fromiter(chain.from_iterable(games), dtype=np.int8)
    return table


def text_column(texts: Sequence[str | None]) -> NDArray[Any]:
    """The texts as an array of what DuckDB can keep."""
    return np.array([text and encodable(text) for text in texts], dtype=object)


def optional_column(values: Sequence[float | None], kind: type[np.generic]) -> NDArray[Any]:
    """The values as an array in which None is masked, which DuckDB takes for NULL."""
    missing = [value is None for value in values]
    return np.ma.masked_array([0 if value is None else value for value in values], mask=missing, dtype=kind)
