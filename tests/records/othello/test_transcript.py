"""One game a line, as people paste and programs write them."""

import pytest

from kibitz.records.othello.files import parse_games
from kibitz.records.othello.record import GameRecord, SkippedGame
from kibitz.records.othello.transcript import format_game, looks_like
from kibitz.rules.othello.position import START, Position, parse_board
from kibitz.rules.squares import parse_transcript

MIDDLE = "-------------------O-------OO------XO--------------------------- X"


def read(text: str) -> tuple[list[GameRecord], list[SkippedGame]]:
    skipped: list[SkippedGame] = []
    return list(parse_games(text.encode(), "games.txt", skipped.append)), skipped


@pytest.mark.parametrize(
    "text",
    [
        "f5d6c3d3c4",
        "F5D6C3D3C4",
        "F5d6C3d3C4\r\n",
        "  f5 d6 c3 d3 c4",
        "1. f5 d6 2. c3 d3 3. c4",
        "1.f5 2.d6 3.c3 4.d3 5.c4",
        "f5, d6, c3, d3, c4",
        "\ufefff5d6c3d3c4",
        "# a comment\n\n% another\n// a third\nf5d6c3d3c4",
        "1. f5 d6\n2. c3 d3\n3. c4",
        "1. f5 d6\n3. c3 d3\n5. c4",
    ],
)
def test_all_ways_to_write_a_game_are_the_same_game(text):
    games, skipped = read(text)
    assert [game.moves for game in games] == [parse_transcript("f5d6c3d3c4")]
    assert not skipped


def test_a_numbered_list_of_games_is_not_one_game():
    games, skipped = read("1. f5d6c3d3c4\n2. f5f6e6\n3. e6\n")
    assert [len(game.moves) for game in games] == [5, 3, 1]
    assert not skipped


def test_a_bad_line_is_skipped_and_named_and_the_rest_is_read():
    games, skipped = read("f5d6c3\nf5d6i9\nf5f6\nf5a1\nd3\n")
    assert [len(game.moves) for game in games] == [3, 2, 1]
    assert [str(problem) for problem in skipped] == [
        "games.txt, game 2: transcript, move 3 is i9; squares are a1 to h8",
        "games.txt, game 4: move 2: a1 is not legal for White; legal: f4, d6, f6",
    ]


def test_a_game_from_another_position_has_it_in_front():
    (game,), _ = read(f"{MIDDLE};D2C3\n")
    assert game.start == parse_board(MIDDLE)
    assert format_game(game) == f"{MIDDLE};d2c3\n"


def test_a_small_board_is_told_by_its_start():
    start = Position.start(6)
    game = GameRecord((start.legal_squares()[0],), start=start)
    assert read(format_game(game))[0] == [game]


def test_a_game_without_moves_is_written_as_its_start():
    assert format_game(GameRecord(())) == f"{START};\n"


@pytest.mark.parametrize("text", ["", "hello world", "f5d6 and so on", "12", MIDDLE[:-2]])
def test_other_text_does_not_look_like_a_transcript(text):
    assert not looks_like(text)
