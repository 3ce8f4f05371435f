"""Noughts and crosses as the terminal shows it."""

from kibitz.terminal.noughts.line import describe, parse_noughts_line, picture, sentence


def test_the_last_move_stands_in_brackets():
    line = parse_noughts_line("b2a1")
    assert [row.rstrip() for row in picture(line.position, line.moves[-1]).splitlines()] == [
        "   a  b  c",
        "1 (O) .  .",
        "2  .  X  .",
        "3  .  .  .",
    ]


def test_a_board_can_be_typed():
    assert parse_noughts_line("O---X---- x").position == parse_noughts_line("b2a1").position


def test_the_sentence_says_who_moves_or_who_won():
    assert sentence(parse_noughts_line("b2").position) == "White (O) to move."
    assert sentence(parse_noughts_line("a1a2b1b2c1").position) == "Black wins by 1 (a line is complete)."


def test_a_described_position_says_how_it_ended():
    described = describe(parse_noughts_line("a1a2b1b2c1").position)
    assert described["board"] == "XXXOO----"
    assert described["legal_moves"] == []
    assert described["outcome"]["winner"] == "black"
