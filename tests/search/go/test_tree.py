"""The search for moves of Go by playouts."""

import random
from threading import Event, Timer

import numpy as np
import pytest

from kibitz.rules.game import Color
from kibitz.rules.go.points import parse_vertex
from kibitz.rules.go.position import GoGame
from kibitz.rules.go.rule_sets import CHINESE, TROMP_TAYLOR
from kibitz.rules.squares import PASS
from kibitz.search.go.tree import PLAIN_UCT, Prior, TreeLimits, TreeSettings, findings_of, grow, make_trees, search_tree
from small_go import small_model, touch

# A chain of each side is in atari to the other: whoever moves first takes one and saves the other.
RACE = """
    - - - - - - -
    X X X X O O O
    X O O O X X O
    X X X - - O O
    X X X X O O O
    - - - - - - -
    - - - - - - - {}
    """

# Whoever plays B3 decides: Black makes two eyes there, White leaves one. Black wins with 12 points of its own at this komi.
VITAL_POINT = """
    - - - - - - -
    - - - - - - -
    O O O O O - -
    X X X X O - -
    - - - X O - -
    X X X X O - -
    O O O O O - - {}
    """


def position(text, komi=0.5):
    return GoGame(7, CHINESE, komi).parse_position(text)


@pytest.mark.parametrize("settings", [TreeSettings(), TreeSettings(guided=False), PLAIN_UCT], ids=["guided", "rave", "plain"])
@pytest.mark.parametrize(("side", "best"), [("X", "D4"), ("O", "E4")])
def test_a_race_to_capture_is_won_by_the_side_that_moves(settings, side, best):
    found = search_tree(position(RACE.format(side), komi=7.5), TreeLimits(playouts=3000), settings)
    assert GoGame(7).format_move(found.best.move) == best
    assert found.playouts == 3000


@pytest.mark.parametrize("side", ["X", "O"])
def test_the_vital_point_is_found_by_both_sides(side):
    found = search_tree(position(VITAL_POINT.format(side), komi=-26.5), TreeLimits(playouts=8000))
    assert GoGame(7).format_move(found.best.move) == "B3"


def test_visits_and_chances_add_up():
    found = search_tree(GoGame(9).start(), TreeLimits(playouts=2000), threads=2)
    assert sum(move.visits for move in found.moves) == found.playouts >= 2000
    assert all(0 <= move.win_chance <= 1 for move in found.moves)
    assert [move.visits for move in found.moves] == sorted((move.visits for move in found.moves), reverse=True)
    assert {move.move for move in found.moves} == {PASS, *range(81)}
    assert found.ownership.shape == (81,)
    assert np.abs(found.ownership).max() <= 1
    assert found.best.line[0] == found.best.move


def test_the_same_seed_gives_the_same_findings():
    first, second = (search_tree(GoGame(9).start(), TreeLimits(playouts=500), seed=4) for _ in range(2))
    assert first.moves == second.moves


def test_a_search_without_limits_ends_when_it_is_told():
    stop = Event()
    Timer(0.1, stop.set).start()
    assert search_tree(GoGame(9).start(), TreeLimits(), stop=stop).playouts > 0


def test_who_is_ahead_by_far_may_pass():
    alive = position(
        """
        - X - X X X X
        X X X X X X -
        X X X X X X X
        O O O O O O O
        O - O O O O O
        O O O O O O O
        - O O O - O - X
        """
    )
    found = search_tree(alive, TreeLimits(playouts=300))
    assert {move.move for move in found.moves} >= {PASS}
    assert found.ownership.reshape(7, 7)[0, 0] == 1
    assert found.ownership.reshape(7, 7)[6, 0] == -1


def test_points_forbidden_by_superko_are_not_considered():
    game = GoGame(5, TROMP_TAYLOR, 0.5)
    taken = game.parse_position("-XO--XO-O--XO------------ X").play(game.parse_move("C4"))
    assert taken.forbidden
    found = search_tree(taken, TreeLimits(playouts=200))
    assert not {move.move for move in found.moves} & set(taken.forbidden)


def test_a_model_leads_the_search_to_the_moves_it_thinks_likely():
    last = parse_vertex("E5", 9)
    after, limits = GoGame(9).start().play(last), TreeLimits(playouts=200)
    led = search_tree(after, limits, TreeSettings(prior_weight=5.0), prior=Prior(small_model().scorer))
    alone = search_tree(after, limits)
    assert touch(led.best.move, last, 9)
    beside = [sum(move.visits for move in found.moves if touch(move.move, last, 9)) for found in (led, alone)]
    assert beside[0] > beside[1]


def test_the_priors_of_the_first_moves_are_those_of_the_model():
    last = parse_vertex("E5", 9)
    after, model = GoGame(9).start().play(last), small_model()
    found = search_tree(after, TreeLimits(playouts=50), prior=Prior(model.scorer))
    wanted = model.position_probabilities(after)
    assert all(move.prior == pytest.approx(wanted[move.move], rel=1e-5) for move in found.moves if move.move != PASS)
    assert all(move.prior == 0 for move in search_tree(after, TreeLimits(playouts=50)).moves)


class Fan:
    """Advises one point wherever it is empty, and remembers the positions it was asked about."""

    def __init__(self, point: int) -> None:
        self.point = point
        self.asked: list[tuple[tuple[int, ...], list[int]]] = []

    def __call__(self, state, recent):
        self.asked.append((tuple(state.stones()), recent.tolist()))
        advice = np.zeros(81, np.float32)
        advice[self.point] = 1
        return advice


def test_an_adviser_is_heard_at_the_root_and_where_many_playouts_go():
    last, corner = parse_vertex("E5", 9), parse_vertex("A1", 9)
    after, fan = GoGame(9).start().play(last), Fan(corner)
    settings = TreeSettings(prior_weight=20.0, advise_at=30)
    found = search_tree(after, TreeLimits(playouts=200), settings, prior=Prior(small_model().scorer, fan))
    assert found.best.move == corner
    assert found.best.prior == 1
    root, *later = fan.asked
    assert root == (tuple(after.state.stones()), [last, *[PASS] * 4])
    assert 1 <= len(later) <= 200 // 30
    assert any(recent[:2] == [corner, last] and stones[corner] == 2 for stones, recent in later)


def test_an_adviser_asked_from_two_threads_changes_no_counts():
    fan = Fan(parse_vertex("A1", 9))
    found = search_tree(GoGame(9).start(), TreeLimits(playouts=600), threads=2, prior=Prior(small_model().scorer, adviser=fan))
    assert sum(move.visits for move in found.moves) == found.playouts >= 600
    assert len(fan.asked) > 2


def test_what_an_adviser_raises_ends_the_search():
    def refuse(*_):
        raise LookupError("no advice")

    with pytest.raises(LookupError, match="no advice"):
        search_tree(GoGame(9).start(), TreeLimits(playouts=10), prior=Prior(small_model().scorer, adviser=refuse))


def test_advice_for_another_board_is_refused():
    def advise(*_):
        return np.zeros(5, np.float32)

    with pytest.raises(ValueError, match="one number for each point"):
        search_tree(GoGame(9).start(), TreeLimits(playouts=10), prior=Prior(small_model().scorer, adviser=advise))


def test_a_tree_led_on_by_a_move_keeps_what_it_knows():
    start = GoGame(7).start()
    trees = make_trees(start, threads=1, seed=2)
    grow(trees, TreeLimits(playouts=3000))
    before = findings_of(trees).best
    assert trees[0].advance(before.move)
    after = findings_of(trees)
    assert 0 < after.playouts < before.visits
    assert after.best.line == before.line[1:]
    assert {move.move for move in after.moves} <= {PASS, *start.play(before.move).legal_points()}
    grow(trees, TreeLimits(playouts=3000))
    grown = findings_of(trees)
    assert grown.playouts == 3000
    assert sum(move.visits for move in grown.moves) == 3000
    assert np.abs(grown.ownership).max() <= 1


def test_a_tree_is_not_led_to_where_it_has_not_been():
    trees = make_trees(position(RACE.format("X")), threads=1, seed=1)
    grow(trees, TreeLimits(playouts=64))
    occupied = parse_vertex("A6", 7)
    assert not trees[0].advance(occupied)
    assert findings_of(trees).playouts == 64


def test_a_tree_led_on_knows_the_whole_ko_rule():
    game = GoGame(5, TROMP_TAYLOR, 0.5)
    before = game.parse_position("-XO--XO-O--XO------------ X")
    trees = make_trees(before, threads=1, seed=1)
    grow(trees, TreeLimits(playouts=5000))
    taking = game.parse_move("C4")
    assert trees[0].advance(taking)
    forbidden = before.play(taking).forbidden
    assert forbidden
    assert not {move.move for move in findings_of(trees).moves} & set(forbidden)


def test_a_decided_search_ends_sooner_with_the_same_move():
    lost_or_won = position(RACE.format("X"), komi=7.5)
    whole, short = (search_tree(lost_or_won, TreeLimits(playouts=3000, until_decided=early)) for early in (False, True))
    assert short.playouts < whole.playouts
    assert short.best.move == whole.best.move


@pytest.mark.parametrize("threads", [1, 2])
def test_points_and_chances_agree_on_who_is_ahead(threads):
    """Every move of many positions: the median score is above 0 just where more than half of the playouts are won."""
    chooser = random.Random(3)
    for komi in (0.0, 3.0, 5.5):
        position = GoGame(7, komi=komi).start()
        for _ in range(14):
            found = search_tree(position, TreeLimits(playouts=150), threads=threads, seed=1)
            for opinion in found.tried().moves:
                assert opinion.score is not None
                is_even = abs(opinion.win_chance - 0.5) < 1e-6  # then the middle may lie on either side
                assert is_even or (opinion.win_chance - 0.5) * opinion.score >= 0, opinion
            position = position.play(chooser.choice(position.legal_moves()[1:]))


def test_the_score_of_a_settled_board_is_what_is_counted():
    """Black owns the upper five rows and White the lower four: 45 to 36, komi 7."""
    game = GoGame(9, komi=7.0)
    black = [game.parse_move(f"{column}{row}") for column in "ABCDEFGHJ" for row in (5, 7, 9)]
    white = [game.parse_move(f"{column}{row}") for column in "ABCDEFGHJ" for row in (4, 2)]
    for to_move, sign in ((Color.BLACK, 1), (Color.WHITE, -1)):
        position = game.set_up(black, white, to_move)
        best = search_tree(position, TreeLimits(playouts=300), seed=1).best
        assert abs(best.score - sign * 2.0) <= 1.0
