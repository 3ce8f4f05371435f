"""Perfect evaluation as a search."""

import pytest

from kibitz.rules.noughts.position import START, format_moves, parse_board, parse_move, play_all
from kibitz.search.conformance import check_search
from kibitz.search.noughts.searching import PerfectSearch

AFTER_A1 = START.play(parse_move("a1"))


@pytest.mark.parametrize("position", [START, AFTER_A1, parse_board("XX-OO---- X")])
def test_it_keeps_the_contract_of_searches(position):
    check_search(PerfectSearch(), position)


def test_every_move_has_an_exact_value_and_a_line_to_the_end():
    found = PerfectSearch().deepen(AFTER_A1).moves
    assert all(opinion.exact and play_all(opinion.line, AFTER_A1).outcome() for opinion in found)
    assert format_moves([found[0].move]) == "b2"
    assert [opinion.win_chance for opinion in found] == [0.5] + [0.0] * 7  # all others lose


@pytest.mark.parametrize(("board", "best", "score"), [("XX-OO---- X", "c1", 5), ("X-X-O-X-- O", "b1", -4)])
def test_quick_wins_are_worth_more_and_losses_as_much_less(board, best, score):
    opinion = PerfectSearch().deepen(parse_board(board)).moves[0]
    assert (format_moves([opinion.move]), opinion.score) == (best, score)


def test_nothing_is_said_when_the_game_is_over():
    assert PerfectSearch().deepen(parse_board("XXXOO---- O")).moves == ()
