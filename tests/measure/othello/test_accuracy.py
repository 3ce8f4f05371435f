"""Verdicts on probabilities, and the report that is made of them."""

import numpy as np
import pytest

from kibitz.features.othello.position_keys import position_keys
from kibitz.features.othello.recorded_moves import moves_of_records
from kibitz.features.othello.samples import squares_as_columns
from kibitz.measure.accuracy import join
from kibitz.measure.intervals import intervals
from kibitz.measure.othello.accuracy import judge
from kibitz.measure.othello.accuracy_report import accuracy_report
from kibitz.records.othello.record import GameRecord
from kibitz.rules.othello.position import parse_board, with_passes
from kibitz.rules.squares import parse_square, parse_transcript

# The diagonal from a1 to h8 mirrors it. Black may play f4, d6 and f6, of which f4 and d6 are one move.
SYMMETRIC = parse_board("-" * 27 + "XO------OO" + "-" * 27 + "X")


def played_games(*transcripts, year="2016"):
    return moves_of_records([GameRecord(with_passes(parse_transcript(text)), date=year) for text in transcripts])


def even_shares(moves):
    legal = squares_as_columns(moves.legal)
    return legal / legal.sum(axis=1, keepdims=True)


def on_squares(**shares):
    row = np.zeros((1, 64))
    for name, share in shares.items():
        row[0, parse_square(name)] = share
    return row


@pytest.fixture
def symmetric_moves():
    assert set(SYMMETRIC.legal_squares()) == {parse_square(name) for name in ("f4", "d6", "f6")}
    return lambda square: moves_of_records([GameRecord((parse_square(square),), SYMMETRIC)]).moves


def test_twins_count_together(symmetric_moves):
    shares = on_squares(f4=0.3, d6=0.3, f6=0.4)
    assert judge(shares, symmetric_moves("d6")).first.tolist() == [True]
    assert judge(shares, symmetric_moves("f6")).first.tolist() == [False]
    assert judge(shares, symmetric_moves("f4")).nll[0] == pytest.approx(-np.log(0.6))
    assert judge(shares, symmetric_moves("f6")).confidence[0] == pytest.approx(0.6)


@pytest.mark.parametrize("played", ["f4", "d6"])
def test_rounding_between_twins_changes_nothing(symmetric_moves, played):
    for rounding in (1e-9, -1e-9):
        shares = on_squares(f4=0.35 + rounding, d6=0.35 - rounding, f6=0.3)
        assert judge(shares, symmetric_moves(played)).first.tolist() == [True]


def test_the_first_three_are_three_different_moves(symmetric_moves):
    verdicts = judge(on_squares(f4=0.5, d6=0.5), symmetric_moves("f6"))
    assert verdicts.among_three.tolist() == [True]


def test_a_move_with_no_probability_has_a_finite_loss(symmetric_moves):
    verdicts = judge(on_squares(f4=0.5, d6=0.5), symmetric_moves("f6"))
    assert np.isfinite(verdicts.nll).all()
    assert verdicts.nll[0] > 20


def test_of_equal_moves_only_one_is_the_first_choice():
    played = played_games("f5d6", "f5f6", "f5f4")
    verdicts = judge(even_shares(played.moves), played.moves)
    assert verdicts.first[[1, 3, 5]].sum() == 1
    assert verdicts.among_three.all()


def test_no_move_has_verdicts_without_means():
    nothing = judge(np.zeros((0, 64)), played_games("f5").moves.take(slice(0, 0)))
    assert nothing.summary() == {"positions": 0, "top1": None, "top3": None, "nll": None, "by_stage": []}


def report_on(played, seen=None):
    return accuracy_report(judge(even_shares(played.moves), played.moves), played, seen)


def test_a_report_has_every_part():
    report = report_on(played_games("f5d6c3d3c4", "f5f6e6f4e3"))
    assert report["games"] == 2
    assert report["positions"] == 10
    assert report["by_stage"][0]["positions"] == 10
    assert report["by_year"] == [{"year": 2016, **{key: report[key] for key in ("positions", "top1", "top3", "nll")}}]
    assert report["choices"]["positions"] == 10
    assert report["calibration"]["table"]
    assert "unseen" not in report


def test_a_position_that_occurs_twice_counts_once_among_unique_ones():
    # All begin alike up to symmetry; the second turns the first by 180 degrees, the third differs from its second move on.
    report = report_on(played_games("f5d6c3", "c4e3f6", "f5f6e6"))
    assert report["positions"] == 9
    assert report["unique"]["positions"] == 4


def test_seen_positions_are_told_apart_up_to_symmetry():
    seen = position_keys(played_games("c4c3").moves.situations)
    report = report_on(played_games("f5d6c3d3"), seen)
    assert report["seen"]["positions"] == 2
    assert report["unseen"]["positions"] == 2
    assert report["unseen"]["top1"] is not None


def test_forced_moves_are_left_out_of_choices():
    board = parse_board("XO-" + "-" * 61 + "X")
    played = moves_of_records([GameRecord((2,), board), GameRecord((parse_square("f5"),))])
    report = report_on(played)
    assert report["positions"] == 2
    assert report["choices"]["positions"] == 1


def test_intervals_hold_the_mean_and_shrink_with_more_games():
    random = np.random.default_rng(3)
    played = played_games("f5d6c3d3c4")
    five = judge(even_shares(played.moves), played.moves)
    widths = []
    for games in (20, 2000):
        verdicts = join([five] * games)
        hits = random.random(5 * games) < 0.6
        object.__setattr__(verdicts, "first", hits)
        found = intervals(verdicts, np.repeat(np.arange(games), 5), draws=200)
        assert found["top1_low"] < hits.mean() < found["top1_high"]
        widths.append(found["top1_high"] - found["top1_low"])
    assert widths[1] < widths[0] / 5
    # 10,000 independent moves at 60 %: plus and minus 1.96 standard deviations are 1.92 points.
    assert widths[1] == pytest.approx(0.0192, rel=0.25)


def test_moves_of_one_game_go_together():
    played = played_games("f5d6c3d3c4")
    verdicts = join([judge(even_shares(played.moves), played.moves)] * 40)
    object.__setattr__(verdicts, "first", np.repeat(np.arange(40) % 2 == 0, 5))
    by_game = intervals(verdicts, np.repeat(np.arange(40), 5))
    by_position = intervals(verdicts, np.arange(200))
    assert by_game["top1_high"] - by_game["top1_low"] > 1.8 * (by_position["top1_high"] - by_position["top1_low"])


def test_one_game_has_no_interval():
    report = report_on(played_games("f5d6c3"))
    assert report["top1_low"] is report["top1_high"] is report["nll_low"] is report["nll_high"] is None
