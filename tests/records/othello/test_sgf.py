"""SGF of Othello, and of Go as far as saying that it is Go."""

import tarfile

import pytest

from kibitz.errors import KibitzError, NotationError
from kibitz.records.othello.files import parse_games
from kibitz.records.othello.record import GameRecord, MoveNote, SkippedGame
from kibitz.records.othello.sgf_writer import format_game
from kibitz.rules.game import Color
from kibitz.rules.othello.position import START, Position, parse_board
from kibitz.rules.squares import PASS, parse_square, parse_transcript
from records.example_games import unexpected


def read(data: str | bytes) -> tuple[list[GameRecord], list[SkippedGame]]:
    skipped: list[SkippedGame] = []
    raw = data.encode() if isinstance(data, str) else data
    return list(parse_games(raw, "games.sgf", skipped.append)), skipped


def only(data: str | bytes) -> GameRecord:
    (game,), skipped = read(data)
    assert not skipped
    return game


@pytest.mark.parametrize(
    "text",
    [
        "(;FF[4]GM[2];B[f5];W[d6];B[c3])",
        "(;GM[2]SZ[8] ;B[fe] ;W[df] ;B[cc])",
        "(;GM[2]SZ[8:8];B[F5];W[D6];B[C3];)",
        "mail header\n\n(\n;GM[2]\n;B[f5];W[d6](;B[c3])(;B[e3]))\ntrailer",
        "(;GM[2]AB[e4][d5]AW[d4][e5]PL[B]RE[Void]B[f5];W[d6];B[c3];)",
        "(;FF[4];B[f5];W[d6];B[c3])",
    ],
)
def test_all_ways_to_write_a_game_are_the_same_game(text):
    game = only(text)
    assert game.moves == parse_transcript("f5d6c3")
    assert game.start == START


def test_everything_a_game_says_is_found():
    game = only(
        "(;FF[4]GM[2]CA[UTF-8]PB[Ann \\] B]PW[Bjørn]BR[1800.5]WR[5 dan]EV[Open]RO[2]PC[Oslo]DT[2005-11-12,13]RE[W+12]"
        "GC[a game\nof two lines]US[me];B[f5]V[2.5]C[good];W[d6]V[2.5]ET[12])"
    )
    assert (game.black, game.white, game.event, game.round, game.place) == ("Ann ] B", "Bjørn", "Open", "2", "Oslo")
    assert (game.black_rating, game.white_rating, game.date, game.black_score) == (1800.5, None, "2005-11-12", -12)
    assert game.notes == {0: MoveNote(2.5, None, "good"), 1: MoveNote(-2.5, 12)}
    assert game.tags == {"GC": "a game\nof two lines", "US": "me", "WR": "5 dan", "DT": "2005-11-12,13"}
    assert only(format_game(game)) == game


@pytest.mark.parametrize(
    ("result", "score", "winner", "ending"),
    [
        ("B+20", 20, None, ""),
        ("W+2.00", -2, None, ""),
        ("0", 0, None, ""),
        ("Draw", 0, None, ""),
        ("B+R", None, Color.BLACK, "resignation"),
        ("W+Time", None, Color.WHITE, "time"),
        ("W+", None, Color.WHITE, ""),
        ("B+19", None, Color.BLACK, ""),
        ("Void", None, None, ""),
        ("40-24", 16, None, ""),
    ],
)
def test_results_of_every_kind_are_understood(result, score, winner, ending):
    game = only(f"(;GM[2]RE[{result}];B[f5])")
    assert (game.black_score, game.winner, game.ending) == (score, winner, ending)
    assert only(format_game(game)) == game


@pytest.mark.parametrize("written", ["[]", "[PA]", "[tt]", "[pass]"])
def test_passes_may_be_written_or_left_out(written):
    stuck = parse_board("XO------" + "-" * 56 + " O")
    assert stuck.must_pass
    text = f"(;GM[2]AB[a1]AW[b1]AE[d4]PL[W];W{written};B[c1])"
    assert only(text).start == stuck
    assert only(text).moves == only(text.replace(f";W{written}", "")).moves


def test_set_up_stones_away_from_the_middle_are_added_to_the_start():
    start = only("(;GM[2]AB[a1][h8];B[f5])").start
    corners = 1 << parse_square("a1") | 1 << parse_square("h8")
    assert start == Position(START.own | corners, START.opp, Color.BLACK)
    assert only("(;GM[2]AB[aa:ba];B[f5])").start.black == START.black | 0b11


def test_other_sizes_are_played():
    assert only("(;GM[2]SZ[6];B[cb])").start == Position.start(6)
    _, skipped = read("(;GM[2];B[f5])(;GM[2]SZ[7];B[ca])(;GM[2]SZ[6:8];B[ca])(;GM[2]SZ[x];B[ca])")
    assert [game.problem for game in skipped] == [
        "board size 7 is not known; sizes are 4, 6, 8, 10",
        "SZ['6:8'] is not the size of a square board",
        "SZ['x'] is not the size of a square board",
    ]


@pytest.mark.parametrize(("encoding", "name"), [("Shift_JIS", "村上健"), ("ISO-8859-1", "Ærø"), ("windows-1251", "Иван")])
def test_names_are_read_in_the_encoding_of_the_file(encoding, name):
    assert only(f"(;GM[2]CA[{encoding}]PB[{name}];B[f5])".encode(encoding)).black == name


def test_an_encoding_nobody_knows_is_guessed():
    assert only("(;GM[2]CA[idna]PB[Ærø];B[f5])").black == "Ærø"
    assert only("(;GM[2]CA[cp999]PB[Ærø];B[f5])".encode("latin-1")).black == "Ærø"


@pytest.mark.parametrize("text", ["(;GM[1]SZ[19];B[pd];W[dd])", "(;FF[4]SZ[9];B[ee])", "(;FF[4]C[nothing])"])
def test_a_file_of_go_is_refused_as_go(text):
    with pytest.raises(NotationError, match=r"^games\.sgf: it is a game of Go, GM\[1\]"):
        read(text)


def test_other_games_are_refused_in_front_and_skipped_between():
    with pytest.raises(NotationError, match=r"GM\['3'\] is neither Othello"):
        read("(;GM[3];B[f5])")
    games, skipped = read("(;GM[2];B[f5])(;GM[1];B[pd])(;GM[2];B[d3])")
    assert len(games) == 2
    assert [game.number for game in skipped] == [2]


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("(;GM[2];B[f5];W[zz])", "move 2: 'zz' is not a point of SGF; points are aa to hh"),
        ("(;GM[2];B[f5];W[i9])", "move 2: 'i9' is not a square; squares are a1 to h8"),
        ("(;GM[2];B[f5];AB[a1];W[d6])", "stones are set up after move 1"),
        ("(;GM[2];B[f5];W[a1])", "move 2: a1 is not legal for White; legal: f4, d6, f6"),
        ("(;GM[2];W[f5])", "move 1: a pass is not legal for Black; legal: d3, c4, f5, e6"),
        ("(;GM[2];B[f5]()", "its tree is broken: empty sequence"),
        ("(;GM[2];B)", "its tree is broken: property with no values"),
    ],
)
def test_a_bad_game_is_skipped_with_its_reason_and_the_next_one_read(text, problem):
    games, skipped = read(f"(;GM[2];B[e6]){text}(;GM[2];B[d3])")
    assert [game.moves for game in games] == [(parse_square("e6"),), (parse_square("d3"),)]
    assert [(game.number, game.problem) for game in skipped] == [(2, problem)]


def test_the_edge_cases_of_go_files_end_in_clear_errors(shared_data):
    with tarfile.open(shared_data / "go/sgf-edge-cases/sabaki_sgf_tests.tar.gz") as archive:
        contents = {member.name: archive.extractfile(member).read() for member in archive if member.name.endswith(".sgf")}
    assert len(contents) > 5
    for name, content in contents.items():
        with pytest.raises(KibitzError, match=r"Go|not a game file|empty|UTF-16"):
            list(parse_games(content, name, unexpected))


def test_a_truncated_last_game_is_skipped():
    games, skipped = read("(;GM[2];B[e6])(;GM[2];B[d3];W[c")
    assert len(games) == 1
    assert [game.problem for game in skipped] == ["its tree is broken: unexpected end of SGF data"]


def test_variations_are_kept_with_passes_where_a_side_moves_twice():
    game = only("(;GM[2]C[game];B[f5](;W[d6];B[c3])(;W[f6]C[quiet];B[e6](;W[f4])(;B[d6])))")
    assert (game.moves, game.comment) == (parse_transcript("f5d6c3"), "game")
    first, second = game.variations
    assert (first.line, first.after, first.moves) == (0, 1, parse_transcript("f6e6f4"))
    assert first.notes == {0: MoveNote(comment="quiet")}
    assert (second.line, second.after, second.moves) == (1, 2, (PASS, parse_square("d6")))
    assert only(format_game(game)) == game


def test_variations_leave_where_they_did_when_passes_are_put_in():
    # White has no move after a1 and b1: the main line leaves out the pass, after which the variation leaves.
    text = "(;GM[2]AB[a1]AW[b1]AE[d4]PL[W](;B[c1];B[h8])(;W[];B[c1];C[end]))"
    games, skipped = read(text.replace(";B[h8]", ""))
    assert not skipped
    assert games[0].moves == (PASS, parse_square("c1"))
    assert [(line.after, line.moves) for line in games[0].variations] == [(0, (PASS, parse_square("c1")))]


def test_variations_that_cannot_be_followed_are_left_out_and_told():
    warnings: list[object] = []
    text = b"(;GM[2];B[f5](;W[d6])(;W[z9])(;W[f4]))"
    (game,) = parse_games(text, "games.sgf", unexpected, warnings.append)
    assert [line.moves for line in game.variations] == [parse_transcript("f4")]
    assert [str(warning) for warning in warnings] == ["games.sgf, game 1: 1 variation is left out"]


def test_text_that_ends_values_is_escaped():
    game = GameRecord(parse_transcript("f5"), black="a]b\\c", white="(;GM[1]", notes={0: MoveNote(comment="x]\ny\\")})
    assert only(format_game(game)) == game
