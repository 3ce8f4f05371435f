"""Downloads from a server that breaks off, lies, changes its mind and forgets."""

import hashlib
import json
import socket
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from kibitz.archive import download
from kibitz.archive.othello.fetch import WTHOR_URL, fetch_wthor, parse_years
from kibitz.errors import NotationError, PeerError, SetupError
from kibitz.records.othello.files import write_games
from kibitz.records.othello.record import GameRecord
from kibitz.rules.othello import bulk
from kibitz.rules.othello.position import with_passes

PATIENTLY_NOT = (0.0, 0.0, 0.0)


class Server(ThreadingHTTPServer):
    """A web folder whose files and faults a test can change while it runs."""

    def __init__(self, files: dict[str, bytes]) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.files = files
        self.requests: list[tuple[str, str | None]] = []  # name and Range of each request
        self.cut_after: dict[str, list[int]] = {}  # by name: after how many bytes the next answers break off
        self.answers: dict[str, list[int]] = {}  # by name: status codes to answer first
        self.ranges = True
        self.tags = True

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_port}/base/"

    def asked_for(self, name: str) -> list[str | None]:
        return [wanted for asked, wanted in self.requests if asked == name]


class Handler(BaseHTTPRequestHandler):
    server: Server

    def do_GET(self) -> None:
        name = self.path.rpartition("/")[2]
        self.server.requests.append((name, self.headers.get("Range")))
        if self.server.answers.get(name):
            self.send_error(self.server.answers[name].pop(0))
        elif name not in self.server.files:
            self.send_error(404)
        else:
            self._send(name, self.server.files[name])

    def _send(self, name: str, content: bytes) -> None:
        tag = f'"{hashlib.md5(content).hexdigest()}"'
        if self.server.tags and self.headers.get("If-None-Match") == tag:
            self.send_response(304)
            self.end_headers()
            return
        wanted = self.headers.get("Range")
        begin = 0
        if wanted and self.server.ranges and self.headers.get("If-Range") == tag:
            begin = int(wanted.removeprefix("bytes=").rstrip("-"))
            if begin >= len(content):
                self.send_error(416)
                return
        self.send_response(206 if begin else 200)
        if begin:
            self.send_header("Content-Range", f"bytes {begin}-{len(content) - 1}/{len(content)}")
        if self.server.tags:
            self.send_header("ETag", tag)
        self.send_header("Content-Length", str(len(content) - begin))
        self.end_headers()
        cuts = self.server.cut_after.get(name)
        self.wfile.write(content[begin : begin + cuts.pop(0)] if cuts else content[begin:])

    def log_message(self, *_: object) -> None:
        """Silence: the tests' output is for the tests."""


def wthor_files(folder: Path, seed: int = 1, years: int = 3) -> dict[str, bytes]:
    """An archive of random games, by name of file."""
    moves, _, _ = bulk.random_games(60, seed)
    records = [
        GameRecord(with_passes([move for move in game if move >= 0]), black=f"No {number % 5}", date=str(1977 + number % years))
        for number, game in enumerate(moves.tolist())
    ]
    folder.mkdir()
    write_games(folder, records)
    return {path.name: path.read_bytes() for path in folder.iterdir()}


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    with Server(wthor_files(tmp_path / "published")) as running:
        thread = threading.Thread(target=running.serve_forever, args=[0.01])
        thread.start()
        yield running
        running.shutdown()
        thread.join()


@pytest.fixture(autouse=True)
def no_waiting(monkeypatch):
    monkeypatch.setattr(download, "PAUSES", PATIENTLY_NOT)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "downloads"


def downloaded(folder: Path) -> dict[str, bytes]:
    """The complete files of a folder."""
    return {path.name: path.read_bytes() for path in folder.iterdir() if path.suffix in (".wtb", ".JOU", ".TRN")}


NAME = "WTH_1978.wtb"


def test_all_published_years_come_with_their_names_and_later_ones_are_missing(server, folder):
    report = fetch_wthor(folder, base_url=server.url)
    assert downloaded(folder) == server.files
    assert sorted(report.fetched) == sorted(server.files)
    assert report.missing[0] == "WTH_1980.wtb"
    assert [path.name for path in report.game_files()] == ["WTH_1977.wtb", NAME, "WTH_1979.wtb"]


def test_checksums_are_written_down(server, folder):
    fetch_wthor(folder, [1978], server.url)
    checksums = json.loads((folder / "manifest.json").read_text())["checksums"]
    assert checksums[NAME] == hashlib.sha256(server.files[NAME]).hexdigest()
    assert sorted(checksums) == sorted(["WTHOR.JOU", "WTHOR.TRN", NAME])


def test_what_has_not_changed_is_not_sent_again(server, folder):
    fetch_wthor(folder, [1978], server.url)
    report = fetch_wthor(folder, [1978], server.url)
    assert report.fetched == []
    assert sorted(report.unchanged) == sorted(["WTHOR.JOU", "WTHOR.TRN", NAME])


def test_what_has_changed_replaces_the_older_file(server, folder, tmp_path):
    fetch_wthor(folder, [1978], server.url)
    server.files = wthor_files(tmp_path / "corrected", seed=2)
    assert NAME in fetch_wthor(folder, [1978], server.url).fetched
    assert (folder / NAME).read_bytes() == server.files[NAME]


def test_a_broken_transfer_goes_on_where_it_stopped(server, folder):
    server.cut_after[NAME] = [100, 500]
    lines = []
    fetch_wthor(folder, [1978], server.url, lines.append)
    assert downloaded(folder)[NAME] == server.files[NAME]
    assert server.asked_for(NAME) == [None, "bytes=100-", "bytes=600-"]
    assert sum("trying again" in line for line in lines) == 2


def test_a_transfer_that_keeps_breaking_is_an_error_and_the_next_call_goes_on(server, folder):
    server.cut_after[NAME] = [100, 0, 50, 0]
    with pytest.raises(PeerError, match=f"{NAME}: the connection broke after 150 of .* run the command again"):
        fetch_wthor(folder, [1978], server.url)
    assert NAME not in downloaded(folder)
    fetch_wthor(folder, [1978], server.url)
    assert server.asked_for(NAME)[-1] == "bytes=150-"
    assert downloaded(folder)[NAME] == server.files[NAME]


def test_a_file_that_changed_between_two_halves_is_sent_whole(server, folder, tmp_path):
    server.cut_after[NAME] = [200, 0, 0, 0]
    with pytest.raises(PeerError):
        fetch_wthor(folder, [1978], server.url)
    server.files = wthor_files(tmp_path / "corrected", seed=2)
    fetch_wthor(folder, [1978], server.url)
    assert downloaded(folder)[NAME] == server.files[NAME]


def test_a_server_without_ranges_or_tags_sends_everything_again(server, folder):
    server.ranges = server.tags = False
    server.cut_after[NAME] = [200]
    fetch_wthor(folder, [1978], server.url)
    assert downloaded(folder)[NAME] == server.files[NAME]
    assert server.asked_for(NAME) == [None, None]


def test_a_half_that_is_longer_than_the_file_is_thrown_away(server, folder):
    server.cut_after[NAME] = [200, 0, 0, 0]
    with pytest.raises(PeerError):
        fetch_wthor(folder, [1978], server.url)
    with (folder / f".{NAME}.part").open("ab") as part:
        part.write(bytes(len(server.files[NAME])))
    fetch_wthor(folder, [1978], server.url)
    assert downloaded(folder)[NAME] == server.files[NAME]


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        (b"<html>Bienvenue</html>", "is not the file it should be"),
        (b"", "is not the file it should be"),
        (b"\x14\x1a\x02\x10" + bytes(12), "of 0"),
    ],
)
def test_something_else_never_replaces_a_good_file(server, folder, content, problem):
    fetch_wthor(folder, [1978], server.url)
    good = server.files[NAME]
    server.files[NAME] = content
    with pytest.raises(PeerError, match=problem):
        fetch_wthor(folder, [1978], server.url)
    assert downloaded(folder)[NAME] == good
    server.files[NAME] = good
    assert NAME in fetch_wthor(folder, [1978], server.url).unchanged


def test_a_file_of_another_year_is_refused(server, folder):
    server.files[NAME] = server.files["WTH_1979.wtb"]
    with pytest.raises(PeerError, match="says that its games are of 1979"):
        fetch_wthor(folder, [1978], server.url)


def test_a_file_that_was_damaged_on_the_disk_is_fetched_anew(server, folder):
    fetch_wthor(folder, [1978], server.url)
    damaged = bytearray(server.files[NAME])
    damaged[50] ^= 1
    (folder / NAME).write_bytes(damaged)
    lines = []
    assert fetch_wthor(folder, [1978], server.url, lines.append).fetched == [NAME]
    assert downloaded(folder)[NAME] == server.files[NAME]
    assert any("no longer as it was downloaded" in line for line in lines)


def test_a_named_year_that_is_not_there_is_an_error(server, folder):
    with pytest.raises(PeerError, match=r"WTH_1985.wtb does not exist \(HTTP 404\)"):
        fetch_wthor(folder, [1978, 1985], server.url)
    assert downloaded(folder)[NAME] == server.files[NAME]


def test_a_gap_between_published_years_is_an_error(server, folder):
    del server.files[NAME]
    with pytest.raises(PeerError, match=f"has no {NAME}"):
        fetch_wthor(folder, base_url=server.url)


def test_an_address_with_nothing_behind_it_is_an_error(server, folder):
    server.files = {}
    with pytest.raises(PeerError, match=r"WTHOR\.JOU does not exist"):
        fetch_wthor(folder, base_url=server.url)


def test_a_busy_server_is_asked_again_and_a_refusing_one_is_not(server, folder):
    server.answers[NAME] = [503, 500]
    fetch_wthor(folder, [1978], server.url)
    assert len(server.asked_for(NAME)) == 3
    server.answers["WTHOR.JOU"] = [403]
    with pytest.raises(PeerError, match="HTTP 403"):
        fetch_wthor(folder, [1978], server.url)


def test_a_server_that_cannot_be_reached_is_an_error(server, folder):
    url = server.url
    server.server_close()
    with pytest.raises(PeerError, match="the connection failed"):
        fetch_wthor(folder, [1978], url)


def test_a_server_that_stays_silent_is_an_error(folder, monkeypatch):
    monkeypatch.setattr(download, "SECONDS_TO_WAIT", 0.05)
    with socket.create_server(("127.0.0.1", 0)) as silent:
        url = f"http://127.0.0.1:{silent.getsockname()[1]}/"
        with pytest.raises(PeerError, match=r"no answer within 0\.05 seconds"):
            fetch_wthor(folder, [1978], url)


def test_what_is_no_web_address_or_no_year_is_refused(folder):
    with pytest.raises(NotationError, match="not a web address"):
        fetch_wthor(folder, base_url="file:///etc/")
    assert list(parse_years("2010-2012")) == [2010, 2011, 2012]
    assert list(parse_years("2016")) == [2016]
    for text in ("", "16", "2012-2010", "1970", "2010-", "all", "²⁰¹⁶"):
        with pytest.raises(NotationError, match="is not a range of years"):
            parse_years(text)
    assert WTHOR_URL.startswith("https://")


def test_a_folder_that_cannot_be_written_is_reported(server, read_only_folder):
    with pytest.raises(SetupError, match="cannot be"):
        fetch_wthor(read_only_folder / "new", [1978], server.url)
    with pytest.raises(SetupError, match="cannot be written"):
        fetch_wthor(read_only_folder, [1978], server.url)


def test_a_manifest_that_is_not_understood_is_named(server, folder):
    folder.mkdir()
    (folder / "manifest.json").write_text("[]")
    with pytest.raises(SetupError, match=r"manifest\.json cannot be understood"):
        fetch_wthor(folder, [1978], server.url)
