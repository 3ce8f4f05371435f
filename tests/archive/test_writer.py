"""Which records an archive takes, and which of them it holds for the same game."""

from dataclasses import replace

import pytest

from kibitz.archive.columns import tidy
from kibitz.archive.importer import import_records
from kibitz.archive.othello.catalogue import game_records
from kibitz.archive.othello.programs import is_program
from kibitz.errors import IllegalMoveError
from kibitz.records.othello.record import GameRecord, MoveNote
from kibitz.records.record import Variation
from kibitz.rules.game import Color
from kibitz.rules.othello.position import START, Position, parse_board
from kibitz.rules.squares import PASS, parse_transcript
from kibitz.rules.symmetry import transform_square

GAME = GameRecord(
    moves=parse_transcript("f5d6c3d3c4"),
    black="Tastet Marc",
    white="Logistello (buro)",
    event="Paris Open",
    date="1997-05-03",
    black_score=-12,
)


@pytest.mark.parametrize(
    "same",
    [
        GAME,
        replace(GAME, date="1997"),
        replace(GAME, black="  TASTET   marc "),
        replace(GAME, round="7", place="Paris", perfect_score=2, perfect_from=24),
        replace(GAME, notes={0: MoveNote(comment="as usual")}),
        replace(GAME, moves=tuple(transform_square(move, START.self_symmetries()[1]) for move in GAME.moves)),
    ],
)
def test_the_same_game_is_taken_once(archive_of, same):
    archive = archive_of([GAME])
    report = import_records(archive, [same], "again")
    assert (report.games, report.duplicates) == (0, 1)
    assert list(game_records(archive)) == [GAME]


@pytest.mark.parametrize(
    "other",
    [
        replace(GAME, black="Tastet Serge"),
        replace(GAME, black=GAME.white, white=GAME.black),
        replace(GAME, event="Paris Open 2"),
        replace(GAME, date="1998"),
        replace(GAME, black_score=-10),
        replace(GAME, black_score=None),
        replace(GAME, moves=GAME.moves[:-1]),
    ],
)
def test_another_game_is_taken_too(archive_of, other):
    archive = archive_of([GAME])
    assert import_records(archive, [other], "another").games == 1
    assert list(game_records(archive)) == [GAME, other]


def test_duplicates_within_one_source_are_counted(archive_of):
    report = import_records(archive_of(), [GAME, replace(GAME, date="1999"), GAME, GAME], "list")
    assert (report.games, report.duplicates) == (2, 2)


@pytest.mark.parametrize(
    ("record", "problem"),
    [
        (replace(GAME, moves=()), "no moves"),
        (GameRecord(moves=(Position.start(6).legal_squares()[0],), start=Position.start(6)), "the board is 6×6"),
        (replace(GAME, black_score=200), "the result is 200"),
    ],
)
def test_what_an_archive_cannot_hold_is_skipped_with_a_line(archive_of, record, problem):
    lines = []
    report = import_records(archive_of(), [GAME, record], "list", lines.append)
    assert (report.games, report.skipped) == (1, 1)
    assert len(lines) == 1
    assert lines[0].startswith("list, game 2: ")
    assert problem in lines[0]


def test_a_record_that_breaks_its_promise_of_legal_moves_changes_nothing(archive_of):
    archive = archive_of([GAME])
    with pytest.raises(IllegalMoveError, match="move 2 is not legal"):
        import_records(archive, [replace(GAME, date="2001"), replace(GAME, moves=parse_transcript("f5a1"))], "broken")
    assert list(game_records(archive)) == [GAME]


def test_everything_a_record_holds_comes_back(archive_of):
    full = replace(
        GAME,
        place="Lutèce",
        round="3a",
        ending="time",
        black_rating=1812.5,
        white_rating=-3.25,
        perfect_score=-4,
        perfect_from=24,
        notes={1: MoveNote(evaluation=-2.5, seconds=61.0, comment='"hm" ♟')},
        comment="a game",
        variations=(Variation(0, 1, (19, PASS), {0: MoveNote(comment="or this")}), Variation(1, 1, (34,))),
        tags={"Clock": "25 min"},
    )
    elsewhere = GameRecord(
        moves=parse_transcript("c3f5"),
        start=parse_board("-" * 19 + "X" + "-" * 7 + "XX" + "-" * 6 + "XO" + "-" * 27 + " O"),
        winner=Color.WHITE,
    )
    assert list(game_records(archive_of([full, elsewhere]))) == [full, elsewhere]


def test_the_result_that_counts_is_the_stated_one_or_else_what_the_moves_give(archive_of):
    wiped_out = parse_transcript("e6f4e3f6g5d6e7f5c5")  # Black takes everything: +64
    records = [
        GameRecord(wiped_out, event="nothing stated"),
        GameRecord(wiped_out, event="resigned", black_score=-8),
        GameRecord(wiped_out, event="winner stated", winner=Color.BLACK),
        GameRecord(wiped_out, event="another winner stated", winner=Color.WHITE),
        GameRecord(wiped_out[:-1], event="unfinished, winner stated", winner=Color.WHITE),
        GameRecord(wiped_out[:-1], event="unfinished"),
    ]
    archive = archive_of(records)
    counted = archive.rows("SELECT black_score, winner FROM games ORDER BY id")
    assert counted == [(64, 1), (-8, -1), (64, 1), (None, -1), (None, -1), (None, None)]


def test_unknown_names_get_no_row(archive_of):
    archive = archive_of([GameRecord(GAME.moves, black="???", white="?", event=" - ")])
    assert archive.rows("SELECT black, white, tournament FROM games") == [(0, 0, 0)]
    assert archive.rows("SELECT * FROM players") == []


@pytest.mark.parametrize("name", ["Ελένη", "x" * 5000, "nul\0inside", "half \udcff surrogate", "a 'quoted' \"name\""])
def test_odd_names_are_kept(archive_of, name):
    archive = archive_of([replace(GAME, black=name)])
    (record,) = game_records(archive)
    assert record.black == name.encode("utf-8", "replace").decode()


def test_programs_are_known_by_their_authors():
    assert is_program("Logistello (buro)")
    assert not is_program("Tastet Marc")
    assert not is_program("(buro)")
    assert tidy("  van  den\tBerg ") == "van den Berg"
