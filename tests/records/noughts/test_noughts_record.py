"""Transcripts of noughts and crosses."""

import pytest

from kibitz.errors import SetupError
from kibitz.records.noughts.files import convert, write_records
from kibitz.records.noughts.record import NoughtsRecord, format_record, parse_record, parse_records
from kibitz.rules.noughts.position import parse_board, parse_moves


@pytest.mark.parametrize(
    "record",
    [
        NoughtsRecord(parse_moves("b2a1")),
        NoughtsRecord(()),
        NoughtsRecord(
            parse_moves("c3"),
            parse_board("XO------- X"),
            black="Ada",
            white="{",
            event="e",
            round="1.1",
            date="2026-01-01",
            black_score=0,
            ending="time",
            tags={"A": "b"},
        ),
    ],
)
def test_a_record_comes_back_as_it_was(record):
    assert parse_record(format_record(record)) == record


def test_a_game_without_details_is_a_plain_transcript():
    assert format_record(NoughtsRecord(parse_moves("b2a1"))) == "b2a1\n"


@pytest.mark.parametrize("line", ["b2b2", "d4", "b2 {", 'b2 {"round": 1}', 'b2 {"komi": "1"}', 'b2 {"start": "?"}'])
def test_a_game_that_cannot_be_used_is_skipped_and_the_next_one_read(line):
    skipped = []
    games = list(parse_records(f"# two games\n{line}\n\na1\n".encode(), "x.txt", skipped.append))
    assert games == [NoughtsRecord(parse_moves("a1"))]
    assert [(game.source, game.number) for game in skipped] == [("x.txt", 1)]


def test_converting_says_how_many_were_left_out(tmp_path):
    (tmp_path / "in.txt").write_text("b2a1\nb2b2\n")
    skipped = []
    result = convert(tmp_path / "in.txt", tmp_path / "out.txt", skipped.append)
    assert (result.games, result.skipped, len(skipped)) == (1, 1, 1)
    assert (tmp_path / "out.txt").read_text() == "b2a1\n"


def test_only_transcripts_are_written(tmp_path):
    with pytest.raises(SetupError, match=r"let its name end in \.txt"):
        write_records(tmp_path / "game.sgf", [NoughtsRecord(())])
