"""Records of games of Go into the tables of an archive; see writer.py for Othello, and for what makes two records one game."""

import json
from collections import defaultdict
from collections.abc import Sequence
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kibitz.archive.database import Archive
from kibitz.archive.go.index import index_rows
from kibitz.archive.go.keys import oriented
from kibitz.archive.othello.keys import STORED_PASS
from kibitz.archive.writer import Entry, GameEntries, Written, digest, optional_column, sign_of, text_column, tidy, unseen_games
from kibitz.records.go.record import GoRecord
from kibitz.records.go.sgf_writer import format_go_game
from kibitz.rules.game import Color
from kibitz.rules.go.points import format_sgf_vertex
from kibitz.rules.squares import PASS


def problem_with_go(record: GoRecord) -> str | None:
    """Why an archive cannot hold a record, or None if it can."""
    return None if record.moves else "there are no moves in it"


class GoGameWriter:
    """Puts records into an archive of Go, inside transactions of the caller. After one that failed, take a new writer."""

    def __init__(self, archive: Archive) -> None:
        self._archive = archive
        self._entries = GameEntries(archive)

    def write(self, entries: Sequence[Entry[GoRecord]]) -> Written:
        """Add legal records that problem_with_go() has passed."""
        identities = np.array([_identity(entry.record) for entry in entries], dtype=np.uint64)
        is_new = unseen_games(self._archive, identities)
        written = Written([], [])
        for entry, fresh in zip(entries, is_new.tolist(), strict=True):
            (written.games if fresh else written.duplicates).append(entry.import_number)
        new = [entries[place] for place in np.flatnonzero(is_new).tolist()]
        if new:
            numbers = self._entries.new_numbers(len(new))
            self._append_games(new, numbers, identities[is_new])
            self._append_positions(new, numbers)
        return written

    def _append_games(self, entries: list[Entry[GoRecord]], numbers: NDArray[np.int32], identities: NDArray[np.uint64]) -> None:
        records = [entry.record for entry in entries]
        columns: dict[str, NDArray[Any]] = {
            "id": numbers,
            "identity": identities,
            **self._entries.columns(records),
            "black_score": optional_column([record.black_score for record in records], np.float64),
            "winner": optional_column([_winner(record) for record in records], np.int8),
            "ending": text_column([record.ending for record in records]),
            "black_rank": text_column([record.black_rank for record in records]),
            "white_rank": text_column([record.white_rank for record in records]),
            "size": np.array([record.size for record in records], dtype=np.int8),
            "komi": optional_column([record.komi for record in records], np.float64),
            "handicap": np.array([record.handicap for record in records], dtype=np.int16),
            "rules": text_column([record.rules for record in records]),
            "start": text_column([_start_text(record) for record in records]),
            "moves": text_column([_moves_text(record) for record in records]),
            "tags": text_column([json.dumps(dict(record.tags)) if record.tags else None for record in records]),
            "sgf": text_column([None if is_plain(record) else format_go_game(record, in_one_line=True) for record in records]),
            "import": np.array([entry.import_number for entry in entries], dtype=np.int32),
        }
        self._entries.store_names()
        self._archive.insert("games", columns)

    def _append_positions(self, entries: list[Entry[GoRecord]], numbers: NDArray[np.int32]) -> None:
        by_size: dict[int, list[int]] = defaultdict(list)
        for place, entry in enumerate(entries):
            by_size[entry.record.size].append(place)
        for size, places in by_size.items():
            rows = index_rows([entries[place].record for place in places], size)
            games = numbers[np.array(places)[rows.game]].astype(np.int64)
            self._archive.insert("positions", {"key": rows.key, "game": games, "square": rows.point})


def is_plain(record: GoRecord) -> bool:
    """Whether the columns of the table hold all of a record: no comments and variations, and both sides move in turn."""
    colors = [record.first_to_move.other, *(move.color for move in record.moves)]
    takes_turns = all(first != second for first, second in pairwise(colors))
    return takes_turns and not record.has_remarks


def _start_text(record: GoRecord) -> str | None:
    """The board before the first move, None for the empty one with Black to move."""
    if record.first_to_move == Color.BLACK and not record.black_stones and not record.white_stones:
        return None
    return str(record.start)


def _moves_text(record: GoRecord) -> str:
    return "".join(STORED_PASS if move.point == PASS else format_sgf_vertex(move.point, record.size) for move in record.moves)


def _winner(record: GoRecord) -> int | None:
    return 0 if record.black_score == 0 else sign_of(record.winner)


def _identity(record: GoRecord) -> int:
    result = record.black_score if record.black_score is not None else _winner(record)
    moves = oriented([move.point for move in record.moves], record.size).hex()
    start = f"{record.size} {record.black_stones} {record.white_stones} {record.first_to_move}"
    names = (tidy(record.black), tidy(record.white), tidy(record.event))
    return digest("\n".join(map(str, (*names, record.year or record.date, result, start, moves))))
