"""Names of openings: found in any orientation and order, and every shipped line is playable."""

import pytest

from kibitz.review.othello.opening_names import known_openings, opening_of, openings_along
from kibitz.rules.othello.position import START, parse_position, play_all, with_passes
from kibitz.rules.squares import format_transcript, parse_transcript
from kibitz.rules.symmetry import transform_square


def name_of(transcript: str) -> str | None:
    found = opening_of(parse_transcript(transcript))
    return found.name if found else None


@pytest.mark.parametrize(
    ("transcript", "name"),
    [
        ("f5f6", "Diagonal"),
        ("f5d6", "Perpendicular"),
        ("f5f4", "Parallel"),
        ("c4e3f6e6f5", "Tiger"),
        ("f5d6c3d3c4", "Tiger"),
        ("c4c3d3c5d6f4f5", "Rose-v-Toth"),
        ("c4c3d3c5b2", "X-square Opening"),
        ("f5", None),
    ],
)
def test_known_openings_have_their_names(transcript, name):
    assert name_of(transcript) == name


@pytest.mark.parametrize("opening", known_openings(), ids=lambda opening: opening.name)
def test_every_opening_is_found_however_the_board_is_turned(opening):
    for symmetry in START.self_symmetries():
        turned = tuple(transform_square(move, symmetry) for move in opening.moves)
        found = opening_of(turned)
        assert found is not None
        assert (found.name, found.moves) == (opening.name, turned)


def test_no_two_openings_lead_to_one_position():
    assert len({play_all(opening.moves).canonical() for opening in known_openings()}) == len(known_openings())


def test_a_name_lasts_until_a_longer_one_comes():
    names = [found.name if found else None for found in openings_along(parse_transcript("f5d6c3d3c4b3"))]
    assert names == [None, None, "Perpendicular", "Perpendicular", "Perpendicular", "Tiger", "Aubrey (Tanaka)"]


def test_other_starts_have_no_named_openings():
    start = parse_position("f5d6")
    moves = with_passes(parse_transcript("c3d3c4"), start)
    assert opening_of(moves, start) is None
    assert format_transcript(moves) == "c3d3c4"
