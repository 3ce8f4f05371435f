"""Positions of Go for tests: drawn, played, random."""

import random

from hypothesis import strategies as st

from kibitz.rules.go.position import GoGame, play_go_moves
from kibitz.rules.go.rule_sets import CHINESE, GoRules, KoRule
from kibitz.rules.squares import PASS


def drawn(text, rules=CHINESE, komi=0.0):
    """The position of a drawn board whose last sign is the side to move."""
    size = len(text.split("\n")[1].split())
    return GoGame(size, rules, komi).parse_position(text)


def names(position, points):
    return {GoGame(position.size).format_move(point) for point in points}


def played(position, *vertices):
    game = GoGame(position.size)
    return play_go_moves([game.parse_move(vertex) for vertex in vertices], position)


@st.composite
def random_positions(draw, sizes=(5, 7, 9)):
    rules = GoRules(draw(st.sampled_from(KoRule)), draw(st.booleans()))
    position = GoGame(draw(st.sampled_from(sizes)), rules).start()
    chooser = random.Random(draw(st.integers(0, 2**32)))
    for _ in range(draw(st.integers(0, 90))):
        moves = position.legal_moves()[1:]
        position = position.play(chooser.choice(moves) if moves else PASS)
        if position.is_over:
            break
    return position
