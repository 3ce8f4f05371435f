"""Archives read as arrays."""

import gzip

import numpy as np
import pytest

from kibitz.errors import NotationError, SetupError
from kibitz.learn.tables.othello.game_tables import read_logistello_book, read_wthor_years
from kibitz.rules.othello.bulk import replay
from kibitz.rules.squares import NO_MOVE, parse_transcript


def wthor_file(depth: int, moves: list[int]) -> bytes:
    header = bytes([20, 24, 1, 1]) + (1).to_bytes(4, "little") + bytes(6) + bytes([depth, 0])
    return header + bytes([1, 0, 2, 0, 3, 0, 40, 36]) + bytes(moves + [0] * (60 - len(moves)))


def test_a_wthor_file_gives_moves_and_the_perfect_score(tmp_path):
    (tmp_path / "WTH_2001.wtb").write_bytes(wthor_file(24, [56, 64, 33]))
    games = read_wthor_years(tmp_path, [2000, 2001])
    assert len(games) == 1
    assert tuple(games.moves[0, :3]) == parse_transcript("f5d6c3")
    assert (games.moves[0, 3:] == NO_MOVE).all()
    assert (games.perfect_black_score[0], games.perfect_from[0]) == (8, 24)


def test_an_old_wthor_file_was_solved_from_22_empties(tmp_path):
    (tmp_path / "WTH_1990.wtb").write_bytes(wthor_file(0, [56]))
    assert read_wthor_years(tmp_path, [1990]).perfect_from[0] == 22


def test_a_folder_without_the_years_is_refused(tmp_path):
    with pytest.raises(SetupError, match="holds no WTHOR file of these years"):
        read_wthor_years(tmp_path, [1999])


def test_a_wthor_file_that_is_cut_off_is_refused(tmp_path):
    (tmp_path / "WTH_2001.wtb").write_bytes(wthor_file(24, [56])[:-1])
    with pytest.raises(NotationError, match=r"WTH_2001.wtb, byte 83: the file ends here"):
        read_wthor_years(tmp_path, [2001])


def test_logistellos_lines_give_moves(tmp_path):
    path = tmp_path / "book.gam.gz"
    path.write_bytes(gzip.compress(b"+d3-c3+c4: -04 10\n+f5-d6: +02 10\n"))
    games = read_logistello_book(path)
    assert tuple(games.moves[0, :4]) == (*parse_transcript("d3c3c4"), NO_MOVE)
    assert (games.perfect_from > 64).all()


def test_a_book_with_an_illegal_game_is_refused(tmp_path):
    path = tmp_path / "book.gam"
    path.write_bytes(b"+d3-c3+c4: -04 10\n+d3-h8: -04 10\n")
    with pytest.raises(SetupError, match="game 2: move 2"):
        read_logistello_book(path)


def test_all_of_wthor_2015_can_be_played(shared_data):
    games = read_wthor_years(shared_data / "othello" / "wthor", [2015])
    assert np.all(replay(games.moves).failed_at == -1)
