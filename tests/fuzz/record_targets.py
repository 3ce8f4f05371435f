"""Readers of records: each format by itself, files of any format, archives of files."""

from collections.abc import Callable, Iterable, Iterator
from io import BytesIO
from typing import Any

from fuzz.contract import Target, as_file
from kibitz.errors import NotationError
from kibitz.records.disk import byte_lines
from kibitz.records.go.files import parse_go_games, read_go_games
from kibitz.records.go.sgf_writer import format_go_game
from kibitz.records.noughts.record import format_record, parse_records
from kibitz.records.othello import copied, csv_games, ggf, logistello, obf, pgn, pgn_writer, sgf, sgf_writer, transcript, wthor
from kibitz.records.othello.drafts import DraftOrSkip, checked_games
from kibitz.records.othello.files import parse_games
from kibitz.records.othello.record import GameRecord

_SOURCE = "the file"


def _ignore(_report: object) -> None:
    """For what readers report: games they skip are no fault."""


def _text_format(read_drafts: Callable[[Iterable[bytes], str], Iterator[DraftOrSkip]], write: Callable[[GameRecord], str]) -> Any:
    """Reads a text format. What was read can be written, or is refused; what was written has the same moves again."""

    def games_of(data: bytes) -> list[GameRecord]:
        return list(checked_games(read_drafts(byte_lines(BytesIO(data), _SOURCE), _SOURCE), _SOURCE, _ignore, _ignore))

    def read(data: bytes) -> None:
        for record in games_of(data):
            try:
                written = write(record)
            except NotationError:
                continue
            again = games_of(written.encode("utf-8", "replace"))
            assert [game.moves for game in again] == [record.moves], "a game is not read as it was written"

    return read


def _wthor(data: bytes) -> None:
    list(checked_games(wthor.read_drafts(data, _SOURCE, wthor.Names()), _SOURCE, _ignore, _ignore))


def _wthor_names(data: bytes) -> None:
    wthor.parse_names(data, wthor.PLAYER_WIDTH, _SOURCE)


def _any_file(data: bytes) -> None:
    """Also packed ones."""
    for _ in parse_games(data, _SOURCE, _ignore, _ignore):
        pass


def _go(data: bytes) -> None:
    for record in parse_go_games(data, _SOURCE, _ignore, _ignore):
        again = list(parse_go_games(format_go_game(record).encode("utf-8", "replace"), _SOURCE, _ignore))
        assert [game.moves for game in again] == [record.moves], "a game is not read as it was written"


def _noughts(data: bytes) -> None:
    for record in parse_records(data, _SOURCE, _ignore):
        format_record(record)


def _file_of_go(name: str) -> Callable[[bytes], None]:
    def read(data: bytes) -> None:
        list(read_go_games(as_file(name, data), _ignore, _ignore))

    return read


TARGETS = (
    Target("wthor", _wthor),
    Target("wthor-names", _wthor_names),
    Target("othello-sgf", _text_format(sgf.read_drafts, sgf_writer.format_game)),
    Target("pgn", _text_format(pgn.read_drafts, pgn_writer.format_game)),
    Target("ggf", _text_format(ggf.read_drafts, ggf.format_game)),
    Target("csv", _text_format(csv_games.read_drafts, lambda record: csv_games.HEADER + csv_games.format_game(record))),
    Target("transcript", _text_format(transcript.read_drafts, transcript.format_game)),
    Target("copied", _text_format(copied.read_drafts, copied.format_game)),
    Target("obf", _text_format(obf.read_drafts, obf.format_game)),
    Target("logistello", _text_format(logistello.read_drafts, logistello.format_game)),
    Target("any-file", _any_file),
    Target("go-sgf", _go),
    Target("noughts", _noughts),
    Target("zip", _file_of_go("games.zip")),
    Target("tar", _file_of_go("games.tar.gz")),
)
