"""From any format to any other."""

from pathlib import Path

import pytest

from kibitz.errors import NotationError, SetupError
from kibitz.records.convert import ConvertResult
from kibitz.records.othello.convert import convert
from kibitz.records.othello.files import RecordFormat, read_games
from kibitz.records.othello.record import GameWarning, SkippedGame
from records.example_games import unexpected

DATA = Path(__file__).parent.parent / "data" / "records"
ENDINGS = ("txt", "ggf", "pgn", "sgf", "gam", "csv", "wtb")


@pytest.mark.parametrize("source", ENDINGS)
@pytest.mark.parametrize("target", ENDINGS)
def test_games_go_from_any_format_to_any_other(tmp_path, source, target):
    path = tmp_path / f"out.{target}"
    skipped: list[SkippedGame] = []
    result = convert(DATA / f"five_games.{source}", path, skipped.append, unexpected)
    # A transcript has no results, and lists of results cannot take the game that stops early.
    lost = 1 if source == "txt" and target in ("gam", "wtb") else 0
    assert result == ConvertResult(games=5 - lost, skipped=lost, warnings=0)
    assert len(skipped) == lost
    original = [game.final_position().canonical() for game in read_games(DATA / f"five_games.{source}", unexpected)]
    converted = [game.final_position().canonical() for game in read_games(path, unexpected)]
    assert [position for position in original if position in converted] == converted
    assert len(converted) == result.games


@pytest.mark.parametrize("target", ["txt", "ggf", "pgn", "sgf", "csv", "obf"])
def test_positions_go_where_a_start_can_be_told(tmp_path, target):
    path = tmp_path / f"out.{target}"
    assert convert(DATA / "five_positions.obf", path, unexpected, unexpected).games == 5
    starts = [game.start for game in read_games(DATA / "five_positions.obf", unexpected)]
    assert [game.start for game in read_games(path, unexpected)] == starts


def test_openings_become_positions_to_solve(tmp_path):
    openings = tmp_path / "openings.txt"
    openings.write_text("f5d6c4d3c2b3b4b5\nf5f4g3g6f3g4e3e2\n")
    assert convert(openings, tmp_path / "out.obf", unexpected, unexpected).games == 2
    games = list(read_games(tmp_path / "out.obf", unexpected))
    assert [game.start.disc_count for game in games] == [12, 12]


def test_names_and_dates_survive_between_formats_that_have_them(tmp_path):
    path = DATA / "five_games.pgn"
    for ending in ("ggf", "sgf", "csv", "wtb", "pgn"):
        convert(path, tmp_path / f"out.{ending}", unexpected, unexpected)
        path = tmp_path / f"out.{ending}"
    known = [(game.black, game.white, game.event, game.date, game.black_score) for game in read_games(path, unexpected)]
    assert known == [
        (game.black, game.white, game.event, game.date, game.black_score)
        for game in read_games(DATA / "five_games.pgn", unexpected)
    ]


def test_doubtful_and_unusable_games_are_counted_and_passed_on(tmp_path):
    source = tmp_path / "in.pgn"
    shortest = "1. e6 f4 2. e3 f6 3. g5 d6 4. e7 f5 5. c5"
    source.write_text(f'[Result "20-44"]\n\n{shortest}\n\n[Result "*"]\n\n1. a1\n\n[Result "*"]\n\n1. f5\n')
    skipped: list[SkippedGame] = []
    warnings: list[GameWarning] = []
    result = convert(source, tmp_path / "out.gam", skipped.append, warnings.append)
    assert result == ConvertResult(games=1, skipped=2, warnings=1)
    assert [str(game) for game in skipped] == [
        f"{source}, game 2: move 1: a1 is not legal for Black; legal: d3, c4, f5, e6",
        f"{tmp_path / 'out.gam'}, game 2: a .gam list needs a result, and the game stops early without one",
    ]
    assert [str(warning) for warning in warnings] == [f"{source}, game 1: the file states 20-44, the moves give 64-0"]


def test_a_file_can_be_converted_in_its_place(tmp_path):
    path = tmp_path / "games.txt"
    path.write_text("F5 D6 C3\n")
    assert convert(path, path, unexpected, unexpected).games == 1
    assert path.read_text() == "f5d6c3\n"


def test_the_format_may_be_given(tmp_path):
    convert(DATA / "five_games.txt", tmp_path / "out", unexpected, unexpected, RecordFormat.SGF)
    assert (tmp_path / "out").read_text().startswith("(;FF[4]")


@pytest.mark.parametrize("content", [None, "hello", "a1\n"])
def test_if_nothing_can_be_converted_the_target_stays(tmp_path, content):
    source, target = tmp_path / "in.txt", tmp_path / "out.pgn"
    if content is not None:
        source.write_text(content)
    target.write_text("old")
    with pytest.raises((NotationError, SetupError)):
        convert(source, target, lambda _: None, unexpected)
    assert target.read_text() == "old"


def test_variations_that_a_format_cannot_hold_are_told(tmp_path):
    (tmp_path / "tree.sgf").write_text("(;GM[2];B[f5](;W[d6])(;W[f4])(;W[f6]))")
    warnings: list[GameWarning] = []
    assert convert(tmp_path / "tree.sgf", tmp_path / "copy.sgf", unexpected, unexpected).warnings == 0
    assert convert(tmp_path / "copy.sgf", tmp_path / "line.pgn", unexpected, warnings.append) == ConvertResult(1, 0, 1)
    assert [warning.problem for warning in warnings] == ["its variations (2) are kept by SGF alone"]
