"""Ladders of Go on drawn boards: which moves begin one, and which escape from it."""

from hypothesis import given
from hypothesis import strategies as st

from kibitz.rules.go.points import transform_point
from kibitz.rules.go.position import GoGame, GoPosition
from kibitz.rules.symmetry import SYMMETRIES
from rules.go.boards import drawn, names, played

# If Black plays D7, White's stone runs down to the right: C6, D6, D5, E5, E4, F4 and on.
LADDER = """
    - - - - - - - - -
    - {} X {} - - - - -
    - X O - - - - - -
    - X - - - - - - -
    - - - - - - - - -
    - - - - - {} - - -
    - - - - - - - - -
    - - - - - - - - -
    - - - - - - - - - X
    """


def test_a_ladder_works_towards_an_empty_corner():
    position = drawn(LADDER.format("-", "-", "-"))
    assert names(position, position.ladder_captures()) == {"D7"}
    assert played(position, "D7").ladder_escapes() == ()


def test_a_stone_in_the_way_of_a_ladder_lets_the_others_escape():
    position = drawn(LADDER.format("-", "-", "O"))
    assert position.ladder_captures() == ()
    in_atari = played(position, "D7")
    assert names(in_atari, in_atari.ladder_escapes()) == {"C6"}


@given(st.randoms(use_true_random=False), st.integers(0, 60))
def test_images_of_a_position_have_the_same_ladders(chooser, moves):
    position = GoGame(9).start()
    for _ in range(moves):
        position = position.play(chooser.choice(position.legal_points()))
    for symmetry in SYMMETRIES:
        image = position.image(symmetry)
        for read in (GoPosition.ladder_captures, GoPosition.ladder_escapes):
            assert set(read(image)) == {transform_point(point, symmetry, 9) for point in read(position)}


def test_a_ladder_is_escaped_by_capturing_a_chaser():
    in_atari = played(drawn(LADDER.format("O", "O", "-")), "D7")
    # To run first and capture later works as well.
    assert names(in_atari, in_atari.ladder_escapes()) == {"C9", "C6"}
