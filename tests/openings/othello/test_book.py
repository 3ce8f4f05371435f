"""Books: counted, valued, looked ahead, joined, kept in files."""

from pathlib import Path

import numpy as np
import pytest

from kibitz.errors import KibitzError, SetupError
from kibitz.models.othello.engine import shipped_engine
from kibitz.openings.othello import edax
from kibitz.openings.othello.book import UNKNOWN, Book, load_book
from kibitz.openings.othello.book_files import read_book, write_book
from kibitz.openings.othello.counting import count_positions
from kibitz.openings.othello.learning import finished, joined, learn, with_counted
from kibitz.openings.othello.position_table import PositionTable
from kibitz.openings.othello.proven import ProvenTable
from kibitz.rules.othello.bulk import Boards
from kibitz.rules.othello.position import START, Position, play_all
from kibitz.rules.squares import parse_square, parse_transcript
from kibitz.rules.symmetry import transform_square
from kibitz.workers import LocalWorkers

GAMES = ["f5d6c3d3c4f4f6", "f5d6c3d3c4f4e3", "f5f6e6f4", "c4e3f6e6f5c5c3"]  # the last is the first, turned


class AtOnce:
    """Does the work of workers in this process."""

    def run(self, function, jobs):
        for job in jobs:
            yield job, function(job)


@pytest.fixture
def nothing_proven() -> ProvenTable:
    table, _ = PositionTable.of(Boards(np.zeros(0, np.uint64), np.zeros(0, np.uint64)))
    none = np.zeros(0, np.int8)
    return ProvenTable(table, none, none, none.astype(np.uint32))


@pytest.fixture
def games(tmp_path) -> Path:
    path = tmp_path / "games.txt"
    path.write_text("\n".join(GAMES) + "\n")
    return path


def after(moves: str) -> Position:
    return play_all(parse_transcript(moves))


def row_of(book: Book, position: Position) -> int:
    return int(book.table.rows(Boards.of([position]))[0])


def score_of(book: Book, position: Position, move: str) -> tuple[float, int]:
    """The score and the reach of a move, whatever image the book holds."""
    image = transform_square(parse_square(move), position.canonical_symmetry())
    place = int(book.first[row_of(book, position)]) + position.canonical().legal_squares().index(image)
    return book.scores[place] / 100, int(book.reach[place])


def valued(depth: int, values: dict[str, float]) -> Book:
    """A book of some positions in which every move of one is worth the same."""
    positions = [after(moves).canonical() for moves in values]
    book = Book.of(Boards.of(positions), np.ones(len(positions), np.uint32))
    for position, value in zip(positions, values.values(), strict=True):
        row = row_of(book, position)
        book.depth[row] = depth
        book.searched[book.first[row] : book.first[row + 1]] = round(100 * value)
    return book


def learnt(book: Book, depth: int, workers=None) -> Book:
    return learn(book, depth, workers or AtOnce(), lambda _: None, lambda *_: None, 60.0)


def test_positions_are_counted_up_to_symmetry(games):
    counted = count_positions([games], 4, lambda _: None)
    assert (counted.games, counted.left_out) == (4, 0)
    book = with_counted(Book.of(Boards.of([]), np.zeros(0, np.uint32)), counted)
    reached = {moves: int(book.games[row_of(book, after(moves))]) for moves in ("", "f5", "f5d6", "f5d6c3", "f5f6")}
    assert reached == {"": 4, "f5": 4, "f5d6": 3, "f5d6c3": 3, "f5f6": 1}


def test_games_that_cannot_be_used_are_counted_too(tmp_path):
    path = tmp_path / "games.txt"
    path.write_text("f5d6\nf5a1\n")
    skipped = []
    counted = count_positions([path], 4, skipped.append)
    assert (counted.games, counted.left_out, len(skipped)) == (1, 1, 1)


def test_only_the_most_played_positions_are_kept(games):
    counted = count_positions([games], 10, lambda _: None)
    assert counted.most_played(3, 1).times.tolist() == [4, 4, 3]
    assert counted.most_played(100, 3).times.min() == 3


def test_a_value_deep_in_a_line_is_known_at_its_beginning(nothing_proven):
    book = valued(6, {"f5d6": 1.0, "f5d6c3": 5.0, "f5d6c3d3": 2.0}).negamaxed(nothing_proven)
    assert score_of(book, after("f5d6c3"), "d3") == (-2.0, 7)
    assert score_of(book, after("f5d6c3"), "g5") == (5.0, 6)
    assert score_of(book, after("f5d6"), "c3") == (-5.0, 7)
    assert score_of(book, after("f5d6"), "c4") == (1.0, 6)


def test_positions_that_wait_say_nothing(nothing_proven):
    book = valued(6, {"f5d6": 1.0, "f5d6c3": 5.0})
    book.depth[row_of(book, after("f5d6c3"))] = 0
    assert score_of(book.negamaxed(nothing_proven), after("f5d6"), "c3") == (1.0, 6)
    assert len(finished(book, nothing_proven)) == 1


def test_the_value_of_a_move_is_the_mean_of_two_depths_in_a_row():
    book = learnt(valued(0, {"f5d6": 0.0}), 4)
    engine, means = shipped_engine(1), []
    for square in after("f5d6").canonical().legal_squares():
        found = [engine.analyse(after("f5d6").canonical(), depth) for depth in (3, 4)]
        means.append(np.mean([next(row.score for row in each.moves if row.move == square) for each in found]))
    assert book.searched / 100 == pytest.approx(means, abs=0.01)
    assert book.depth.tolist() == [4]


def test_learning_goes_on_where_it_stopped_and_ends_the_same_whoever_works(games):
    empty = Book.of(Boards.of([]), np.zeros(0, np.uint32))
    waiting = with_counted(empty, count_positions([games], 10, lambda _: None))
    at_once = learnt(waiting, 3)
    kept: list[Book] = []

    def stop_after(done: int, _all: int) -> None:
        if done >= 8:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        learn(waiting, 3, AtOnce(), kept.append, stop_after, -1.0)
    assert 0 < kept[-1].is_valued.sum() < len(waiting)
    resumed = learnt(kept[-1], 3, LocalWorkers(2))
    assert (resumed.searched == at_once.searched).all()
    assert (resumed.depth == 3).all()


def test_what_was_searched_deeper_stays():
    book = learnt(valued(9, {"f5d6": 7.0}), 4)
    assert set(book.searched.tolist()) == {700}


def test_of_two_books_the_deeper_search_stays():
    first, second = valued(6, {"f5d6": 1.0, "f5f6": 2.0}), valued(8, {"f5d6": 3.0, "f5f4": 4.0})
    for book in (joined(first, second), joined(second, first)):
        found = {moves: int(book.searched[book.first[row_of(book, after(moves))]]) for moves in ("f5d6", "f5f6", "f5f4")}
        assert found == {"f5d6": 300, "f5f6": 200, "f5f4": 400}
        assert len(book) == 3


def test_a_book_is_read_as_it_was_written(tmp_path, nothing_proven):
    book = valued(6, {"f5d6": 1.25, "f5d6c3": -3.5}).negamaxed(nothing_proven)
    book.save(tmp_path / "book.safetensors")
    read = load_book(tmp_path / "book.safetensors")
    for name in ("games", "depth", "searched", "scores", "reach"):
        assert (getattr(read, name) == getattr(book, name)).all()


def test_a_damaged_book_is_refused(tmp_path):
    path = tmp_path / "book.safetensors"
    valued(6, {"f5d6": 1.0}).save(path)
    path.write_bytes(path.read_bytes()[:-3])
    with pytest.raises(SetupError, match="cannot be read as a book"):
        read_book(path)


def test_a_book_of_edax_is_read_as_it_was_written(tmp_path, nothing_proven):
    book = valued(6, {"": 0.0, "f5": 1.0, "f5d6": -3.0}).negamaxed(nothing_proven)
    path = tmp_path / "book.dat"
    assert write_book(path, book) == 3
    read = read_book(path)
    assert (read.table.keys == book.table.keys).all()
    assert set(read.depth.tolist()) == {6}
    assert score_of(read, after("f5"), "d6")[0] == 3.0
    # Of f4 and f6, which leave the book and are worth the same, only one is kept.
    assert sorted(score_of(read, after("f5"), move)[0] for move in ("f4", "f6")) == [UNKNOWN / 100, 1.0]


def test_a_book_of_edax_has_the_layout_of_its_description(nothing_proven):
    """42 bytes of head; 40 of a position, two for each move that leads on and two for the best other one."""
    book = valued(6, {"": 1.0})
    data = edax.format_book(book.negamaxed(nothing_proven))
    assert data[:10] == b"XADEKOOB\x04\x00"
    assert len(data) == 42 + 40 + 2
    assert int.from_bytes(data[38:42], "little") == 1
    own, opp = (int.from_bytes(data[42 + place : 50 + place], "little") for place in (0, 8))
    assert Position(own, opp).canonical() == START.canonical()
    assert int.from_bytes(data[82:83], "little", signed=True) == 1
    assert data[83] in START.canonical().legal_squares()


@pytest.mark.parametrize("cut", [3, 20, 60, 83])
def test_a_damaged_book_of_edax_is_refused(tmp_path, cut):
    path = tmp_path / "book.dat"
    path.write_bytes(edax.format_book(valued(6, {"": 1.0}))[:cut])
    with pytest.raises(KibitzError):
        read_book(path)
