"""An archive holds any game that says how it is filed: here a made-up one, in which two players take counters from a heap."""

import json
import sys
from collections.abc import Iterator
from dataclasses import dataclass, replace
from types import ModuleType

import numpy as np
import pytest

from kibitz.archive.catalogue import find_players, list_games, summarise
from kibitz.archive.columns import digest, text_column
from kibitz.archive.database import open_archive, open_for_writing
from kibitz.archive.explore import explore
from kibitz.archive.filing import MoveFamily, find_filing
from kibitz.archive.importer import import_files, import_records, record_files
from kibitz.archive.ratings import player_ratings, update_ratings
from kibitz.archive.rows import IndexRows
from kibitz.errors import SetupError
from kibitz.rules.game import Color
from kibitz.rules.squares import NO_MOVE

HEAP = 7


@dataclass(frozen=True)
class Heap:
    counters: int = HEAP
    to_move: Color = Color.BLACK

    def play(self, taken: int) -> "Heap":
        return Heap(self.counters - taken, self.to_move.other)


@dataclass(frozen=True)
class HeapRecord:
    moves: tuple[int, ...]
    black: str = "Ann"
    white: str = "Bob"
    event: str = ""
    year: int | None = 2001
    date: str = "2001"
    place: str = ""
    round: str = ""

    @property
    def winner(self) -> int | None:
        """Who takes the last counter wins: 1 for Black, -1 for White, None if the record stops before."""
        return None if sum(self.moves) < HEAP else 1 if len(self.moves) % 2 else -1


class HeapRows:
    def __init__(self, records):
        self._records = records
        self.identities = np.array([digest(repr(record)) for record in records], dtype=np.uint64)

    def columns(self, chosen):
        records = [self._records[place] for place in chosen]
        winners = np.ma.masked_array([record.winner or 0 for record in records], [record.winner is None for record in records])
        return {
            "black_score": winners.astype(np.int8),
            "winner": winners.astype(np.int8),
            "start": text_column([None] * len(records)),
            "moves": text_column(["".join(map(str, record.moves)) for record in records]),
        }

    def index(self, chosen):
        rows = [row for place in chosen for row in self._index_of(place)]
        keys, games, squares = zip(*rows, strict=True)
        return IndexRows(np.array(keys, np.uint64), np.array(games), np.array(squares, np.int8))

    def _index_of(self, place) -> Iterator[tuple[int, int, int]]:
        position = Heap()
        for taken in self._records[place].moves:
            yield position.counters, place, taken
            position = position.play(taken)
        yield position.counters, place, NO_MOVE


class HeapFiling:
    game = "heap"
    title = "The Heap"
    import_command = "kibitz archive import --game heap FILE"
    schema = "heap"
    square_type = "TINYINT"
    columns = "black_score TINYINT, winner TINYINT, start VARCHAR, moves VARCHAR NOT NULL"
    rated = "length(moves) > 2"
    rows = HeapRows

    def key(self, position):
        return position.counters

    def family(self, position, filed):  # noqa: ARG002 - a heap has no symmetries
        return MoveFamily(filed, (filed,))

    def name(self, position, move):  # noqa: ARG002
        return f"take {move}"

    def is_program(self, player):
        return player == "Nimrod"

    def is_game_file(self, file):
        return file.suffix == ".heap"

    def read(self, path, on_skip, say):  # noqa: ARG002
        return [HeapRecord(tuple(moves)) for moves in json.loads(path.read_text())]

    def problem_with(self, record):
        return "more counters were taken than there are" if sum(record.moves) > HEAP else None


@pytest.fixture(autouse=True)
def _known(monkeypatch):
    """The made-up game has a folder in the archive's room."""
    module = ModuleType("kibitz.archive.heap.filing")
    module.FILING = HeapFiling()
    monkeypatch.setitem(sys.modules, module.__name__, module)


@pytest.fixture
def heap_archive(archive_path):
    with open_for_writing(archive_path, game="heap") as archive:
        import_records(archive, [HeapRecord((3, 3, 1)), HeapRecord((3, 1, 3)), HeapRecord((1, 3))], "test")
        yield archive


def test_moves_are_counted_in_the_positions_that_the_game_files(heap_archive):
    found = explore(heap_archive, Heap())
    assert [(found.name_of(played.move), played.tally.games) for played in found.moves] == [("take 3", 2), ("take 1", 1)]
    after_three = explore(heap_archive, Heap().play(3))
    assert {played.move: played.tally.black_wins for played in after_three.moves} == {3: 1, 1: 1}
    assert explore(heap_archive, Heap().play(1).play(3)).ended_here == 1


def test_the_same_record_is_taken_once_and_what_cannot_be_held_is_skipped(heap_archive):
    lines = []
    report = import_records(heap_archive, [HeapRecord((3, 3, 1)), HeapRecord((7, 7))], "again", lines.append)
    assert (report.games, report.duplicates, report.skipped) == (0, 1, 1)
    assert lines == ["again, game 2: more counters were taken than there are"]


def test_files_are_chosen_and_read_as_the_game_says(heap_archive, tmp_path):
    (tmp_path / "games.heap").write_text("[[7], [6, 1]]")
    (tmp_path / "notes.txt").write_text("f5d6")
    files = record_files([tmp_path], "heap")
    assert [file.path.name for file in files] == ["games.heap"]
    assert import_files(heap_archive, files).games == 2


def test_games_players_and_ratings_are_listed(heap_archive):
    import_records(heap_archive, [replace(HeapRecord((7,)), black="Nimrod")], "more")
    assert (summarise(heap_archive).games, summarise(heap_archive).positions) == (4, 9)
    assert [player.is_program for player in find_players(heap_archive, "nimrod")] == [True]
    assert list_games(heap_archive, Heap().play(1))[1][0].transcript == "13"
    update_ratings(heap_archive)
    assert [rating.games for rating in player_ratings(heap_archive, "Ann")] == [2]
    with pytest.raises(SetupError, match="has 'Zed' in the name"):
        player_ratings(heap_archive, "Zed")


def test_games_of_several_kinds_live_in_one_file(heap_archive, archive_path):
    heap_archive.close()
    with pytest.raises(SetupError, match="holds no games of Othello; add some with: kibitz archive import FILE"):
        open_archive(archive_path, game="othello")
    with open_for_writing(archive_path, game="othello") as archive:
        assert summarise(archive).games == 0
    with open_archive(archive_path, game="heap") as archive:
        assert summarise(archive).games == 3
        assert len(list(archive.stream("SELECT * FROM positions"))) == 11


def test_a_game_without_a_filing_has_no_archive(archive_path):
    with pytest.raises(SetupError, match="there is no archive for chess"):
        find_filing("chess")
    with pytest.raises(SetupError, match="there is no archive for chess"):
        open_for_writing(archive_path, game="chess")
    assert not archive_path.exists()
