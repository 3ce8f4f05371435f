"""WTHOR, as arrays and as records, read and written."""

import dataclasses
from datetime import date

import numpy as np
import pytest

from kibitz.errors import NotationError, SetupError
from kibitz.records.othello import wthor, wthor_writer
from kibitz.records.othello.files import RecordFormat, detect_format, parse_games, read_games, write_games
from kibitz.records.othello.record import GameRecord
from kibitz.rules.othello.position import Position, play_all
from kibitz.rules.squares import NO_MOVE, PASS, parse_square, parse_transcript
from records.example_games import example_records, unexpected

F5 = parse_square("f5")


def packed(records: list[GameRecord], year: int = 2004) -> bytearray:
    return bytearray(wthor_writer.pack_archive(records, date(2020, 2, 29)).games[year])


@pytest.fixture
def archive(tmp_path):
    """A folder with six games of 2004 and one of 2005."""
    records = [*example_records(6, seed=1), dataclasses.replace(example_records(1, seed=2)[0], date="2005-07-30")]
    assert write_games(tmp_path, records, RecordFormat.WTHOR) == 7
    return tmp_path


@pytest.mark.parametrize("name", ["WTH_1985.wtb", "WTH_2016.wtb"])
def test_every_complete_game_of_a_year_gives_its_stored_score(shared_data, name):
    path = shared_data / "othello/wthor" / name
    table, replay = wthor.read_positions([path])
    # 16 bytes of header, 68 for each game.
    assert len(table) == (path.stat().st_size - 16) // 68 > 900
    assert (replay.failed_at == -1).all()
    assert (replay.black_scores()[replay.over] == table.black_score[replay.over]).all()
    assert (table.moves[:, 0] == F5).all()
    assert (table.year == int(name[4:8])).all()


def test_the_whole_archive_is_legal_and_all_but_413_games_are_complete(shared_data):
    table, replay = wthor.read_positions(wthor.wtb_files(shared_data / "othello/wthor"))
    assert len(table) == 129_259
    assert (replay.failed_at == -1).all()
    assert (~replay.over).sum() == 413
    assert table.year[~replay.over].max() <= 2000
    assert (replay.black_scores()[replay.over] == table.black_score[replay.over]).all()
    assert (table.year.min(), table.year.max()) == (1977, 2022)


def test_the_perfect_score_of_a_solved_endgame_is_read(shared_data):
    table = wthor.read_table(shared_data / "othello/wthor/WTH_2016.wtb")
    assert set(table.perfect_from.tolist()) == {24}
    assert abs(table.perfect_score).max() <= 64
    assert (table.perfect_score % 2 == 0).all()
    assert (table.perfect_score != table.black_score).any()


def test_unfinished_games_keep_their_stored_score(shared_data):
    path = shared_data / "othello/wthor/WTH_1985.wtb"
    table, replay = wthor.read_positions([path])
    unfinished = np.flatnonzero(~replay.over)
    assert len(unfinished) == 8
    records = list(read_games(path, unexpected, unexpected))
    for game in unfinished:
        assert records[game].played_score() is None
        assert records[game].black_score == table.black_score[game]


def test_records_say_the_same_as_the_arrays(shared_data):
    path = shared_data / "othello/wthor/WTH_1977.wtb"
    table, replay = wthor.read_positions([path])
    names = wthor.names_beside(path)
    records = list(read_games(path, unexpected, unexpected))
    assert len(records) == len(table) == 12
    for game, record in enumerate(records):
        assert [move for move in record.moves if move != PASS] == table.moves[game][table.moves[game] != NO_MOVE].tolist()
        assert record.final_position().black == int(replay.final_black[game])
        assert record.black == names.player(int(table.black[game])) != ""
        assert record.event == names.tournament(int(table.tournament[game]))
        assert (record.year, record.perfect_from) == (1977, 24)


def test_names_of_the_archive_are_found_whatever_their_letter_case(shared_data):
    names = wthor.names_beside(shared_data / "othello/wthor/WTH_2001.wtb")
    assert (len(names.players), len(names.tournaments)) == (4448, 492)
    assert names.player(0) == ""
    assert names.player(1) == "Tastet Marc"
    assert "Préqualif de Paris" in names.tournaments
    assert len(wthor.names_beside(shared_data / "othello/playok/PLAYOK_2023.wtb").players) == 7834


def test_scores_that_only_repeat_the_result_are_no_perfect_scores(shared_data):
    table = wthor.read_table(shared_data / "othello/playok/PLAYOK_2023.wtb")
    assert not table.perfect_from.any()


def test_a_whole_folder_is_read_as_its_files(shared_data, archive):
    assert len(list(read_games(archive, unexpected))) == 7
    folder = shared_data / "othello/wthor"
    paths = [path for path in wthor.wtb_files(folder) if path.name < "WTH_1984"]
    games = [(path.stat().st_size - 16) // 68 for path in paths]
    assert len(wthor.read_tables(paths)) == sum(games) == 653
    assert len(wthor.read_tables([])) == 0


def test_what_is_written_is_read_back(archive):
    assert sorted(path.name for path in archive.iterdir()) == ["WTHOR.JOU", "WTHOR.TRN", "WTH_2004.wtb", "WTH_2005.wtb"]
    records = [*example_records(6, seed=1), *example_records(1, seed=2)]
    back = list(read_games(archive, unexpected, unexpected))
    assert [record.date for record in back] == ["2004"] * 6 + ["2005"]
    for record, original in zip(back, records, strict=True):
        assert record.moves[0] == F5
        assert (record.black, record.white, record.event) == (original.black, original.white, original.event)
        assert record.black_score == original.black_score
        assert record.final_position().canonical() == play_all(original.moves).canonical()
        assert (record.perfect_score, record.perfect_from) == (None, None)


def test_one_year_may_be_one_file_with_its_names_beside(tmp_path):
    path = tmp_path / "mine.wtb"
    write_games(path, example_records(3, seed=5))
    assert sorted(other.name for other in tmp_path.iterdir()) == ["mine.jou", "mine.trn", "mine.wtb"]
    assert [game.black for game in read_games(path, unexpected)] == ["Black 0", "Black 1", "Black 2"]


def test_several_years_do_not_fit_one_file(tmp_path):
    records = [dataclasses.replace(record, date=day) for record, day in zip(example_records(2, 5), ("1999", ""), strict=True)]
    with pytest.raises(NotationError, match="holds the games of one year, and these are of no date, 1999; write to a folder"):
        write_games(tmp_path / "mine.wtb", records)
    assert not list(tmp_path.iterdir())


def test_a_folder_with_other_games_is_not_robbed_of_its_names(archive):
    record = dataclasses.replace(example_records(1, seed=3)[0], date="1990")
    with pytest.raises(SetupError, match=r"holds WTH_2004\.wtb, which would lose its names"):
        write_games(archive, [record], RecordFormat.WTHOR)


def test_without_lists_players_keep_their_numbers(archive):
    (archive / "WTHOR.JOU").unlink()
    (archive / "WTHOR.TRN").unlink()
    game = next(read_games(archive / "WTH_2004.wtb", unexpected))
    assert (game.black, game.white, game.event) == ("player 1", "player 2", "tournament 1")


@pytest.mark.parametrize(
    ("name", "kept"),
    [
        ("A name of more than twenty letters", b"A name of more than"),
        ("Weiß Ännchen", "Weiß Ännchen".encode("latin-1")),
        ("Čapek Šárka", b"Capek S\xe1rka"),
        ("村上健", b"???"),
        ("two\nlines", b"two lines"),
    ],
)
def test_names_are_cut_and_turned_into_latin_letters(name, kept):
    archive = wthor_writer.pack_archive([GameRecord((), black=name, black_score=0, date="2004")], date(2020, 2, 29))
    assert archive.players[36:56] == kept.ljust(20, b"\0")


def test_perfect_scores_are_written_only_if_all_games_have_one():
    game = GameRecord(parse_transcript("f5d6"), black_score=4, date="2004", perfect_score=10, perfect_from=20)
    assert wthor.parse_table(bytes(packed([game, game])), "x").perfect_from.tolist() == [20, 20]
    bare = dataclasses.replace(game, perfect_score=None, perfect_from=None)
    assert wthor.parse_table(bytes(packed([game, bare])), "x").perfect_from.tolist() == [0, 0]


def test_the_depth_of_old_files_is_22():
    data = packed([GameRecord((), black_score=4, date="2004", perfect_score=10, perfect_from=20)])
    data[14] = 0
    assert wthor.parse_table(bytes(data), "x").perfect_from.tolist() == [22]


def test_games_the_format_cannot_hold_are_refused():
    with pytest.raises(NotationError, match="only games from the standard start"):
        wthor_writer.require_writable(GameRecord((), start=Position.start(6), black_score=0))
    with pytest.raises(NotationError, match="needs a result, and the game stops early without one"):
        wthor_writer.require_writable(GameRecord(parse_transcript("f5d6")))


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        ({12: 10}, "x.wtb holds games on the 10×10 board; only 8×8 games are read"),
        ({12: 6}, "x.wtb, byte 12: the board size is 6; 8×8 is 0 or 8"),
        ({13: 1}, "x.wtb holds solitaires, not games"),
        ({4: 9}, "x.wtb, byte 220: the file ends here; its header's 9 games need 628 bytes"),
    ],
)
def test_other_kinds_of_files_are_refused(change, problem):
    data = packed(example_records(3, seed=5))
    for place, value in change.items():
        data[place] = value
    with pytest.raises(NotationError, match=problem):
        list(parse_games(bytes(data), "x.wtb", unexpected))


@pytest.mark.parametrize("size", [0, 5, 15, 16, 100, 219])
def test_a_truncated_file_is_refused_naming_the_byte(size):
    data = bytes(packed(example_records(3, seed=5)))[:size]
    with pytest.raises(NotationError, match=rf"x\.wtb, byte {size}: the file ends|x\.wtb is empty"):
        list(parse_games(data, "x.wtb", unexpected))


def test_a_list_of_names_is_no_file_of_games(archive):
    with pytest.raises(NotationError, match=r"WTHOR.JOU holds 8 names; the games are in the .wtb files beside it"):
        list(read_games(archive / "WTHOR.JOU", unexpected))


def test_a_truncated_list_of_names_is_an_error(archive):
    path = archive / "WTHOR.JOU"
    path.write_bytes(path.read_bytes()[:50])
    with pytest.raises(NotationError, match=r"WTHOR.JOU, byte 50: the file ends early; 8 names need 176 bytes"):
        list(read_games(archive, unexpected))


@pytest.mark.parametrize(
    ("place", "value", "problem"),
    [
        (6, 65, "Black has 65 discs; a board has 64 squares"),
        (7, 200, "Black has 200 discs; a board has 64 squares"),
        (8 + 4, 99, "move 5: 99 is not a square of WTHOR; squares are 11 (a1) to 88 (h8)"),
        (8 + 4, 0, "there are moves behind its end"),
        (8 + 1, 11, "move 2: a1 is not legal for White; legal: f4, d6, f6"),
    ],
)
def test_a_bad_game_is_skipped_and_the_others_are_read(place, value, problem):
    data = packed(example_records(3, seed=5))
    data[16 + 68 + place] = value
    skipped = []
    assert len(list(parse_games(bytes(data), "x.wtb", skipped.append))) == 2
    assert [str(game) for game in skipped] == [f"x.wtb, game 2: {problem}"]


def test_the_content_tells_wthor_whatever_the_name():
    assert detect_format(bytes(packed(example_records(1, seed=5))), "notes.txt") == RecordFormat.WTHOR
