"""Drills: one best move by exact scores, guesses with points, games found again by their keys."""

import random
from itertools import islice

import pytest

from kibitz.archive.database import open_for_writing
from kibitz.archive.importer import import_records
from kibitz.errors import IllegalMoveError, SetupError
from kibitz.models.othello.loading import load_model
from kibitz.review.othello.drills import endgame_drill, guess_drill, guess_of_token, has_one_best_move, judge_guess
from kibitz.review.othello.game_sources import game_of_key, own_games, random_games
from kibitz.rules.othello.position import parse_position
from kibitz.rules.squares import PASS, parse_square
from review.blunders import move_scores


@pytest.mark.parametrize("seed", range(3))
def test_an_endgame_drill_has_one_best_move_and_so_many_empties(seed):
    drill = endgame_drill(6, seed)
    assert drill.position.empty_count == 6
    scores = sorted(move_scores(drill.position).values(), reverse=True)
    assert scores[0] > scores[1]


def test_the_same_seed_gives_the_same_drill_and_another_one_another():
    assert endgame_drill(8, 5) == endgame_drill(8, 5)
    assert len({endgame_drill(8, seed).position for seed in range(6)}) > 3


@pytest.mark.parametrize("empties", [3, 21, -1])
def test_empties_out_of_range_are_told(empties):
    with pytest.raises(SetupError, match="4 to 20 empty squares"):
        endgame_drill(empties)


def test_a_single_legal_move_is_no_drill():
    only = parse_position("XO------" + "-" * 56 + " X")
    assert len(only.legal_squares()) == 1
    assert not has_one_best_move(only)


def test_the_own_games_are_complete_and_different():
    assert len(own_games()) == len({record.moves for record in own_games()}) == 200
    assert all(record.played_score() is not None for record in own_games())


def test_a_guess_is_worth_its_share_of_the_likeliest_move_and_the_played_one_everything():
    expert = load_model("expert")
    drill = guess_drill(4)
    result = judge_guess(drill, drill.played, expert)
    assert (result.points, result.right) == (100, True)
    best = max(result.shares.values())
    for move, share in result.shares.items():
        if move != drill.played:
            other = judge_guess(drill, move, expert)
            assert (other.points, other.right) == (round(100 * share / best), False)
    assert sum(result.shares.values()) == pytest.approx(1)


def test_a_token_finds_its_drill_again():
    drill = guess_drill(9)
    assert guess_of_token(drill.token) == drill
    assert drill.game.source == "kibitz"
    assert drill.played != PASS


@pytest.mark.parametrize(
    "token", ["", "own:1", "own:1:999", "own:99999:8", "other:1:8", "own:x:8", "archive:1:8", "own:1:-1", ":::"]
)
def test_tokens_that_name_nothing_are_refused(token):
    with pytest.raises(SetupError):
        guess_of_token(token)


def test_a_guess_must_be_legal():
    with pytest.raises(IllegalMoveError):
        judge_guess(guess_drill(1), parse_square("d4"), load_model("expert"))


def test_with_an_archive_its_games_are_asked_for(tmp_path, monkeypatch):
    path = tmp_path / "games.duckdb"
    monkeypatch.setenv("KIBITZ_ARCHIVE", str(path))
    with open_for_writing(path, game="othello") as archive:
        import_records(archive, own_games()[:5], "test")
    games = list(islice(random_games(random.Random(1)), 10))
    assert {game.source for game in games} == {"archive"}
    assert {game.record.moves for game in games} <= {record.moves for record in own_games()[:5]}
    assert all(game_of_key(game.key).moves == game.record.moves for game in games)
    assert endgame_drill(5, 1).source == "archive"
