"""The score of a match."""

import pytest

from kibitz.arena.tally import PairResult, Tally, mean_estimate

TALLY = Tally(
    (
        PairResult((10, 2)),
        PairResult((64, -64), ("crash", "time")),
        PairResult((0, -6)),
        PairResult((-64, 4), ("illegal move", "")),
        PairResult((12, 0)),
    )
)


def test_games_are_counted_from_the_first_players_side():
    assert (TALLY.games, TALLY.wins, TALLY.draws, TALLY.losses) == (10, 5, 2, 3)


def test_pairs_are_counted_by_their_points():
    assert [pair.kind for pair in TALLY.pairs] == [4, 2, 1, 2, 3]
    assert TALLY.counts() == [0, 1, 2, 1, 1]


def test_the_score_is_the_share_of_the_points():
    assert TALLY.score().value == pytest.approx(6 / 10)


def test_who_lost_otherwise_than_on_the_board_is_told_apart():
    assert TALLY.lost_otherwise() == ({"time": 1, "illegal move": 1}, {"crash": 1})


def test_discs_are_the_mean_of_a_game():
    assert TALLY.discs().value == pytest.approx((12 + 0 - 6 - 60 + 12) / 10)


def test_an_interval_of_a_mean_is_from_the_scatter():
    # Variance of the values 5/3, so 1.96 · sqrt(5/12) to either side.
    assert mean_estimate([1.0, 2.0, 3.0, 4.0]) == pytest.approx((2.5, 2.5 - 1.2652, 2.5 + 1.2652), abs=1e-4)
    assert mean_estimate([3.0]) == (3.0, 3.0, 3.0)


def test_the_document_has_every_figure():
    document = TALLY.to_json()
    assert {"wins", "draws", "losses", "elo", "elo_low", "elo_high", "discs", "score"} <= document.keys()
    assert document["elo_low"] < document["elo"] < document["elo_high"]
    assert document["pair_points"] == {"0": 0, "0.5": 1, "1": 2, "1.5": 1, "2": 1}


def test_a_match_without_a_pair_has_only_counts():
    assert Tally(()).to_json() == {
        "pairs": 0,
        "wins": 0,
        "draws": 0,
        "losses": 0,
        "left_out": 0,
        "lost_otherwise": [{}, {}],
    }
