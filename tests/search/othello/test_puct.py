"""Tree search: it finds what the solver finds, counts right, and searches many games as it would search one."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kibitz.errors import SetupError
from kibitz.rules.othello.bulk import Boards, legal_masks
from kibitz.rules.othello.position import Position, parse_board
from kibitz.rules.squares import NO_MOVE, PASS, parse_square
from kibitz.search.othello.endgame import solve, solve_moves
from kibitz.search.othello.puct import Exploration, Judgements, TreeSearch, halving_square


class Ignorant:
    """A judge that knows nothing: all moves alike, all positions even."""

    counts_discs = True

    def __init__(self, size=8):
        self.size = size
        self.asked = []

    def judge(self, boards):
        assert (legal_masks(boards, self.size) != 0).all()
        self.asked.append(len(boards))
        return Judgements(np.ones((len(boards), 64), np.float32), np.zeros(len(boards), np.float32))


class Opinionated(Ignorant):
    """A judge with an opinion on every position that depends on nothing else."""

    def judge(self, boards):
        seeds = (boards.own * np.uint64(0x9E3779B97F4A7C15) ^ boards.opp * np.uint64(0xC2B2AE3D27D4EB4F)) >> np.uint64(40)
        waves = np.sin(seeds[:, None].astype(np.float64) + np.arange(65))
        return Judgements(np.exp(waves[:, :64]).astype(np.float32), (0.5 * waves[:, 64]).astype(np.float32))


@st.composite
def positions(draw, size, most_empties):
    """A position of a random game, with a legal square and few empties."""
    chooser = draw(st.randoms(use_true_random=False))
    position = Position.start(size)
    while not position.is_over and (position.empty_count > most_empties or not position.legal_squares()):
        position = position.play(chooser.choice(position.legal_moves()))
    return position


@settings(max_examples=40)
@given(positions(size=4, most_empties=6))
def test_with_time_an_ignorant_search_plays_endgames_perfectly(position):
    if position.is_over:
        return
    search = TreeSearch(Boards.of([position]), Ignorant(4), 4)
    search.run(6000)
    scores = {row.move: row.score for row in solve_moves(position)}
    assert scores[int(search.best_squares()[0])] == max(scores.values())
    assert abs(16 * search.values()[0] - solve(position).score) < 1.5


def test_every_simulation_but_the_first_tries_a_move():
    search = TreeSearch(Boards.of([Position.start()] * 3), Opinionated())
    search.run(1)
    assert not search.visits().any()
    assert np.allclose(search.priors().sum(axis=1), 1)
    search.run(200)
    assert search.visits().sum(axis=1).tolist() == [199] * 3


@given(st.integers(1, 9))
def test_several_positions_of_a_game_are_judged_at_once(at_once):
    judge = Opinionated()
    search = TreeSearch(Boards.of([Position.start()] * 2), judge)
    search.run(60, at_once)
    assert search.visits().sum(axis=1).tolist() == [59] * 2


def test_games_are_searched_together_as_they_would_be_alone():
    games = [Position.start(), parse_board("-" * 27 + "OX------XO" + "-" * 27 + " X").play(parse_square("d3"))]
    together = TreeSearch(Boards.of(games), Opinionated())
    together.run(150)
    for row, game in enumerate(games):
        alone = TreeSearch(Boards.of([game]), Opinionated())
        alone.run(150)
        assert np.array_equal(alone.visits()[0], together.visits()[row])
        assert alone.values()[0] == together.values()[row]


def test_what_hangs_below_a_move_is_kept():
    search = TreeSearch(Boards.of([Position.start()] * 2), Opinionated())
    search.run(300)
    visits, values, best = search.visits(), search.move_values(), search.best_squares()
    search.advance(np.array([best[0], NO_MOVE], np.int8))
    assert search.visits()[0].sum() == visits[0, best[0]] - 1
    assert search.values()[0] == pytest.approx(-values[0, best[0]])
    assert np.array_equal(search.visits()[1], visits[1])
    after = Position.start().play(int(best[0]))
    assert (int(search.boards().own[0]), int(search.boards().opp[0])) == (after.own, after.opp)


def test_a_kept_tree_goes_on_as_if_it_had_always_been_the_only_one():
    """Simulations below a move do not depend on what is searched beside it, so neither does their tree."""
    search = TreeSearch(Boards.of([Position.start()]), Opinionated())
    search.run(400)
    best = search.best_squares()
    search.advance(best)
    kept = int(search.visits()[0].sum()) + 1
    alone = TreeSearch(search.boards(), Opinionated())
    alone.run(kept)
    assert np.array_equal(alone.visits(), search.visits())


def test_a_forced_pass_is_a_move_of_its_own():
    position = parse_board("OX------X-------------------------------------------------------"[:3] + "-" * 61 + " X")
    assert position.legal_squares() == ()
    after_pass = parse_board("OX------X-------------------------------------------------------"[:3] + "-" * 61 + " O")
    search = TreeSearch(Boards.of([position]), Ignorant())
    search.run(40)
    assert not search.visits().any()  # passes have no place among the squares
    assert search.values()[0] == -1
    search.advance(np.array([PASS], np.int8))
    assert (int(search.boards().own[0]), int(search.boards().opp[0])) == (after_pass.own, after_pass.opp)
    assert search.visits().sum() > 0


def test_a_game_that_is_over_is_left_alone():
    over = parse_board("X" * 64 + " X")
    search = TreeSearch(Boards.of([over]), Ignorant())
    search.run(50)
    assert not search.visits().any()


def test_a_higher_win_is_better_only_where_discs_are_counted():
    # After either move the game is over and won, with a1 by more discs.
    position = parse_board("-OOOOOOX" + "--------" * 6 + "X-------"[::-1].replace("X", "-") + " X")
    assert position.legal_squares() == (0,)
    for counts_discs, value in ((True, 1.0), (False, 1.0)):
        judge = Ignorant()
        judge.counts_discs = counts_discs
        search = TreeSearch(Boards.of([position]), judge)
        search.run(20)
        assert search.move_values()[0, 0] == value


def test_noise_moves_the_priors_and_keeps_their_sum():
    search = TreeSearch(Boards.of([Position.start()]), Ignorant())
    search.run(1)
    noise = np.zeros((1, 64), np.float32)
    square = Position.start().legal_squares()[0]
    noise[0, square] = 3.0
    search.mix_noise(noise, 0.25)
    assert search.priors()[0, square] == pytest.approx(0.25 + 0.75 / 4)
    assert search.priors().sum() == pytest.approx(1)


def test_a_search_can_be_stopped():
    judge = Opinionated()
    search = TreeSearch(Boards.of([Position.start()]), judge)
    search.run(1000, is_stopped=lambda: search.visits().sum() >= 30)
    assert search.visits().sum() == 30


def test_priors_weigh_more_with_a_higher_rate():
    position = Position.start().play(Position.start().legal_squares()[0])
    spread = []
    for rate in (0.05, 5.0):
        search = TreeSearch(Boards.of([position]), Opinionated(), exploration=Exploration(rate, 0.0))
        search.run(300)
        spread.append(np.abs(search.visits()[0] / 299 - search.priors()[0]).sum())
    assert spread[1] < spread[0]


def test_a_judge_that_answers_about_something_else_is_noticed():
    class Forgetful(Ignorant):
        def judge(self, boards):
            found = super().judge(boards)
            return Judgements(found.priors[:-1], found.values[:-1])

    with pytest.raises(ValueError, match="those of the positions collected"):
        TreeSearch(Boards.of([Position.start()]), Forgetful()).run(2)


def test_boards_larger_than_the_core_s_are_refused():
    with pytest.raises(SetupError, match="10×10"):
        TreeSearch(Boards.of([Position.start()]), Ignorant(), size=10)


@settings(max_examples=20)
@given(positions(size=4, most_empties=7))
def test_halving_finds_the_best_move_of_endgames(position):
    if position.is_over:
        return
    scores = {row.move: row.score for row in solve_moves(position)}
    assert scores[halving_square(position, Ignorant(4), 20_000)] == max(scores.values())


def test_halving_gives_a_chance_to_moves_the_judge_does_not_like():
    """The best move of every position below has hardly a prior."""
    position = Position.start(4)
    while position.empty_count > 6:
        position = position.play(position.legal_moves()[0])
    scores = {row.move: row.score for row in solve_moves(position)}
    best = max(scores, key=scores.__getitem__)

    class Prejudiced(Ignorant):
        def judge(self, boards):
            found = super().judge(boards)
            found.priors[:, best] = 1e-6
            return found

    assert scores[halving_square(position, Prejudiced(4), 2000)] == scores[best]
