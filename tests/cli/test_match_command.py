"""`kibitz match`"""

import contextlib
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

FAKE_ENGINE = Path(__file__).parent.parent / "data" / "gtp" / "fake_engine.py"
FAST = ("--openings", "random:6", "--pairs", "3")
PATIENCE = 120.0
"""Seconds after which something that must happen has not; nothing is measured by it."""


@pytest.fixture(autouse=True)
def data_folder(monkeypatch, tmp_path):
    """Where records go that no --out names."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    return tmp_path / "data" / "kibitz"


def match(call, *arguments):
    ended = call("match", *arguments, "--json")
    assert (ended.code, ended.err) == (0, "")
    return json.loads(ended.out)


def test_the_document_has_the_figures_that_others_build_on(call, tmp_path):
    result = match(call, "engine:level=1", "random", *FAST, "--out", str(tmp_path / "m"))
    assert {"wins", "draws", "losses", "elo", "elo_low", "elo_high"} <= result.keys()
    assert result["wins"] + result["draws"] + result["losses"] == 6
    assert result["elo_low"] <= result["elo"] <= result["elo_high"]
    assert result["players"] == ["engine:level=1", "random"]
    assert (tmp_path / "m" / "games.ggf").read_text().count("\n") == 6


def test_a_match_is_repeatable_and_workers_change_nothing(call):
    one = match(call, "random", "greedy", *FAST, "--seed", "4")
    two = match(call, "random", "greedy", *FAST, "--seed", "4", "--workers", "2")
    assert one.pop("folder") != two.pop("folder")
    assert one == two


def test_records_without_a_named_folder_go_to_the_data_folder(call, data_folder):
    folder = match(call, "random", "greedy", "--openings", "random:2", "--pairs", "1")["folder"]
    assert folder.startswith(str(data_folder / "matches" / "match-"))
    assert len(list((data_folder / "matches").iterdir())) == 1


def test_the_shipped_openings_are_the_usual_ones(call):
    assert match(call, "random", "greedy", "--pairs", "1")["openings"] == "xot"


def test_a_finished_match_is_not_played_again(call, tmp_path):
    arguments = ("random", "greedy", *FAST, "--out", str(tmp_path / "m"))
    first = match(call, *arguments)
    written = (tmp_path / "m" / "games.ggf").stat().st_mtime_ns
    assert match(call, *arguments) == first
    assert (tmp_path / "m" / "games.ggf").stat().st_mtime_ns == written


def test_people_get_lines(call, tmp_path):
    ended = call("match", "engine:level=1", "random", *FAST, "--out", str(tmp_path / "m"))
    assert (ended.code, ended.err) == (0, "")
    lines = ended.out.splitlines()
    assert lines[0] == "engine:level=1 against random: 3 pairs from random:6, seed 0"
    assert re.fullmatch(r"games      \+\d =\d -\d, score [\d.]+ % \([\d.]+ to [\d.]+\)", lines[1])
    assert re.fullmatch(r"Elo        [<>]?[+-]\d+ \([<>]?[+-]\d+ to [<>]?[+-]\d+\)", lines[2])
    assert re.fullmatch(r"discs      [+-][\d.]+ \([+-][\d.]+ to [+-][\d.]+\) a game", lines[3])
    assert lines[-1] == f"records    {tmp_path / 'm'}"


def test_a_test_that_decides_is_told(call):
    arguments = ("engine:level=1", "random", "--openings", "random:6", "--pairs", "100", "--sprt", "0,300")
    result = match(call, *arguments, "--workers", "2")
    assert result["sprt"]["verdict"] == "higher"
    assert result["sprt"]["pairs"] == result["pairs"] < 50
    assert "SPRT       0,300: decided for 300 after" in call("match", *arguments).out


def test_losses_otherwise_than_on_the_board_are_told(call):
    ended = call("match", "random", f'gtp:"{sys.executable} -c pass"', "--openings", "random:2", "--pairs", "1")
    assert ended.code == 1
    assert re.search(r"^not played to the end: gtp:.* lost by crash 2$", ended.out, re.MULTILINE)


def test_a_match_in_which_most_games_crash_fails_with_the_cause_and_has_no_rating(call):
    arguments = ("match", "random", f'gtp:"{sys.executable} -c pass"', "--openings", "random:2", "--pairs", "1")
    ended = call(*arguments)
    assert (ended.code, ended.out.count("Elo")) == (1, 0)
    assert re.search(r"^crash      game 1\.1: .*it stopped instead of answering", ended.out, re.MULTILINE)
    assert "players crashed in 2 of 2 games; the first time: " in ended.err
    document = call(*arguments, "--json")
    found = json.loads(document.out)
    assert (document.code, found["pairs"], found["left_out"], "elo" in found) == (1, 0, 1, False)


def test_crashes_count_as_losses_only_where_it_is_asked_for(call):
    ended = call(
        "match",
        "random",
        f'gtp:"{sys.executable} -c pass"',
        "--openings",
        "random:2",
        "--pairs",
        "1",
        "--count-crashes",
        "--json",
    )
    found = json.loads(ended.out)
    assert (ended.code, found["wins"], found["left_out"]) == (1, 2, 0)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["random", "nobody"], "there is no player 'nobody'"),
        (["random", "human"], "'human' is a person"),
        (["random", "greedy", "--openings", "xto"], "there is no opening set 'xto'"),
        (["random", "greedy", "--openings", "random:1", "--pairs", "2"], "random:1 has 1 different openings"),
        (["random", "greedy", "--clock", "soon"], "--clock is 'soon'; write 5+3"),
        (["random", "greedy", "--clock", "0+0"], "each side needs some time"),
        (["random", "greedy", "--sprt", "5"], "--sprt is '5'"),
        (["random", "gtp:no-such-program", "--openings", "random:1", "--pairs", "1"], "'no-such-program' was not found"),
    ],
)
def test_what_cannot_be_played_gets_one_line(call, arguments, message):
    ended = call("match", *arguments)
    assert (ended.code, ended.out) == (2, "")
    assert message in ended.err
    assert ended.err.count("\n") == 1


@pytest.mark.parametrize(("text", "control"), [("5+3", (300, 3)), ("0.5+0", (30, 0)), ("30", (30, 0)), ("2.5s", (2.5, 0))])
def test_clocks_are_minutes_and_seconds_a_move_or_seconds(text, control):
    from kibitz.cli.arena_options import parse_clock

    parsed = parse_clock(text)
    assert (parsed.seconds, parsed.increment) == control


def test_a_bar_shows_the_score_so_far(in_terminal):
    code, text = in_terminal("match", "random", "greedy", *FAST, terminal="xterm").end()
    assert code == 0
    assert re.search(r"random against greedy: \+\d =\d -\d", text)
    assert "6/6" in text


@pytest.fixture
def begun_match(tmp_path):
    """Starts a match as a program in a session of its own, in the folder `m`."""
    started = []

    def start(*arguments: str) -> subprocess.Popen[str]:
        command = [sys.executable, "-m", "kibitz", "match", *arguments, "--openings", "random:6", "--out", str(tmp_path / "m")]
        pipe = subprocess.PIPE
        started.append(subprocess.Popen(command, stdout=pipe, stderr=pipe, text=True, start_new_session=True))
        return started[-1]

    yield start
    for program in started:
        if program.poll() is None:
            program.kill()
            program.communicate()


def wait_for(condition) -> None:
    deadline = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < deadline, "it never happened"
        time.sleep(0.01)


def test_an_interrupted_match_says_how_to_go_on(begun_match, tmp_path):
    program = begun_match("random", "greedy", "--pairs", "300")
    games = tmp_path / "m" / "games.ggf"
    wait_for(lambda: games.exists() and games.stat().st_size > 0)
    os.killpg(program.pid, signal.SIGINT)
    out, err = program.communicate(timeout=PATIENCE)
    assert (program.returncode, out) == (130, "")
    assert err.strip() == f"Interrupted. The same command with --out {tmp_path / 'm'} goes on from here."
    assert games.read_bytes().endswith(b";)\n")


@pytest.mark.skipif(not Path("/proc").is_dir(), reason="finds processes in /proc")
def test_an_interrupted_match_leaves_no_program_behind(begun_match, tmp_path):
    engine = shutil.copy(FAKE_ENGINE, tmp_path / "engine.py")
    program = begun_match("random", f'gtp:"{sys.executable} {engine} hang"', "--pairs", "1")
    # Its name stands in the command lines of the match, and of the program once that is asked for a move.
    wait_for(lambda: len(processes_naming(str(engine))) >= 2)
    os.killpg(program.pid, signal.SIGINT)
    program.communicate(timeout=PATIENCE)
    assert program.returncode == 130
    wait_for(lambda: not processes_naming(str(engine)))


def processes_naming(text: str) -> list[str]:
    """The command lines of running programs that contain a text."""
    found = []
    for file in Path("/proc").glob("[0-9]*/cmdline"):
        with contextlib.suppress(OSError):
            found.append(file.read_bytes().decode(errors="replace"))
    return [line for line in found if text in line]


def test_a_match_says_who_plays_by_a_book(call, tmp_path):
    arguments = ("match", "engine:level=1", "engine:level=1,book=off", "--pairs", "1", "--out", str(tmp_path / "match"))
    assert "book       engine:level=1 plays by its book, engine:level=1,book=off has its book off" in call(*arguments).out
    assert json.loads(call(*arguments, "--json").out)["books"] == [True, False]
