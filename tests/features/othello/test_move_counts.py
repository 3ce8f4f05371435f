"""Counts of moves by position, all games and images together."""

import numpy as np
import pytest

from kibitz.features.othello.move_counts import count_moves
from kibitz.features.othello.samples import moves_of_replay
from kibitz.rules.othello import bulk
from kibitz.rules.squares import NO_MOVE, parse_square, parse_transcript


def moves_of(*transcripts):
    table = np.full((len(transcripts), 60), NO_MOVE, np.int8)
    for row, transcript in zip(table, transcripts, strict=True):
        squares = parse_transcript(transcript)
        row[: len(squares)] = squares
    return moves_of_replay(bulk.replay(table))


def test_moves_of_all_games_in_a_position_are_counted_together():
    counts = count_moves(moves_of("f5d6", "f5f4", "f5d6", "f5f6"))
    seconds = np.array([1, 3, 5, 7])
    assert counts.games(seconds).tolist() == [4, 4, 4, 4]
    share = counts.shares(seconds[:1])[0]
    assert {name: share[parse_square(name)] for name in ("d6", "f4", "f6")} == {"d6": 0.5, "f4": 0.25, "f6": 0.25}
    assert share.sum() == pytest.approx(1)


def test_images_of_a_position_share_their_counts_each_seen_from_its_own_side():
    # e6f6 is f5f6 mirrored at the diagonal, so f5d6 and e6f4 are the same reply too.
    counts = count_moves(moves_of("f5f6", "e6f4"))
    first, second = counts.shares(np.array([1, 3]))
    assert (first[parse_square("f6")], first[parse_square("d6")]) == (0.5, 0.5)
    assert (second[parse_square("f6")], second[parse_square("f4")]) == (0.5, 0.5)


def test_a_different_position_is_never_counted_as_the_same():
    moves = moves_of_replay(bulk.replay(bulk.random_games(300, seed=4)[0]))
    counts = count_moves(moves)
    images, _ = bulk.canonical(moves.situations.boards)
    assert len(counts.total) == len(set(zip(images.own.tolist(), images.opp.tolist(), strict=True)))
    assert counts.total.sum() == len(moves)
