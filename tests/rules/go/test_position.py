"""Go's rules on drawn boards, and what must hold for any game; test_go_referee.py compares them with another program."""

import random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kibitz.errors import IllegalMoveError
from kibitz.rules.game import Color, Reason, check_game
from kibitz.rules.go.eyes import uncounted_points
from kibitz.rules.go.points import transform_point
from kibitz.rules.go.position import GoGame, play_go_moves
from kibitz.rules.go.rule_sets import AGA, CHINESE, JAPANESE, NEW_ZEALAND, TROMP_TAYLOR, GoRules, KoRule
from kibitz.rules.squares import PASS
from kibitz.rules.symmetry import SYMMETRIES
from rules.go.boards import drawn, names, played, random_positions


@pytest.mark.parametrize(("size", "rules"), [(5, CHINESE), (5, TROMP_TAYLOR), (6, NEW_ZEALAND), (5, AGA), (7, JAPANESE)], ids=str)
def test_go_keeps_the_contract_of_a_game(size, rules):
    check_game(GoGame(size, rules), games=2, seed=size)


def test_the_empty_board_is_drawn_with_rows_from_the_bottom():
    assert GoGame(5).start().play(1).drawing().splitlines() == [
        "   A B C D E",
        " 5 . X . . .",
        " 4 . . . . .",
        " 3 . . . . .",
        " 2 . . . . .",
        " 1 . . . . .",
    ]


def test_a_chain_without_liberties_is_taken_and_its_points_are_free_again():
    before = drawn(
        """
        - X X - -
        X O O X -
        - X O X -
        - - - - -
        - - - - - X
        """
    )
    after = played(before, "C2")
    assert after.board_text() == "-XX--X--X--X-X---X-------"
    assert after.prisoners == (3, 0)
    assert after.to_move == Color.WHITE


def test_a_stone_without_liberties_may_be_put_where_it_captures():
    before = drawn(
        """
        O - O X -
        X O X X -
        X X X - -
        - - - - -
        - - - - - X
        """
    )
    assert played(before, "B5").board_text() == "-X-X-X-XX-XXX------------"


def test_suicide_of_one_stone_is_never_legal_and_of_two_only_where_the_rules_say_so():
    board = """
        - O - - -
        O - - - -
        - - - O O
        - - O - X
        - - - O O X
        """
    assert not {"A5", "D2"} & names(drawn(board), drawn(board).legal_points())
    allowed = drawn(board, NEW_ZEALAND)
    assert names(allowed, allowed.legal_points()) >= {"D2"}
    assert "A5" not in names(allowed, allowed.legal_points())
    after = played(allowed, "D2")
    assert after.board_text() == "-O---O-------OO--O-----OO"
    assert after.prisoners == (0, 2)


KO = """
    - X O - -
    X O - O -
    - X O - -
    - - - - -
    - - - - - X
    """


def test_a_ko_may_be_taken_back_after_a_move_elsewhere():
    taken = played(drawn(KO), "C4")
    assert names(taken, taken.forbidden) == {"B4"}
    with pytest.raises(IllegalMoveError, match=r"B4 is not legal for White: it repeats a position \(ko\)"):
        played(taken, "B4")
    assert "B4" in names(taken, played(taken, "E1", "A1").legal_points())


@pytest.mark.parametrize("rules", [TROMP_TAYLOR, AGA], ids=["positional", "situational"])
def test_superko_forbids_the_ko_too(rules):
    taken = played(drawn(KO, rules), "C4")
    assert names(taken, taken.forbidden) == {"B4"}


@given(st.integers(0, 2**32), st.sampled_from([KoRule.POSITIONAL, KoRule.SITUATIONAL]))
def test_superko_forbids_just_the_boards_that_were_there(seed, ko):
    chooser = random.Random(seed)
    without_past = GoGame(5, GoRules(KoRule.SIMPLE, suicide=True))
    position, seen = GoGame(5, GoRules(ko, suicide=True)).start(), set()

    def situation(position):
        return position.stones.tobytes(), position.to_move if ko == KoRule.SITUATIONAL else None

    while not position.is_over:
        seen.add(situation(position))
        black, white = (np.flatnonzero(position.stones == stone).tolist() for stone in (1, 2))
        alone = without_past.set_up(black, white, position.to_move)
        allowed = tuple(point for point in alone.legal_points() if situation(alone.play(point)) not in seen)
        assert position.legal_points() == allowed
        position = position.play(chooser.choice(allowed) if allowed else PASS)


@given(random_positions())
def test_every_chain_has_a_liberty_and_no_stone_is_lost(position):
    stones = position.stones
    assert (position.liberties() > 0).tolist() == (stones > 0).tolist()
    for point in np.flatnonzero(stones).tolist():
        chain = position.chain(point)
        assert point in chain
        assert len({int(stones[stone]) for stone in chain}) == 1


@given(random_positions(), st.sampled_from(SYMMETRIES))
def test_playing_and_turning_the_board_can_be_swapped(position, symmetry):
    for move in position.legal_moves()[:6]:
        turned = position.image(symmetry).play(transform_point(move, symmetry, position.size))
        assert turned.board_text() == position.play(move).image(symmetry).board_text()


def test_the_area_is_stones_and_what_only_one_side_touches():
    position = drawn(
        """
        - X - O -
        X X - O O
        - - - O -
        X X X O O
        - - X O - X
        """,
        komi=0.5,
    )
    assert position.owners().reshape(5, 5).tolist() == [
        [1, 1, 0, -1, -1],
        [1, 1, 0, -1, -1],
        [0, 0, 0, -1, -1],
        [1, 1, 1, -1, -1],
        [1, 1, 1, -1, -1],
    ]
    assert position.black_score() == 10 - 10 - 0.5


WITH_A_DEAD_STONE = """
    - X - O -
    X X X O -
    - O X O O
    X X X O -
    - - X O - X
    """


def test_a_dead_stone_is_a_point_and_a_prisoner():
    game = GoGame(5)
    dead = [game.parse_move("B3")]
    assert drawn(WITH_A_DEAD_STONE).black_score(dead) == 14 - 10
    # Territory: 5 points inside Black's walls, the dead stone's among them, and 1 prisoner; White has 4. C5 is nobody's.
    assert drawn(WITH_A_DEAD_STONE, JAPANESE).black_score(dead) == 5 + 1 - 4


def test_area_and_territory_differ_by_what_is_uncounted_when_both_sides_made_as_many_moves():
    chooser = random.Random(3)
    for _ in range(5):
        games = [GoGame(7, rules, komi=0) for rules in (CHINESE, JAPANESE)]
        moves, position = [], games[0].start()
        for _ in range(60):
            points = position.legal_points()
            moves.append(chooser.choice(points) if points else PASS)
            position = position.play(moves[-1])
        if PASS not in moves:
            area, territory = (play_go_moves(moves, game.start()).black_score() for game in games)
            uncounted = position.owners()[list(uncounted_points(position))]
            assert area == territory + uncounted.sum()


def test_two_passes_end_the_game():
    over = GoGame(9, komi=5.5).start().play(40).play(PASS).play(PASS)
    assert over.legal_moves() == ()
    assert over.outcome().black_score == 81 - 5.5
    assert over.outcome().reason == Reason.TWO_PASSES
    with pytest.raises(IllegalMoveError, match="the game is over"):
        over.play(0)


def test_a_game_without_end_is_counted_as_it_stands():
    position, chooser = GoGame(5).start(), random.Random(0)
    while not position.is_over:
        points = position.legal_points()
        position = position.play(chooser.choice(points) if points else PASS)
        position = position if position.passes < 2 else GoGame(5).start()
    assert position.move_count == GoGame(5).longest_game == 100
    assert position.outcome().reason == Reason.TOO_LONG


def test_handicap_stones_are_set_up_and_white_begins():
    start = GoGame(19, CHINESE, komi=0.5, handicap=4).start()
    assert names(start, np.flatnonzero(start.stones == 1).tolist()) == {"D4", "Q16", "D16", "Q4"}
    assert start.to_move == Color.WHITE
    assert start.black_score() == 361 - 0.5 - 4
    assert GoGame(19, JAPANESE, komi=0.5, handicap=4).start().rules.points_for(4) == 0
    assert GoGame(19, AGA, handicap=4).start().rules.points_for(4) == 3


def test_the_last_eight_moves_are_remembered_and_turned_with_the_board():
    moves = (40, 42, 44, 10, PASS, 50, 60, 70, 72)
    position = play_go_moves(moves, GoGame(9).start())
    assert position.recent_moves == (72, 70, 60, 50, PASS, 10, 44, 42)
    assert position.with_komi(3).recent_moves == position.recent_moves
    turned = position.image(4)
    assert turned.recent_moves == tuple(transform_point(move, 4, 9) for move in position.recent_moves)
    assert play_go_moves((40, 42, 44, 10, PASS, 70, 60, 50, 72), GoGame(9).start()).recent_moves != position.recent_moves
