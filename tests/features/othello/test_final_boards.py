"""Positions carry the final boards of their games, seen by the mover; squares left empty are the winner's."""

import numpy as np
import pytest

from kibitz.features.othello.final_boards import final_boards_of_replay, owners, read_final_boards, with_empties_owned
from kibitz.features.othello.samples import squares_as_columns
from kibitz.features.othello.twins import IMAGES
from kibitz.rules.othello import bulk
from kibitz.rules.othello.bulk import Boards
from kibitz.rules.squares import NO_MOVE, parse_transcript
from kibitz.rules.symmetry import SYMMETRIES

# Black wins by taking every disc after nine moves; 51 squares stay empty.
WIPE_OUT = "e6f4e3f6g5d6e7f5c5"


def replayed(*transcripts):
    table = np.full((len(transcripts), 60), NO_MOVE, np.int8)
    for row, text in zip(table, transcripts, strict=True):
        moves = parse_transcript(text, 8)
        row[: len(moves)] = moves
    return bulk.replay(table)


def masks(*values):
    return np.array(values, np.uint64)


def test_the_end_is_seen_by_the_mover():
    ends = final_boards_of_replay(replayed(WIPE_OUT))
    assert len(ends) == 9
    for black, owned in zip(ends.situations.black_to_move, ends.owners(), strict=True):
        assert (owned == (1 if black else 0)).all()


def test_games_that_were_not_finished_are_left_out():
    assert len(final_boards_of_replay(replayed("f5d6c3", WIPE_OUT))) == 9


def test_squares_left_empty_are_the_winners_or_nobodys():
    ends = with_empties_owned(Boards(masks(0b11, 0b1, 0b1), masks(0b100, 0b110, 0b10)))
    assert ends.own.tolist() == [(1 << 64) - 1 - 0b100, 0b1, 0b1]
    assert ends.opp.tolist() == [0b100, (1 << 64) - 2, 0b10]
    shares = owners(ends)
    assert shares.sum(axis=1).tolist() == [63, 1, 32]
    assert shares[2, :3].tolist() == [1, 0, 0.5]


def test_full_boards_of_random_games_are_owned_as_they_lie():
    replay = bulk.replay(bulk.random_games(30, seed=3)[0])
    ends = final_boards_of_replay(replay)
    full = (replay.final_black | replay.final_white == (1 << 64) - 1)[replay.game_of_row()]
    expected = np.where(replay.black_to_move, replay.final_black[replay.game_of_row()], replay.final_white[replay.game_of_row()])
    assert full.sum() > 500
    assert (ends.owners()[full] == squares_as_columns(expected[full])).all()


@pytest.mark.parametrize("symmetry", SYMMETRIES)
def test_images_turn_position_and_end_together(symmetry):
    ends = final_boards_of_replay(replayed(WIPE_OUT)).take(slice(3, 6))
    images = ends.images(np.full(3, symmetry, np.int8))
    assert (images.owners()[:, IMAGES[symmetry]] == ends.owners()).all()
    now, turned = (squares_as_columns(each.situations.boards.own) for each in (ends, images))
    assert (turned[:, IMAGES[symmetry]] == now).all()


def test_all_positions_of_2016_have_an_end(shared_data):
    ends = read_final_boards(shared_data / "othello" / "wthor", [2016])
    assert len(ends) == 120_466
    black = np.where(ends.situations.black_to_move[:, None], ends.owners(), 1 - ends.owners())
    first = np.flatnonzero(ends.situations.recent[:, 0] == NO_MOVE)
    # All positions of a game have one end: that of its first position.
    game = np.cumsum(ends.situations.recent[:, 0] == NO_MOVE) - 1
    assert (black == black[first][game]).all()
