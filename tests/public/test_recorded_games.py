"""Games of every game are written and read again, and nothing is left out silently."""

from pathlib import Path

import pytest

import kibitz
from kibitz import Board

LINES = [("othello", "f5d6c3d3c4f4f6", {}, ".pgn"), ("go", "E5 C3 pass", {"size": 9}, ".sgf"), ("noughts", "b2a1", {}, ".txt")]


@pytest.mark.parametrize(("name", "line", "options", "suffix"), LINES)
def test_a_line_that_was_written_is_read_again(name, line, options, suffix, tmp_path):
    board = Board(name, line, **options)
    path = tmp_path / f"games{suffix}"
    assert kibitz.write_games(path, [board, board.undo()]) == 2
    first, second = kibitz.read_games(path, game=name)
    assert (first.moves, second.moves) == (board.moves, board.moves[:-1])
    assert first.board().position == board.position
    assert first.board(after=1).moves == board.moves[:1]


def test_a_game_that_is_left_out_is_a_warning_or_a_report(tmp_path):
    path: Path = tmp_path / "games.txt"
    path.write_text("b2a1\nb2b2\n")
    with pytest.warns(UserWarning, match="game 2"):
        assert len(list(kibitz.read_games(path, game="noughts"))) == 1
    told = []
    assert len(list(kibitz.read_games(path, game="noughts", on_report=told.append))) == 1
    assert [report.number for report in told] == [2]
