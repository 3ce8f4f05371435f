"""WTHOR, the French federation's archive: `WTH_yyyy.wtb` with the games of a year, `WTHOR.JOU` with the players' names and
`WTHOR.TRN` with the tournaments'.

There are two ways in: whole years as arrays, for everything that learns or counts, and single games as records. Passes are not
stored; every game is turned so that its first move is f5. Files of 10×10 boards and of solitaires are refused.
"""

import struct
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from kibitz.errors import NotationError
from kibitz.records import disk
from kibitz.records.othello.drafts import Draft, DraftOrSkip
from kibitz.records.othello.record import GameRecord, SkippedGame
from kibitz.rules.othello import bulk
from kibitz.rules.othello.wthor_codes import parse_wthor_code, wthor_code
from kibitz.rules.squares import NO_MOVE, board_shape

HEADER = struct.Struct("<4BIHHBBBB")
GAME = np.dtype(
    [
        ("tournament", "<u2"),
        ("black", "<u2"),
        ("white", "<u2"),
        ("black_discs", "u1"),
        ("perfect_discs", "u1"),
        ("moves", "u1", 60),
    ]
)
PLAYER_WIDTH, TOURNAMENT_WIDTH = 20, 26
UNKNOWN_PLAYER = "???"
OFF_BOARD = 127  # a byte that names no square; replay() stops there
_DEFAULT_PERFECT_FROM = 22
_SQUARES = 64
_NO_GAMES = bytes(HEADER.size)


def _moves_of_codes() -> NDArray[np.int8]:
    """The move of each byte, [256]."""
    moves = np.full(256, OFF_BOARD, dtype=np.int8)
    for move in (NO_MOVE, *board_shape(8).squares):
        moves[wthor_code(move)] = move
    return moves


_MOVE_OF_CODE = _moves_of_codes()


class Header(NamedTuple):
    """The 16 bytes in front of each file, without the day it was made."""

    games: int
    names: int
    year: int
    board_size: int
    kind: int
    perfect_from: int


@dataclass(frozen=True, slots=True)
class WthorTable:
    """The games of one file or many, one row each.

    `moves` is int8 [G, 60] of squares, NO_MOVE behind the last one and OFF_BOARD for a byte that names no square. The others are
    [G]: `tournament`, `black` and `white` are numbers in the lists of names, `black_score` and `perfect_score` Black's discs
    minus White's with empties to the winner, `perfect_from` the empties from which perfect play gives the perfect score, or 0
    where the file has none. `year` is 0 if the file does not say.
    """

    moves: NDArray[np.int8]
    tournament: NDArray[np.uint16]
    black: NDArray[np.uint16]
    white: NDArray[np.uint16]
    black_score: NDArray[np.int16]
    perfect_score: NDArray[np.int16]
    perfect_from: NDArray[np.uint8]
    year: NDArray[np.uint16]

    def __len__(self) -> int:
        return len(self.moves)


class Names(NamedTuple):
    """The players and tournaments of an archive; a number without a name is called `player 217`."""

    players: tuple[str, ...] = ()
    tournaments: tuple[str, ...] = ()

    def player(self, number: int) -> str:
        name = self.players[number] if number < len(self.players) else f"player {number}"
        return "" if name == UNKNOWN_PLAYER else name

    def tournament(self, number: int) -> str:
        return self.tournaments[number] if number < len(self.tournaments) else f"tournament {number}"


def looks_like(head: bytes) -> bool:
    """Whether the bytes begin with a header of WTHOR, of games or of names."""
    if len(head) < HEADER.size:
        return False
    _, _, month, day, games, names, year, size, kind, perfect_from, _ = HEADER.unpack_from(head)
    return (
        month <= 12
        and day <= 31
        and size in (0, 8, 10)
        and kind <= 1
        and perfect_from <= 60
        and year < 3000
        and not (games and names)
    )


def wtb_files(folder: Path) -> list[Path]:
    """The files with games in a folder, by name."""
    return sorted(path for path in folder.iterdir() if path.suffix.lower() == ".wtb")


def read_table(path: Path) -> WthorTable:
    """The games of a .wtb file; raises NotationError or SetupError. Whether the moves are legal is not checked."""
    with disk.opened(path) as stream:
        return parse_table(disk.read_whole(stream, str(path)), str(path))


def read_tables(paths: Iterable[Path]) -> WthorTable:
    """The games of several .wtb files, one below the other. The numbers of names only mean the same within one archive."""
    tables = [read_table(path) for path in paths] or [parse_table(_NO_GAMES, "no file")]
    return WthorTable(*(np.concatenate([getattr(table, name) for table in tables]) for name in WthorTable.__slots__))


def read_positions(paths: Iterable[Path]) -> tuple[WthorTable, bulk.Replay]:
    """The games of several .wtb files and all of them played through; see Replay for its rows."""
    table = read_tables(paths)
    return table, bulk.replay(table.moves)


def parse_table(data: bytes, source: str) -> WthorTable:
    """The games of a .wtb file's bytes.

    Raises NotationError if the header is not one, if the size is not what it says, or for 10×10 boards and solitaires. The depth
    of the perfect scores is 22 where the header has 0, unless all of them repeat the real ones: then there are none.
    """
    header = parse_header(data, source)
    _require_games(header, len(data), source)
    games = np.frombuffer(data, dtype=GAME, offset=HEADER.size)
    has_perfect_scores = header.perfect_from > 0 or bool((games["perfect_discs"] != games["black_discs"]).any())
    perfect_from = (header.perfect_from or _DEFAULT_PERFECT_FROM) if has_perfect_scores else 0
    return WthorTable(
        moves=_MOVE_OF_CODE[games["moves"]],
        tournament=games["tournament"].astype(np.uint16),
        black=games["black"].astype(np.uint16),
        white=games["white"].astype(np.uint16),
        black_score=games["black_discs"].astype(np.int16) * 2 - _SQUARES,
        perfect_score=games["perfect_discs"].astype(np.int16) * 2 - _SQUARES,
        perfect_from=np.full(len(games), perfect_from, dtype=np.uint8),
        year=np.full(len(games), header.year, dtype=np.uint16),
    )


def parse_header(data: bytes, source: str) -> Header:
    """The header of any WTHOR file; raises NotationError if the data is too short for one."""
    if len(data) < HEADER.size:
        raise NotationError(f"{source}, byte {len(data)}: the file ends inside the header of {HEADER.size} bytes")
    return Header(*HEADER.unpack_from(data)[4:10])


def parse_names(data: bytes, width: int, source: str) -> tuple[str, ...]:
    """The names of a .JOU (20 bytes each) or .TRN file (26 bytes each), ISO-8859-1 up to the first NUL; raises NotationError."""
    count = parse_header(data, source).names
    expected = HEADER.size + width * count
    if len(data) < expected:
        raise NotationError(f"{source}, byte {len(data)}: the file ends early; {count} names need {expected} bytes")
    fields = (data[place : place + width] for place in range(HEADER.size, expected, width))
    return tuple(field.split(b"\0", 1)[0].decode("latin-1").strip() for field in fields)


def names_beside(path: Path) -> Names:
    """The names that belong to a .wtb file: from the .jou and .trn of the same name, of the part before `_`, or of the folder.

    Letter case does not matter. A list that is missing leaves the names empty; a broken one raises NotationError.
    """
    lists = {}
    for suffix, width in ((".jou", PLAYER_WIDTH), (".trn", TOURNAMENT_WIDTH)):
        found = _list_beside(path, suffix)
        if found:
            with disk.opened(found) as stream:
                lists[suffix] = parse_names(disk.read_whole(stream, str(found)), width, str(found))
    return Names(lists.get(".jou", ()), lists.get(".trn", ()))


def read_drafts(data: bytes, source: str, names: Names) -> Iterator[DraftOrSkip]:
    """The games of a .wtb file's bytes; see parse_table() for what is refused.

    A game is skipped if it counts more than 64 discs, has a byte that names no square, or has moves behind its end.
    """
    table = parse_table(data, source)
    lengths = (np.cumsum(table.moves == NO_MOVE, axis=1) == 0).sum(axis=1)
    broken = (table.black_score > _SQUARES) | (table.perfect_score > _SQUARES) | (table.moves == OFF_BOARD).any(axis=1)
    broken |= (table.moves != NO_MOVE).sum(axis=1) != lengths
    has_perfect_scores = table.perfect_from.any()
    rows = zip(
        table.moves.tolist(),
        lengths.tolist(),
        table.black.tolist(),
        table.white.tolist(),
        table.tournament.tolist(),
        table.black_score.tolist(),
        table.perfect_score.tolist(),
        table.perfect_from.tolist(),
        broken.tolist(),
        strict=True,
    )
    date = f"{table.year[0]:04}" if len(table) and table.year[0] else ""
    for number, (moves, length, black, white, tournament, score, perfect, perfect_from, is_broken) in enumerate(rows, 1):
        if is_broken:
            yield SkippedGame(source, number, _problem(data, number))
            continue
        yield Draft(
            number,
            GameRecord(
                tuple(moves[:length]),
                black=names.player(black),
                white=names.player(white),
                event=names.tournament(tournament),
                date=date,
                black_score=score,
                perfect_score=perfect if has_perfect_scores else None,
                perfect_from=perfect_from if has_perfect_scores else None,
            ),
        )


def _require_games(header: Header, size: int, source: str) -> None:
    if header.board_size == 10:
        raise NotationError(f"{source} holds games on the 10×10 board; only 8×8 games are read")
    if header.board_size not in (0, 8):
        raise NotationError(f"{source}, byte 12: the board size is {header.board_size}; 8×8 is 0 or 8")
    if header.kind:
        raise NotationError(f"{source} holds solitaires, not games")
    if header.names and not header.games:
        raise NotationError(f"{source} holds {header.names} names; the games are in the .wtb files beside it")
    expected = HEADER.size + header.games * GAME.itemsize
    if size != expected:
        raise NotationError(f"{source}, byte {size}: the file ends here; its header's {header.games} games need {expected} bytes")


def _list_beside(path: Path, suffix: str) -> Path | None:
    found = {other.stem.lower(): other for other in path.parent.iterdir() if other.suffix.lower() == suffix}
    stem = path.name.split(".")[0].lower()
    for name in (stem, stem.split("_")[0], "wthor"):
        if name in found:
            return found[name]
    return next(iter(found.values())) if len(found) == 1 else None


def _problem(data: bytes, number: int) -> str:
    """What is wrong with a game that read_drafts() found broken."""
    game = np.frombuffer(data, dtype=GAME, count=1, offset=HEADER.size + (number - 1) * GAME.itemsize)[0]
    for discs in (int(game["black_discs"]), int(game["perfect_discs"])):
        if discs > _SQUARES:
            return f"Black has {discs} discs; a board has {_SQUARES} squares"
    for index, code in enumerate(game["moves"].tolist(), 1):
        try:
            parse_wthor_code(code)
        except NotationError as error:
            return f"move {index}: {error}"
    return "there are moves behind its end"
