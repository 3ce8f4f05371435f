"""Reviews of Go by a network that knows points: what every such review keeps, and reasons that can be measured."""

import json
from pathlib import Path

import numpy as np
import pytest

from kibitz.errors import SetupError
from kibitz.models.go.judging import GoJudge, GoJudgement
from kibitz.records.go.files import parse_go_games
from kibitz.review.game_review import GameReview, Valued
from kibitz.review.go.network_review import GoNetworkReviewer, judge_of
from kibitz.review.go.reasons import reasons_of
from kibitz.review.go.reviewing import GoReviewing
from kibitz.rules.game import Color
from kibitz.rules.go.points import parse_vertex
from kibitz.rules.go.position import GoGame
from small_go import small_model

# Black lives with an eye in each of two corners, and fills one of them.
FILLED_EYE = "(;GM[1]SZ[5]KM[0.5]AB[ba:ea][ab:eb][ac:ec][ad:ed][ae:de];B[aa];W[ee])"
# Black lives with B5, in the middle of three points, and plays A5.
VITAL_POINT = "(;GM[1]SZ[5]KM[0.5]AB[da][ab:db]AW[ea:eb][ac:ec][ad:ed][be][de:ee];B[aa];W[ba])"
PLAYED = "(;GM[1]SZ[5]KM[0.5]PB[Ann]PW[Bob]DT[2001]EV[Cup]RE[B+3.5];B[cc];W[bb];B[db];W[];B[ee])"


class Counting(GoJudge):
    """Counts the area as it stands; all moves are equally likely, or one is nearly certain."""

    name = "counting"

    def __init__(self, likeliest=None):
        self.likeliest = likeliest
        self.expert = small_model()

    def judge_position(self, position):
        shares = self.advise(position.state, None)[None]
        sign = 1 if position.to_move == Color.BLACK else -1
        return GoJudgement(shares, sign * position.owners()[None].astype(np.float32), np.full(1, 0.5, np.float32))

    glance = judge_position

    def judge_batch(self, moves):
        raise NotImplementedError("reviews ask about positions")

    def advise(self, state, recent):  # noqa: ARG002 - any moves before will do
        legal = state.legal_points()
        shares = np.zeros(len(state.stones()), np.float32)
        shares[legal] = 1 / max(len(legal), 1)
        if self.likeliest in legal:
            shares = 0.001 * shares
            shares[self.likeliest] = 0.999
        return shares


def record(text):
    (found,) = parse_go_games(text.encode(), "game.sgf", lambda _: None)
    return found


def reviewer():
    return GoNetworkReviewer(Counting(), playouts=0)


def test_losses_are_points_and_curves_are_black_s():
    found = reviewer().review(record(PLAYED))
    assert [row.ply for row in found.moves] == [0, 1, 2, 4]
    for row in found.moves:
        sign = 1 if row.side == "black" else -1
        assert row.black_score == sign * row.score
        assert row.loss == pytest.approx(max(row.best_score - row.score, 0), abs=0.02)
        assert (row.black_score > 0) == (row.win_chance > 0.5)
    assert GameReview.from_dict(json.loads(json.dumps(found.as_dict()))) == found


def test_a_review_repeats_itself():
    first, again = (reviewer().review(record(FILLED_EYE)) for _ in range(2))
    assert first.moves == again.moves
    assert first.mistakes[:1] == again.mistakes[:1]


def test_the_curve_is_there_before_any_move_is_compared():
    looks, done = [], []
    found = reviewer().review(record(PLAYED), lambda count, _total: done.append(count), looks.append)
    (look,) = looks
    assert [row.ply for row in look.moves] == [row.ply for row in found.moves]
    assert look.mistakes == [] and all(row.loss == 0 for row in look.moves)
    assert done == [0, 1, 2, 3, 4]


def test_playouts_find_the_group_that_dies():
    better = parse_vertex("B5", 5)
    found = GoNetworkReviewer(Counting(better), playouts=200).review(record(VITAL_POINT))
    mistake = found.mistakes[0]
    assert (mistake.ply, mistake.move, mistake.best) == (0, "A5", "B5")
    assert mistake.line[:2] == ["A5", "B5"]
    by_owners = GoNetworkReviewer(Counting(better), playouts=0).review(record(VITAL_POINT))
    assert by_owners.mistakes == []  # the area as it stands is the same


def test_tables_alone_know_no_owners():
    with pytest.raises(SetupError, match="small does not know who will own the board"):
        judge_of(small_model())


def test_the_command_reviews_in_points_by_a_model_that_knows_owners(tmp_path):
    pytest.importorskip("torch")
    from small_nested import write_small_nested

    path: Path = write_small_nested(tmp_path)
    reviewing = GoReviewing(model=str(path), playouts=4)
    game = record(PLAYED)
    assert reviewing.review(game).engine == "nested"
    assert "accuracy" in reviewing.report(game, reviewing.review(game))


def owners_of(size, black=(), white=()):
    owners = np.zeros(size * size, np.float32)
    owners[list(black)], owners[list(white)] = 1, -1
    return owners


def test_a_chain_that_is_expected_to_die_and_where_points_went_are_named():
    chain = [parse_vertex(name, 9) for name in ("A1", "B1", "A2")]
    position = GoGame(9).set_up(black=chain)
    then, now = owners_of(9, black=[*chain, 54, 55]), owners_of(9, white=[*chain, 54, 55])
    played, best = Valued("E5", -6, 0.1, 0.02, ["E5", "B2"]), Valued("B2", 4, 0.7, 0.5, ["B2"])
    said = reasons_of(position, parse_vertex("E5", 9), (then, now), played, best)
    assert said == [
        "B2 is worth +4.0 points and wins with 70 %, E5 -6.0 points and 10 %.",
        "Black's chain of 3 stones at A2 is expected to die.",
        "About 10 points are lost in the lower left of the board.",
        "The engine expects B2 after E5.",
        "Professionals play B2 in 50 % of such positions and E5 in 2 %, by the model.",
    ]


def test_a_chain_that_runs_into_a_ladder_is_named():
    white = [parse_vertex(name, 9) for name in ("B1", "C2", "B2")]
    black = [parse_vertex("C1", 9)]
    position = GoGame(9).set_up(black, white)
    even, one = owners_of(9), Valued("D1", 0, 0.5, 0.1, ["D1"])
    said = reasons_of(position, parse_vertex("D1", 9), (even, even), one, one)
    assert "The chain at C1 is caught in a ladder: D1 does not save it." in said
