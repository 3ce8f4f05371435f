"""What the values of SGF properties say, whatever the game."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kibitz.errors import NotationError
from kibitz.records.record import MoveNote
from kibitz.records.sgf import properties
from kibitz.records.sgf.charsets import game_texts
from kibitz.records.sgf.properties import Result
from kibitz.rules.game import Color

BLACK, WHITE = Color.BLACK, Color.WHITE


@pytest.mark.parametrize(
    ("raw", "text", "simple"),
    [
        ("plain", "plain", "plain"),
        ("a\\]b\\\\c\\:d", "a]b\\c:d", "a]b\\c:d"),
        ("one\r\ntwo\n\rthree\rfour", "one\ntwo\nthree\nfour", "one two three four"),
        ("soft\\\nbreak", "softbreak", "softbreak"),
        ("tab\there", "tab here", "tab here"),
        ("end\\", "end", "end"),
    ],
)
def test_escapes_and_white_space_are_read_as_the_standard_says(raw, text, simple):
    assert (properties.parse_text(raw), properties.parse_simple_text(raw)) == (text, simple)


@given(st.text(st.characters(codec="utf-8", exclude_characters="\r\t\f\v")))
def test_any_text_survives_as_a_value(text):
    assert properties.parse_text(properties.format_text(text)) == text


@pytest.mark.parametrize(
    ("text", "result"),
    [
        ("B+3.5", Result(3.5, BLACK)),
        ("White + 12", Result(-12, WHITE)),
        ("W+2,5 (moves unknown)", Result(-2.5, WHITE)),
        ("b+resign", Result(None, BLACK, "resignation")),
        ("W+T", Result(None, WHITE, "time")),
        ("Draw", Result(0)),
        ("Void", Result()),
        ("?", Result()),
        ("B+1e999", Result(None, BLACK)),
        ("B+²", Result(None, BLACK)),
        ("W+3 1/2", Result(None, WHITE)),
        ("W+1.5.5", Result(None, WHITE)),
        ("W+12345", Result(None, WHITE)),
    ],
)
def test_results_are_understood(text, result):
    assert properties.parse_result(text) == result


@given(
    score=st.none() | st.integers(-1444, 1444).map(lambda quarters: quarters / 4),
    winner=st.sampled_from([None, BLACK, WHITE]),
    ending=st.sampled_from(["", "resignation", "time", "forfeit"]),
)
def test_results_are_written_as_they_are_read(score, winner, ending):
    found = properties.parse_result(properties.format_result(score, winner, ending))
    assert found.black_score == score
    if score is None:
        assert (found.winner, found.ending) == (winner, ending if winner is not None else "")


def test_numbers_colours_and_sizes_are_read_or_refused():
    node = {"KM": ["6,5"], "PL": ["white"], "SZ": ["13:13"], "HA": ["many"]}
    assert (properties.real(node, "KM"), properties.real(node, "HA"), properties.color(node, "PL")) == (6.5, None, WHITE)
    assert (properties.square_size(node, 9), properties.square_size({}, 9)) == (13, 9)
    with pytest.raises(NotationError, match="not the size of a square board"):
        properties.square_size({"SZ": ["9:13"]}, 9)


def test_values_are_told_for_black_and_noted_for_the_mover():
    note = properties.read_note({"W": ["aa"], "V": ["2.5"], "ET": ["1:05"], "C": ["a\\]"]})
    assert note == MoveNote(-2.5, 65, "a]")
    assert properties.note_properties(note, WHITE) == {"V": ["2.5"], "ET": ["65"], "C": ["a\\]"]}


def test_what_would_not_be_written_again_becomes_a_tag():
    root = {"PB": ["Ann"], "DT": ["1995-10-30,31"], "RE": ["B+2"], "SO": ["a\nbook"], "AR": ["aa:bb", "cc:dd"]}
    tags = properties.read_tags(root, properties.SHARED_NAMES, {"DT": "1995-10-30", "RE": "B+2"})
    assert tags == {"SO": "a\nbook", "DT": "1995-10-30,31"}


def test_each_game_of_a_file_is_read_in_the_encoding_it_names():
    data = "(;CA[Shift_JIS]PB[村上])".encode("shift_jis") + "(;CA[UTF-8]PB[Ærø])".encode()
    assert list(game_texts(data, guess=False)) == ["(;CA[Shift_JIS]PB[村上])", "(;CA[UTF-8]PB[Ærø])"]
