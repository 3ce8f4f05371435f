"""Planes of Go positions, against drawn boards and against the slow way by the rules."""

import random

import numpy as np
import pytest

from gnugo_referee import needs_gnugo
from kibitz.features.go.final_boards import (
    final_boards,
    gnugo_final_boards,
    predicted_final_boards,
    simulated_final_boards,
)
from kibitz.features.go.planes import GO_PLANE_GROUPS, board_planes, final_board_planes, rank_planes, selected_planes
from kibitz.rules.game import Color
from kibitz.rules.go.bulk import GoGames, PlainGame
from kibitz.rules.go.position import GoGame, play_go_moves
from kibitz.rules.squares import PASS


def random_moves(size, count, seed):
    position, moves, chooser = GoGame(size).start(), [], random.Random(seed)
    for _ in range(count):
        points = position.legal_points()
        moves.append(chooser.choice(points) if points else PASS)
        position = position.play(moves[-1])
        if position.is_over:
            break
    return moves


def table(size, games):
    return GoGames.of(size, [PlainGame(moves, [1 - index % 2 for index in range(len(moves))]) for moves in games])


def group(planes, name):
    part = GO_PLANE_GROUPS[name]
    return planes[part.first : part.first + part.count]


def step(count, last):
    """The plane of a count from 1 on, everything from `last` sharing one."""
    return min(count, last) - 1


def slow_planes(position, moves):
    """The planes as the rules tell them, one move after another."""
    size = position.size
    planes = np.zeros((27, size * size), dtype=np.uint8)
    own = position.to_move
    for point in range(size * size):
        stone = position.stone_at(point)
        planes[2 if stone is None else 0 if stone == own else 1, point] = 1
        if stone is not None:
            planes[3 + step(int(position.liberties()[point]), 4), point] = 1
    for point in position.legal_points():
        after = position.play(point)
        captured = after.prisoners[own] - position.prisoners[own]
        planes[13, point] = 1
        planes[7 + step(int(after.liberties()[point]), 6), point] = 1
        if captured:
            planes[19 + step(captured, 7), point] = 1
    for point in np.flatnonzero(position.stones).tolist():
        age = next((turns for turns, move in enumerate(reversed(moves), 1) if move == point), 5)
        planes[14 + step(age, 5), point] = 1
    planes[26, list(position.ladder_captures())] = 1
    return planes.reshape(27, size, size)


@pytest.mark.parametrize("size", [5, 9, 13])
def test_the_core_sees_what_the_rules_tell(size):
    moves = random_moves(size, 150, seed=size)
    games = table(size, [moves])
    indices = np.arange(len(moves))
    planes = board_planes(games, np.zeros(len(moves), dtype=np.int64), indices)
    position = GoGame(size).start()
    for index, move in enumerate(moves):
        assert (planes[index] == slow_planes(position, moves[:index])).all(), position.drawing()
        position = position.play(move)


def test_positions_of_several_games_come_in_the_order_asked_for():
    first, second = random_moves(9, 40, 1), random_moves(9, 60, 2)
    games = table(9, [first, second])
    planes = board_planes(games, np.array([0, 1, 1]), np.array([30, 0, 59]))
    for row, (moves, length) in enumerate([(first, 30), (second, 0), (second, 59)]):
        position = play_go_moves(moves[:length], GoGame(9).start())
        own = 1 if position.to_move == Color.BLACK else 2
        assert (planes[row, 0].ravel() == (position.stones == own)).all()
        assert (games.stones_before(np.array([0, 1, 1]), np.array([30, 0, 59]))[row] == position.stones).all()


@pytest.mark.parametrize(("game", "index"), [([0, 0], [5, 5]), ([1], [0]), ([0], [40]), ([0, 0], [5, 4])])
def test_positions_that_are_not_there_or_out_of_order_are_refused(game, index):
    with pytest.raises(ValueError):
        board_planes(table(9, [random_moves(9, 40, 1)]), np.array(game), np.array(index))


def test_groups_are_selected_by_name():
    planes = board_planes(table(9, [random_moves(9, 40, 1)]), np.array([0]), np.array([39]))
    chosen = selected_planes(planes, ("legality", "colour"))
    assert chosen.shape == (1, 4, 9, 9)
    assert (chosen[0, 0] == planes[0, 13]).all()
    assert (chosen[0, 1:] == group(planes[0], "colour")).all()


def test_the_final_board_is_seen_by_the_mover():
    influence = np.zeros((2, 25), dtype=np.int8)
    influence[:, 3] = 4
    planes = final_board_planes(influence, np.array([1, 0], dtype=np.uint8))
    assert planes.shape == (2, 9, 5, 5)
    assert planes[0, 8, 0, 3] == planes[1, 0, 0, 3] == 1
    assert (planes.sum(axis=1) == 1).all()


def test_ranks_are_whole_planes():
    planes = rank_planes(np.array([1, 9, 0]), 5)
    assert planes.sum(axis=(2, 3)).tolist() == [[25] + [0] * 8, [0] * 8 + [25], [0] * 9]


def test_the_final_board_of_a_record_gives_surrounded_points_to_their_owner():
    games = GoGames.of(5, [PlainGame([2], [1], [1, 5, 6], [1, 1, 1])])
    board = final_boards(games.replay()).reshape(5, 5)
    assert board.tolist() == [[4] * 5] * 5


def test_simulated_boards_are_means_in_quarters():
    assert simulated_final_boards(np.array([[100, -100, 0, 50, 12, 13]]), 100).tolist() == [[4, -4, 0, 2, 0, 1]]


def test_what_a_network_expects_is_seen_by_black_in_quarters():
    expected = np.array([[1.0, -0.6, 0.1, 0.0], [1.0, -0.6, 0.1, 0.0]], np.float32)
    assert predicted_final_boards(expected, np.array([1, 0], np.uint8)).tolist() == [[4, -2, 0, 0], [-4, 2, 0, 0]]


@needs_gnugo
def test_gnugo_tells_whose_the_empty_points_are():
    walls = [(point, 1) for point in range(3, 81, 9)] + [(point, 0) for point in range(5, 81, 9)]
    points, colors = zip(*walls, strict=True)
    games = GoGames.of(9, [PlainGame([PASS], [1], points, colors)] * 2)
    board = gnugo_final_boards(games, games.replay())[1].reshape(9, 9)
    assert (board[:, :3] > 0).all()
    assert (board[:, 3] == 4).all()
    assert (board[:, 6:] < 0).all()
