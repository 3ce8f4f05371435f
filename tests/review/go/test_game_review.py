"""Reviews of Go: a blunder that nobody can dispute, and what every review must keep."""

import json

import pytest

from kibitz.errors import SetupError
from kibitz.records.go.files import parse_go_games
from kibitz.review.game_review import GameReview
from kibitz.review.go.game_review import SCALE, GoReviewer
from kibitz.review.go.reviewing import GoReviewing
from small_go import small_model

PLAYED = "(;GM[1]SZ[5]KM[0.5]PB[Ann]PW[Bob]DT[2001]EV[Cup]RE[B+3.5];B[cc];W[bb];B[db];W[];B[ee])"
# Black lives with an eye in each of two corners, and fills one of them.
FILLED_EYE = "(;GM[1]SZ[5]KM[0.5]AB[ba:ea][ab:eb][ac:ec][ad:ed][ae:de];B[aa];W[ee])"


def record(text):
    (found,) = parse_go_games(text.encode(), "game.sgf", lambda _: None)
    return found


@pytest.fixture(scope="module")
def reviewer():
    return GoReviewer(small_model(), playouts=200)


def test_whoever_fills_an_eye_makes_a_mistake_and_is_told_what_follows(reviewer):
    found = reviewer.review(record(FILLED_EYE))
    assert [(row.ply, row.side, row.move) for row in found.mistakes[:1]] == [(0, "black", "A5")]
    mistake = found.mistakes[0]
    assert mistake.loss >= SCALE.mistake
    assert mistake.best != "A5"
    assert mistake.line[:2] == ["A5", "E1"]
    assert "The engine expects E1" in mistake.reasons[1]
    assert found.moves[1].loss == 0
    assert found.accuracy["black"]["all"].accuracy < found.accuracy["white"]["all"].accuracy == 100


def test_a_review_has_a_row_for_each_stone_and_none_for_passes(reviewer):
    found = reviewer.review(record(PLAYED))
    assert [(row.ply, row.side, row.move) for row in found.moves] == [
        (0, "black", "C3"), (1, "white", "B4"), (2, "black", "D4"), (4, "black", "E1")
    ]  # fmt: skip
    assert [row.path for row in found.moves] == ["", "C3", "C3 B4", "C3 B4 D4 pass"]
    assert all(row.loss >= 0 and 0 <= row.expert_probability <= 1 for row in found.moves)
    assert all(row.loss == 0 for row in found.moves if row.move == row.best)


def test_scores_are_percentage_points_above_even_and_black_s_where_they_say_so(reviewer):
    for row in reviewer.review(record(PLAYED)).moves:
        sign = 1 if row.side == "black" else -1
        assert row.black_score == sign * row.score == pytest.approx(100 * row.win_chance - 50, abs=0.01)
        assert row.loss == pytest.approx(max(row.best_score - row.score, 0), abs=0.01)


def test_a_review_repeats_itself_and_survives_json(reviewer):
    found = reviewer.review(record(PLAYED))
    assert reviewer.review(record(PLAYED)).moves == found.moves
    assert GameReview.from_dict(json.loads(json.dumps(found.as_dict()))) == found


def test_progress_counts_the_stones(reviewer):
    seen = []
    reviewer.review(record(PLAYED), lambda done, total: seen.append((done, total)))
    assert seen == [(count, 4) for count in range(5)]


def test_a_game_without_moves_is_refused(reviewer):
    with pytest.raises(SetupError, match="no moves to review"):
        reviewer.review(record("(;GM[1]SZ[5])"))


def test_the_report_names_the_players_the_result_and_the_mistake(reviewer):
    reviewing = GoReviewing(model="go-expert")
    assert reviewing.title(record(PLAYED)) == "Ann – Bob B+3.5"
    assert reviewing.title(record(FILLED_EYE)) == "Black – White"
    filled = record(FILLED_EYE)
    text = reviewing.report(filled, reviewer.review(filled))
    assert "1. Move 1, black: A5 loses" in text
    assert "percentage points" in text
