"""Players against perfect play: all best lines of the opponent, and discs lost in single positions."""

import pytest

from kibitz.arena.othello.perfect_play import SolvedMoves, against_best_lines, discs_lost
from kibitz.errors import SetupError
from kibitz.players.player import Player
from kibitz.rules.game import Color
from kibitz.rules.othello.position import Position, parse_board
from kibitz.search.othello.endgame import solve, solve_moves


class Perfect(Player):
    name = "perfect"

    def choose(self, turn):
        found = solve_moves(turn.position)
        return found[0].move if found else turn.position.legal_moves()[0]


class First(Player):
    name = "first"

    def choose(self, turn):
        return turn.position.legal_moves()[0]


@pytest.fixture(scope="module")
def solved():
    return SolvedMoves()


@pytest.mark.parametrize("color", Color)
def test_a_perfect_player_gets_what_the_board_is_worth_in_every_best_line(color, solved):
    lines = against_best_lines(Perfect(), color, solved, size=4)
    black_score = solve(Position.start(4)).score
    assert lines.lowest_score == (black_score if color == Color.BLACK else -black_score)
    assert lines.slips == ()
    assert lines.positions > 5


def test_a_careless_player_slips_and_pays_for_it(solved):
    lines = against_best_lines(First(), Color.WHITE, solved, size=4)
    assert lines.lowest_score < -solve(Position.start(4)).score
    slip = lines.slips[0]
    scores = solved.scores(slip.position)
    assert scores[slip.move] == max(scores.values()) - slip.discs


def test_scores_are_those_of_the_solver_on_every_image(solved):
    position = Position.start(4).play(Position.start(4).legal_squares()[0])
    for symmetry in range(8):
        image = position.image(symmetry)
        assert solved.scores(image) == {row.move: row.score for row in solve_moves(image)}


def test_a_position_without_a_move_has_no_scores(solved):
    assert solved.scores(parse_board("X" * 64 + " X")) == {}


def test_what_was_solved_is_kept_in_a_file(tmp_path):
    file = tmp_path / "solved.json"
    first = SolvedMoves(file)
    scores = first.scores(Position.start(4))
    first.save()
    assert SolvedMoves(file)._known == first._known
    assert SolvedMoves(file).scores(Position.start(4)) == scores
    file.write_text("{")
    with pytest.raises(SetupError, match="holds no solved moves"):
        SolvedMoves(file)


def test_discs_are_counted_where_there_is_a_choice(solved):
    position = Position.start(4).play(Position.start(4).legal_squares()[0])
    assert discs_lost(Perfect(), [position, parse_board("X" * 64 + " X")], solved) == [0]
    worst = min(solved.scores(position).values())

    class Worst(First):
        def choose(self, turn):
            return next(move for move, score in solved.scores(turn.position).items() if score == worst)

    assert discs_lost(Worst(), [position], solved) == [max(solved.scores(position).values()) - worst]
