"""Counts of openings: by year, up to symmetry, and the same from the small book."""

import numpy as np

from kibitz.features.othello.openings import OpeningYears, opening_keys
from kibitz.rules.othello.bulk import Boards, replay
from kibitz.rules.othello.position import START, parse_position
from kibitz.rules.squares import NO_MOVE, parse_transcript

GAMES = [("f5d6c3", 2001), ("f5d6c4", 2001), ("f5f6", 2009), ("d3c5", 2010)]


def opening_years():
    moves = np.full((len(GAMES), 60), NO_MOVE, np.int8)
    for row, (text, _) in enumerate(GAMES):
        squares = parse_transcript(text)
        moves[row, : len(squares)] = squares
    games = replay(moves)
    years = np.array([year for _, year in GAMES])[games.game_of_row()]
    return OpeningYears.of_positions(games.boards, games.black_to_move, years)


def key(text):
    position = parse_position(text)
    return opening_keys(Boards.of([position]), np.array([position.own == position.black]))


def reached(openings, text, year):
    counts = openings.reached(key(text), np.array([year]))
    return int(counts.ever[0]), int(counts.recently[0])


def test_positions_are_counted_up_to_the_year_asked_for():
    openings = opening_years()
    assert reached(openings, "", 2010) == (4, 2)
    assert reached(openings, "", 2009) == (3, 1)
    assert reached(openings, "", 2000) == (0, 0)


def test_images_of_a_position_are_counted_together():
    openings = opening_years()
    assert reached(openings, "f5", 2010) == reached(openings, "d3", 2010) == (4, 2)
    assert reached(openings, "f5d6", 2010) == (2, 0)


def test_the_same_discs_with_the_other_side_to_move_are_another_position():
    both = opening_keys(Boards.of([START, START]), np.array([True, False]))
    assert both[0] != both[1]


def test_the_book_gives_the_same_counts_for_what_it_keeps():
    openings = opening_years()
    book = openings.book(2010, least=2)
    for text in ("", "f5", "f5d6"):
        kept = book.reached(key(text))
        assert (int(kept.ever[0]), int(kept.recently[0])) == reached(openings, text, 2010)
    assert book.reached(key("f5f6")).ever.tolist() == [0]


def test_an_empty_book_knows_nothing():
    book = opening_years().book(1990, least=1)
    assert len(book.keys) == 0
    assert book.reached(key("f5")).ever.tolist() == [0]
