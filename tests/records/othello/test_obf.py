"""Positions with scores."""

import pytest

from kibitz.errors import NotationError, SetupError
from kibitz.records.othello.files import parse_games, read_games
from kibitz.records.othello.obf import ObfPosition, format_obf, parse_obf, position_of, read_positions, write_positions
from kibitz.records.othello.record import GameRecord
from kibitz.rules.othello.position import START, Position, parse_board
from kibitz.rules.squares import PASS, parse_square, parse_transcript
from records.example_games import unexpected

LINE = "--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X; G8:+18; H1:+12; H7:+6; A2:+6; A3:+4; B1:-4;"

# Positions in each suite, counted with wc -l.
SUITES = {"fforum-1-19.obf": 19, "fforum-20-39.obf": 20, "fforum-40-59.obf": 20, "hard-20.obf": 276}


@pytest.mark.parametrize(("name", "count"), SUITES.items())
def test_the_suites_are_read_without_loss(shared_data, name, count):
    path = shared_data / "othello/endgames" / name
    lines = path.read_text().splitlines()
    entries = list(read_positions(path, unexpected))
    assert len(entries) == len(lines) == count
    assert all(entry.best_score == entry.scores[0][1] for entry in entries)
    written = [format_obf(entry).strip() for entry in entries]
    assert written == [line.strip().replace(" --:-127;", "") for line in lines]
    assert [position_of(record) for record in read_games(path, unexpected)] == entries


def test_moves_and_scores_are_found():
    entry = parse_obf(LINE)
    assert entry.position == parse_board(LINE[:66])
    assert entry.scores[:2] == ((parse_square("g8"), 18), (parse_square("h1"), 12))
    assert entry.best_score == 18


@pytest.mark.parametrize(
    "text",
    [
        f"{START};",
        f"{START}",
        f"{str(START).replace('-', '.').lower()} ; d3:+0;  % comment",
        f"{str(START).replace('X', '*')}; D3 : 0 ;",
        f"{str(START).replace('X', 'b').replace('O', 'w')}; d3:+00",
    ],
)
def test_other_signs_and_missing_parts_are_tolerated(text):
    assert parse_obf(text).position == START


def test_a_pass_has_a_score_only_where_it_is_legal():
    stuck = parse_board("XO" + "-" * 62 + " O")
    assert parse_obf(f"{stuck}; --:-10;").scores == ((PASS, -10),)
    with pytest.raises(NotationError, match="a pass has a score but is not legal for Black"):
        parse_obf(f"{START}; --:+10;")


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        (f"{START}; a1:+2;", "a1 has a score but is not legal for Black"),
        (f"{START}; d3;", "'d3' is not a move and its score, as in G8:[+]18"),
        (f"{START}; d3:+2.5;", "'d3:[+]2.5' is not a move"),
        ("XO X;", "'XO X;' is not a board of 64 characters"),
        (str(Position.start(6)), "is not a board of 64 characters"),
    ],
)
def test_a_bad_line_is_refused_with_its_reason(text, problem):
    with pytest.raises(NotationError, match=problem):
        parse_obf(text)


def test_a_bad_line_is_skipped_and_the_rest_read(tmp_path):
    path = tmp_path / "positions.obf"
    path.write_text(f"% suite\n{LINE}\n\nnonsense\n{START};\n")
    skipped = []
    assert len(list(read_positions(path, skipped.append))) == 2
    assert [game.number for game in skipped] == [2]


def test_positions_are_written_and_read_back(tmp_path):
    path = tmp_path / "positions.obf"
    entries = [parse_obf(LINE), ObfPosition(START, comment="the start")]
    assert write_positions(path, entries) == 2
    assert list(read_positions(path, unexpected)) == entries


def test_a_missing_file_is_a_clear_error(tmp_path):
    with pytest.raises(SetupError, match="cannot be read: no such file or directory"):
        list(read_positions(tmp_path / "none.obf", unexpected))


def test_an_unfinished_game_becomes_the_position_it_stops_in():
    game = GameRecord(parse_transcript("f5d6c3"))
    assert position_of(game) == ObfPosition(game.final_position())
    over = GameRecord(parse_transcript("e6f4e3f6g5d6e7f5c5"))
    with pytest.raises(NotationError, match="this game was played to its end"):
        position_of(over)


def test_boards_of_other_sizes_cannot_be_written():
    with pytest.raises(NotationError, match="OBF holds 8×8 boards, not 6×6"):
        format_obf(ObfPosition(Position.start(6)))


def test_a_position_is_a_game_without_moves():
    (game,) = parse_games(LINE.encode(), "x", unexpected)
    assert game.moves == ()
    assert game.tags["Scores"].startswith("G8:+18; H1:+12;")
