"""Where games begin."""

from itertools import islice

import pytest

from kibitz.archive.database import open_for_writing
from kibitz.archive.importer import import_records
from kibitz.arena.opening import random_openings
from kibitz.arena.othello.even_openings import EvenSettings, even_openings, turned_to_f5
from kibitz.arena.othello.openings import choose_openings, opening_source, read_openings, shipped_openings
from kibitz.errors import NotationError, SetupError
from kibitz.models.othello.engine import shipped_engine
from kibitz.records.othello.record import GameRecord
from kibitz.rules.game import Color
from kibitz.rules.othello.position import OTHELLO, START, play_all
from kibitz.rules.squares import format_transcript, parse_transcript
from kibitz.rules.symmetry import transform_square
from kibitz.search.othello.analysis import Analyst
from kibitz.search.othello.levels import limits_of_level


def ends(openings) -> set:
    return {play_all(opening).canonical() for opening in openings}


def test_the_shipped_list_holds_a_thousand_openings_of_eight_moves_no_two_alike():
    openings = shipped_openings()
    assert len(openings) == len(ends(openings)) == 1000
    assert {len(opening) for opening in openings} == {8}
    assert {play_all(opening).to_move for opening in openings} == {Color.BLACK}
    assert all(format_transcript(opening).startswith("f5") for opening in openings)


def test_shipped_openings_are_even_to_the_engine_at_another_depth_too():
    analyst = Analyst(shipped_engine())
    scores = [analyst.best_move(play_all(opening), limits_of_level(10)).score for opening in shipped_openings()[::20]]
    assert sum(abs(score) <= 3 for score in scores) >= 0.9 * len(scores)
    assert abs(sum(scores) / len(scores)) < 1


def test_most_shipped_openings_stand_in_the_lists_that_people_play(shared_data):
    known = ends(read_openings(shared_data / "othello" / "xot" / "xot_large.txt"))
    assert len(ends(shipped_openings()) & known) > 700  # of random lines fifteen in a hundred do


def test_the_making_of_the_list_finds_the_same_openings_again():
    quick = EvenSettings(quick_level=1, deep_level=2)
    first, second = (list(islice(even_openings(quick), 5)) for _ in range(2))
    assert first == second
    assert len(ends(first)) == 5


@pytest.mark.parametrize("symmetry", START.self_symmetries())
def test_an_opening_is_turned_to_begin_with_f5(symmetry):
    moves = tuple(transform_square(move, symmetry) for move in parse_transcript("f5d6c3d3"))
    assert turned_to_f5(moves) == "f5d6c3d3"


@pytest.mark.parametrize("source", ["xot", "random:6"])
def test_the_seed_decides_which_openings_come(source):
    chosen = choose_openings(source, 30, seed=1)
    assert chosen == choose_openings(source, 30, seed=1)
    assert chosen != choose_openings(source, 30, seed=2)
    assert len(ends(chosen)) == 30


@pytest.mark.parametrize("source", ["xot", "random:6"])
def test_more_openings_are_the_same_and_further_ones(source):
    few = choose_openings(source, 10, seed=3)
    assert choose_openings(source, 20, seed=3)[:10] == few
    assert choose_openings(source, 20, seed=3, kept=few) == choose_openings(source, 20, seed=3)


def test_kept_openings_stay_whatever_the_source_says_now():
    kept = choose_openings("random:6", 5)
    assert choose_openings("xot", 8, kept=kept)[:5] == kept


@pytest.mark.parametrize(("plies", "positions"), [(1, 1), (2, 3), (3, 14)])
def test_random_openings_end_when_there_are_no_more(plies, positions):
    # 1, 3 and 14 positions after so many moves, up to symmetry: the known counts of the game's first positions.
    assert len(list(random_openings(plies, 0, OTHELLO))) == positions


def test_too_few_openings_are_an_error():
    with pytest.raises(SetupError, match="random:2 has 3 different openings, and 4 pairs need as many"):
        choose_openings("random:2", 4)


def test_a_file_of_transcripts_is_a_source_and_images_count_once(tmp_path):
    file = tmp_path / "mine.txt"
    file.write_text("f5d6c3\nd3c5f6\n% a comment\nF5F6E6\nf5d6c4\n")
    assert len(choose_openings(str(file), 3)) == 3
    with pytest.raises(SetupError, match="has 3 different openings"):
        choose_openings(str(file), 4)


def test_a_file_called_like_a_kind_is_still_found(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "random:1").write_text("f5d6c3\n")
    assert list(opening_source("random:1", 0)) == [parse_transcript("f5d6c3")]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("f5d6c3\nf5a1\n", "game 2: move 2: a1 is not legal"),
        ("e6f4e3f6g5d6e7f5c5\n", "opening 1: the game is over after it"),
        ("-----OX--XO----- X;a2\n", "opening 1: it does not begin at the standard start"),
    ],
)
def test_a_line_that_is_no_opening_is_named(tmp_path, text, message):
    file = tmp_path / "mine.txt"
    file.write_text(text)
    with pytest.raises(NotationError, match=message):
        read_openings(file)


@pytest.mark.parametrize(
    ("source", "message"),
    [
        ("xto", "there is no opening set 'xto'; write xot, random:8, archive:8 or the name of a file"),
        ("random:", "write random:8 for example"),
        ("random:0", "write random:8 for example"),
        ("random:-1", "write random:8 for example"),
        ("archive:41", "write archive:8 for example, with 1 to 40 moves"),
    ],
)
def test_a_source_that_is_none_is_refused(source, message):
    with pytest.raises(SetupError, match=message):
        choose_openings(source, 1)


def test_the_archive_gives_its_commonest_positions_first(tmp_path, monkeypatch):
    lines = ["f5d6c3", "f5f6e6", "f5d6c4", "d3c5f6", "f5d6c3d3", "f5"]  # the fourth is an image of the third
    records = [GameRecord(parse_transcript(line), black=str(number)) for number, line in enumerate(lines)]
    with open_for_writing(tmp_path / "games.duckdb", game="othello") as archive:
        import_records(archive, records, "test")
    monkeypatch.setenv("KIBITZ_ARCHIVE", str(tmp_path / "games.duckdb"))
    images = {play_all(parse_transcript(line)).canonical(): line for line in ("f5d6c3", "f5f6e6", "f5d6c4")}
    chosen = [images[play_all(opening).canonical()] for opening in choose_openings("archive:3", 3)]
    assert chosen[2] == "f5f6e6"
    assert set(chosen[:2]) == {"f5d6c3", "f5d6c4"}
    with pytest.raises(SetupError, match="archive:3 has 3 different openings"):
        choose_openings("archive:3", 4)


def test_without_an_archive_its_openings_cannot_be_had(tmp_path, monkeypatch):
    monkeypatch.setenv("KIBITZ_ARCHIVE", str(tmp_path / "nothing.duckdb"))
    with pytest.raises(SetupError, match="there is no archive"):
        choose_openings("archive:3", 1)


@pytest.mark.parametrize("number", ["²", "0", "41"])
def test_a_number_of_plies_that_is_none_is_refused(number):
    with pytest.raises(SetupError, match="the opening set is"):
        choose_openings(f"random:{number}", 1)
