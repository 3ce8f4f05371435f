"""Feature planes, on drawn positions and against a slow reading of the thesis's table 4.1."""

import numpy as np
import pytest

from kibitz.errors import SetupError
from kibitz.features.othello.planes import (
    HLYNSSON42,
    RAW,
    encode,
    plane_set,
    recent_moves,
    situation,
    situations_of_replay,
    stable_discs,
    transform_squares,
)
from kibitz.rules.game import Color
from kibitz.rules.othello import bulk
from kibitz.rules.othello.bulk import Boards
from kibitz.rules.othello.position import Position, parse_board, play_all, squares_of
from kibitz.rules.squares import NO_MOVE, PASS, format_square, parse_transcript
from kibitz.rules.symmetry import SYMMETRIES

# Both sides want a8: Black would gain a8, a7, b8, c8 and d8 for ever, White a8, a7, a6 and b8.
CORNERS = """
XXXO----
--------
--------
---OX---
--------
O-----XO
X------O
-OXX---- """


def marked(position, moves=(), planes=HLYNSSON42):
    """The squares set in each plane that has any, by the plane's name."""
    array = encode(planes, situation(position, moves))[0].reshape(len(planes), 64)
    found = {}
    for name, plane in zip(planes.names, array, strict=True):
        assert set(np.unique(plane)) <= {0.0, 1.0}
        if plane.any():
            found[name] = [format_square(square) for square in np.flatnonzero(plane)]
    return found


def test_raw_planes_show_the_movers_discs_the_opponents_and_the_empty_squares():
    planes = marked(play_all(parse_transcript("f5")), planes=RAW)
    assert planes["mover's discs"] == ["d4"]
    assert planes["opponent's discs"] == ["e4", "d5", "e5", "f5"]
    assert len(planes["empty squares"]) == 59


def test_history_planes_hold_the_last_four_discs_placed_with_the_latest_first():
    moves = parse_transcript("f5d6c3d3c4")
    planes = marked(play_all(moves), moves)
    assert [planes[f"disc placed {turns} ago"] for turns in ("1 turn", "2 turns", "3 turns", "4 turns")] == [
        ["c4"],
        ["d3"],
        ["c3"],
        ["d6"],
    ]


def test_history_planes_stay_empty_before_the_first_move_and_skip_passes():
    assert not any(name.startswith("disc placed") for name in marked(Position.start()))
    planes = marked(Position.start(), (3, PASS, 4))
    assert (planes["disc placed 1 turn ago"], planes["disc placed 2 turns ago"]) == (["e1"], ["d1"])
    assert "disc placed 3 turns ago" not in planes


def test_mobility_planes_count_the_opponents_moves_after_each_legal_move():
    planes = marked(Position.start())
    assert planes["opponent's legal moves after the move: 3"] == ["d3", "c4", "f5", "e6"]
    assert sum(name.startswith("opponent's legal moves") for name in planes) == 1


def test_stability_planes_count_what_each_side_would_gain_on_the_movers_legal_squares():
    planes = marked(parse_board(CORNERS + "X"))
    assert planes["stable discs the mover gains: 5"] == ["a8"]
    assert planes["stable discs the mover gains: 2"] == ["e1"]
    assert planes["stable discs the opponent would gain there: 4"] == ["a8"]
    assert "e1" in planes["stable discs the opponent would gain there: 0"]  # White may not play e1 at all


def test_stability_planes_swap_roles_with_the_side_to_move():
    planes = marked(parse_board(CORNERS + "O"))
    assert planes["stable discs the mover gains: 4"] == ["a8"]
    assert planes["stable discs the opponent would gain there: 5"] == ["a8"]


def test_frontier_planes_count_the_empty_squares_around_each_legal_move():
    planes = marked(parse_board(CORNERS + "X"))
    assert planes["empty squares around: 4"] == ["e1", "a5"]
    assert planes["empty squares around: 7 or more"] == ["c4"]
    assert planes["empty squares around: 1"] == ["a8"]


def test_the_last_three_planes_are_legal_moves_ones_and_whether_black_is_to_move():
    black, white = marked(parse_board(CORNERS + "X")), marked(parse_board(CORNERS + "O"))
    assert black["legal moves"] == ["e1", "c4", "a5", "a8"]
    assert len(black["ones"]) == len(white["ones"]) == 64
    assert len(black["Black is to move"]) == 64
    assert "Black is to move" not in white


def slow_planes(position, recent):
    """Table 4.1 word by word; stable discs alone come from the core, which has tests of its own."""

    def stable(board, color):
        own = board.black if color == Color.BLACK else board.white
        opp = board.white if color == Color.BLACK else board.black
        return int(stable_discs(Boards.of([Position(own, opp)]))[0]).bit_count()

    planes = np.zeros((42, 64), np.uint8)
    for square in range(64):
        discs = 0 if position.own >> square & 1 else 1 if position.opp >> square & 1 else 2
        planes[discs, square] = 1
    for turn, square in enumerate(recent[:4]):
        if square != NO_MOVE:
            planes[3 + turn, square] = 1
    opponents_turn = Position(position.opp, position.own, position.to_move.other)
    for square in position.legal_squares():
        after = position.play(square)
        gain = stable(after, position.to_move) - stable(position, position.to_move)
        opp_gain = 0
        if square in opponents_turn.legal_squares():
            opp_gain = stable(opponents_turn.play(square), opponents_turn.to_move) - stable(position, opponents_turn.to_move)
        column, row = square % 8, square // 8
        around = {(column + x, row + y) for x in (-1, 0, 1) for y in (-1, 0, 1)} - {(column, row)}
        occupied = position.own | position.opp
        frontier = sum(0 <= x < 8 and 0 <= y < 8 and not occupied >> (8 * y + x) & 1 for x, y in around)
        for group, count in ((7, len(after.legal_squares())), (15, gain), (23, opp_gain), (31, frontier)):
            planes[group + min(count, 7), square] = 1
        planes[39, square] = 1
    planes[40] = 1
    planes[41] = position.to_move == Color.BLACK
    return planes.reshape(42, 8, 8)


def test_bulk_planes_equal_the_slow_reading_on_random_games():
    replay = bulk.replay(bulk.random_games(12, seed=5)[0])
    situations = situations_of_replay(replay)
    planes = encode(HLYNSSON42, situations, dtype=np.uint8)
    for row in range(0, len(situations), 3):
        to_move = Color.BLACK if situations.black_to_move[row] else Color.WHITE
        position = Position(int(replay.boards.own[row]), int(replay.boards.opp[row]), to_move)
        np.testing.assert_array_equal(planes[row], slow_planes(position, situations.recent[row]))


def test_recent_moves_never_reach_into_the_game_before():
    square = np.array([10, 11, 12, 20, 21], np.int8)
    recent = recent_moves(square, np.array([0, 3, 5]))
    none = NO_MOVE
    assert recent.tolist() == [
        [none] * 8,
        [10] + [none] * 7,
        [11, 10] + [none] * 6,
        [none] * 8,
        [20] + [none] * 7,
    ]


def test_float_and_byte_planes_are_the_same_and_an_output_array_is_used():
    situations = situations_of_replay(bulk.replay(bulk.random_games(2, seed=3)[0]))
    out = np.full((len(situations), 42, 8, 8), 7, np.uint8)
    assert encode(HLYNSSON42, situations, out=out) is out
    np.testing.assert_array_equal(out, encode(HLYNSSON42, situations))


@pytest.mark.parametrize("planes", [RAW, HLYNSSON42], ids=lambda planes: planes.name)
def test_planes_of_an_image_are_the_image_of_the_planes(planes):
    situations = situations_of_replay(bulk.replay(bulk.random_games(3, seed=9)[0]))
    upright = encode(planes, situations, dtype=np.uint8).reshape(len(situations), len(planes), 64)
    for symmetry in SYMMETRIES:
        turned = encode(planes, situations.images(np.full(len(situations), symmetry, np.int8)), dtype=np.uint8)
        where = transform_squares(np.arange(64, dtype=np.int8), np.int8(symmetry))
        np.testing.assert_array_equal(turned.reshape(upright.shape)[:, :, where], upright)


def test_a_wrong_output_shape_is_refused():
    with pytest.raises(ValueError, match="shape"):
        encode(RAW, situation(Position.start()), out=np.empty((1, 4, 8, 8), np.float32))


def test_plane_sets_are_found_by_name_and_version():
    assert plane_set("raw") is RAW
    assert len(plane_set("hlynsson42", version=1)) == 42
    with pytest.raises(SetupError, match="'hlynson' is not known; known are raw, hlynsson42"):
        plane_set("hlynson")
    with pytest.raises(SetupError, match="version 2"):
        plane_set("raw", version=2)


def test_stable_discs_of_drawn_boards():
    def stable(board):
        mask = int(stable_discs(Boards.of([parse_board(board)]))[0])
        return [format_square(square) for square in squares_of(mask)]

    empty = "--------" * 7
    assert stable("XX-X----" + empty + "X") == ["a1", "b1"]
    assert stable("-XXXXXX-" + empty + "X") == []
    # Neither corner is taken, yet the white disc in the middle can never be enclosed.
    assert stable("-XXOXXX-" + empty + "O") == ["d1"]
    assert stable("XXXXXXXX" + "XXXXXXX-" + "--------" * 6 + "X") == [f"{c}{r}" for r in "12" for c in "abcdefgh"][:-1]


def discs_never_turned(position):
    """The mover's discs that stay its own in every continuation, found by playing them all."""
    black, white = position.black, position.white
    seen, waiting = {position}, [position]
    while waiting:
        at = waiting.pop()
        black, white = black & at.black, white & at.white
        for move in at.legal_moves():
            after = at.play(move)
            if after not in seen:
                seen.add(after)
                waiting.append(after)
    return black if position.to_move == Color.BLACK else white


def test_no_disc_called_stable_is_ever_turned_and_most_stable_discs_are_found():
    replay = bulk.replay(bulk.random_games(60, seed=11)[0])
    claimed = stable_discs(replay.boards)
    empties = 64 - np.bitwise_count(replay.boards.own | replay.boards.opp)
    found = possible = 0
    for row in np.flatnonzero(empties == 6)[:60]:
        to_move = Color.BLACK if replay.black_to_move[row] else Color.WHITE
        truth = discs_never_turned(Position(int(replay.boards.own[row]), int(replay.boards.opp[row]), to_move))
        assert int(claimed[row]) & ~truth == 0
        found += int(claimed[row]).bit_count()
        possible += truth.bit_count()
    assert found > 0.8 * possible
