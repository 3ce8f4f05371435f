"""Reasons in words: each of them appears where what it says can be seen on the board."""

from kibitz.review.othello.reasons import reasons
from kibitz.rules.othello.position import Position, parse_board, parse_position
from kibitz.rules.squares import parse_transcript
from kibitz.search.othello.judgement import JudgedMove


def words(
    position: Position, played: str, best: str, scores: tuple[float, float] = (-8.0, 1.0), exact: bool = False
) -> list[str]:
    """The reasons why one line is worse than another."""
    bad, good = (
        JudgedMove(parse_transcript(line)[0], 0.5, parse_transcript(line), score=score, depth=6, exact=exact)
        for line, score in zip((played, best), scores, strict=True)
    )
    return reasons(position, bad, good, 0.004, 0.61)


def test_the_x_square_and_the_corner_it_gives_away_are_named():
    said = words(parse_position("c4c3d3c5"), "b2a1", "b4d2")
    assert said[:2] == ["It lets White take the corner a1.", "b2 is the X-square of the empty corner a1."]


def test_a_corner_that_was_missed_is_named():
    assert "The better line takes the corner a1." in words(parse_position("c4c3d3c5b2"), "d2", "a1")


def test_the_experts_come_last_and_always():
    assert words(parse_position("c4c3"), "d3c5", "e6c5")[-1] == "People would play d3 in under 1 % of games and e6 in 61 %."


def test_mobility_is_counted_on_the_board():
    #  After h3 White has 15 moves, after b2 ten.
    position = parse_position("c4c3d3c5b4d2c2a4e6f3e2f5d6e3b3a3b5a5f4g4")
    assert position.play(parse_transcript("h3")[0]).legal_mask().bit_count() == 15
    assert position.play(parse_transcript("b2")[0]).legal_mask().bit_count() == 10
    assert "It leaves White 15 moves instead of 10." in words(position, "h3", "b2")


def test_parity_is_counted_in_regions_of_empty_squares():
    position = parse_board(
        """
        O-OOO---
        OXOOOO--
        OXXOXOX-
        OOOXXOXX
        OXOOXOX-
        OXXOXXX-
        OXOOOXX-
        XXOOOO-- X
        """
    )
    said = words(position, "f1", "b1")
    assert "It gives up parity: White finds 3 odd regions of empty squares instead of 1." in said
    assert not any("parity" in reason for reason in words(position, "b1", "f1"))


def test_a_result_is_told_only_if_it_changes_and_is_exact():
    position = parse_position("c4c3d3c5")
    assert words(position, "b3", "b4", (-4.0, 6.0), exact=True)[0] == (
        "It turns a win by 6 into a loss by 4, with best play from both sides."
    )
    assert "draw" in words(position, "b3", "b4", (-4.0, 0.0), exact=True)[0]
    for scores, exact in (((2.0, 6.0), True), ((-4.0, 6.0), False)):
        assert not any(reason.startswith("It turns") for reason in words(position, "b3", "b4", scores, exact))


def test_there_are_never_more_than_five():
    assert len(words(parse_position("c4c3d3c5"), "b2a1b3", "b4d2", (-20.0, 4.0), exact=True)) <= 5
