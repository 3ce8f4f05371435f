"""Pattern rows: the same for every image of a position, different where the contents differ."""

import numpy as np
import pytest

from kibitz.errors import SetupError
from kibitz.features.othello.patterns import pattern_masks, pattern_rows, pattern_set
from kibitz.rules.othello.bulk import Boards, random_games, replay
from kibitz.rules.othello.position import START, Position, parse_board


def some_positions() -> list[Position]:
    boards = replay(random_games(5, seed=2)[0]).boards
    return [Position(int(own), int(opp)) for own, opp in zip(boards.own[::7], boards.opp[::7], strict=True)]


def test_logistellos_eleven_shapes_are_read_at_46_places():
    assert pattern_set("logistello11").place_count == 46
    assert len(pattern_masks("logistello11")) == 11


def test_the_wide_set_has_sixteen_shapes_for_63_places():
    assert pattern_set("wide16").place_count == 63
    assert sorted({int(mask).bit_count() for mask in pattern_masks("wide16")}) == [6, 7, 8, 9, 10]


@pytest.mark.parametrize("name", ["logistello11", "wide16"])
def test_every_image_of_a_position_selects_the_same_rows(name):
    for position in some_positions():
        images = Boards.of([position.image(symmetry) for symmetry in range(8)])
        rows = np.sort(pattern_rows(images, name), axis=1)
        assert (rows == rows[0]).all()


def test_a_corner_disc_changes_just_the_patterns_that_hold_the_corner():
    with_corner = parse_board("X" + str(START)[1:])
    before, after = pattern_rows(Boards.of([START, with_corner]), "logistello11")
    # Two edges, one 3×3 corner, two 2×5 corners and the main diagonal contain a1.
    assert (before != after).sum() == 6


def test_mirror_images_of_a_line_share_a_row():
    contents = 3**8
    palindromes = 3**4
    starts = pattern_set("logistello11").pattern_starts
    assert starts[1] == (contents + palindromes) // 2
    assert pattern_set("logistello11").row_count == starts[-1]


def test_an_unknown_set_is_refused_with_the_known_names():
    with pytest.raises(SetupError, match="pattern set 'edax' is not known; sets are logistello11"):
        pattern_masks("edax")
