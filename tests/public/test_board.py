"""Boards of any game: moves by name, nothing changes, and what is shown can be typed again."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

import kibitz
from kibitz import Board, Color
from kibitz.games.catalogue import GAMES

NAMES = [kit.name for kit in GAMES]


@st.composite
def boards(draw) -> Board:
    """A board of any game after some random moves."""
    name = draw(st.sampled_from(NAMES))
    board = Board(name, **({"size": 5} if name == "go" else {}))
    for choice in draw(st.lists(st.integers(0, 1000), max_size=12)):
        if not board.is_over:
            board = board.play(board.legal_moves[choice % len(board.legal_moves)])
    return board


@given(boards())
def test_what_a_board_shows_can_be_typed_again(board):
    assert eval(repr(board)) == board
    options = {"size": board.size} if board.game == "go" else {}
    assert Board(board.game, board.text, **options).legal_moves == board.legal_moves


@given(boards())
def test_undo_takes_back_what_play_did(board):
    before = board.moves
    for move in board.legal_moves[:3]:
        assert board.play(move).undo() == board
        assert board.play(move).last_move == move
    assert board.moves == before
    assert [step.moves for step in board] == [before[:count] for count in range(len(before) + 1)]


@given(boards())
def test_all_images_of_a_board_have_one_canonical_form(board):
    assert {image.canonical() for image in board.images()} == {board.canonical()}


def test_stones_are_named_by_their_side():
    board = Board("othello")
    assert (board["e4"], board["d4"], board["a1"]) == (Color.BLACK, Color.WHITE, None)
    assert Board("go", "E5", size=9)["E5"] == Color.BLACK
    assert Board("noughts", "b2 a1")["a1"] == Color.WHITE


@pytest.mark.parametrize(
    ("action", "error", "message"),
    [
        (lambda: Board("chess"), kibitz.SetupError, "games are othello, go, noughts"),
        (lambda: Board("noughts", size=4), kibitz.SetupError, "has no option 'size'; it has none"),
        (lambda: Board("go", handicaps=2), kibitz.SetupError, "it has size, komi, handicap"),
        (lambda: Board().play("a1"), kibitz.IllegalMoveError, "legal: d3, c4, f5, e6"),
        (lambda: Board().play("z9"), kibitz.NotationError, "squares are a1 to h8"),
        (lambda: Board()["pass"], kibitz.NotationError, "not a square"),
        (lambda: Board().undo(), kibitz.SetupError, "0 were played"),
        (lambda: kibitz.solve(Board("go", size=5)), kibitz.SetupError, "not solved"),
        (lambda: kibitz.predict(Board("noughts")), kibitz.SetupError, "no model"),
        (lambda: kibitz.predict(Board("othello", size=6)), kibitz.SetupError, "8×8"),
        (lambda: kibitz.explore(Board("noughts")), kibitz.SetupError, "has no archive"),
    ],
)
def test_what_cannot_be_is_refused_with_a_sentence(action, error, message):
    with pytest.raises(error, match=message):
        action()
