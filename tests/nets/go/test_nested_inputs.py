"""What the nested network reads: the last moves, komi seen by the mover, passes, the size of the board."""

import numpy as np

from kibitz.features.go.moves import GoMoves
from kibitz.nets.go.nested_inputs import EXPERT_FIRST, PLANES, RECENT, network_inputs, recent_moves
from kibitz.rules.go.bulk import GoGames, PlainGame
from kibitz.rules.squares import PASS
from small_go import small_model

# Black, White, Black passes, White.
GAME = PlainGame([40, 20, PASS, 30], [1, 0, 1, 0])


def moves_of(*indices):
    games = GoGames.of(9, [GAME])
    index = np.array(indices, np.int64)
    return GoMoves(games, np.zeros(len(index), np.int64), index, games.points[index].astype(np.int64))


def inputs_of(moves, komi, counting):
    said = small_model().said(moves)
    return network_inputs(moves, said, np.full(len(moves), komi, np.float32), np.full(len(moves), counting, np.int8))


def test_the_latest_move_comes_first():
    assert recent_moves(moves_of(0, 3)).tolist() == [[-2] * 8, [PASS, 20, 40, -2, -2, -2, -2, -2]]


def test_the_planes_show_the_board_and_the_last_moves():
    planes = inputs_of(moves_of(1, 3), 6.5, 1).planes
    assert planes.shape == (2, PLANES, 9, 9)
    assert (planes[:, 0] == 1).all()
    recent = planes[:, EXPERT_FIRST - RECENT : EXPERT_FIRST].reshape(2, RECENT, 81)
    assert [np.argwhere(board).tolist() for board in recent] == [[[0, 40]], [[1, 20], [2, 40]]]


def test_komi_is_seen_by_the_mover_and_0_if_it_is_not_known():
    known, unknown = inputs_of(moves_of(0, 1), 6.5, -1).board, inputs_of(moves_of(0, 1), np.nan, 0).board
    np.testing.assert_allclose(known[:, :4], [[-0.65, 1, 0, 1], [0.65, 1, 0, 1]])
    assert (unknown[:, :4] == 0).all()
    np.testing.assert_allclose(known[:, -1], -1)


def test_passes_are_told():
    assert inputs_of(moves_of(1, 3), 6.5, 1).board[:, 4:6].tolist() == [[0, 0], [1, 0]]
