"""Records of games of Go as rows of an archive's tables.

Two records are the same game if players, year, event, board, moves and result are the same; which way round the board lies does
not matter, nor do spaces and letter case in names.
"""

import json
from collections import defaultdict
from collections.abc import Sequence
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kibitz.archive.columns import digest, optional_column, sign_of, text_column, tidy
from kibitz.archive.filing import STORED_PASS
from kibitz.archive.go.index import index_rows
from kibitz.archive.go.keys import oriented
from kibitz.archive.rows import IndexRows, Places
from kibitz.records.go.record import GoRecord
from kibitz.records.go.sgf_writer import format_go_game
from kibitz.rules.game import Color
from kibitz.rules.go.points import format_sgf_vertex
from kibitz.rules.squares import PASS


def problem_with(record: GoRecord) -> str | None:
    """Why an archive cannot hold a record, or None if it can."""
    return None if record.moves else "there are no moves in it"


class GoRows:
    """Legal records that problem_with() has passed, as rows."""

    def __init__(self, records: Sequence[GoRecord]) -> None:
        self._records = records
        self.identities = np.array([_identity(record) for record in records], dtype=np.uint64)

    def columns(self, chosen: Places) -> dict[str, NDArray[Any]]:
        records = [self._records[place] for place in chosen]
        return {
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
        }

    def index(self, chosen: Places) -> IndexRows:
        by_size: dict[int, list[int]] = defaultdict(list)
        for place in chosen:
            by_size[self._records[place].size].append(place)
        return IndexRows.joined(self._of_size(size, places) for size, places in by_size.items())

    def _of_size(self, size: int, places: list[int]) -> IndexRows:
        return index_rows([self._records[place] for place in places], size).of_games(np.array(places))


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
