"""How the games of an archive begin."""

from kibitz.archive.beginnings import common_beginnings
from kibitz.records.othello.record import GameRecord
from kibitz.rules.othello.position import parse_board, play_all, with_passes
from kibitz.rules.squares import PASS, parse_transcript

BLACK_PASSES_AFTER = "e6f6c4e7e8d8g7f8"


def records_of(*lines: str) -> list[GameRecord]:
    return [GameRecord(with_passes(parse_transcript(line)), black=str(number)) for number, line in enumerate(lines)]


def test_beginnings_are_counted_the_commonest_first(archive_of):
    archive = archive_of(records_of("f5d6c3d3", "f5f6e6", "f5d6c4", "f5d6c3g5", "f5"))
    assert list(common_beginnings(archive, 2).items()) == [("f5d6", 3), ("f5f6", 1)]
    assert common_beginnings(archive, 3) == {"f5d6c3": 2, "f5d6c4": 1, "f5f6e6": 1}
    assert common_beginnings(archive, 9) == {}


def test_games_from_other_positions_are_left_out(archive_of):
    start = parse_board("-" * 27 + "OX------XO" + "-" * 27 + " O")
    archive = archive_of([*records_of("f5d6"), GameRecord(parse_transcript("f4"), start=start)])
    assert common_beginnings(archive, 1) == {"f5": 1}


def test_no_moves_are_the_beginning_of_every_game(archive_of):
    assert common_beginnings(archive_of(records_of("f5d6", "f5f6")), 0) == {"": 2}


def test_a_pass_counts_as_a_move(archive_of):
    passed = with_passes((*parse_transcript(BLACK_PASSES_AFTER), PASS))
    white = play_all(passed).legal_moves()[0]
    archive = archive_of([GameRecord((*passed, white))])
    assert list(common_beginnings(archive, 9)) == [BLACK_PASSES_AFTER + "--"]
