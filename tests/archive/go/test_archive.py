"""Games of Go in an archive: filed up to symmetry, found again, and kept whole."""

import tarfile
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from archive.go.records import game_of, random_record
from kibitz.archive.catalogue import find_players, list_games, summarise
from kibitz.archive.database import open_archive, open_for_writing
from kibitz.archive.explore import explore
from kibitz.archive.filters import GameFilter
from kibitz.archive.go.beginnings import common_go_beginnings
from kibitz.archive.go.catalogue import go_game_records
from kibitz.archive.go.index import OPENING_MOVES, index_rows, indexed_moves
from kibitz.archive.go.keys import family_of_filed, oriented, position_key
from kibitz.archive.importer import import_files, import_records, record_files
from kibitz.archive.ratings import top_ratings, update_ratings
from kibitz.errors import SetupError
from kibitz.records.go.files import parse_go_games, read_go_games
from kibitz.records.go.record import GoMove, GoRecord
from kibitz.rules.game import Color
from kibitz.rules.go.points import parse_vertex, transform_point
from kibitz.rules.go.position import GoGame, play_go_moves
from kibitz.rules.squares import NO_MOVE, PASS
from kibitz.rules.symmetry import SYMMETRIES

BLACK, WHITE = Color.BLACK, Color.WHITE


def turned(record: GoRecord, symmetry: int) -> GoRecord:
    moves = tuple(GoMove(color, transform_point(point, symmetry, record.size)) for color, point in record.moves)
    return replace(record, moves=moves)


@pytest.fixture
def go_archive(archive_path):
    """Makes an archive of some games of Go, open for writing."""
    opened = []

    def make(records):
        opened.append(open_for_writing(archive_path, game="go"))
        import_records(opened[-1], records, "test")
        return opened[-1]

    yield make
    for archive in opened:
        archive.close()


@pytest.mark.parametrize("size", [5, 9, 13, 19])
def test_images_of_a_position_share_a_key_and_others_do_not(size):
    position = play_go_moves([move.point for move in random_record(size, size, 12).moves], GoGame(size).start())
    assert len({position_key(position.image(symmetry)) for symmetry in SYMMETRIES}) == 1
    assert position_key(position) != position_key(position.with_turn_of(position.to_move.other))
    after = {position_key(position.play(point)) for point in position.legal_points()}
    assert len(after) == len(position.legal_points())
    assert position_key(GoGame(size).start()) != position_key(GoGame(size + 2).start())


def test_moves_that_the_position_makes_the_same_are_one_family():
    start = GoGame(9).start()
    (row, *_) = index_rows([game_of("C3 C7")], 9).square
    family = family_of_filed(start, int(row))
    assert family.move == parse_vertex("G7", 9)
    assert family.twins == tuple(sorted(parse_vertex(name, 9) for name in ("C3", "C7", "G3", "G7")))
    centre = start.play(parse_vertex("E5", 9)).play(parse_vertex("E7", 9))
    assert family_of_filed(centre, PASS).twins == (PASS,)
    assert family_of_filed(centre, NO_MOVE).twins == (NO_MOVE,)


def test_the_index_agrees_with_positions_played_one_by_one():
    records = [random_record(seed, moves=30 + seed) for seed in range(5)]
    rows = index_rows(records, 9)
    for number, record in enumerate(records):
        mine = rows.game == number
        positions = list(record.positions())
        assert sorted(rows.key[mine].tolist()) == sorted(map(position_key, positions))
        filed = dict(zip(rows.key[mine].tolist(), rows.square[mine].tolist(), strict=True))
        for position, move in zip(positions, record.moves, strict=False):
            assert move.point in family_of_filed(position, filed[position_key(position)]).twins
        assert filed[position_key(positions[-1])] == NO_MOVE


def test_large_boards_are_filed_for_the_opening_only():
    long, short = random_record(1, 19, 50), random_record(2, 19, 10)
    rows = index_rows([long, short], 19)
    assert np.bincount(rows.game).tolist() == [OPENING_MOVES, 11]
    assert indexed_moves(13) is None
    assert len(index_rows([random_record(3, 13, 50)], 13).key) == 51


def test_explore_counts_moves_results_and_players(go_archive):
    archive = go_archive(
        [
            game_of("E5 C3", black="Ann", white="Bob", black_score=3.5, winner=BLACK, date="2001"),
            game_of("E5 G7", black="Ann", white="Cem", winner=WHITE, ending="resignation", date="2003"),
            game_of("E5 E7 C3", black="Dora", white="Bob", black_score=-10.0, winner=WHITE, date="2004"),
            game_of("C3", 13, black="Dora", white="Bob", black_score=0.0, date="2004"),
        ]
    )
    start = explore(archive, GoGame(9).start())
    assert (start.tally.games, start.tally.black_wins, start.tally.white_wins) == (3, 1, 2)
    assert start.tally.mean_score == -3.25
    (first,) = start.moves
    assert (start.name_of(first.move), first.share, first.top_players) == ("E5", 1.0, (("Ann", 2), ("Dora", 1)))
    replies = explore(archive, GoGame(9).start().play(first.move))
    assert {replies.name_of(move.move): move.tally.games for move in replies.moves} == {"G7": 2, "G5": 1}
    assert explore(archive, GoGame(13).start()).tally.draws == 1
    assert explore(archive, GoGame(9).start(), GameFilter(player="ann", from_year=2002)).tally.games == 1
    assert explore(archive, GoGame(19).start()).tally.games == 0


def test_games_that_are_images_of_one_another_are_one_game(go_archive):
    record = random_record(4, black="Ann", white="Bob", date="2001", winner=BLACK)
    archive = go_archive([record])
    again = import_records(archive, [turned(record, symmetry) for symmetry in SYMMETRIES], "again")
    assert (again.games, again.duplicates) == (0, 8)
    others = [replace(record, black="Eve"), replace(record, winner=WHITE), replace(record, moves=record.moves[:-1])]
    assert import_records(archive, others, "others").games == 3
    assert oriented([0], 9) == oriented([80], 9) != oriented([1], 9)


def test_records_come_out_as_they_went_in(go_archive):
    plain = random_record(1, black="Ann", white="Bob", black_rank="9p", komi=6.5, black_score=2.5, winner=BLACK, rules="Chinese")
    texts = [
        "(;SZ[9]C[start]PB[Cem]SO[book];B[ee]C[tengen](;W[cc];B[gg])(;W[gc]))",
        "(;SZ[9];B[ee];B[cc];W[];W[gg])",
        "(;HA[2]AB[pd][dp]SZ[19]RE[W+R]OT[5x30];W[qq];B[oq])",
        "(;SZ[9]AB[aa]AW[bb]PL[W];W[];B[])",
        "(;SZ[9]DT[1995-10-30,31]RE[Void]KM[six];B[ee])",
    ]
    records = [plain, *(next(parse_go_games(text.encode(), "game.sgf", pytest.fail)) for text in texts)]
    archive = go_archive(records)
    assert list(go_game_records(archive)) == records
    assert archive.rows("SELECT sgf IS NULL FROM games ORDER BY id") == [(True,), (False,), (False,), (True,), (True,), (True,)]
    assert list(go_game_records(archive, GameFilter(player="Cem"))) == [records[1]]


def test_lists_figures_and_ratings_are_those_of_go(go_archive):
    archive = go_archive(
        [
            game_of("E5 C3", black="Ann", white="Bob", black_score=3.5, winner=BLACK, date="2001", event="Open"),
            game_of("E5 E7", black="Bob (9p)", white="Ann", winner=WHITE, date="2001"),
            game_of("E5 E3", black="Bob", white="Ann", winner=BLACK, handicap=2, date="2002"),
        ]
    )
    summary = summarise(archive)
    assert (summary.games, summary.players, summary.programs, summary.tournaments) == (3, 3, 0, 1)
    total, listed = list_games(archive, GoGame(9).start().play(40))
    assert total == 3
    assert {game.move for game in listed} == {parse_vertex("G7", 9), parse_vertex("G5", 9)}
    assert next(game.black_score for game in listed if game.tournament == "Open") == 3.5
    assert [player.games for player in find_players(archive, "ann")] == [3]
    update_ratings(archive)
    assert {rating.year for rating in top_ratings(archive, 9)} == {2001}
    assert common_go_beginnings(archive, 1, 9) == {"ee": 3}
    assert common_go_beginnings(archive, 1, 19) == {}


def test_both_games_live_in_one_file_apart(archive_path, tmp_path):
    (tmp_path / "games.txt").write_text("f5d6c3\n")
    with open_for_writing(archive_path, game="othello") as archive:
        import_files(archive, record_files([tmp_path / "games.txt"], "othello"))
    with pytest.raises(SetupError, match="holds no games of Go; add some with: kibitz archive import --game go FILE"):
        open_archive(archive_path, game="go")
    with open_for_writing(archive_path, game="go") as archive:
        import_records(archive, [random_record(1)], "go")
    with open_archive(archive_path, game="othello") as archive:
        assert summarise(archive).games == 1
        assert archive.rows("SELECT file FROM imports") == [("games.txt",)]
    with open_archive(archive_path, game="go") as archive:
        assert archive.rows("SELECT file FROM imports") == [("go",)]
        assert [record.size for record in go_game_records(archive)] == [9]


def test_games_without_moves_and_illegal_ones_are_skipped_with_a_line(archive_path, tmp_path):
    file = tmp_path / "games.sgf"
    file.write_text("(;SZ[9])(;SZ[9];B[ee];W[ee])(;SZ[9];B[ee])")
    lines = []
    with open_for_writing(archive_path, game="go") as archive:
        report = import_files(archive, record_files([file], "go"), lines.append)
    assert (report.games, report.skipped, len(lines)) == (1, 2, 2)
    assert "there is a stone already" in " ".join(lines)


def test_folders_are_searched_for_games_of_go_only(tmp_path):
    for name in ("a.sgf", "b.tar.gz", "c.zip", "d.sgf.gz", "e.pgn", "notes.txt", ".f.sgf"):
        (tmp_path / name).write_text("x")
    assert [file.path.name for file in record_files([tmp_path], "go")] == ["a.sgf", "b.tar.gz", "c.zip", "d.sgf.gz"]


def first_members(source: Path, target: Path, count: int) -> Path:
    """A small archive of the first games of a large one."""
    with tarfile.open(source, "r|*") as archive, tarfile.open(target, "w") as copy:
        for member in archive:
            if member.name.endswith(".sgf"):
                copy.addfile(member, archive.extractfile(member))
                count -= 1
            if not count:
                return target
    return target


@pytest.mark.parametrize(("folder", "size"), [("nine", 9), ("pro", 19), ("kgs", 19)])
def test_real_games_are_imported_and_found_again(archive_path, shared_data: Path, tmp_path, folder, size):
    source = min((shared_data / "go" / folder).glob("*.tar.gz"))
    small = first_members(source, tmp_path / "small.tar", 40)
    records = [record for record in read_go_games(small, pytest.fail) if record.size == size and record.moves]
    long = [record for record in records if len(record.moves) > OPENING_MOVES]
    with open_for_writing(archive_path, game="go") as archive:
        report = import_files(archive, record_files([small], "go"))
        assert report.games + report.duplicates >= len(records) > 30
        for record in long[:5]:
            positions = list(record.positions())
            for place in (0, 10, 29):
                rows = explore(archive, positions[place]).moves
                assert record.moves[place].point in {move for row in rows for move in row.twins}
            last = explore(archive, positions[-1])
            assert (last.ended_here > 0) == (last.tally.games > 0) == (size < 19)
