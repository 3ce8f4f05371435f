"""What an analyst is told of the opening, and what a player makes of it."""

import numpy as np
import pytest

from kibitz.models.othello.engine import shipped_engine, shipped_evaluation
from kibitz.openings.othello.book import Book
from kibitz.openings.othello.knowledge import OpeningKnowledge
from kibitz.openings.othello.shipped import shipped_proven
from kibitz.players.player import Turn
from kibitz.players.registry import make_player
from kibitz.rules.othello.bulk import Boards
from kibitz.rules.othello.position import OTHELLO, START, Position, play_all
from kibitz.rules.squares import format_move, parse_square, parse_transcript
from kibitz.rules.symmetry import SYMMETRIES, inverse, transform_square
from kibitz.search.conformance import check_search
from kibitz.search.contract import BOOK, PROVEN, SEARCHED
from kibitz.search.othello.analysis import Analyst
from kibitz.search.othello.levels import limits_of_depth

F5 = play_all(parse_transcript("f5"))
UNPROVEN = play_all(parse_transcript("f5f4c3"))  # it is nobody's best


def knowing(*positions: Position, depth: int = 8, values: dict[str, float] | None = None) -> OpeningKnowledge:
    """Proven bounds and a book of some positions in which every move is worth -1 disc, or what `values` say."""
    canonical = [position.canonical() for position in positions]
    book = Book.of(Boards.of(canonical), np.full(len(positions), 10, np.uint32))
    book.depth[:] = depth
    book.searched[:] = -100
    for position in positions:
        symmetry = position.canonical_symmetry()
        row = int(book.table.rows(Boards.of([position]))[0])
        squares = position.canonical().legal_squares()
        for name, value in (values or {}).items():
            if (image := transform_square(parse_square(name), symmetry)) in squares and parse_square(
                name
            ) in position.legal_squares():
                book.searched[book.first[row] + squares.index(image)] = round(100 * value)
    proven = shipped_proven()
    return OpeningKnowledge(proven, book.negamaxed(proven), shipped_evaluation().win_chances)


@pytest.fixture(scope="module")
def engine():
    return shipped_engine(8)


def analyst(engine, knowledge: OpeningKnowledge) -> Analyst:
    return Analyst(engine, adviser=knowledge)


def told(analyst: Analyst, position: Position, depth: int = 3) -> dict[str, tuple[float, str]]:
    rows = analyst.within(limits_of_depth(depth)).deepen(position).moves
    return {format_move(row.move): (row.score, row.source) for row in rows}


def test_the_start_is_shown_as_0_and_proven(engine):
    assert told(analyst(engine, knowing()), START) == dict.fromkeys(("d3", "c4", "f5", "e6"), (0.0, PROVEN))


def test_moves_are_searched_where_only_a_bound_is_proven_and_never_shown_beyond_it(engine):
    rows = analyst(engine, knowing()).within(limits_of_depth(3)).deepen(F5).moves
    assert [(format_move(row.move), row.source, row.bounds) for row in rows[:1]] == [("d6", PROVEN, (0, 0))]
    assert {(row.source, row.bounds) for row in rows[1:]} == {(SEARCHED, (-64, 0))}
    assert all(row.score <= 0 for row in rows)
    assert all(row.likely.high <= 0 for row in rows[1:])


def test_a_value_beyond_a_bound_becomes_the_bound():
    rows = knowing(F5, values={"f4": 3.0, "f6": -2.0}).advise(F5, ())
    assert [(format_move(row.move), row.score, row.source) for row in rows] == [
        ("d6", 0.0, PROVEN),
        ("f4", 0.0, BOOK),
        ("f6", -2.0, BOOK),
    ]


@pytest.mark.parametrize("symmetry", SYMMETRIES)
def test_the_book_knows_a_position_in_every_image(symmetry):
    knowledge = knowing(UNPROVEN, values={"d6": 4.5})
    found = knowledge.book_moves(UNPROVEN.image(symmetry))
    assert found[transform_square(parse_square("d6"), symmetry)].score == 4.5
    assert sorted(move.score for move in found.values())[:-1] == [-1.0] * (len(found) - 1)
    assert {transform_square(move, inverse(symmetry)) for move in found} == set(UNPROVEN.legal_squares())


@pytest.mark.parametrize(("depth", "source"), [(7, BOOK), (8, BOOK), (9, SEARCHED)])
def test_the_book_speaks_until_a_search_looks_farther(engine, depth, source):
    found = told(analyst(engine, knowing(UNPROVEN)), UNPROVEN, depth)
    assert {said for _, said in found.values()} == {source}


def test_what_is_known_deeply_enough_is_not_searched(engine):
    heard = []
    analyst(engine, knowing(UNPROVEN)).within(limits_of_depth(8)).deepen(UNPROVEN, heard.append)
    assert len(heard) == 1


def test_an_analyst_with_an_adviser_keeps_the_contract(engine):
    for position in (START, F5, UNPROVEN):
        check_search(analyst(engine, knowing(UNPROVEN)).within(limits_of_depth(3)), position)


def test_among_moves_that_keep_the_draw_the_one_with_the_best_line_behind_it_is_played(engine):
    assert format_move(analyst(engine, knowing()).best_move(F5, limits_of_depth(1)).move) == "d6"


@pytest.mark.parametrize("level", [1, 6])
def test_a_player_stays_in_the_proven_draw_against_itself(level):
    with make_player(f"engine:level={level}") as player:
        player.new_game(OTHELLO)
        position, moves = START, ()
        for _ in range(10):
            move = player.choose(Turn(OTHELLO, START, moves, position))
            position, moves = position.play(move), (*moves, move)
            assert shipped_proven().bounds_of(position).is_value


def test_without_its_book_a_player_searches_from_the_first_move():
    with make_player("engine:level=1,book=off") as player:
        assert player._analyst.within(limits_of_depth(1)).deepen(START).moves[0].source == SEARCHED


@pytest.mark.parametrize("mistake", ["f5f4", "f5f6", "f5d6c4", "f5d6c5", "f5d6c6", "f5d6c7"])
def test_after_a_mistake_the_engine_plays_a_move_that_is_proven_to_hold_what_it_has(engine, mistake):
    position = play_all(parse_transcript(mistake))
    best = analyst(engine, knowing()).best_move(position, limits_of_depth(2))
    assert shipped_proven().bounds_of(position.play(best.move)).high <= 0
