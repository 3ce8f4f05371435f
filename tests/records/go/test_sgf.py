"""Games of Go in SGF: what the properties mean, and what is tolerated."""

import gzip
import io
import tarfile
import zipfile

import pytest

from kibitz.errors import NotationError, SetupError
from kibitz.records.go.files import go_games_of, parse_go_games, read_go_games
from kibitz.records.go.record import GoMove, GoRecord, parse_dan
from kibitz.records.go.sgf import parse_go_game, parse_go_result, read_sgf
from kibitz.records.go.sgf_writer import format_go_game
from kibitz.records.record import NO_NOTE, MoveNote
from kibitz.records.reports import SkippedGame
from kibitz.rules.game import Color
from kibitz.rules.go.points import parse_vertex
from kibitz.rules.squares import PASS

BLACK, WHITE = Color.BLACK, Color.WHITE


def read(text: str | bytes) -> list[GoRecord | SkippedGame]:
    """The games of a text, those that are refused behind the others."""
    skipped: list[SkippedGame] = []
    data = text if isinstance(text, bytes) else text.encode()
    return [*parse_go_games(data, "game.sgf", skipped.append), *skipped]


def one(text: str | bytes) -> GoRecord:
    (record,) = read(text)
    assert isinstance(record, GoRecord), record
    return record


def refusal(text: str | bytes) -> str:
    (skipped,) = read(text)
    assert isinstance(skipped, SkippedGame)
    return skipped.problem


def test_a_game_has_its_moves_and_what_is_known_of_it():
    record = one(
        "(;GM[1]FF[4]SZ[19]PB[Cho]BR[9p]PW[Ishida]WR[8p]EV[Meijin]RO[2]DT[1975-10-03]KM[5.5]RU[Japanese]RE[W+2.5]SO[book]"
        ";B[pd];W[dp];B[])"
    )
    assert record.moves == (GoMove(BLACK, parse_vertex("Q16", 19)), GoMove(WHITE, parse_vertex("D4", 19)), GoMove(BLACK, PASS))
    assert (record.black, record.white, record.event, record.round, record.year) == ("Cho", "Ishida", "Meijin", "2", 1975)
    assert (record.komi, record.black_score, record.winner, record.is_counted) == (5.5, -2.5, WHITE, True)
    assert record.tags == {"SO": "book"}
    assert parse_dan(record.black_rank) == 9


def test_without_a_size_the_board_is_19x19_and_tt_is_a_pass():
    assert one("(;B[tt];W[ss])").moves == (GoMove(BLACK, PASS), GoMove(WHITE, 360))


def test_a_handicap_game_begins_with_white():
    record = one("(;HA[2]AB[pd][dp]SZ[19];W[qq];B[oq])")
    assert record.handicap == 2
    assert record.first_to_move == WHITE
    start = record.start
    assert start.to_move == WHITE
    assert {point for point in range(361) if start.stone_at(point) == BLACK} == {parse_vertex("Q16", 19), parse_vertex("D4", 19)}


def test_rectangles_of_stones_are_set_up_and_taken_away():
    record = one("(;SZ[9]AB[aa:cb]AE[bb]AW[ee]PL[W])")
    assert len(record.black_stones) == 5
    assert record.white_stones == (parse_vertex("E5", 9),)
    assert record.first_to_move == WHITE


def test_variations_and_comments_are_kept_where_they_leave_the_main_line():
    record = one("(;SZ[9]C[start];B[ee]C[tengen](;W[cc];B[gg])(;W[gc]C[other](;B[cg])(;B[gg])))")
    assert [move.point for move in record.moves] == [parse_vertex(name, 9) for name in ("E5", "C7", "G3")]
    assert record.comment == "start"
    assert record.notes == {0: MoveNote(comment="tengen")}
    other, third = record.variations
    assert (other.line, other.after, other.notes) == (0, 1, {0: MoveNote(comment="other")})
    assert [move.color for move in other.moves] == [WHITE, BLACK]
    assert (third.line, third.after, len(third.moves)) == (1, 1, 1)


def test_the_positions_of_a_record_can_be_walked_through():
    record = one("(;SZ[9]KM[7];B[ba];W[aa];B[ab];B[ee])")
    *_, last = record.positions()
    assert last.prisoners == (1, 0)
    assert last.komi == 7


@pytest.mark.parametrize(
    ("charset", "says_so"),
    [("shift_jis", True), ("gb18030", True), ("euc_kr", True), ("big5", True), ("shift_jis", False), ("utf-16", False)],
)
def test_names_are_read_in_their_encoding(charset, says_so):
    # The second byte of 表 and ソ in Shift-JIS is a backslash.
    name = {"shift_jis": "表ソ井山裕太コミ", "gb18030": "柯洁", "euc_kr": "신진서", "big5": "柯潔", "utf-16": "井山"}[charset]
    record = one(
        f"(;{f'CA[{charset}]' if says_so else ''}PB[{name}]C[コミ6目半、白番中押し勝ち];B[pd])".encode(charset, "ignore")
    )
    assert record.black == name
    assert len(record.moves) == 1


def test_a_false_charset_does_not_hide_utf_8():
    assert one("(;CA[ascii]PB[Müller];B[aa])").black == "Müller"


@pytest.mark.parametrize(
    "text",
    [
        "some mail before (;SZ[9];B[ee];W[cc]) and after",
        "(;SZ[9];B[ee];W[cc]",
        ";SZ[9];B[ee];W[cc]",
        "(SZ[9];B[ee];W[cc])",
        "(;SiZe[9];Black[ee];White[cc])",
        "(;SZ[9:9]\n;\n\nB[ee]  ; W[cc] )",
        "(;SZ[9];B[EE];W[ cc ])",
    ],
)
def test_slips_of_programs_and_people_are_tolerated(text):
    assert [move.point for move in one(text).moves] == [parse_vertex("E5", 9), parse_vertex("C7", 9)]


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("(;GM[2];B[d3])", "is not Go"),
        ("(;SZ[9:13];B[aa])", "not the size of a square board"),
        ("(;SZ[3];B[aa])", "sizes are 5 to 25"),
        ("(;SZ[9];B[jj])", "move 1: 'jj' is not a point of SGF; points are aa to ii"),
        ("(;SZ[9];B[aa];W[aa])", "move 2, White at A9: there is a stone already"),
        ("(;SZ[9];B[ab];W[ee];B[ba];W[aa])", "move 4, White at A9: it is suicide"),
        ("(;SZ[9];B[ab];W[ee];B[ba];AW[cc])", "stones are set up after move 3"),
        ("(;SZ[9]AB[aa]AW[ab][ba];B[cc])", "stones cannot be set up"),
        ("(;SZ[9];B[aa]W)", "its tree is broken"),
    ],
)
def test_a_game_that_cannot_be_used_is_refused_with_its_reason(text, problem):
    assert problem in refusal(text)


def test_a_ko_taken_back_at_once_is_refused():
    moves = "B[ba];W[ca];B[ab];W[db];B[bc];W[cc];B[cb];W[bb];B[cb]"
    assert "it takes back a ko at once" in refusal(f"(;SZ[9];{moves})")


@pytest.mark.parametrize(
    ("text", "score", "winner", "ending"),
    [
        ("B+3.5", 3.5, BLACK, ""),
        ("W+12", -12, WHITE, ""),
        ("W+Resign", None, WHITE, "resignation"),
        ("b+r", None, BLACK, "resignation"),
        ("B+T", None, BLACK, "time"),
        ("W+2,5 (moves unknown)", -2.5, WHITE, ""),
        ("Jigo", 0, None, ""),
        ("Void", None, None, ""),
        ("", None, None, ""),
    ],
)
def test_results_say_who_won_by_how_much_and_why(text, score, winner, ending):
    assert parse_go_result(text) == (score, winner, ending)


def test_archives_are_read_without_unpacking(tmp_path):
    games = {"a/1.sgf": b"(;SZ[9];B[aa])", "a/2.SGF": b"(;SZ[9];B[bb])", "a/readme.txt": b"no game"}
    with tarfile.open(tmp_path / "games.tar.gz", "w:gz") as archive:
        for name, data in games.items():
            member = tarfile.TarInfo(name)
            member.size = len(data)
            archive.addfile(member, io.BytesIO(data))
    with zipfile.ZipFile(tmp_path / "games.zip", "w") as archive:
        for name, data in games.items():
            archive.writestr(name, data)
    (tmp_path / "third.sgf.gz").write_bytes(gzip.compress(b"(;SZ[9];B[cc])"))
    found = [record.moves[0].point for record in read_go_games(tmp_path, pytest.fail)]
    assert found == [0, 10, 0, 10, 20]


def test_refusals_name_the_file_in_the_archive(tmp_path):
    with zipfile.ZipFile(tmp_path / "games.zip", "w") as archive:
        archive.writestr("good.sgf", "(;SZ[9];B[aa])")
        archive.writestr("bad.sgf", "(;SZ[9];B[aa];W[aa])")
    skipped: list[SkippedGame] = []
    assert len(list(read_go_games(tmp_path / "games.zip", skipped.append))) == 1
    assert [str(game) for game in skipped] == ["games.zip/bad.sgf, game 1: move 2, White at A9: there is a stone already"]


def test_a_damaged_or_missing_archive_is_refused_as_a_whole(tmp_path):
    (tmp_path / "broken.tar.gz").write_bytes(b"\x1f\x8b" + b"nonsense" * 10)
    with pytest.raises(NotationError, match="is damaged"):
        list(read_go_games(tmp_path / "broken.tar.gz", pytest.fail))
    with pytest.raises(SetupError, match="is missing"):
        read_go_games(tmp_path / "nothing.sgf", pytest.fail)


def test_records_of_one_size_go_into_one_table():
    records = [one("(;SZ[9]AB[aa]AW[bb];B[cc];W[dd])"), one("(;SZ[19];B[cc])"), one("(;SZ[9];B[])")]
    games = go_games_of(records, 9)
    assert len(games) == 2
    assert games.move_counts.tolist() == [2, 1]
    assert games.replay().stones.astype(bool).sum(axis=1).tolist() == [4, 0]


def test_the_collected_odd_files_are_all_read(shared_data):
    skipped: list[SkippedGame] = []
    (archive,) = (shared_data / "go" / "sgf-edge-cases").glob("*.tar.gz")
    records = list(read_go_games(archive, skipped.append))
    assert len(records) == 9
    assert not skipped
    assert {record.notes.get(1, NO_NOTE).comment for record in records} >= {"围棋 is fun", "囲碁 is fun", "바둑 is fun"}


def test_the_games_on_small_boards_are_all_legal(shared_data):
    skipped: list[SkippedGame] = []
    records = list(read_go_games(shared_data / "go" / "nine", skipped.append))
    assert len(records) == 564
    assert not skipped
    assert {record.size for record in records} == {9}


SABAKI = """(;GM[1]FF[4]CA[UTF-8]AP[Sabaki:0.52.2]KM[6.5]SZ[9]RU[Japanese]DT[2024-05-01]PB[Ann]PW[Bob]LB[ee:1][gc:a\\:b]TR[cc]
;B[ee]N[Opening]MN[1]SQ[ee]AR[ee:gg]LN[aa:ia]TE[1]C[good \\] move];W[gc]BM[2]CR[gc][cg:dh]MA[aa]
(;B[cg]LB[cg:A]HO[1])(;B[gg]DO[]FG[1:Figure](;W[cc]UC[1])(;W[cg]GB[1]VW[])))"""


def test_markup_is_kept_as_other_programs_write_it():
    record = parse_go_game(SABAKI)
    assert record.marks == {"LB": ("ee:1", "gc:a\\:b"), "TR": ("cc",)}
    assert record.notes[0].marks == {
        "N": ("Opening",),
        "MN": ("1",),
        "SQ": ("ee",),
        "AR": ("ee:gg",),
        "LN": ("aa:ia",),
        "TE": ("1",),
    }
    assert record.notes[1].marks == {"BM": ("2",), "CR": ("gc", "cg:dh"), "MA": ("aa",)}
    assert [variation.notes[0].marks for variation in record.variations] == [
        {"DO": ("",), "FG": ("1:Figure",)},
        {"GB": ("1",), "VW": ("",)},
    ]
    assert record.variations[0].notes[1].marks == {"UC": ("1",)}
    assert record.rules == "Japanese"
    assert "LB" not in record.tags


def test_markup_is_written_as_it_was_read():
    record = parse_go_game(SABAKI)
    written = format_go_game(record)
    assert parse_go_game(written) == record
    for text in ("LB[ee:1][gc:a\\:b]", "AR[ee:gg]", "LN[aa:ia]", "CR[gc][cg:dh]", "MN[1]", "RU[Japanese]"):
        assert text in written


@pytest.mark.parametrize(
    ("encoding", "named"), [("gb18030", "GB18030"), ("big5", "Big5"), ("shift_jis", "Shift_JIS"), ("euc_kr", "EUC-KR")]
)
def test_labels_and_names_come_in_the_encoding_that_the_file_names(encoding, named):
    word = {"euc_kr": "이창호", "shift_jis": "本因坊秀策", "big5": "吳清源", "gb18030": "吴清源"}[encoding]
    text = f"(;GM[1]FF[4]CA[{named}]SZ[9]PB[{word}];B[ee]LB[ee:{word[:1]}]C[{word}])"
    (record,) = read_sgf(text.encode(encoding), "a file")
    assert (record.black, record.notes[0].comment, record.notes[0].marks["LB"]) == (word, word, (f"ee:{word[:1]}",))
