"""Writes WTHOR files: the games of each year, the players and the tournaments.

What the format cannot hold is lost: of a date all but the year, places, rounds, ratings, notes and tags. Names are cut to 19
bytes (players) and 25 (tournaments) of ISO-8859-1; letters it does not have lose their accents or become `?`.
"""

import unicodedata
from collections import defaultdict
from collections.abc import Iterable, Sequence
from datetime import date
from functools import cache
from typing import NamedTuple

import numpy as np

from kibitz.errors import NotationError
from kibitz.records.othello.record import GameRecord
from kibitz.records.othello.wthor import GAME, HEADER, PLAYER_WIDTH, TOURNAMENT_WIDTH, UNKNOWN_PLAYER
from kibitz.records.values import one_line
from kibitz.rules.othello.position import START
from kibitz.rules.othello.wthor_codes import wthor_code
from kibitz.rules.squares import PASS, board_shape, parse_square
from kibitz.rules.symmetry import transform_square

_FIRST_MOVE = parse_square("f5")
_NO_YEAR = 0
_MOST_NAMES = 0xFFFF


class WthorArchive(NamedTuple):
    """The contents of the files: games by year (0 where a record has no date), players, tournaments."""

    games: dict[int, bytes]
    players: bytes
    tournaments: bytes


class _NameList:
    """Numbers names in the order in which they come up; number 0 is what stands for no name."""

    def __init__(self, no_name: str, width: int) -> None:
        self.no_name = no_name
        self.numbers = {no_name: 0}
        self.width = width

    def number(self, name: str) -> int:
        return self.numbers.setdefault(one_line(name) or self.no_name, len(self.numbers))

    def packed(self, created: date) -> bytes:
        if len(self.numbers) > _MOST_NAMES:
            raise NotationError(f"WTHOR numbers at most {_MOST_NAMES} names, and there are {len(self.numbers)}")
        names = b"".join(latin_name(name, self.width - 1).ljust(self.width, b"\0") for name in self.numbers)
        return _header(created, names=len(self.numbers)) + names


def require_writable(record: GameRecord) -> None:
    """Raise NotationError if WTHOR cannot hold a game: from another start, or without a result and not played to its end."""
    if record.start != START:
        raise NotationError("WTHOR holds only games from the standard start")
    _score(record)


def pack_archive(records: Iterable[GameRecord], created: date) -> WthorArchive:
    """The files for some games, each of which require_writable() accepts.

    Every game is turned so that it begins with f5, as the archive does. A file holds perfect scores if all its games have one
    from the same number of empties; else they are left out (the real scores stand in their place, and the depth is 0).
    """
    players = _NameList(UNKNOWN_PLAYER, PLAYER_WIDTH)
    tournaments = _NameList("", TOURNAMENT_WIDTH)
    by_year: dict[int, list[GameRecord]] = defaultdict(list)
    for record in records:
        by_year[record.year or _NO_YEAR].append(record)
    games = {year: _pack_year(year, by_year[year], players, tournaments, created) for year in sorted(by_year)}
    return WthorArchive(games, players.packed(created), tournaments.packed(created))


def latin_name(name: str, length: int) -> bytes:
    """The name in ISO-8859-1, at most so many bytes; accents and signs it does not have are dropped or become `?`."""
    letters = []
    for letter in name:
        plain = letter
        if ord(letter) > 0xFF:
            plain = "".join(part for part in unicodedata.normalize("NFKD", letter) if not unicodedata.combining(part))
        letters.append(plain.encode("latin-1", "replace"))
    return b"".join(letters)[:length].rstrip()


def _pack_year(year: int, records: Sequence[GameRecord], players: _NameList, tournaments: _NameList, created: date) -> bytes:
    depths = {record.perfect_from for record in records if record.perfect_score is not None}
    has_perfect_scores = len(depths) == 1 and depths != {None} and all(record.perfect_score is not None for record in records)
    depth = (depths.pop() or 0) if has_perfect_scores else 0
    games = np.zeros(len(records), dtype=GAME)
    for game, record in zip(games, records, strict=True):
        score = _score(record)
        perfect = record.perfect_score if has_perfect_scores and record.perfect_score is not None else score
        game["tournament"] = tournaments.number(record.event)
        game["black"], game["white"] = players.number(record.black), players.number(record.white)
        game["black_discs"], game["perfect_discs"] = _discs(score), _discs(perfect)
        codes = _turned_codes(record.moves)
        game["moves"][: len(codes)] = codes
    return _header(created, games=len(games), year=year, perfect_from=depth, size=8) + games.tobytes()


def _score(record: GameRecord) -> int:
    score = record.played_score() if record.black_score is None else record.black_score
    if score is None:
        raise NotationError("WTHOR needs a result, and the game stops early without one")
    return score


def _discs(black_score: int) -> int:
    return max(0, min(64, (black_score + 64) // 2))


def _turned_codes(moves: Sequence[int]) -> list[int]:
    """The bytes of the discs placed, turned so that the first one is f5."""
    squares = [move for move in moves if move != PASS]
    codes = _codes_turned_by_first_move(squares[0]) if squares else ()
    return [codes[square] for square in squares]


@cache
def _codes_turned_by_first_move(first: int) -> tuple[int, ...]:
    """The byte of each square under the symmetry of the start that takes a first move to f5, [64]."""
    symmetry = next(s for s in START.self_symmetries() if transform_square(first, s) == _FIRST_MOVE)
    return tuple(wthor_code(transform_square(square, symmetry)) for square in board_shape(8).squares)


def _header(created: date, games: int = 0, names: int = 0, year: int = 0, perfect_from: int = 0, size: int = 0) -> bytes:
    century, year_of_century = divmod(created.year, 100)
    return HEADER.pack(century, year_of_century, created.month, created.day, games, names, year, size, 0, perfect_from, 0)
