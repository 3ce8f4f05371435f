"""What Kibitz answers from Python: known values, and moves by their names."""

import pytest

import kibitz
from kibitz import Board


def test_the_whole_game_tree_of_noughts_is_a_draw():
    solution = kibitz.solve(Board("noughts"))
    assert (solution.score, len(solution.line), solution.exact) == (0, 9, True)
    assert {row.score for row in kibitz.analyse(Board("noughts"))} == {0}


def test_othello_on_a_small_board_has_its_published_score():
    assert kibitz.solve(Board("othello", size=4)).score == -10  # 3 to 11, the two empty squares for the winner


def test_a_prediction_has_the_legal_moves_and_sums_to_one():
    board = Board("othello", "f5d6c3d3c4")
    prediction = kibitz.predict(board)
    assert set(prediction.moves) == set(board.legal_moves)
    assert sum(prediction.moves.values()) == pytest.approx(1)
    assert list(prediction.moves.values()) == sorted(prediction.moves.values(), reverse=True)
    assert prediction[prediction.best] == max(prediction.moves.values())
    assert prediction["a1"] == 0


def test_an_analysis_has_a_row_for_each_move_and_says_who_spoke():
    board = Board("othello", "f5")
    analysis = kibitz.analyse(board, level=2)
    assert {row.move for row in analysis} == set(board.legal_moves)
    assert analysis[analysis.best].line[0] == analysis.best
    assert analysis.sources.human == "expert"


def test_nothing_is_said_of_a_game_that_is_over():
    over = Board("noughts", "XXXOO---- O")
    assert (kibitz.analyse(over).moves, kibitz.analyse(over).best, kibitz.solve(over).line) == ((), None, ())


def test_playouts_of_go_are_as_many_as_were_asked_for():
    analysis = kibitz.analyse(Board("go", size=5), playouts=50)
    assert sum(row.visits or 0 for row in analysis) <= 50
    assert analysis.best in analysis.board.legal_moves


def test_a_player_that_has_one_move_need_not_be_asked():
    board = Board("othello", "OOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOOX- O")
    with pytest.raises(kibitz.SetupError, match="no player 'nobody'"):
        kibitz.choose(Board(), "nobody")
    assert kibitz.choose(board, "random") == "h8"


def test_a_match_keeps_its_games_and_goes_on(tmp_path):
    first = kibitz.match("perfect", "random", game="noughts", pairs=1, folder=tmp_path / "match")
    again = kibitz.match("perfect", "random", game="noughts", pairs=2, folder=tmp_path / "match")
    assert (first.losses, again.losses, len(first.games), len(again.games)) == (0, 0, 2, 4)
    assert again.games[0].moves == first.games[0].moves
    assert all(game.board().is_over for game in again.games)
