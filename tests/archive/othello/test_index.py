"""The index of positions, computed in bulk, against one position after the other."""

from collections import Counter

import numpy as np
import pytest

from kibitz.archive.filing import STORED_PASS
from kibitz.archive.othello.index import play_through
from kibitz.archive.othello.keys import family_of_filed, position_key
from kibitz.rules.othello import bulk
from kibitz.rules.othello.position import START, Position, parse_board, parse_position, with_passes
from kibitz.rules.squares import NO_MOVE, PASS, format_square, parse_square, parse_transcript
from kibitz.rules.symmetry import SYMMETRIES, transform_square

THEN_A_PASS = "e6f6c4e7e8d8g7f8"


def filed_square(position: Position, move: int) -> int:
    """The smallest image of a move under the symmetries that lead to the canonical position."""
    canonical = position.canonical()
    return min(transform_square(move, symmetry) for symmetry in SYMMETRIES if position.image(symmetry) == canonical)


def expected_rows(game: int, moves: tuple[int, ...], start: Position) -> Counter:
    rows = Counter()
    position = start
    for move in moves:
        rows[position_key(position), game, filed_square(position, move)] += 1
        position = position.play(move)
    rows[position_key(position), game, NO_MOVE] += 1
    return rows


def found_rows(rows) -> Counter:
    return Counter(zip(rows.key.tolist(), rows.game.tolist(), rows.square.tolist(), strict=True))


def table(games: list[tuple[int, ...]]) -> np.ndarray:
    filled = np.full((len(games), max(map(len, games))), NO_MOVE, dtype=np.int8)
    for row, moves in zip(filled, games, strict=True):
        row[: len(moves)] = moves
    return filled


def stored(moves: tuple[int, ...]) -> str:
    return "".join(STORED_PASS if move == PASS else format_square(move) for move in moves)


def test_every_move_of_random_games_has_the_row_that_the_slow_rules_give_it():
    moves, _, _ = bulk.random_games(60, seed=11)
    played = play_through(moves)
    complete = [with_passes([int(move) for move in game if move != NO_MOVE]) for game in moves]
    assert any(PASS in game for game in complete)
    expected = sum((expected_rows(number, game, START) for number, game in enumerate(complete)), Counter())
    assert found_rows(played.rows) == expected
    assert played.texts == [stored(game) for game in complete]


def test_written_passes_and_left_out_ones_give_the_same():
    moves, _, _ = bulk.random_games(60, seed=12)
    complete = [with_passes([int(move) for move in game if move != NO_MOVE]) for game in moves]
    with_them, without_them = play_through(table(complete)), play_through(moves)
    assert found_rows(with_them.rows) == found_rows(without_them.rows)
    assert with_them.texts == without_them.texts


@pytest.mark.parametrize(
    "moves",
    [(), parse_transcript("f5d6"), with_passes(parse_transcript(THEN_A_PASS)), (*parse_transcript(THEN_A_PASS), PASS)],
)
def test_a_record_may_stop_anywhere_even_with_a_pass(moves):
    position = START
    for move in moves:
        position = position.play(move)
    others = [parse_transcript("f5f6e6f4"), moves, parse_transcript("d3c3")]
    played = play_through(table(others))
    assert found_rows(played.rows) == sum((expected_rows(i, game, START) for i, game in enumerate(others)), Counter())
    assert played.texts[1] == stored(moves)


def test_games_may_begin_anywhere_with_either_side():
    start = parse_board(
        """
        - - - - - - - -
        - - - - - - - -
        - - - X - - - -
        - - - X X - - -
        - - - X O - - -
        - - - - - - - -
        - - - - - - - -
        - - - - - - - - O
        """
    )
    moves = tuple(parse_transcript("c3f5"))
    played = play_through(table([moves]), start)
    assert found_rows(played.rows) == expected_rows(0, moves, start)


def test_games_that_are_images_of_one_another_read_alike_when_turned():
    game = parse_transcript("f5d6c3d3c4")
    images = [tuple(transform_square(move, symmetry) for move in game) for symmetry in START.self_symmetries()]
    assert len(set(images)) == 4
    assert play_through(table(images)).oriented == ["f5d6c3d3c4"] * 4


def test_an_illegal_move_is_reported_and_ends_the_rows():
    played = play_through(table([parse_transcript("f5a1c3"), parse_transcript("f5d6c3")]))
    assert played.failed_at.tolist() == [1, -1]
    assert played.texts == ["f5", "f5d6c3"]


def test_the_key_is_the_same_for_all_images_and_another_for_the_other_side():
    position = parse_position("f5d6c3d3c4")
    keys = {position_key(position.image(symmetry)) for symmetry in SYMMETRIES}
    assert len(keys) == 1
    assert position_key(Position(position.own, position.opp, position.to_move.other)) not in keys


def test_keys_are_part_of_the_file_format():
    assert position_key(START) == 0x9CA1C53259EF90EC
    assert position_key(parse_position("f5d6")) == 0x772EDE11C0585C82


def test_twins_of_the_start_are_its_four_first_moves_and_f5_stands_for_them():
    family = family_of_filed(START, filed_square(START, parse_square("d3")))
    assert [format_square(square) for square in family.twins] == ["d3", "c4", "f5", "e6"]
    assert format_square(family.move) == "f5"


def test_a_filed_square_leads_back_to_the_move_in_every_orientation():
    position = parse_position("f5f6e6d6")
    for symmetry in SYMMETRIES:
        image = position.image(symmetry)
        for move in image.legal_squares():
            assert move in family_of_filed(image, filed_square(image, move)).twins
