"""Matches of noughts and crosses."""

import pytest

from kibitz.arena.noughts.match import NoughtsMatch
from kibitz.errors import NotationError, SetupError
from kibitz.rules.noughts.position import parse_moves

MATCH = NoughtsMatch()


def test_every_pair_starts_on_the_empty_board_unless_told_otherwise():
    assert MATCH.choose_openings("start", 3, 0, ()) == [(), (), ()]


def test_random_openings_are_different():
    openings = MATCH.choose_openings("random:1", 3, 0, ())
    assert len(set(openings)) == 3  # corner, edge and middle
    with pytest.raises(SetupError, match="has 3 different openings"):
        MATCH.choose_openings("random:1", 4, 0, ())


def test_openings_come_back_from_a_file(tmp_path):
    openings = [(), parse_moves("b2a1")]
    path = tmp_path / "openings.txt"
    path.write_text("".join(f"{MATCH.format_opening(opening)}\n" for opening in openings))
    assert MATCH.read_openings(path) == openings


@pytest.mark.parametrize(("line", "problem"), [("b2b2", "not legal"), ("a1a2b1b2c1", "the game is over after it")])
def test_an_opening_that_cannot_be_played_is_refused(tmp_path, line, problem):
    path = tmp_path / "openings.txt"
    path.write_text(f"b2\n{line}\n")
    with pytest.raises(NotationError, match=f"opening 2: .*{problem}"):
        MATCH.read_openings(path)


def test_a_match_of_another_game_is_refused():
    with pytest.raises(ValueError, match="not a match of noughts and crosses"):
        MATCH.of_json({"name": "othello"})
