"""The repertoire: which cards a line makes, when they come back, and that they survive JSON."""

import json
from datetime import UTC, datetime, timedelta
from itertools import count

import pytest

from kibitz.errors import IllegalMoveError, SetupError
from kibitz.review.othello.repertoire import RepertoireCard, answered, cards_of_line, next_due, with_cards
from kibitz.rules.game import Color
from kibitz.rules.othello.position import START, with_passes
from kibitz.rules.squares import format_square, parse_square, parse_transcript

NOW = datetime(2026, 1, 1, tzinfo=UTC)


def cards(transcript: str, side: Color = Color.BLACK) -> list[RepertoireCard]:
    numbers = count()
    return cards_of_line(START, with_passes(parse_transcript(transcript)), side, "Tiger", lambda: str(next(numbers)), NOW)


def test_every_move_of_the_side_becomes_a_card():
    assert [(card.path, format_square(card.answer)) for card in cards("f5d6c3d3c4")] == [
        ("", "f5"),
        ("f5d6", "c3"),
        ("f5d6c3d3", "c4"),
    ]
    assert [(card.path, format_square(card.answer)) for card in cards("f5d6c3", Color.WHITE)] == [("f5", "d6")]
    with pytest.raises(SetupError, match="no move of White"):
        cards("f5", Color.WHITE)


def test_right_answers_come_back_later_than_wrong_ones_and_quick_ones_latest():
    card = cards("f5d6c3")[1]
    move, other = card.answer, next(square for square in card.position.legal_squares() if square != card.answer)
    (wrong, again), (right, good), (_, easy) = (answered(card, *said, NOW) for said in ((other, None), (move, None), (move, 1.0)))
    assert (wrong, right) == (False, True)
    assert NOW < again.due < good.due < easy.due
    assert (again.reviews, again.lapses, good.lapses) == (1, 1, 0)


def test_intervals_grow_with_every_right_answer():
    card, now, waits = cards("f5d6c3")[1], NOW, []
    for _ in range(6):
        _, card = answered(card, card.answer, None, now)
        waits.append(card.due - now)
        now = card.due
    assert waits == sorted(waits)
    assert waits[-1] > timedelta(days=10)


def test_the_card_due_longest_and_nearest_to_the_start_is_next():
    some = cards("f5d6c3d3c4")
    assert next_due(some, NOW) == some[0]
    _, later = answered(some[0], some[0].answer, None, NOW)
    assert next_due([later, *some[1:]], NOW) == some[1]
    assert next_due([later], NOW) is None
    assert next_due([], NOW) is None


def test_a_position_has_one_answer():
    known = cards("f5d6c3d3c4")
    same = with_cards(known, cards("f5d6c3"))
    assert same == known
    changed = with_cards(known, cards("f5d6c4"))
    assert [format_square(card.answer) for card in changed] == ["f5", "c4", "c4"]


def test_a_mirror_image_of_the_answer_is_right_and_another_move_is_not():
    first, second = cards("f5d6c3")
    assert [answered(first, parse_square(name), None, NOW)[0] for name in ("f5", "d3", "c4", "e6")] == [True] * 4
    assert [name for name in ("c3", "c4", "c5", "c6") if answered(second, parse_square(name), None, NOW)[0]] == ["c3"]


def test_a_line_seen_in_a_mirror_adds_no_cards():
    known = cards("f5d6c3d3c4")
    assert with_cards(known, cards("d3c5f6f5e6")) == known
    mirrored = cards("d3c5f6f5e6")[2].position
    other = next(format_square(square) for square in mirrored.legal_squares() if format_square(square) != "e6")
    assert [format_square(card.answer) for card in with_cards(known, cards(f"d3c5f6f5{other}"))] == ["f5", "c3", other]


def test_an_illegal_answer_is_no_answer():
    with pytest.raises(IllegalMoveError):
        answered(cards("f5d6c3")[1], parse_square("a1"), None, NOW)


def test_cards_survive_json():
    _, card = answered(cards("f5d6c3")[1], parse_square("c3"), 2.0, NOW)
    assert RepertoireCard.from_dict(json.loads(json.dumps(card.as_dict()))) == card
