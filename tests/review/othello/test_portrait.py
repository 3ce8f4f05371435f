"""Portraits of players: what they count, what they say of mistakes, and a model that plays a player's openings."""

import numpy as np
import pytest

from kibitz.cli.main import main
from kibitz.errors import SetupError
from kibitz.features.othello.planes import situation
from kibitz.measure.othello.loss_kinds import KIND_NAMES, kinds_of_moves
from kibitz.measure.othello.portraits import portrait_check
from kibitz.models.othello.loading import load_model
from kibitz.models.othello.portrait import PlayerGames, PortraitModel, archived_games
from kibitz.players.othello.sparring import told_model
from kibitz.records.othello.files import write_games
from kibitz.records.othello.record import GameRecord
from kibitz.review.othello.losses import losses_of
from kibitz.review.othello.portrait import portrait
from kibitz.rules.othello.position import parse_position
from kibitz.rules.squares import parse_square, parse_transcript

TIGER = "f5d6c3d3c4f4f6f3e6e7d7c5b6d8"
PARALLEL = "f5f4e3f6d3c5d6c4"


def game(moves, black="Ada", white="Bo", date="2015-03-01", score=10):
    return GameRecord(moves=parse_transcript(moves), black=black, white=white, date=date, black_score=score)


def ada():
    records = [
        game(TIGER),
        game(TIGER, date="2015-04-01"),
        game(PARALLEL, black="Cem", white="Ada", date="2016-01-01"),
        game(TIGER, black="Bo", white="Cem"),
    ]
    return PlayerGames.of("ada", records)


@pytest.fixture(scope="module")
def expert():
    return load_model("expert")


def test_games_of_others_are_left_out_and_an_unknown_name_is_refused():
    assert len(ada().records) == 3
    with pytest.raises(SetupError, match="no game of 'Dora'"):
        PlayerGames.of("Dora", ada().records)


def test_only_the_players_own_moves_are_the_players():
    moves = ada().own_moves()
    assert set(moves.player.tolist()) == {"Ada"}
    assert [int((moves.game == place).sum()) for place in range(3)] == [7, 7, 4]


def test_a_portrait_counts_results_and_openings_by_colour(expert):
    found = portrait(ada(), expert, depth=1)
    black, white = found["colors"]["black"], found["colors"]["white"]
    assert (black["games"], black["wins"], black["mean_score"]) == (2, 2, 10.0)
    assert (white["games"], white["losses"], white["mean_score"]) == (1, 1, -10.0)
    assert black["openings"][0]["games"] == 2
    assert TIGER.startswith(black["openings"][0]["moves"])
    assert white["openings"][0]["name"] == "Parallel"
    assert [row["period"] for row in found["periods"]] == ["2015-03", "2015-04", "2016-01"]
    assert sum(row["moves"] for row in found["phases"]) == sum(row["moves"] for row in found["kinds"])
    assert found["leaves_archive"] is None


def test_what_a_portrait_says_of_losses_is_what_the_engine_says(expert):
    found = portrait(ada(), expert, depth=1)
    moves = ada().own_moves()
    choices = moves.take(np.bitwise_count(moves.moves.legal) > 1)
    losses = losses_of(choices.moves, PortraitModel(expert, ada()), depth=1)
    assert sum(row["moves"] * row["mean_loss"] for row in found["phases"] if row["moves"]) == pytest.approx(losses.played.sum())
    assert (losses.played >= 0).all()
    for row in found["expected_errors"]:
        assert TIGER.startswith(row["moves"]) or PARALLEL.startswith(row["moves"])
        assert 0 <= row["error_chance"] <= 1


def test_where_games_leave_the_archive_is_the_first_position_that_no_other_game_has_seen(expert):
    def reached(keys):
        """Two games reached every position but one of five discs or more placed."""
        counts = np.full(len(keys), 2)
        counts[5:14] = 1
        return counts

    found = portrait(PlayerGames.of("Ada", [game(TIGER)]), expert, reached, depth=1)["leaves_archive"]
    assert found == {"games": 1, "never": 0, "median_discs": 5, "by_the_player": 1}


def test_the_portrait_plays_the_players_opening_and_elsewhere_what_the_model_expects(expert):
    model = PortraitModel(expert, ada())
    position, moves = parse_position("f5d6c3d3c4"), parse_transcript("f5d6c3d3c4")
    start = situation(parse_position("f5d6"), parse_transcript("f5d6"))
    c3 = parse_square("c3")
    assert model.probabilities(start)[0, c3] > expert.probabilities(start)[0, c3]
    elsewhere = situation(position, moves)  # Ada had Black there and never White
    assert np.allclose(model.probabilities(elsewhere), expert.probabilities(elsewhere), atol=1e-6)
    for asked in (start, elsewhere):
        assert model.probabilities(asked).sum() == pytest.approx(1)


def test_a_portrait_of_the_same_openings_predicts_them_better(expert):
    records = [game(TIGER, date=f"{year}-01-01") for year in (2012, 2013, 2014, 2015, 2016)]
    found = portrait_check(expert, PlayerGames.of("Ada", records), 2015)
    assert (found["games_before"], found["games_later"]) == (3, 2)
    assert found["gain"] == pytest.approx(found["nll_rating"] - found["nll_portrait"])
    assert found["gain_low"] <= found["gain"] <= found["gain_high"]
    assert found["gain"] > 0
    with pytest.raises(SetupError, match="0 games before 2000"):
        portrait_check(expert, PlayerGames.of("Ada", records), 2000)


def test_a_sparring_partner_comes_from_the_archive_where_no_model_has_met_it(expert, tmp_path, monkeypatch):
    monkeypatch.setenv("KIBITZ_ARCHIVE", str(tmp_path / "games.duckdb"))
    with pytest.raises(SetupError, match="no player 'Ada Nobody'"):
        told_model(expert, None, "Ada Nobody")
    write_games(tmp_path / "games.ggf", [game(TIGER, black="Ada Nobody"), game(TIGER, black="Ada Nobody", date="2016-01-01")])
    assert main(["archive", "import", str(tmp_path / "games.ggf")]) == 0
    games = archived_games("ada nobody")
    assert (games.name, len(games.records)) == ("Ada Nobody", 2)
    asked = situation(parse_position("f5d6"), parse_transcript("f5d6"))
    told = told_model(expert, None, "Ada Nobody").probabilities(asked)
    assert np.allclose(told, PortraitModel(expert, games).probabilities(asked))


def test_moves_have_kinds():
    moves = (
        "e6f6g6e7c3c4c5b3d8e8a3f5g5c2d7f7c1c7b6b7c8f3g7g8e3c6g2b8d6d3f8f4h8g4a7h7h4h5e2b2a2d2g3b1d1e1a8a4f2a1h6h2g1a6a5b5f1h1b4h3"
    )
    found = kinds_of_moves(PlayerGames.of("", [game(moves, black="", white="")]).own_moves().moves)
    squares = [moves[place : place + 2] for place in range(0, len(moves), 2)]
    kinds = {square: KIND_NAMES[kind] for square, kind in zip(squares, found.tolist(), strict=True)}
    assert {square: kinds[square] for square in ("c5", "d8", "b7", "g8", "g2", "b8", "h8")} == {
        "c5": "inside",
        "d8": "edge",
        "b7": "X-square",
        "g8": "C-square",
        "g2": "gives a corner",
        "b8": "misses a corner",
        "h8": "corner",
    }
