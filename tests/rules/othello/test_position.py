"""Othello's rules, against drawn boards, a slow referee written by hand, OpenSpiel, and published perft counts."""

import random
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import slow_othello as slow
from kibitz.errors import IllegalMoveError, NotationError
from kibitz.rules.game import BrokenContractError, Color, Reason, check_game
from kibitz.rules.othello import bulk
from kibitz.rules.othello.position import (
    START,
    OthelloGame,
    Position,
    mask_of,
    parse_board,
    parse_position,
    play_all,
    squares_of,
    with_passes,
)
from kibitz.rules.squares import PASS, board_shape, format_square, parse_square, parse_transcript

PERFT_TABLE = Path(__file__).parents[2] / "data" / "perft" / "othello.csv"

# Sixty plies of a game in which White must pass at the end of the first line.
WIPE_OUT = "e6f4e3f6g5d6e7f5c5"


def perft_rows():
    lines = [line for line in PERFT_TABLE.read_text().splitlines() if not line.startswith("#")]
    return [tuple(map(int, line.split(","))) for line in lines[1:]]


@st.composite
def reachable_positions(draw, sizes=(4, 6, 8)):
    size = draw(st.sampled_from(sizes))
    chooser = random.Random(draw(st.integers(0, 2**32)))
    position = Position.start(size)
    for _ in range(draw(st.integers(0, size * size))):
        moves = position.legal_moves()
        if not moves:
            break
        position = position.play(chooser.choice(moves))
    return position


def test_the_start_position_is_drawn_with_black_on_e4_and_d5_and_four_first_moves():
    assert START.drawing().splitlines() == [
        "   a b c d e f g h",
        " 1 . . . . . . . .",
        " 2 . . . . . . . .",
        " 3 . . . + . . . .",
        " 4 . . + O X . . .",
        " 5 . . . X O + . .",
        " 6 . . . . + . . .",
        " 7 . . . . . . . .",
        " 8 . . . . . . . .",
    ]
    assert [format_square(square) for square in START.legal_squares()] == ["d3", "c4", "f5", "e6"]


def test_a_move_turns_the_discs_it_encloses_in_every_direction():
    before = parse_board(
        """
        - - - - - - - -
        - X - X - X - -
        - - O O O - - -
        - X O - O X - -
        - - O O O - - -
        - X - X - X - -
        - - - - - - - -
        - - - - - - - - X
        """
    )
    after = before.play(parse_square("d4"))
    assert after.black == before.black | before.white | 1 << parse_square("d4")
    assert after.white == 0
    assert after.to_move == Color.WHITE


@pytest.mark.parametrize(("size", "depth", "nodes"), [row for row in perft_rows() if row[0] <= 8])
def test_perft_counts_are_the_published_ones(size, depth, nodes):
    assert bulk.perft(Position.start(size), depth) == nodes


@pytest.mark.parametrize(("size", "depth", "nodes"), [row for row in perft_rows() if row[0] == 10])
def test_the_large_board_counts_the_same_leaves_as_the_referee(size, depth, nodes):
    def count(position, left):
        if left == 0 or position.is_over:
            return 1
        return sum(count(position.play(move), left - 1) for move in position.legal_moves())

    assert count(Position.start(size), depth) == nodes


@pytest.mark.parametrize("size", [4, 6, 8, 10])
def test_every_board_size_keeps_the_contract_of_a_game(size):
    check_game(OthelloGame(size), games=5)


def test_check_game_finds_a_game_that_forgets_to_end():
    class Endless(OthelloGame):
        longest_game = 10

    with pytest.raises(BrokenContractError, match="longer than 10 moves"):
        check_game(Endless())


@pytest.mark.parametrize("size", [4, 6, 8, 10])
def test_random_games_agree_with_the_slow_referee_move_by_move(size):
    shape = board_shape(size)
    chooser = random.Random(size)
    for _ in range(6):
        position, board, color = Position.start(size), slow.start(size), slow.BLACK
        while not position.is_over:
            assert {shape.column_and_row(s) for s in position.legal_squares()} == slow.legal(board, color, size)
            move = chooser.choice(position.legal_moves())
            if move != PASS:
                place = shape.column_and_row(move)
                assert {shape.column_and_row(s) for s in squares_of(position.flip_mask(move))} == slow.flips(board, color, place)
                board = slow.play(board, color, place)
            position, color = position.play(move), slow.other(color)
        assert not slow.legal(board, slow.BLACK, size)
        assert not slow.legal(board, slow.WHITE, size)
        assert position.black.bit_count() == sum(disc == slow.BLACK for disc in board.values())


def test_random_games_agree_with_openspiel_to_the_final_result():
    pyspiel = pytest.importorskip("pyspiel")
    game = pyspiel.load_game("othello")
    chooser = random.Random(5)
    for _ in range(20):
        position, state = START, game.new_initial_state()
        while not position.is_over:
            legal = [64 if move == PASS else move for move in position.legal_moves()]
            assert state.legal_actions() == legal
            choice = chooser.randrange(len(legal))
            state.apply_action(legal[choice])
            position = position.play(position.legal_moves()[choice])
        assert state.is_terminal()
        winner = position.outcome().winner
        assert state.returns()[0] == {Color.BLACK: 1, Color.WHITE: -1, None: 0}[winner]


def test_a_side_without_discs_has_lost_all_64_squares():
    last = play_all(parse_transcript(WIPE_OUT))
    outcome = last.outcome()
    assert outcome.black_score == 64
    assert outcome.reason == Reason.WIPED_OUT
    assert outcome.winner == Color.BLACK
    assert outcome.score_for(Color.WHITE) == -64
    assert str(outcome) == "Black wins by 64 (one side has no stone left)"


def test_empty_squares_go_to_the_winner_and_a_draw_stays_a_draw():
    black_ahead = parse_board("X" * 40 + "O" * 20 + "-" * 4 + "X")
    even = parse_board("X" * 30 + "O" * 30 + "-" * 4 + "X")
    assert black_ahead.black_score() == 24
    assert even.black_score() == 0


def test_a_full_board_and_a_blocked_one_end_for_different_reasons():
    full = parse_board("X" * 33 + "O" * 31 + "X")
    blocked = parse_board("X" * 16 + "-" * 32 + "O" * 16 + "X")
    assert full.outcome().reason == Reason.BOARD_FULL
    assert blocked.outcome().reason == Reason.NO_MOVES
    assert START.outcome() is None


PASS_BOARD = """
    - X X X X X X -
    O X X X X X X X
    O X X X X X X X
    O X X X X X X X
    O X X X X X X X
    O X X X X X X X
    O X X X X X X X
    O O O O O O O O
"""


def test_a_player_without_a_move_passes_and_only_then():
    # White's only partners on the lines through a1 and h1 are its own discs, so just Black can move there.
    position = parse_board(PASS_BOARD + "X")
    movers = {color: parse_board(PASS_BOARD + sign) for color, sign in ((Color.BLACK, "X"), (Color.WHITE, "O"))}
    passing = [color for color, board in movers.items() if board.must_pass]
    assert len(passing) == 1
    blocked = movers[passing[0]]
    assert blocked.legal_moves() == (PASS,)
    assert blocked.play(PASS).to_move == passing[0].other
    with pytest.raises(IllegalMoveError, match="a pass is not legal"):
        START.play(PASS)
    assert position.black.bit_count() + position.white.bit_count() == 62


def test_left_out_passes_are_written_out_and_written_ones_kept():
    moves, _, _ = bulk.random_games(200, seed=3)
    for row in moves:
        squares = [int(square) for square in row if square >= 0]
        complete = with_passes(squares)
        assert [move for move in complete if move != PASS] == squares
        assert with_passes(complete) == complete


def test_an_illegal_move_is_refused_with_its_number_and_the_legal_ones():
    with pytest.raises(IllegalMoveError, match="move 2: f5 is not legal for White; legal: f4, d6, f6"):
        parse_position("f5f5")
    with pytest.raises(IllegalMoveError, match="77 is not a square of the 8×8 board"):
        START.play(77)
    with pytest.raises(IllegalMoveError, match="the game is over"):
        play_all(parse_transcript(WIPE_OUT)).play(parse_square("a1"))


@given(reachable_positions())
def test_the_eight_symmetries_commute_with_play(position):
    for symmetry in range(8):
        image = position.image(symmetry)
        assert image.legal_mask().bit_count() == position.legal_mask().bit_count()
        for square in position.legal_squares():
            mapped = mask_of([square])
            target = next(squares_of(Position(mapped, 0, size=position.size).image(symmetry).own))
            assert image.play(target) == position.play(square).image(symmetry)


@given(reachable_positions(sizes=(4, 6, 8, 10)))
def test_a_position_survives_its_text(position):
    assert parse_board(str(position)) == position


def test_the_start_position_keeps_four_symmetries():
    assert len(START.self_symmetries()) == 4
    assert len(parse_position("f5").self_symmetries()) == 1
    assert len({START.play(square).canonical() for square in START.legal_squares()}) == 1


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("f9", "transcript, move 1 is f9; squares are a1 to h8"),
        ("f5 zz", "transcript, character 4: 'zz' is not a move"),
        ("X" * 64, "side to move is missing"),
        ("-" * 65, "side to move is missing"),
        ("-" * 50 + " black", "a board of 50 squares is not known"),
        ("Q" + "-" * 63 + "X", "square 1: 'Q' is not X"),
        ("\x00\x01\x02", "is not a move"),
    ],
)
def test_bad_text_is_refused_with_the_place(text, complaint):
    with pytest.raises(NotationError, match=complaint):
        parse_position(text)


@pytest.mark.parametrize("signs", ["X*bB@●#x", "OwW0o○"])
def test_boards_of_other_programs_are_read_whatever_signs_they_use(signs):
    for sign in signs:
        position = parse_board("-" * 27 + sign + "." * 36 + " white")
        assert (position.black | position.white) == 1 << 27
        assert bool(position.black) == (signs[0] == "X")


@pytest.mark.parametrize(
    "text", ["f5d6c3", "F5D6C3", "f5 d6 c3", "1. f5 d6 2. c3", "1.f5d62.c3", "f5,d6,\n c3", "1 f5 2 d6 3 c3", "f5 D6 c3 "]
)
def test_transcripts_are_read_however_people_paste_them(text):
    assert parse_transcript(text) == tuple(parse_square(name) for name in ("f5", "d6", "c3"))


@pytest.mark.parametrize("word", ["pa", "PS", "pass", "--"])
def test_a_pass_may_be_written_in_four_ways(word):
    assert parse_transcript(f"f5{word}d6") == (parse_square("f5"), PASS, parse_square("d6"))
