"""Perfect play: a draw from the start, quick wins first, and slow losses if there must be one."""

from kibitz.rules.noughts.position import NOUGHTS, START, parse_board, parse_move
from kibitz.search.noughts.perfect import best_moves, move_values, value_for_mover


def test_the_game_is_a_draw_whatever_the_first_move():
    assert set(move_values(START).values()) == {0}


def test_a_corner_is_answered_in_the_middle_alone():
    assert best_moves(START.play(parse_move("a1"))) == (parse_move("b2"),)


def test_a_quicker_win_is_worth_more():
    position = parse_board("XX-OO---- X")
    values = move_values(position)
    assert best_moves(position) == (parse_move("c1"),)
    assert values[parse_move("c1")] == 1 + 4
    assert values[parse_move("c2")] < values[parse_move("c1")]


def test_a_slower_loss_costs_less():
    lost = parse_board("X-X-O-X-- O")  # two threats, at b1 and a2
    values = move_values(lost)
    assert set(values.values()) == {-4}
    assert value_for_mover(lost) == -4


def test_images_are_worth_the_same():
    position = START.play(parse_move("a1")).play(parse_move("b1"))
    assert len({value_for_mover(image) for image in NOUGHTS.images(position)}) == 1


def test_nothing_is_best_when_the_game_is_over():
    assert best_moves(parse_board("XXXOO---- O")) == ()
