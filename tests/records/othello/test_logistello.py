"""Logistello's lists of games."""

import gzip

import pytest

from kibitz.errors import NotationError
from kibitz.records.othello.files import parse_games
from kibitz.records.othello.logistello import format_game, looks_like
from kibitz.records.othello.record import GameRecord
from kibitz.rules.othello.position import Position
from kibitz.rules.squares import PASS, parse_transcript
from records.example_games import unexpected


def test_the_first_games_of_the_book_are_complete_and_their_results_right(shared_data):
    with gzip.open(shared_data / "othello/logistello/logbook.gam.gz") as file:
        lines = [file.readline() for _ in range(3000)]
    problems: list[object] = []
    games = list(parse_games(b"".join(lines), "logbook.gam", problems.append, problems.append))
    assert len(games) == 3000
    assert not problems
    assert all(game.black_score == game.played_score() for game in games[:100])
    assert games[0].black_score == -4
    assert games[0].tags == {"Logistello": "10"}


def test_signs_tell_who_moves_so_that_a_pass_is_found(shared_data):
    with gzip.open(shared_data / "othello/logistello/logbook.gam.gz") as file:
        second = file.readlines(1000)[1]
    assert b"-b1-g1" in second, "White moves twice here"
    (game,) = parse_games(second, "logbook.gam", unexpected)
    assert game.moves.count(PASS) == 1
    assert format_game(game).encode() == second


def test_a_colour_out_of_turn_makes_the_game_illegal():
    skipped = []
    assert not list(parse_games(b"+f5-d6+c3-d3+c4:+00 1\n+f5+d6: +00 1\n+x9: +00\n", "a.gam", skipped.append))[1:]
    assert [game.number for game in skipped] == [2, 3]
    assert "a pass is not legal for White" in skipped[0].problem
    assert "'+x9: +00' is not of the form" in skipped[1].problem


def test_other_starts_and_games_without_a_result_are_refused():
    with pytest.raises(NotationError, match="only games from the standard start"):
        format_game(GameRecord((), start=Position.start(6)))
    with pytest.raises(NotationError, match="needs a result"):
        format_game(GameRecord(parse_transcript("f5d6")))


def test_a_list_is_told_from_other_lists():
    assert looks_like("+f5-d6: +02 10")
    assert not looks_like("f5d6c3")
    assert not looks_like("+a1-d6: +02 10")
