"""Dates, numbers and names as files write them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kibitz.records.othello.record import GameRecord, GameWarning, SkippedGame
from kibitz.records.values import (
    decode,
    format_number,
    format_perfect,
    known,
    one_line,
    parse_date,
    parse_number,
    parse_perfect,
    parse_seconds,
)


@pytest.mark.parametrize(
    ("text", "date"),
    [
        ("2003.12.15_12:33:18.MST", "2003-12-15"),
        ("2014-01-29 23:05:30 GMT", "2014-01-29"),
        ("2005.11.??", "2005-11"),
        ("2005.??.??", "2005"),
        ("2005/1/2", "2005-01-02"),
        ("1998", "1998"),
        ("945277754", "1999-12-15"),
        ("2005-13-45", "2005"),
        ("2005-02-99", "2005-02"),
        ("????.??.??", ""),
        ("0000", ""),
        ("20051112", ""),
        ("soon", ""),
        ("²⁰⁰⁵", ""),
    ],
)
def test_of_a_date_as_much_is_read_as_it_says(text, date):
    assert parse_date(text) == date
    assert GameRecord((), date=date).year == (int(date[:4]) if date else None)


@given(st.floats(-1e15, 1e15).map(lambda number: round(number, 9)))
def test_every_number_survives_its_text(number):
    assert parse_number(format_number(number)) == number


@pytest.mark.parametrize("text", ["", "nan", "inf", "-", "1e999", "9" * 400, "1,5", "0x10", "²", "1 2"])
def test_what_is_no_number_is_none(text):
    assert parse_number(text) is None


@pytest.mark.parametrize(("text", "seconds"), [("12.5", 12.5), ("1:02", 62), ("0:01:02.5", 62.5), ("1e-07", 1e-7), ("-3", None)])
def test_times_are_seconds_or_clocks(text, seconds):
    assert parse_seconds(text) == seconds


@pytest.mark.parametrize("perfect", [(10, 24), (-64, None), (0, 1), (None, None)])
def test_a_perfect_score_survives_its_text(perfect):
    assert parse_perfect(format_perfect(*perfect)) == perfect


def test_text_is_utf8_or_else_latin():
    assert decode("Ærø".encode()) == decode("Ærø".encode("latin-1")) == decode(b"\xef\xbb\xbf" + "Ærø".encode()) == "Ærø"


def test_names_lose_line_breaks_and_names_nobody_knows():
    assert one_line(" a\r\n\tb\x00c ") == "a b c"
    assert (known("?"), known("???"), known("Who?")) == ("", "", "Who?")


def test_reports_name_file_and_game():
    assert str(SkippedGame("a.pgn", 3, "no")) == str(GameWarning("a.pgn", 3, "no")) == "a.pgn, game 3: no"
