"""`kibitz archive …`"""

import json
import subprocess
import sys
import threading
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from kibitz.archive.database import open_for_writing
from kibitz.cli.archive import archive as archive_group
from kibitz.records.othello.files import read_games

GAMES = """\
[Event "Oslo Open"]
[Date "2001.05.06"]
[Black "Ann"]
[White "Bob"]
[Result "22-42"]

1. f5 d6 2. c3 d3

[Event "Oslo Open"]
[Date "2003"]
[Black "Cem"]
[White "Ann"]
[Result "40-24"]

1. f5 d6 2. c4 d3

[Event "Paris"]
[Date "2004"]
[Black "Deep Thello (cray)"]
[White "Bob"]
[Result "32-32"]

1. d3 c3
"""


@pytest.fixture(autouse=True)
def archive_file(tmp_path, monkeypatch) -> Path:
    """The archive all commands of a test use."""
    path = tmp_path / "data" / "games.duckdb"
    monkeypatch.setenv("KIBITZ_ARCHIVE", str(path))
    return path


@pytest.fixture
def pgn(tmp_path) -> Path:
    path = tmp_path / "games.pgn"
    path.write_text(GAMES)
    return path


@pytest.fixture
def filled(call, pgn) -> None:
    assert call("archive", "import", str(pgn)).code == 0


def document(ended) -> dict:
    assert ended.code == 0, ended.err
    assert ended.out.count("\n") == 1
    return json.loads(ended.out)


def test_import_counts_games_duplicates_and_files(call, pgn, archive_file):
    first = document(call("archive", "import", str(pgn), "--json"))
    assert first == {"games": 3, "duplicates": 0, "skipped": 0, "files": 1, "passed_over": 0, "archive": str(archive_file)}
    again = document(call("archive", "import", str(pgn), str(pgn.parent), "--json"))
    assert (again["games"], again["duplicates"]) == (0, 3)


def test_an_archive_can_be_named_by_an_option(call, pgn, tmp_path, archive_file):
    other = tmp_path / "club.duckdb"
    ended = call("archive", "import", str(pgn), "--archive", str(other))
    assert ended.out == f"{other}: 3 games added, 0 there already, 0 skipped, 1 files read\n"
    assert not archive_file.exists()
    assert document(call("archive", "info", "--archive", str(other), "--json"))["games"] == 3


def test_bad_games_and_other_files_have_a_line_on_standard_error(call, tmp_path):
    folder = tmp_path / "mixed"
    folder.mkdir()
    (folder / "games.txt").write_text("f5d6\nf5a1\n")
    (folder / "notes.bin").write_bytes(bytes(100))
    ended = call("archive", "import", str(folder), "--json")
    found = document(ended)
    assert (found["games"], found["skipped"], found["files"], found["passed_over"]) == (1, 1, 1, 1)
    lines = ended.err.splitlines()
    assert len(lines) == 2
    assert lines[0].startswith(f"{folder / 'games.txt'}, game 2: ")
    assert "notes.bin" in lines[1]


@pytest.mark.usefixtures("filled")
def test_info_tells_years_players_and_size(call, archive_file):
    found = document(call("archive", "info", "--json"))
    assert (found["games"], found["players"], found["tournaments"], found["positions"]) == (3, 4, 2, 10)
    assert found["years"] == {
        "first": 2001,
        "last": 2004,
        "by_year": [{"year": 2001, "games": 1}, {"year": 2003, "games": 1}, {"year": 2004, "games": 1}],
        "unknown": 0,
    }
    assert found["bytes"] == archive_file.stat().st_size
    assert "3 games, 2001–2004" in call("archive", "info").out


def test_info_of_an_empty_archive_is_all_zeros(call, archive_file):
    open_for_writing(archive_file, game="othello").close()
    found = document(call("archive", "info", "--json"))
    assert (found["games"], found["players"], found["years"]["first"], found["years"]["by_year"]) == (0, 0, None, [])
    assert "0 games, 0 positions" in call("archive", "info").out


@pytest.mark.usefixtures("filled")
def test_explore_lists_the_moves_of_a_position(call):
    found = document(call("archive", "explore", "f5d6", "--json"))
    assert (found["games"], found["to_move"], found["seconds"] > 0) == (2, "black", True)
    moves = {move["move"]: move for move in found["moves"]}
    assert set(moves) == {"c3", "c4"}
    assert moves["c3"]["share"] == 0.5
    assert (moves["c3"]["white_wins"], moves["c3"]["mean_score"], moves["c3"]["last_year"]) == (1, -20, 2001)
    assert moves["c4"]["top_players"] == [{"name": "Cem", "games": 1}]


@pytest.mark.usefixtures("filled")
@pytest.mark.parametrize(
    ("options", "games"),
    [
        ([], 3),
        (["--from-year", "2003"], 2),
        (["--to-year", "2001"], 1),
        (["--player", "ann"], 2),
        (["--player", "ann", "--color", "white"], 1),
        (["--tournament", "oslo"], 2),
        (["--human"], 2),
    ],
)
def test_filters_choose_games(call, options, games):
    assert document(call("archive", "explore", "--json", *options))["games"] == games
    assert document(call("archive", "games", "--json", *options))["total"] == games


@pytest.mark.usefixtures("filled")
def test_explore_prints_a_table_for_people(call):
    out = call("archive", "explore", "f5").out
    assert out.splitlines()[0] == "3 games, +1.3 for White"
    assert "d6" in out
    assert "Ann 1, Bob 1" in out
    assert call("archive", "explore", "f5d6c3d3").out == "1 games, 1 ended here, -20.0 for Black\n"


@pytest.mark.usefixtures("filled")
def test_positions_may_be_boards_and_come_from_standard_input(call):
    board = "-" * 27 + "OX" + "-" * 6 + "XO" + "-" * 27 + " X"
    assert document(call("archive", "explore", board, "--json"))["games"] == 3
    assert document(call("archive", "explore", "-", "--json", stdin="f5d6"))["games"] == 2


@pytest.mark.usefixtures("filled")
def test_games_are_listed_with_the_move_that_followed(call):
    found = document(call("archive", "games", "f5", "--limit", "2", "--json"))
    assert found["total"] == 3
    assert [(game["black"], game["winner"], game["move"]) for game in found["games"]] == [
        ("Deep Thello (cray)", "draw", "f6"),
        ("Cem", "black", "d6"),
    ]
    out = call("archive", "games", "f5d6").out
    assert out.splitlines()[0] == "2 games"
    assert "Cem" in out


@pytest.mark.usefixtures("filled")
def test_export_writes_the_chosen_games(call, tmp_path):
    target = tmp_path / "out.ggf"
    found = document(call("archive", "export", str(target), "--player", "Ann", "--json"))
    assert (found["games"], found["skipped"]) == (2, 0)
    assert [record.black for record in read_games(target, pytest.fail)] == ["Ann", "Cem"]
    call("archive", "export", str(target), "--position", "f5d6c3")
    assert [record.black for record in read_games(target, pytest.fail)] == ["Ann"]


def test_games_a_format_cannot_hold_are_named_and_counted(call, tmp_path):
    (tmp_path / "games.txt").write_text("f5d6\n")
    (tmp_path / "scored.pgn").write_text(GAMES)
    call("archive", "import", str(tmp_path))
    folder = tmp_path / "wthor"
    folder.mkdir()
    ended = call("archive", "export", str(folder), "--json")
    assert (document(ended)["games"], document(ended)["skipped"]) == (3, 1)
    assert ended.err.count("\n") == 1


@pytest.mark.usefixtures("filled")
def test_an_import_brings_ratings_and_programs_are_marked(call):
    found = document(call("archive", "ratings", "--year", "2004", "--json"))
    assert [rating["is_program"] for rating in found["ratings"]] == [False, True]
    assert found["computed_at"] is not None
    assert "Deep Thello (cray) *" in call("archive", "ratings").out
    assert "Deep" not in call("archive", "ratings", "--human").out
    history = document(call("archive", "ratings", "--player", "ann", "--json"))["ratings"]
    assert [rating["year"] for rating in history] == [2001, 2003]
    assert len(document(call("archive", "ratings", "--top", "1", "--update", "--json"))["ratings"]) == 1


@pytest.mark.usefixtures("filled")
def test_players_are_found_by_a_part_of_their_name(call):
    found = document(call("archive", "players", "THELLO", "--json"))["players"]
    assert [(player["name"], player["games"], player["is_program"]) for player in found] == [("Deep Thello (cray)", 1, True)]
    assert "Bob" in call("archive", "players", "b").out
    assert call("archive", "players", "zzz").out == "no player has 'zzz' in the name\n"


@pytest.mark.usefixtures("filled")
def test_fetch_downloads_and_imports(call, tmp_path):
    published, folder = tmp_path / "published", tmp_path / "downloads"
    published.mkdir()
    assert call("archive", "export", str(published), "--from-year", "2003", "--to-year", "2003").code == 0
    handler = partial(SilentHandler, directory=published)
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        thread = threading.Thread(target=server.serve_forever, args=[0.01])
        thread.start()
        url = f"http://127.0.0.1:{server.server_port}"
        options = ["--from", url, "--folder", str(folder), "--years", "2003", "--json"]
        found = document(call("archive", "fetch", "wthor", *options))
        failed = call("archive", "fetch", "wthor", *options, "--years", "2004")
        server.shutdown()
        thread.join()
    assert found["fetched"] == ["WTHOR.JOU", "WTHOR.TRN", "WTH_2003.wtb"]
    assert (found["games"], found["duplicates"], found["files"]) == (0, 1, 1)
    assert (failed.code, failed.out) == (1, "")
    assert failed.err.splitlines()[-1] == f"kibitz: {url}/WTH_2004.wtb does not exist (HTTP 404)"


class SilentHandler(SimpleHTTPRequestHandler):
    def log_message(self, *_: object) -> None:
        """Silence: standard error is what the test looks at."""


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["info"], "there is no archive at"),
        (["explore", "f5"], "there is no archive at"),
        (["ratings", "--update"], "there is no archive at"),
        (["import", "nowhere.pgn"], "nowhere.pgn does not exist"),
        (["fetch", "wthor", "--years", "all"], "is not a range of years"),
        (["explore", "f5f5"], "f5 is not legal"),
        (["explore", "zebra"], "is not a move"),
    ],
)
def test_what_is_missing_or_wrong_gets_one_line_and_exit_code_2(call, archive_file, arguments, message):
    ended = call("archive", *arguments)
    assert (ended.code, ended.out) == (2, "")
    assert ended.err.startswith("kibitz: ")
    assert ended.err.count("\n") == 1
    assert message in ended.err
    assert not archive_file.exists()


def test_a_file_without_games_is_an_error(call, tmp_path):
    (tmp_path / "notes.md").write_text("Buy milk.\n")
    ended = call("archive", "import", str(tmp_path / "notes.md"))
    assert ended.code == 2
    assert ended.err.splitlines()[-1].startswith("kibitz: ")
    assert "notes.md" in ended.err
    (tmp_path / "empty").mkdir()
    assert "holds no game files" in call("archive", "import", str(tmp_path / "empty")).err


@pytest.mark.usefixtures("filled")
def test_unknown_names_and_a_lonely_colour_are_bad_input(call):
    assert call("archive", "explore", "--player", "zzz").code == 2
    assert "name the player too" in call("archive", "explore", "--color", "black").err
    assert call("archive", "explore", "--color", "green").code == 2


def test_junk_in_place_of_the_archive_gets_one_line(call, archive_file, pgn):
    archive_file.parent.mkdir()
    archive_file.write_bytes(b"junk" * 5000)
    for arguments in (["info"], ["explore"], ["import", str(pgn)]):
        ended = call("archive", *arguments)
        assert (ended.code, ended.err) == (
            2,
            f"kibitz: {archive_file} is not a Kibitz archive; choose another path with --archive\n",
        )


@pytest.mark.parametrize("name", sorted(archive_group.commands))
def test_every_command_has_help_with_an_example(call, name):
    ended = call("archive", name, "--help")
    assert ended.code == 0
    assert f"Example: kibitz archive {name}" in ended.out


@pytest.mark.usefixtures("filled")
def test_exploring_loads_neither_numpy_nor_rich():
    program = (
        "import sys; from kibitz.cli.main import main; main(['archive', 'explore', 'f5', '--json']);"
        "assert 'duckdb' in sys.modules; assert not {'numpy', 'rich', 'kibitz.records.othello.files'} & set(sys.modules)"
    )
    subprocess.run([sys.executable, "-c", program], check=True, capture_output=True)


def test_help_loads_no_database():
    program = (
        "import sys; from kibitz.cli.main import main; main(['archive', 'explore', '--help']);"
        "assert not {'duckdb', 'numpy', 'rich'} & set(sys.modules)"
    )
    subprocess.run([sys.executable, "-c", program], check=True, capture_output=True)
