"""`kibitz fairplay`"""

import json

from kibitz.records.othello.files import write_games
from kibitz.records.othello.record import GameRecord
from kibitz.rules.othello.bulk import random_games
from kibitz.rules.othello.position import with_passes
from kibitz.rules.squares import NO_MOVE


def games(tmp_path):
    lists, _, _ = random_games(2, seed=5)
    moves = [with_passes(move for move in row if move != NO_MOVE) for row in lists.tolist()]
    write_games(tmp_path / "games.ggf", [GameRecord(moves=line, black="Ada", white="Bo", date="2016-01-01") for line in moves])
    return str(tmp_path / "games.ggf")


def test_a_file_needs_a_rating(call, tmp_path):
    ended = call("fairplay", "Ada", "--file", games(tmp_path))
    assert (ended.code, ended.out) == (2, "")
    assert "give it with --rating" in ended.err


def test_the_report_is_a_document_and_a_text(call, tmp_path):
    path = games(tmp_path)
    report = json.loads(call("fairplay", "ada", "--file", path, "--rating", "1400", "--json").out)
    assert (report["games"], report["rating"]) == (2, 1400)
    assert report["checks"]
    text = call("fairplay", "ada", "--file", path, "--rating", "1400").out
    assert "lie within what clean games" in text
    assert "False alarms on clean tournament games of 2016" in text


def test_years_without_a_game_are_said(call, tmp_path):
    ended = call("fairplay", "Ada", "--file", games(tmp_path), "--rating", "1400", "--years", "2010-2012")
    assert ended.code == 2
    assert "no game of Ada of 2010-2012" in ended.err
