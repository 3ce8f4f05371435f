"""Expert moves as arrays, and how predictions of them are judged."""

import numpy as np
import pytest

from kibitz.errors import SetupError
from kibitz.features.othello.samples import (
    STAGE_NAMES,
    TEST_YEARS,
    expert_moves,
    moves_of_replay,
    squares_as_columns,
    stages,
)
from kibitz.measure.accuracy import join
from kibitz.measure.othello.accuracy import judge
from kibitz.rules.othello import bulk
from kibitz.rules.othello.bulk import Boards
from kibitz.rules.othello.position import play_all
from kibitz.rules.squares import NO_MOVE, parse_square, parse_transcript


def moves_of(*transcripts):
    table = np.full((len(transcripts), 60), NO_MOVE, np.int8)
    for row, transcript in zip(table, transcripts, strict=True):
        squares = parse_transcript(transcript)
        row[: len(squares)] = squares
    return moves_of_replay(bulk.replay(table))


def shares_of(*guesses):
    """Probabilities that lie on one square each."""
    shares = np.zeros((len(guesses), 64))
    shares[np.arange(len(guesses)), [parse_square(guess) for guess in guesses]] = 1.0
    return shares


def test_every_first_move_counts_as_the_one_played_because_the_start_is_symmetric():
    moves = moves_of("f5")
    for guess in ("f5", "e6", "d3", "c4"):
        assert judge(shares_of(guess), moves).first.tolist() == [True]


def test_a_twin_does_not_count_where_the_position_is_not_symmetric():
    moves = moves_of("f5d6")
    verdicts = judge(shares_of("d3", "f4"), moves)
    assert verdicts.first.tolist() == [True, False]


def test_squares_that_are_not_legal_are_never_the_choice():
    shares = shares_of("a1")
    shares[0, parse_square("f5")] = 0.1
    assert judge(shares, moves_of("f5")).first.tolist() == [True]


def test_top_three_and_nll_follow_from_the_probabilities():
    moves = moves_of("f5d6c3").take([2])
    shares = np.zeros((1, 64))
    others = [square for square in play_all(parse_transcript("f5d6")).legal_squares() if square != parse_square("c3")]
    shares[0, [*others[:2], parse_square("c3")]] = 0.5, 0.3, 0.2
    verdicts = judge(shares, moves)
    assert verdicts.among_three.tolist() == [True]
    assert verdicts.nll[0] == pytest.approx(-np.log(0.2))


def test_stages_are_the_rows_of_table_4_5():
    assert STAGE_NAMES[0] == "1–12"
    assert STAGE_NAMES[-1] == "57–60"
    full = (1 << 64) - 1
    discs = np.array([4, 15, 16, 19, 20, 60, 63])
    own = np.array([full >> (64 - int(count)) for count in discs], np.uint64)
    # Move number m is made with m + 3 discs on the board.
    assert stages(Boards(own, np.zeros_like(own))).tolist() == [0, 0, 1, 1, 2, 12, 12]


def test_a_summary_gives_shares_over_all_moves_and_by_stage():
    verdicts = judge(shares_of("f5", "f4"), moves_of("f5d6"))
    assert join([verdicts, verdicts]).summary() == {
        "positions": 4,
        "top1": 0.5,
        "top3": pytest.approx(join([verdicts]).among_three.mean()),
        "nll": pytest.approx(verdicts.nll.mean()),
        "by_stage": [{"stage": 0, "positions": 4, "top1": 0.5}],
    }


def test_masks_become_columns_with_a1_first():
    columns = squares_as_columns(np.array([1 | 1 << 63, 1 << 8], np.uint64))
    assert [np.flatnonzero(row).tolist() for row in columns] == [[0, 63], [8]]


def test_the_test_year_has_the_known_number_of_moves(shared_data):
    moves = expert_moves(shared_data / "othello" / "wthor", TEST_YEARS)
    assert len(moves) == 120_466
    assert (moves.legal >> moves.square.astype(np.uint64) & np.uint64(1)).all()
    assert np.bitwise_count(moves.legal).mean() == pytest.approx(8.25, abs=0.01)
    assert len(moves.choices()) == (np.bitwise_count(moves.legal) > 1).sum()


def test_a_missing_year_is_named(tmp_path):
    with pytest.raises(SetupError, match=r"WTH_2016\.wtb cannot be read"):
        expert_moves(tmp_path, TEST_YEARS)
