"""`kibitz archive … --game go` and `kibitz convert --game go`"""

import json
import tarfile
from pathlib import Path

import pytest

from kibitz.records.go.files import read_go_games

GAMES = """\
(;GM[1]SZ[9]PB[Ann]PW[Bob]EV[Oslo Open]DT[2001-05-06]RE[B+3.5];B[ee];W[cc];B[gg])
(;GM[1]SZ[9]PB[Cem]PW[Ann]EV[Oslo Open]DT[2003]RE[W+R];B[ee];W[gc])
(;GM[1]SZ[9]PB[Dora]PW[Bob]EV[Paris]DT[2004]RE[W+10];B[cc]C[good];W[ee])
(;GM[1]SZ[19]PB[Dora]PW[Ann]DT[2004];B[pd];W[dp])
"""


@pytest.fixture(autouse=True)
def archive_file(tmp_path, monkeypatch) -> Path:
    """The archive all commands of a test use."""
    path = tmp_path / "data" / "games.duckdb"
    monkeypatch.setenv("KIBITZ_ARCHIVE", str(path))
    return path


@pytest.fixture
def sgf(tmp_path) -> Path:
    path = tmp_path / "games.sgf"
    path.write_text(GAMES)
    return path


def archive(call, *arguments: str) -> dict:
    ended = call("archive", *arguments, "--game", "go", "--json")
    assert ended.code == 0, ended.err
    assert ended.out.count("\n") == 1
    return json.loads(ended.out)


@pytest.fixture
def filled(call, sgf) -> None:
    assert call("archive", "import", "--game", "go", str(sgf)).code == 0


def test_import_counts_games_duplicates_and_files(call, sgf, archive_file):
    first = archive(call, "import", str(sgf))
    assert first == {"games": 4, "duplicates": 0, "skipped": 0, "files": 1, "passed_over": 0, "archive": str(archive_file)}
    assert archive(call, "import", str(sgf.parent))["duplicates"] == 4


@pytest.mark.usefixtures("filled")
def test_explore_tells_who_played_a_move_and_how_it_went(call):
    found = archive(call, "explore", "--size", "9")
    assert (found["games"], found["to_move"], len(found["board"])) == (3, "black", 81)
    moves = {move["move"]: move for move in found["moves"]}
    assert set(moves) == {"E5", "G7"}
    assert moves["E5"]["games"] == 2
    assert moves["E5"]["top_players"] == [{"name": "Ann", "games": 1}, {"name": "Cem", "games": 1}]
    assert (moves["G7"]["white_wins"], moves["G7"]["mean_score"], moves["G7"]["twins"]) == (1, -10, ["C7", "G7", "C3", "G3"])
    (reply,) = archive(call, "explore", "E5", "--size", "9")["moves"]
    assert (reply["move"], reply["games"], reply["share"]) == ("G7", 2, 1.0)
    assert archive(call, "explore", "R16")["games"] == 0
    assert archive(call, "explore", "D4")["games"] == 1
    out = call("archive", "explore", "--game", "go", "--size", "9").out
    assert out.splitlines()[0] == "3 games, -3.2 for Black"
    assert "Ann 1, Cem 1" in out


@pytest.mark.usefixtures("filled")
@pytest.mark.parametrize(
    ("options", "games"),
    [
        (["--from-year", "2003"], 2),
        (["--to-year", "2001"], 1),
        (["--player", "ann"], 2),
        (["--player", "ann", "--color", "white"], 1),
        (["--tournament", "oslo"], 2),
    ],
)
def test_filters_choose_games(call, options, games):
    assert archive(call, "explore", "--size", "9", *options)["games"] == games
    assert archive(call, "games", "", "--size", "9", *options)["total"] == games


@pytest.mark.usefixtures("filled")
def test_games_are_listed_with_the_move_that_followed(call):
    found = archive(call, "games", "E5", "--size", "9")
    assert found["total"] == 2
    assert [(game["black"], game["winner"], game["move"], game["transcript"]) for game in found["games"]] == [
        ("Cem", "white", "G7", "eegc"),
        ("Ann", "black", "G7", "eeccgg"),
    ]
    assert archive(call, "games")["total"] == 4
    assert "+3.5" in call("archive", "games", "--game", "go").out


@pytest.mark.usefixtures("filled")
def test_info_players_and_ratings_are_those_of_go(call):
    found = archive(call, "info")
    assert (found["games"], found["players"], found["years"]["last"]) == (4, 4, 2004)
    assert [player["games"] for player in archive(call, "players", "ann")["players"]] == [3]
    assert {rating["year"] for rating in archive(call, "ratings", "--player", "Bob")["ratings"]} == {2001, 2004}


@pytest.mark.usefixtures("filled")
def test_an_archive_without_games_of_another_game_says_how_to_add_some(call, archive_file):
    ended = call("archive", "info", "--json")
    assert (ended.code, ended.out) == (2, "")
    assert ended.err == f"kibitz: {archive_file} holds no games of Othello; add some with: kibitz archive import FILE\n"


@pytest.mark.usefixtures("filled")
def test_export_writes_the_chosen_games_as_sgf(call, tmp_path, sgf):
    target = tmp_path / "out.sgf"
    assert archive(call, "export", str(target))["games"] == 4
    assert list(read_go_games(target, pytest.fail)) == list(read_go_games(sgf, pytest.fail))
    archive(call, "export", str(target), "--position", "E5", "--size", "9")
    assert [record.black for record in read_go_games(target, pytest.fail)] == ["Ann", "Cem"]
    assert call("archive", "export", "--game", "go", str(tmp_path / "out.ggf")).code == 2


@pytest.mark.usefixtures("filled")
def test_positions_that_no_archive_files_are_told(call):
    moves = " ".join(f"{column}{row}" for row in (1, 5) for column in "ABCDEFGHJKLMNOPQ")
    ended = call("archive", "explore", "--game", "go", moves)
    assert ended.code == 0
    assert ended.err == "of games on 19×19 the archive files the first 30 moves, and this is later\n"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["explore", "--game", "go"], "make one with: kibitz archive import --game go FILE"),
        (["explore", "--game", "go", "--human"], "records of Go do not say who is a program"),
        (["explore", "--game", "go", "zebra"], "is not a point"),
        (["import", "--game", "go", "nowhere.sgf"], "nowhere.sgf does not exist"),
    ],
)
def test_what_is_missing_or_wrong_gets_one_line_and_exit_code_2(call, archive_file, arguments, message):
    ended = call("archive", *arguments)
    assert (ended.code, ended.out) == (2, "")
    assert message in ended.err
    assert ended.err.count("\n") == 1
    assert not archive_file.exists()


def test_an_archive_of_files_becomes_one_collection(call, tmp_path, sgf):
    bad = tmp_path / "bad.sgf"
    bad.write_bytes("(;CA[EUC-KR]SZ[9]PB[신진서];B[ee])(;SZ[9];B[ee];W[ee])".encode("euc_kr"))
    with tarfile.open(tmp_path / "games.tar", "w") as packed:
        packed.add(sgf, "a.sgf")
        packed.add(bad, "b.sgf")
    target = tmp_path / "all.sgf"
    ended = call("convert", "--game", "go", str(tmp_path / "games.tar"), str(target), "--json")
    assert json.loads(ended.out) == {"games": 5, "skipped": 1, "warnings": 0}
    assert ended.err == "games.tar/b.sgf, game 2: move 2, White at E5: there is a stone already\n"
    records = list(read_go_games(target, pytest.fail))
    assert records[-1].black == "신진서"
    assert "C[good]" in target.read_text(encoding="utf-8")


def test_a_game_of_go_read_as_othello_says_what_to_do(call, tmp_path, sgf):
    ended = call("convert", str(sgf), str(tmp_path / "out.pgn"))
    assert ended.code == 2
    assert "--game go" in ended.err
