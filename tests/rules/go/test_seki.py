"""Chains that live by seki, and those that only look like it; GNU Go agrees where it is installed."""

import subprocess

import numpy as np
import pytest

from gnugo_referee import GNUGO, needs_gnugo
from kibitz.rules.go.eyes import uncounted_points
from kibitz.rules.go.points import format_vertex, parse_vertex, transform_point
from kibitz.rules.go.position import GoGame
from kibitz.rules.go.rule_sets import CHINESE, JAPANESE
from kibitz.rules.go.seki import seki_chains
from kibitz.rules.symmetry import SYMMETRIES

# Along the lower edge a black and a white chain have an eye each and share E1.
AN_EYE_EACH = """
    - - - O X - - - -
    - - - O X - - - -
    - - - O X - - - -
    - - - O X - - - -
    - - - O X - - - -
    - - - O X - - - -
    O O O O X X X X X
    O X X X O O O O X
    O X - X - O - O X {}
"""

# Three white stones within five points of Black, who cannot take them: both live by B1 and F1.
NO_EYES = """
    - - - O X - - - -
    - - - O X - - - -
    - - - O X - - - -
    - - - O X - - - -
    - - - O X - - - -
    - - - O X X X X X
    O O O O O O O O X
    X X X X X X X O X
    X - O O O - X O X {}
"""

# C5 and C4 touch both sides, and both can play there.
OPEN_POINTS = """
    - O - X -
    O O - X X
    - O O X -
    O O O X X
    - O O X - {}
"""

# White can take the stone at D3 in the middle of the ko, Black can connect at C3.
A_KO = """
    - O - X -
    O O O X X
    - O - X -
    O O O X X
    - O O X - {}
"""


def board(text, side="X", rules=CHINESE):
    size = len(text.strip().splitlines())
    return GoGame(size, rules, 0.5).parse_position(text.format(side))


def vertices(chains, size):
    return sorted(sorted(format_vertex(point, size) for point in chain) for chain in chains)


IN_SEKI = {
    AN_EYE_EACH: [["B1", "B2", "C2", "D1", "D2"], ["E2", "F1", "F2", "G2", "H1", "H2"]],
    NO_EYES: [["A1", "A2", "B2", "C2", "D2", "E2", "F2", "G1", "G2"], ["C1", "D1", "E1"]],
    OPEN_POINTS: [],
    A_KO: [],
}
NAMED = pytest.mark.parametrize("text", IN_SEKI, ids=["an eye each", "no eyes", "open points", "a ko"])


@NAMED
@pytest.mark.parametrize("side", ["X", "O"])
def test_chains_in_seki_are_found_whoever_moves(text, side):
    position = board(text, side)
    assert vertices(seki_chains(position), position.size) == IN_SEKI[text]


@NAMED
def test_images_of_a_board_have_the_images_of_its_sekis(text):
    position = board(text)
    for symmetry in SYMMETRIES:
        turned = {
            tuple(sorted(transform_point(point, symmetry, position.size) for point in chain)) for chain in seki_chains(position)
        }
        assert set(seki_chains(position.image(symmetry))) == turned


def test_what_is_dead_ends_no_seki_and_makes_none():
    position = board(AN_EYE_EACH, "O").play(parse_vertex("G6", 9))
    dead = (parse_vertex("G6", 9),)
    assert seki_chains(position, dead) == seki_chains(board(AN_EYE_EACH))
    without_white = position.without([parse_vertex("F1", 9)])
    assert np.count_nonzero(without_white.stones) == np.count_nonzero(position.stones) - 6
    assert seki_chains(without_white) == ()


def test_eyes_in_a_seki_are_area_and_no_territory():
    area, territory = (board(AN_EYE_EACH, rules=rules) for rules in (CHINESE, JAPANESE))
    assert [format_vertex(point, 9) for point in uncounted_points(territory)] == ["C1", "G1"]
    # Black surrounds the 24 points on the right, White the 18 on the left, and each has an eye in the seki besides.
    assert territory.black_score() == 24 - 18 - 0.5
    black_stones, white_stones = ((area.stones == stone).sum() for stone in (1, 2))
    assert area.black_score() == (24 + 1 + black_stones) - (18 + 1 + white_stones) - 0.5
    assert uncounted_points(board(OPEN_POINTS)) == ()


def ask_gnugo(position, question, *flags):
    """What GNU Go answers about a board."""
    stones = [(("black", "white")[stone - 1], point) for point, stone in enumerate(position.stones) if stone]
    placed = [f"play {color} {format_vertex(point, position.size)}" for color, point in stones]
    talk = "\n".join([f"boardsize {position.size}", f"komi {position.komi}", *placed, question, "quit", ""])
    done = subprocess.run([GNUGO, "--mode", "gtp", "--quiet", *flags], input=talk, capture_output=True, text=True, check=True)
    return done.stdout.split("\n\n")[len(placed) + 2].removeprefix("=").strip()


@needs_gnugo
@NAMED
def test_gnugo_says_the_same(text):
    said = ask_gnugo(board(text), "final_status_list seki").split()
    assert sorted(said) == sorted(vertex for chain in IN_SEKI[text] for vertex in chain)


@needs_gnugo
@pytest.mark.parametrize("text", [AN_EYE_EACH, NO_EYES, OPEN_POINTS], ids=["an eye each", "no eyes", "open points"])
def test_gnugo_counts_the_same_territory(text):
    position = board(text, rules=JAPANESE)
    score = position.black_score()
    assert ask_gnugo(position, "final_score", "--japanese-rules") == f"{'B' if score > 0 else 'W'}+{abs(score)}"
