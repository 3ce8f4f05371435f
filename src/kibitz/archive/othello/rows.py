"""Records of games of Othello as rows of an archive's tables.

Two records are the same game if players, year, event, moves and result are the same; which way round the board lies does not
matter, nor do spaces and letter case in names. (No two of WTHOR's games are the same in this sense.)
"""

import json
from collections import defaultdict
from collections.abc import Sequence
from itertools import chain
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kibitz.archive.columns import digest, optional_column, sign_of, text_column, tidy
from kibitz.archive.othello.index import PlayedGames, play_through
from kibitz.archive.rows import IndexRows, Places
from kibitz.errors import IllegalMoveError
from kibitz.records.othello.record import GameRecord
from kibitz.records.othello.remarks import remarks_to_json
from kibitz.rules.othello.position import START, Position
from kibitz.rules.squares import NO_MOVE

_LARGEST_SCORE = 64


def problem_with(record: GameRecord) -> str | None:
    """Why an archive cannot hold a record, or None if it can."""
    if record.start.size != START.size:
        return f"the board is {record.start.size}×{record.start.size}; an archive holds games on 8×8"
    if record.black_score is not None and abs(record.black_score) > _LARGEST_SCORE:
        return f"the result is {record.black_score}; scores lie between -{_LARGEST_SCORE} and {_LARGEST_SCORE}"
    return None if record.moves else "there are no moves in it"


class OthelloRows:
    """Records that problem_with() has passed, as rows; raises IllegalMoveError if the moves of one are not legal."""

    def __init__(self, records: Sequence[GameRecord]) -> None:
        self._records = records
        self._texts = [""] * len(records)
        self._scores: list[int | None] = [None] * len(records)
        self._index: list[IndexRows] = []
        self.identities = np.zeros(len(records), dtype=np.uint64)
        for start, places in _by_start(records).items():
            self._play(start, places)

    def columns(self, chosen: Places) -> dict[str, NDArray[Any]]:
        records = [self._records[place] for place in chosen]
        scores = [self._scores[place] for place in chosen]
        return {
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
            "moves": text_column([self._texts[place] for place in chosen]),
            "extras": text_column([_extras(record) for record in records]),
        }

    def index(self, chosen: Places) -> IndexRows:
        is_chosen = np.zeros(len(self._records), dtype=np.bool_)
        is_chosen[chosen] = True
        return IndexRows.joined(rows.chosen(is_chosen[rows.game]) for rows in self._index)

    def _play(self, start: Position, places: list[int]) -> None:
        """Play the games through that begin with one position, and keep what they look like."""
        records = [self._records[place] for place in places]
        played = play_through(_move_table([record.moves for record in records]), start)
        _require_legal(records, played)
        self._index.append(played.rows.of_games(np.array(places)))
        begin = "" if start == START else f"{start} "
        for row, (place, end) in enumerate(zip(places, _ends(played), strict=True)):
            self._texts[place] = played.texts[row]
            self._scores[place] = _score(records[row], end)
            self.identities[place] = _identity(records[row], begin + played.oriented[row], self._scores[place])


def _by_start(records: Sequence[GameRecord]) -> dict[Position, list[int]]:
    """The places of the records that begin with each position."""
    places: dict[Position, list[int]] = defaultdict(list)
    for place, record in enumerate(records):
        places[record.start].append(place)
    return places


def _require_legal(records: list[GameRecord], played: PlayedGames) -> None:
    for place in np.flatnonzero(played.failed_at >= 0):
        record = records[place]
        raise IllegalMoveError(f"game of {record.black!r} and {record.white!r}: move {played.failed_at[place] + 1} is not legal")


def _ends(played: PlayedGames) -> list[int | None]:
    """Black's scores of the games that were played to the end."""
    return [score if is_over else None for is_over, score in zip(played.over.tolist(), played.black_score.tolist(), strict=True)]


def _identity(record: GameRecord, moves: str, score: int | None) -> int:
    """64 bits that are the same for the same game; see the top of this module."""
    result = _winner(record, score) if score is None else score
    parts = (tidy(record.black), tidy(record.white), tidy(record.event), record.year or record.date, result, moves)
    return digest("\n".join(map(str, parts)))


def _score(record: GameRecord, end: int | None) -> int | None:
    """Black's score as stated, else as the moves give it, unless that contradicts the stated winner."""
    if record.black_score is not None or end is None:
        return record.black_score
    return end if record.winner is None or sign_of(record.winner) == np.sign(end) else None


def _winner(record: GameRecord, score: int | None) -> int | None:
    return sign_of(record.winner) if score is None else int(np.sign(score))


def _extras(record: GameRecord) -> str | None:
    """The notes, variations and tags as JSON, or None if there are none."""
    return json.dumps(remarks_to_json(record)) if record.has_remarks or record.tags else None


def _move_table(games: list[tuple[int, ...]]) -> NDArray[np.int8]:
    """The games as rows of one table, NO_MOVE behind their ends."""
    lengths = np.array([len(moves) for moves in games])
    table = np.full((len(games), lengths.max()), NO_MOVE, dtype=np.int8)
    table[np.arange(table.shape[1]) < lengths[:, None]] = np.fromiter(chain.from_iterable(games), dtype=np.int8)
    return table
