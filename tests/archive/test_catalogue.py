"""What an archive tells about itself, and games that leave it and come back."""

from dataclasses import replace

import pytest

from kibitz.archive.catalogue import list_games, summarise
from kibitz.archive.database import open_archive, open_for_writing
from kibitz.archive.filters import GameFilter
from kibitz.archive.importer import import_files, record_files
from kibitz.archive.othello.catalogue import game_records
from kibitz.records.othello.files import read_games, write_games
from kibitz.records.othello.record import GameRecord, MoveNote
from kibitz.rules.game import Color
from kibitz.rules.othello.position import parse_board, parse_position
from kibitz.rules.squares import format_move, parse_transcript

RECORDS = [
    GameRecord(parse_transcript("f5d6c3d3"), black="Ann", white="Bob", event="Oslo", date="2001-02-03", black_score=-6),
    GameRecord(parse_transcript("f5f6e6"), black="Bob", white="Cem", event="Oslo", date="2002", black_score=0),
    GameRecord(parse_transcript("d3c5"), black="Eve (smith)", white="Ann", date="2002-05", black_score=12),
    GameRecord(parse_transcript("f5d6"), black="", white="Ann"),
]


def test_an_empty_archive_has_zeros(archive_of):
    summary = summarise(archive_of())
    assert (summary.games, summary.players, summary.tournaments, summary.positions) == (0, 0, 0, 0)
    assert summary.games_by_year == {}
    assert summary.bytes > 0


def test_a_summary_counts_everything_once(archive_of):
    summary = summarise(archive_of(RECORDS))
    assert (summary.games, summary.players, summary.programs, summary.tournaments) == (4, 4, 1, 1)
    assert summary.games_by_year == {2001: 1, 2002: 2}
    assert summary.games_without_year == 1
    assert summary.positions == 11


def test_games_that_reached_a_position_are_listed_with_the_move_in_its_orientation(archive_of):
    archive = archive_of(RECORDS)
    total, listed = list_games(archive, parse_position("d3"))
    assert total == 4
    assert [(game.black, game.white, format_move(game.move)) for game in listed] == [
        ("Eve (smith)", "Ann", "c5"),
        ("Bob", "Cem", "c3"),
        ("Ann", "Bob", "c5"),
        ("", "Ann", "c5"),
    ]
    assert [game.winner for game in listed] == [Color.BLACK, None, Color.WHITE, None]
    assert [game.is_draw for game in listed] == [False, True, False, False]


def test_a_game_that_stops_in_the_position_has_no_move(archive_of):
    total, listed = list_games(archive_of(RECORDS), parse_position("f5d6"))
    assert total == 3
    assert [game.move and format_move(game.move) for game in listed] == [None, "c3", None]


def test_lists_can_be_filtered_limited_and_about_no_position(archive_of):
    archive = archive_of([*RECORDS, GameRecord(parse_transcript("c3f5"), start=_elsewhere())])
    assert list_games(archive)[0] == 5
    total, listed = list_games(archive, None, GameFilter(player="ann"), limit=1)
    assert (total, len(listed), listed[0].transcript, listed[0].move) == (3, 1, "d3c5", None)
    assert list_games(archive, parse_position(""), GameFilter(human=True, to_year=2002))[0] == 2


def _elsewhere():
    return parse_board("-" * 19 + "X" + "-" * 7 + "XX" + "-" * 6 + "XO" + "-" * 27 + " O")


def test_records_come_back_as_they_went_in_and_can_be_chosen(archive_of):
    archive = archive_of(RECORDS)
    assert list(game_records(archive)) == RECORDS
    assert list(game_records(archive, GameFilter(tournament="oslo"))) == RECORDS[:2]
    assert list(game_records(archive, position=parse_position("f5d6c3"))) == RECORDS[:1]
    assert list(game_records(archive, GameFilter(player="Ann", color=Color.WHITE))) == RECORDS[2:]


@pytest.mark.parametrize("name", ["games.pgn", "games.ggf", "games.sgf", "games.txt", "wthor"])
def test_exported_games_are_recognised_when_they_come_back(archive_of, archive_path, tmp_path, name):
    records = [replace(record, date=record.date or "2003", black=record.black or "Dan") for record in RECORDS]
    records = [replace(record, date="2002", event=record.event or "Bergen") for record in records]
    records = [replace(record, black_score=record.black_score or 0) for record in records]
    if name == "games.txt":
        records = [GameRecord(record.moves) for record in records[:3]]  # the fourth is an image of the third
    records[0] = replace(records[0], notes={0: MoveNote(comment="best by test")} if name == "games.sgf" else {})
    with archive_of(records) as archive:
        target = tmp_path / name
        if name == "wthor":
            target.mkdir()
        assert write_games(target, game_records(archive)) == len(records)
    with open_for_writing(archive_path, game="othello") as archive:
        report = import_files(archive, record_files([target], "othello"))
        assert (report.games, report.duplicates, report.skipped) == (0, len(records), 0)


def test_a_year_of_wthor_survives_the_way_out_and_back(tmp_path, shared_data):
    source = shared_data / "othello" / "wthor" / "WTH_1982.wtb"
    original = list(read_games(source, pytest.fail))
    first, second, exported = tmp_path / "first.duckdb", tmp_path / "second.duckdb", tmp_path / "exported"
    exported.mkdir()
    with open_for_writing(first, game="othello") as archive:
        import_files(archive, record_files([source], "othello"))
        assert list(game_records(archive)) == original
        write_games(exported, game_records(archive))
    with open_for_writing(second, game="othello") as archive:
        import_files(archive, record_files([exported], "othello"))
    with open_archive(second, game="othello") as archive:
        assert sorted(map(str, game_records(archive))) == sorted(map(str, original))
