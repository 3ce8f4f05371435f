"""Discs given away on purpose."""

import random

from kibitz.players.othello.engine import EnginePlayer
from kibitz.players.othello.generosity import Generosity
from kibitz.players.player import Turn
from kibitz.players.referee import play_game
from kibitz.rules.game import Color
from kibitz.rules.othello import bulk
from kibitz.rules.othello.position import OTHELLO
from kibitz.search.othello.judgement import JudgedMove
from tiny_models import FormulaModel


def judged_with_costs(turn: Turn, costs: list[float]) -> tuple[JudgedMove, ...]:
    """The first legal moves of a turn, of which the first is the best and the others cost some discs."""
    moves = turn.position.legal_moves()
    return tuple(
        JudgedMove(move, 0.5, (move,), score=10 - cost, depth=4, exact=False) for move, cost in zip(moves, costs, strict=False)
    )


def chosen_costs(turn: Turn, discs: float, costs: list[float], tries: int = 200) -> set[float]:
    judged = judged_with_costs(turn, costs)
    cost_of = {row.move: 10 - row.score for row in judged}
    generous = Generosity(discs, random.Random(1), FormulaModel())
    found = set()
    for _ in range(tries):
        generous.begin()
        found.add(cost_of[generous.choose(turn, turn.position, judged)])
    return found


def test_a_move_costs_at_most_half_of_what_is_left(turn_after):
    assert chosen_costs(turn_after("f5d6c3d3c4"), 8.0, [0, 1, 4, 5, 20]) == {0, 1, 4}


def test_what_is_given_is_off_the_budget(turn_after):
    turn = turn_after("f5d6c3d3c4")
    generous = Generosity(8.0, random.Random(1), FormulaModel())
    judged = judged_with_costs(turn, [0, 4])
    given = 0.0
    moves = turn.moves
    for _ in range(50):
        later = Turn(OTHELLO, turn.start, moves, turn.position)
        move = generous.choose(later, turn.position, judged)
        given += 4 if move == judged[1].move else 0
        moves = (*moves, move)
        assert generous.given(moves) == given
    assert given == 4.0


def test_moves_taken_back_cost_nothing(turn_after):
    turn = turn_after("f5d6c3d3c4")
    generous = Generosity(8.0, random.Random(1), FormulaModel())
    (costly,) = judged_with_costs(turn, [0, 3])[1:]
    best = judged_with_costs(turn, [0])[0]
    move = best.move
    while move == best.move:
        move = generous.choose(turn, turn.position, (best, costly))
    assert generous.given((*turn.moves, move)) == 3.0
    assert generous.given(turn.moves) == 0.0


def test_likely_moves_are_given_more_often(turn_after):
    turn = turn_after("f5d6c3d3c4f4")
    judged = judged_with_costs(turn, [0] * 20)
    generous = Generosity(8.0, random.Random(1), FormulaModel())
    counts = dict.fromkeys((row.move for row in judged), 0)
    for _ in range(500):
        counts[generous.choose(turn, turn.position, judged)] += 1
    flips = {move: turn.position.flip_mask(move).bit_count() for move in counts}
    assert counts[max(flips, key=flips.get)] > counts[min(flips, key=flips.get)]


def test_who_gives_much_away_loses_to_who_gives_nothing():
    generous, strict = EnginePlayer(level=5, give=80.0, seed=2), EnginePlayer(level=5)
    lost = 0
    for number, opening in enumerate(bulk.random_games(6, seed=5)[0][:, :6].tolist()):
        color = Color(number % 2)
        black, white = (generous, strict) if color == Color.BLACK else (strict, generous)
        game = play_game(OTHELLO, black, white, opening=opening)
        lost += game.outcome.winner == color.other
        assert 20 < generous._generosity.given(game.moves) <= 80
    assert lost >= 5
