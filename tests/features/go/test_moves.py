"""Moves of Go that are predicted, and how predictions are judged."""

import numpy as np
import pytest

from kibitz.features.go.moves import GoMoves, go_twins
from kibitz.measure.go.moves import judge_go
from kibitz.rules.go.bulk import GoGames, PlainGame
from kibitz.rules.go.points import parse_vertex
from kibitz.rules.squares import PASS


def points(text, size=9):
    return [PASS if word == "pass" else parse_vertex(word, size) for word in text.split()]


def games_of(*texts):
    return GoGames.of(9, [PlainGame(points(text), [1 - i % 2 for i in range(len(text.split()))]) for text in texts])


def one_hot(moves, *guesses):
    table = np.zeros((len(moves), 81))
    for row, guess in enumerate(guesses):
        for place, vertex in enumerate(guess.split()):
            table[row, parse_vertex(vertex, 9)] = 0.5 / (place + 1)
    return table


def test_passes_are_not_predicted():
    moves = GoMoves.of(games_of("E5 pass C3", "D4"))
    assert moves.game.tolist() == [0, 0, 1]
    assert moves.index.tolist() == [0, 2, 0]
    assert moves.point.tolist() == points("E5 C3 D4")


def test_every_third_move_of_all_games_is_a_third_of_the_moves():
    games = games_of(*["A1 B2 C3 D4 E5 F6"] * 3)
    parts = [GoMoves.of(games.selected(np.roll(np.arange(3), shift)), 3) for shift in range(3)]
    assert [len(part) for part in parts] == [6, 6, 6]
    assert len(GoMoves.of(games)) == 18


def test_the_rank_counts_better_guesses():
    moves = GoMoves.of(games_of("C3 E5 G7"))
    found = judge_go(one_hot(moves, "C3 E5", "C4 D4 E5", "A9 B9 C9 G7"), moves)
    assert found.rank.tolist() == [0, 2, 3]
    assert found.nll == pytest.approx(-np.log([0.5 * 1, 0.5 / 3, 0.5 / 4]))
    summary = found.summary()
    assert summary["top1"] == pytest.approx(1 / 3)
    assert summary["top"] == pytest.approx([1 / 3, 1 / 3, 2 / 3] + [1] * 7)


def test_the_four_corners_of_an_empty_board_are_one_move():
    moves = GoMoves.of(games_of("C3 E5"))
    table = one_hot(moves, "E5", "E5")
    # Five times less than the middle each, but eight of them (C3 and G7 lie on a diagonal, so there are four) together win.
    for vertex in ("C3", "C7", "G3", "G7"):
        table[0, parse_vertex(vertex, 9)] = 0.2
    found = judge_go(table, moves)
    assert found.rank.tolist() == [0, 0]
    assert found.nll[0] == pytest.approx(-np.log(0.8))


def test_twins_follow_the_symmetry_that_is_left():
    twins = go_twins(GoMoves.of(games_of("C3 E5 D4")))
    a1, a9, j1, j9 = points("A1 A9 J1 J9")
    assert {twins[0, corner] for corner in (a1, a9, j1, j9)} == {a9}
    # With a stone on C3 only the diagonal through A1 and J9 is a mirror.
    assert twins[1, a9] == twins[1, j1] == a9
    assert twins[1, a1] == a1
    assert twins[1, j9] == j9


def test_stages_are_by_move_number():
    games = GoGames.of(19, [PlainGame(list(range(0, 361, 2))[:140], [1 - i % 2 for i in range(140)])])
    moves = GoMoves.of(games)
    stages = judge_go(np.full((140, 361), 1 / 361), moves).stage
    assert np.bincount(stages).tolist() == [30, 70, 40]
