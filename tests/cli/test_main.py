"""The command line as a whole: help, exit codes, streams, and what it imports."""

import contextlib
import errno
import re
import signal
import subprocess
import sys
import time
import urllib.request
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from kibitz import __version__
from kibitz.cli import main as main_module
from kibitz.cli.main import COMMANDS, kibitz
from kibitz.errors import ExitCode, NotationError, PeerError
from kibitz.games.catalogue import GAMES

HEAVY = ("numpy", "duckdb", "torch", "rich", "onnxruntime", "fastapi", "uvicorn", "pydantic")


def all_commands() -> list[tuple[str, click.Command]]:
    """Every command and subcommand by its words."""
    context = click.Context(kibitz)
    found: list[tuple[str, click.Command]] = []
    for name in COMMANDS:
        command = kibitz.get_command(context, name)
        found.append((name, command))
        if isinstance(command, click.Group):
            found += [(f"{name} {child}", command.get_command(context, child)) for child in command.list_commands(context)]
    return found


def test_help_lists_every_command():
    result = CliRunner().invoke(kibitz, ["--help"])
    assert result.exit_code == 0
    for name, line in COMMANDS.items():
        assert f"  {name}" in result.output
        assert line in result.output


def test_help_names_every_game():
    result = CliRunner().invoke(kibitz, ["--help"])
    assert all(kit.title in result.output for kit in GAMES)


@pytest.mark.parametrize("name", COMMANDS)
def test_the_line_in_the_overview_is_the_first_line_of_the_commands_own_help(name):
    command = kibitz.get_command(click.Context(kibitz), name)
    assert command.help.splitlines()[0] == COMMANDS[name]


def test_every_command_has_help_with_an_example_and_explains_its_options():
    for name, command in all_commands():
        result = CliRunner().invoke(kibitz, [*name.split(), "--help"])
        assert result.exit_code == 0
        assert "Example: kibitz" in result.output or isinstance(command, click.Group), name
        for parameter in command.params:
            if isinstance(parameter, click.Option):
                assert parameter.help, f"{name} does not explain {parameter.opts}"


# Words of a private language; the field says predict, guided by, conditioned on, probabilities, default, plies.
PRIVATE_WORDS = re.compile(r"\b(foret[eo]l\w*|led by|in the lead|told|usual|shares|discs ahead|besides)\b", re.IGNORECASE)


def test_help_speaks_the_language_of_the_field():
    for name, _ in all_commands():
        found = PRIVATE_WORDS.search(CliRunner().invoke(kibitz, [*name.split(), "--help"]).output)
        assert not found, f"kibitz {name} --help says {found[0]!r}"
    assert not PRIVATE_WORDS.search(CliRunner().invoke(kibitz, ["players"]).output)


def test_the_version_is_told(call):
    assert call("--version").out.splitlines()[0] == f"kibitz, version {__version__}"


def patiently_read(address: str) -> bytes:
    """What a server answers as soon as it is up."""
    for _ in range(600):
        with contextlib.suppress(OSError), urllib.request.urlopen(address) as answer:
            return answer.read()
        time.sleep(0.1)
    raise AssertionError(f"nobody answers at {address}")


def test_without_a_command_the_study_app_begins_and_ends_with_an_interrupt(in_terminal, tmp_path, monkeypatch):
    monkeypatch.setenv("KIBITZ_STUDY", str(tmp_path))
    session = in_terminal("--no-browser")
    address = session.read_until("(Ctrl-C ends it)").split()[-4]
    assert b'"to_move":"black"' in patiently_read(f"{address}api/position")
    session.type("\x03")
    code, rest = session.end()
    assert code in (ExitCode.DONE, ExitCode.INTERRUPTED)
    assert "Traceback" not in rest


def test_exit_code_done(run_program):
    assert run_program("show", "f5").code == ExitCode.DONE == 0


def test_exit_code_failed(run_program):
    ended = run_program("play", "--black", "gtp:true", "--white", "random")
    assert ended.code == ExitCode.FAILED == 1
    assert ended.err == "kibitz: true, command 'list_commands': it stopped instead of answering\n"


@pytest.mark.parametrize(
    "arguments",
    [["show", "z9"], ["show"], ["perft", "-1"], ["perft", "many"], ["frobnicate"], ["--frobnicate"], ["show", "f5", "x"]],
)
def test_exit_code_bad_input(run_program, arguments):
    ended = run_program(*arguments)
    assert ended.code == ExitCode.BAD_INPUT == 2
    assert ended.out == ""
    assert ended.err
    assert "Traceback" not in ended.err


def test_exit_code_interrupted(in_terminal):
    session = in_terminal("perft", "20", terminal="xterm")
    session.read_until("perft 20")
    session.type("\x03")
    code, rest = session.end()
    assert code == ExitCode.INTERRUPTED == 130
    assert "Traceback" not in rest


def test_every_exit_code_has_a_test():
    tested = {name.removeprefix("test_exit_code_").upper() for name in globals() if name.startswith("test_exit_code_")}
    assert tested == set(ExitCode.__members__)


def fail_with(error: BaseException, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise error

    monkeypatch.setattr("kibitz.cli.show.given_text", fail)


@pytest.mark.parametrize(
    ("error", "code", "line"),
    [
        (NotationError("bad\n  text"), 2, "kibitz: bad text\n"),
        (PeerError("it hung"), 1, "kibitz: it hung\n"),
        (FileNotFoundError(errno.ENOENT, "No such file or directory", "a.ggf"), 2, "kibitz: a.ggf: No such file or directory\n"),
        (PermissionError(errno.EACCES, "Permission denied", "a.ggf"), 2, "kibitz: a.ggf: Permission denied\n"),
        (OSError(errno.ENOSPC, "No space left on device"), 2, "kibitz: No space left on device\n"),
        (OSError("something odd"), 2, "kibitz: something odd\n"),
        (
            KeyError("moves"),
            1,
            "kibitz: unexpected KeyError: 'moves' (this is a bug in Kibitz; `kibitz --debug …` shows where)\n",
        ),
        (BrokenPipeError(errno.EPIPE, "Broken pipe"), 1, ""),
        (KeyboardInterrupt(), 130, "\n"),
    ],
)
def test_whatever_goes_wrong_is_one_line_and_an_exit_code(call, monkeypatch, error, code, line):
    fail_with(error, monkeypatch)
    try:
        ended = call("show", "f5")
    except SystemExit as end:
        assert isinstance(error, BrokenPipeError)
        assert end.code == code
    else:
        assert (ended.code, ended.out, ended.err) == (code, "", line)


def test_debug_shows_where_an_error_comes_from(run_program):
    ended = run_program("--debug", "show", "z9")
    assert ended.code == 1
    assert "Traceback" in ended.err
    assert "NotationError: transcript, move 1 is z9" in ended.err


def test_debug_lets_errors_through(call, monkeypatch):
    fail_with(KeyError("moves"), monkeypatch)
    with pytest.raises(KeyError):
        call("--debug", "show", "f5")


def shell(command: str) -> subprocess.CompletedProcess[str]:
    """A shell command in which `kibitz` is this package."""
    script = f'kibitz() {{ "{sys.executable}" -m kibitz "$@"; }}; {command}'
    return subprocess.run(["bash", "-c", script], capture_output=True, text=True, check=False)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
@pytest.mark.parametrize("command", ["show f5", "show f5 --json", "players", "perft 3"])
def test_a_full_disk_is_told_in_one_line(command):
    done = shell(f"kibitz {command} > /dev/full")
    assert (done.returncode, done.stderr) == (2, "kibitz: No space left on device\n")


@pytest.mark.parametrize("command", ["show f5", "players", "play --black random --white random", "--help"])
def test_a_reader_that_goes_away_is_no_reason_for_noise(command):
    done = shell(f"set -o pipefail; kibitz {command} | true")
    assert done.stderr == ""
    assert done.returncode in (0, 1)


def test_a_closed_standard_input_is_told():
    done = shell("kibitz show - <&-")
    assert done.returncode == 2
    assert done.stderr == "kibitz: standard input is closed; give the position as an argument\n"


def test_closed_outputs_are_survived():
    assert shell("kibitz show f5 >&-").returncode == 0
    assert shell("kibitz show z9 2>&-").returncode == 2
    assert shell("kibitz players >&- 2>&-").returncode == 0


@pytest.mark.parametrize("arguments", [["show", "f5"], ["play", "--black", "random", "--white", "random"], ["play", "--help"]])
def test_a_terminal_without_odd_characters_is_survived(run_program, arguments):
    ended = run_program(*arguments, PYTHONIOENCODING="ascii")
    assert (ended.code, ended.err) == (0, "")
    assert ended.out.isascii()


def modules_after(code: str) -> set[str]:
    """The top-level modules that a piece of code imports."""
    script = f"import sys\n{code}\nprint('modules', *{{name.partition('.')[0] for name in sys.modules}})"
    output = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True).stdout
    return set(output.splitlines()[-1].split())


def test_importing_the_package_imports_nothing_heavy():
    report = subprocess.run(
        [sys.executable, "-X", "importtime", "-c", "import kibitz"], capture_output=True, text=True, check=True
    )
    imported = {line.rpartition("|")[2].strip().partition(".")[0] for line in report.stderr.splitlines()}
    assert "kibitz" in imported
    assert not imported & {*HEAVY, "click"}


@pytest.mark.parametrize("arguments", [["--help"], ["--version"], ["show", "f5", "--json"], ["players"], ["play", "--help"]])
def test_light_commands_import_nothing_heavy(arguments):
    imported = modules_after(f"from kibitz.cli.main import main\nassert main({arguments!r}) == 0")
    assert "click" in imported
    assert not imported & set(HEAVY)


@pytest.mark.parametrize("name", COMMANDS)
def test_the_help_of_a_command_imports_nothing_heavy(name):
    assert not modules_after(f"from kibitz.cli.main import main\nassert main([{name!r}, '--help']) == 0") & set(HEAVY)


def test_an_interrupt_ends_a_game_that_waits_in_a_pipe():
    process = subprocess.Popen(
        [sys.executable, "-m", "kibitz", "play"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    while "Black 2, White 2" not in process.stdout.readline():
        pass
    process.send_signal(signal.SIGINT)
    out, err = process.communicate()
    assert process.returncode == 130
    assert "The game was broken off.\nMoves: none\n" in out
    assert "Traceback" not in err


def test_the_package_can_be_run_with_python_m_and_as_a_program(run_program):
    assert run_program("--version").out.startswith(f"kibitz, version {__version__}\n")
    assert main_module.main(["--version"]) == 0


@pytest.mark.parametrize("host", ["", " "])
def test_an_empty_host_is_refused_instead_of_listening_everywhere(call, host):
    ended = call("--host", host, "--no-browser")
    assert (ended.code, ended.out) == (2, "")
    assert "--host is empty" in ended.err
