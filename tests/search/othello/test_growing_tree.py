"""A tree that grows by small steps: its values are those of minimax, however often it was stopped."""

import threading
from itertools import count

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kibitz.errors import SetupError
from kibitz.rules.othello import bulk
from kibitz.rules.othello.bulk import Boards
from kibitz.rules.othello.position import START, parse_board, play_all
from kibitz.rules.squares import PASS, parse_transcript
from kibitz.search.othello.growing_tree import GrowingTree
from kibitz.search.othello.minimax import minimax_values
from kibitz.search.othello.simple_evaluation import squares_and_mobility

# Position 40 of the suite fforum.
ENDGAME = parse_board("O--OOOOX-OOOOOOXOOXXOOOXOOXOOOXXOOOOOOXX---OOOOX----O--X-------- X")


def never():
    return False


def after(transcript):
    return play_all(parse_transcript(transcript))


def minimax_best(position, depth):
    """The value of each legal square by plain minimax."""
    children = {move: position.play(move) for move in position.legal_moves()}
    values = -minimax_values(squares_and_mobility, Boards.of(list(children.values())), depth - 1)
    return dict(zip(children, values.tolist(), strict=True))


def must_pass_position():
    """A position of random games in which the side to move has no square and the other has one."""
    for seed in range(1000):
        position = START
        for move in bulk.replay(bulk.random_games(1, seed)[0]).square.tolist():
            if position.must_pass:
                return position
            position = position.play(move)
    raise AssertionError("nobody ever had to pass")


def stops_after(steps):
    asked = count()
    return lambda: next(asked) >= steps


def random_position(seed, plies):
    moves, _, _ = bulk.random_games(1, seed)
    replay = bulk.replay(moves)
    row = min(plies, len(replay.square) - 1)
    position = START
    for move in replay.square[:row].tolist():
        if position.must_pass:
            position = position.play(PASS)
        position = position.play(move)
    return position


@settings(max_examples=12)
@given(st.integers(0, 10_000), st.integers(1, 57), st.integers(1, 3))
def test_it_finds_the_value_of_minimax(seed, plies, depth):
    position = random_position(seed, plies)
    if position.is_over or position.must_pass:
        return
    best = GrowingTree(squares_and_mobility, position).grow(depth, never)
    values = minimax_best(position, depth)
    assert np.isclose(best.value, max(values.values()))
    assert np.isclose(values[best.move], best.value)
    assert best.depth == min(depth, position.empty_count)


@settings(max_examples=8)
@given(st.lists(st.integers(0, 12), max_size=20), st.integers(0, 1000))
def test_stopped_at_any_step_it_goes_on_to_the_same_value_and_values_no_position_twice(steps, seed):
    position = random_position(seed, 12)
    tree = GrowingTree(squares_and_mobility, position)
    for allowed in steps:
        assert tree.grow(3, stops_after(allowed)).move in position.legal_moves()
    found = tree.grow(3, never)
    whole = GrowingTree(squares_and_mobility, position)
    assert np.isclose(found.value, whole.grow(3, never).value)
    assert tree.evaluations == tree.node_count - 1


def test_stopped_at_once_it_still_has_a_move():
    tree = GrowingTree(squares_and_mobility, after("f5d6c3"))
    assert tree.grow(60, lambda: True) == tree.best
    assert tree.best.depth <= 1
    assert tree.node_count == 1 + len(after("f5d6c3").legal_moves())
    assert tree.best.move in after("f5d6c3").legal_moves()


def test_alpha_beta_values_fewer_positions_than_there_are():
    tree = GrowingTree(squares_and_mobility, after("f5d6c3d3c4f4"))
    tree.grow(4, never)
    assert tree.node_count < 0.5 * bulk.perft(after("f5d6c3d3c4f4"), 4)


def test_what_follows_from_the_moves_played_is_kept():
    position = after("f5d6c3d3c4")
    tree = GrowingTree(squares_and_mobility, position)
    line = tree.grow(4, never)
    before = tree.evaluations
    reply = position.play(line.move)
    assert tree.follow(reply)
    assert tree.position == reply
    tree.grow(3, never)
    fresh = GrowingTree(squares_and_mobility, reply)
    fresh.grow(3, never)
    assert tree.evaluations - before < 0.3 * fresh.evaluations
    assert np.isclose(tree.best.value, fresh.best.value)
    assert tree.node_count <= before + 1


def test_two_moves_further_is_found_and_a_foreign_position_is_not():
    position = after("f5d6c3")
    tree = GrowingTree(squares_and_mobility, position)
    tree.grow(3, never)
    further = position.play(tree.best.move)
    further = further.play(further.legal_moves()[0])
    known = tree.best
    assert not tree.follow(after("f5f6"))
    assert tree.best == known
    assert tree.follow(tree.position)
    assert tree.follow(further)
    assert tree.position == further
    assert tree.best.move in tree.position.legal_moves()


def test_a_full_tree_stops_growing_and_grows_again_under_a_move():
    position = after("f5d6c3d3c4f4")
    tree = GrowingTree(squares_and_mobility, position, most_nodes=200)
    best = tree.grow(8, never)
    assert best.depth < 8
    assert tree.node_count < 200 + 40
    assert tree.follow(position.play(best.move))
    nodes = tree.node_count
    tree.grow(8, never)
    assert tree.node_count > nodes


def test_the_end_of_the_game_is_read_to_the_end():
    position = ENDGAME
    while position.empty_count > 6:
        position = position.play(GrowingTree(squares_and_mobility, position).grow(1, never).move)
    best = GrowingTree(squares_and_mobility, position).grow(60, never)
    exact = minimax_values(lambda boards: np.full(len(boards), np.nan), Boards.of([position]), position.empty_count)
    assert best.value == exact[0]
    assert best.depth == position.empty_count


def test_a_forced_pass_is_a_move():
    assert GrowingTree(squares_and_mobility, must_pass_position()).grow(2, never).move == PASS


def test_the_best_move_can_be_read_while_another_thread_grows_the_tree():
    position = after("f5d6c3d3c4")
    tree = GrowingTree(squares_and_mobility, position)
    stop = threading.Event()
    grower = threading.Thread(target=tree.grow, args=(60, stop.is_set))
    grower.start()
    seen = [tree.best for _ in range(2000)]
    stop.set()
    grower.join()
    assert all(ready.move in position.legal_moves() for ready in seen)
    assert [ready.depth for ready in seen] == sorted(ready.depth for ready in seen)


def test_a_finished_game_and_other_boards_are_refused():
    with pytest.raises(SetupError, match="in which somebody can move"):
        GrowingTree(squares_and_mobility, parse_board("X" * 64 + " O"))
