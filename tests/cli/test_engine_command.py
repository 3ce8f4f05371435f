"""`kibitz engine` as other programs start it: real processes, real pipes."""

import os
import random
import re
import subprocess
import sys
from collections.abc import Callable, Iterator

import pytest
from click.testing import CliRunner

from kibitz.cli.main import kibitz
from small_go import write_small_model

LONG = 120.0
COMMAND = [sys.executable, "-m", "kibitz", "engine"]


def run(*arguments: str, data: bytes = b"") -> subprocess.CompletedProcess[bytes]:
    """A whole run with some input, which then ends."""
    return subprocess.run([*COMMAND, *arguments], input=data, capture_output=True, timeout=LONG)


@pytest.fixture
def started() -> Iterator[Callable[..., subprocess.Popen[bytes]]]:
    """Starts engines, and kills what is left of them."""
    processes = []

    def start(*arguments: str) -> subprocess.Popen[bytes]:
        pipe = subprocess.PIPE
        processes.append(subprocess.Popen([*COMMAND, *arguments], stdin=pipe, stdout=pipe, stderr=pipe))
        return processes[-1]

    yield start
    for process in processes:
        process.kill()
        process.wait()
        for pipe in (process.stdin, process.stdout, process.stderr):
            pipe.close()


def send(process: subprocess.Popen[bytes], *lines: str) -> None:
    process.stdin.write("".join(f"{line}\n" for line in lines).encode())
    process.stdin.flush()


def test_a_session_of_gtp_ends_with_quit():
    ended = run("gtp", data=b"1 name\n2 protocol_version\nboardsize 8\n3 reg_genmove b\n4 quit\n5 name\n")
    first, *rest = ended.stdout.decode().split("\n\n")
    assert first == "=1 Kibitz"
    assert rest[0] == "=2 2"
    assert rest[2] in ("=3 D3", "=3 C4", "=3 F5", "=3 E6")
    assert rest[3:] == ["=4", ""]
    assert (ended.returncode, ended.stderr) == (0, b"")


def test_a_session_of_nboard_ends_with_its_input():
    ended = run("nboard", data=b"nboard 2\nset depth 1\nping 1")
    assert ended.stdout == b"set myname Kibitz\nset myname Kibitz1\npong 1\n"
    assert (ended.returncode, ended.stderr) == (0, b"")


@pytest.mark.parametrize("protocol", ["gtp", "nboard"])
def test_no_input_at_all_is_a_short_session(protocol):
    ended = run(protocol)
    assert (ended.returncode, ended.stdout, ended.stderr) == (0, b"", b"")


def test_a_named_player_chooses_the_moves_and_gives_its_name():
    ended = run("gtp", "--player", "random:seed=1", data=b"name\nboardsize 6\ngenmove b\n")
    name, size, move, _ = ended.stdout.decode().split("\n\n")
    assert (name, size) == ("= Kibitz random:seed=1", "=")
    assert move in ("= C2", "= B3", "= E4", "= D5")


def test_the_expert_plays_under_nboard():
    ended = run("nboard", "--player", "expert:rating=1500,seed=1", data=b"nboard 2\nset depth 20\ngo\n")
    name, status, move, idle = ended.stdout.decode().splitlines()
    assert name == "set myname expert:rating=1500,seed=1"
    assert move.startswith(("=== D3//", "=== C4//", "=== F5//", "=== E6//"))
    assert (status, idle) == ("status expert:rating=1500,seed=1 is thinking", "status")


def test_a_model_leads_the_search_for_moves_of_go(tmp_path):
    path = write_small_model(tmp_path / "a folder, with a comma")
    ended = run("gtp", "--game", "go", "--prior", str(path), data=b"boardsize 5\nplay b C3\nreg_genmove w\n")
    assert ended.stdout.decode().split("\n\n")[2] in ("= B3", "= D3", "= C2", "= C4")


@pytest.mark.parametrize(("more", "is_led"), [([], True), (["--prior", "none"], False)])
def test_the_usual_model_leads_the_search_for_moves_of_go_unless_nobody_shall(more, is_led):
    said = run("gtp", "--game", "go", *more, data=b"boardsize 5\nlz-analyze 10\nquit\n").stdout.decode()
    priors = [int(prior) for prior in re.findall(r"prior (\d+)", said)]
    assert priors
    assert any(priors) == is_led


@pytest.mark.parametrize(
    ("more", "message"),
    [
        (["--player", "uct"], b"--prior is for the search of Go; a named player has its own options"),
        (["--game", "othello"], b"--prior is for Go, not for Othello"),
    ],
)
def test_a_prior_is_refused_where_it_would_do_nothing(more, message):
    ended = run("gtp", "--game", "go", "--prior", "go-expert", *more)
    assert (ended.returncode, ended.stdout) == (2, b"")
    assert message in ended.stderr


@pytest.mark.parametrize("ending", ["quit", "end of input"])
def test_a_search_without_end_is_ended_at_once(started, ending):
    process = started("gtp", "--level", "60", "--book", "off")
    send(process, "1 boardsize 8")
    assert process.stdout.readline() == b"=1\n"
    send(process, "2 genmove b", *(["3 quit"] if ending == "quit" else []))
    output, errors = process.communicate(timeout=LONG)
    answers = output.decode().split()
    assert answers[0] == "=2"
    assert answers[1] in ("D3", "C4", "F5", "E6")
    assert answers[2:] == (["=3"] if ending == "quit" else [])
    assert (process.returncode, errors) == (0, b"")


def test_what_is_proven_and_in_the_book_is_told_as_such_and_played(started):
    process = started("nboard")
    send(process, "nboard 2", "hint 4")
    lines = [process.stdout.readline().decode().strip() for _ in range(6)]
    assert [line.split()[2:] for line in lines[2:]] == [["0.00", "0", "100%", "proven"]] * 4
    send(process, "move F5", "go")
    while not (line := process.stdout.readline().decode()).startswith("==="):
        pass
    assert line.startswith("=== D6/")


def test_a_book_is_on_or_off():
    ended = run("gtp", "--book", "maybe")
    assert (ended.returncode, b"--book is 'maybe'; write on or off" in ended.stderr) == (2, True)


def test_pings_are_answered_in_the_middle_of_a_search(started):
    process = started("nboard", "--threads", "2", "--hash", "16", "--book", "off")
    send(process, "nboard 2", "set depth 60", "hint 2")
    while not process.stdout.readline().startswith(b"search"):
        pass
    for number in range(3):
        send(process, f"ping {number}", "hint 2")
        while process.stdout.readline() != f"pong {number}\n".encode():
            pass
    send(process, "quit")
    assert process.wait(LONG) == 0


def test_thinking_on_the_opponents_time_ends_with_the_session(started):
    process = started("gtp", "--player", "engine:level=60,ponder=true,hash=16,book=off")
    send(process, "1 boardsize 8", "2 genmove b", "# interrupt", "3 name")
    answers = [process.stdout.readline() for _ in range(6)]
    assert answers[4] == b"=3 Kibitz engine:level=60,ponder=true,hash=16,book=off\n"
    assert process.communicate(timeout=LONG)[1] == b""
    assert process.returncode == 0


def test_commands_of_a_file_are_worked_off_before_the_end():
    lines = [f"{number} genmove {'bw'[number % 2]}" for number in range(8)]
    ended = run("gtp", "--level", "2", data="\n".join([*lines, "8 name", "9 quit", ""]).encode())
    answers = ended.stdout.decode().split("\n\n")
    assert [answer.split()[0] for answer in answers[:-1]] == [f"={number}" for number in range(10)]
    assert ended.returncode == 0


def test_ten_thousand_lines_of_junk_are_all_answered():
    chooser = random.Random(7)
    lines = [chooser.randbytes(chooser.randint(0, 60)).replace(b"\n", b"").replace(b"#", b"") for _ in range(10_000)]
    data = b"\n".join(b"x" + line for line in lines) + b"\n7 name\n"
    ended = run("gtp", data=data)
    assert ended.stdout == b"? unknown command\n\n" * 10_000 + b"=7 Kibitz\n\n"
    assert (ended.returncode, ended.stderr) == (0, b"")


def test_a_line_of_a_megabyte_and_one_of_five_are_answered():
    lines = [b"1 play b " + b"d" * 1_000_000, b"2 showboard" + b" " * 5_000_000, b"3 name"]
    ended = run("gtp", data=b"\n".join(lines))
    first, second, third, _ = ended.stdout.decode().split("\n\n")
    assert first.startswith("?1 syntax error: ")
    assert second == "?2 syntax error: showboard"
    assert third == "=3 Kibitz"
    assert ended.returncode == 0


@pytest.mark.parametrize("protocol", ["gtp", "nboard"])
def test_an_output_that_nobody_reads_any_more_ends_the_engine(started, protocol):
    process = started(protocol, "--level", "60")
    send(process, "1 genmove b", "2 name", "hint 3")
    process.stdout.close()
    process.stdin.close()
    assert process.wait(LONG) == 1
    assert process.stderr.read() == b""


def test_a_closed_standard_input_is_the_end():
    ended = subprocess.run(
        ["/bin/sh", "-c", f"exec '{sys.executable}' -m kibitz engine gtp <&-"], capture_output=True, timeout=LONG
    )
    assert (ended.returncode, ended.stdout, ended.stderr) == (0, b"", b"")


def test_pipes_that_do_not_block_are_made_to():
    reading, writing = os.pipe()
    os.set_blocking(reading, False)
    with subprocess.Popen([*COMMAND, "gtp"], stdin=reading, stdout=subprocess.PIPE) as process:
        os.close(reading)
        os.write(writing, b"1 name\n")
        assert process.stdout.readline() == b"=1 Kibitz\n"
        os.write(writing, b"2 quit\n")
        os.close(writing)
        assert process.wait(LONG) == 0


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["gtp", "--player", "nobody"], "there is no player 'nobody'"),
        (["gtp", "--player", "human"], "a person cannot play through a protocol"),
        (["nboard", "--player", "human:name=Ada"], "a person cannot play through a protocol"),
        (["gtp", "--level", "61"], "level is 61; it must be from 1 to 60"),
        (["uci"], "'uci' is not one of 'gtp', 'nboard'"),
        (["gtp", "--game", "chess"], "'chess' is not"),
        (["gtp", "--hash", "1"], "1 is not in the range"),
        ([], "Missing argument"),
    ],
)
def test_what_cannot_be_started_says_why(arguments, message):
    ended = run(*arguments)
    assert ended.returncode == 2
    assert message in ended.stderr.decode()
    assert ended.stdout == b""


def test_help_shows_examples():
    result = CliRunner().invoke(kibitz, ["engine", "--help"])
    assert result.exit_code == 0
    assert "Example: kibitz engine gtp" in result.output


def test_an_engine_starts_without_what_it_does_not_need():
    code = (
        "import sys, kibitz.cli.engine, kibitz.protocols.driver\n"
        "from kibitz.games.catalogue import find_kit\n"
        "part = find_kit('othello').engine; part.protocol('gtp', None); part.thinker(None, hash=16)\n"
        "print(sorted({'torch', 'duckdb', 'onnxruntime', 'rich', 'matplotlib'} & set(sys.modules)))"
    )
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "[]\n"
