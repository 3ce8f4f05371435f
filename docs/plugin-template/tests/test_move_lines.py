"""The test that a record format passes, and that Kibitz reads and writes it."""

from kibitz_corners.kinds import MOVE_LINES

import kibitz
from kibitz.records.conformance import check_format


def test_it_keeps_the_contract_of_record_formats():
    check_format(MOVE_LINES, kibitz.Board("othello").line.game)


def test_kibitz_writes_and_reads_it(tmp_path):
    board = kibitz.Board("othello", "f5d6c3")
    assert kibitz.write_games(tmp_path / "games.moves", [board]) == 1
    (game,) = kibitz.read_games(tmp_path / "games.moves")
    assert game.moves == board.moves
