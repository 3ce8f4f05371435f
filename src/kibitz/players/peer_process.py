"""Another program that is talked to in lines through its standard input and output, and that may do anything.

Nothing here waits past its deadline: the pipes never block, standard error is read along so that it cannot fill up,
and closing kills the program with everything it started. For systems with POSIX pipes and process groups.
"""

import contextlib
import os
import selectors
import shlex
import signal
import subprocess
import sys
import threading
import time
import weakref
from typing import IO, Final

from kibitz.errors import SetupError

_CHUNK: Final = 1 << 16
_LONGEST_LINE: Final = 1 << 20
_LAST_WORDS_KEPT: Final = 2000
_LAST_LINES_SHOWN: Final = 3
_SECONDS_TO_DIE: Final = 5.0


class PeerProcess:
    """A running program. Deadlines are times of time.monotonic()."""

    def __init__(self, command: str) -> None:
        """Start the program; raises SetupError if that cannot be done."""
        self._process = _start(command)
        self._stdin, self._stdout, self._stderr = _pipes(self._process)
        self._unread = b""
        self._stderr_tail = b""
        self._selector = selectors.DefaultSelector()
        for pipe in (self._stdin, self._stdout, self._stderr):
            os.set_blocking(pipe.fileno(), False)
        for pipe in (self._stdout, self._stderr):
            self._selector.register(pipe, selectors.EVENT_READ)
        # Runs at the end of the interpreter too, so that a hung program never outlives Kibitz.
        self._kill = weakref.finalize(self, _kill_group, self._process)
        self._closing = threading.Lock()

    @property
    def is_open(self) -> bool:
        return self._kill.alive

    def send_line(self, line: str, deadline: float) -> None:
        """Write a line; raises EOFError if the program does not listen any more, TimeoutError if it does not read."""
        rest = line.encode() + b"\n"
        self._selector.register(self._stdin, selectors.EVENT_WRITE)
        try:
            while rest:
                if self._stdin in self._wait(deadline):
                    rest = rest[os.write(self._stdin.fileno(), rest) :]
        except BrokenPipeError:
            raise EOFError("the program closed its input") from None
        finally:
            self._selector.unregister(self._stdin)

    def read_line(self, deadline: float) -> str:
        """The next line without its end, bytes that are not UTF-8 replaced; one without end is cut at a megabyte.

        Raises EOFError when there will be no more lines, TimeoutError at the deadline.
        """
        while b"\n" not in self._unread and len(self._unread) < _LONGEST_LINE:
            if self._stdout in self._wait(deadline):
                chunk = os.read(self._stdout.fileno(), _CHUNK)
                if not chunk:
                    raise EOFError("the program closed its output")
                self._unread += chunk
        end = self._unread.find(b"\n", 0, _LONGEST_LINE)
        line = self._unread[: end if end >= 0 else _LONGEST_LINE]
        self._unread = self._unread[len(line) + (end >= 0) :]
        return line.decode(errors="replace")

    def last_words(self) -> str:
        """The end of what the program wrote to standard error, in one line that can be printed; empty if it wrote nothing."""
        lines = [_printable(line) for line in self._stderr_tail.decode(errors="replace").splitlines()]
        return " | ".join([line for line in lines if line][-_LAST_LINES_SHOWN:])

    def close(self, seconds: float = 0.0) -> int | None:
        """Kill the program and all it started, after giving it some seconds to end by itself.

        May be called twice, by two threads too: the second waits until the first has done it.

        The program's exit code, or None if it had to be killed or was closed before.
        """
        with self._closing:
            return self._close(seconds) if self.is_open else None

    def _close(self, seconds: float) -> int | None:
        with contextlib.suppress(TimeoutError):
            self._await_end(time.monotonic() + seconds)
        exit_code: int | None = self._kill()
        self._selector.close()
        for pipe in (self._stdin, self._stdout, self._stderr):
            pipe.close()
        return exit_code

    def _await_end(self, deadline: float) -> None:
        """Read until both outputs are closed, so that a crash is reported with its last words and its exit code."""
        while self._selector.get_map():
            if self._stdout in self._wait(deadline) and not os.read(self._stdout.fileno(), _CHUNK):
                self._selector.unregister(self._stdout)

    def _wait(self, deadline: float) -> set[object]:
        """The pipes that are ready, after reading what came on standard error."""
        seconds = deadline - time.monotonic()
        if seconds <= 0:
            raise TimeoutError("the program did not answer in time")
        ready: set[object] = {key.fileobj for key, _ in self._selector.select(seconds)}
        if self._stderr in ready:
            chunk = os.read(self._stderr.fileno(), _CHUNK)
            self._stderr_tail = (self._stderr_tail + chunk)[-_LAST_WORDS_KEPT:]
            if not chunk:
                self._selector.unregister(self._stderr)
        return ready


def _start(command: str) -> subprocess.Popen[bytes]:
    if sys.platform == "win32":  # whose pipes cannot be waited for
        raise SetupError(f"{command!r} cannot be started: Kibitz talks to other programs on Linux and macOS only")
    try:
        words = shlex.split(command)
    except ValueError as error:
        raise SetupError(f"the command {command!r} cannot be understood: {error}") from None
    if not words:
        raise SetupError("the command that starts the program is empty")
    pipe = subprocess.PIPE
    try:
        return subprocess.Popen(words, stdin=pipe, stdout=pipe, stderr=pipe, bufsize=0, start_new_session=True)
    except FileNotFoundError:
        raise SetupError(f"the program {words[0]!r} was not found; install it or write its whole path") from None
    except (OSError, ValueError) as error:
        raise SetupError(f"the program {words[0]!r} could not be started: {error}") from None


def _pipes(process: subprocess.Popen[bytes]) -> tuple[IO[bytes], IO[bytes], IO[bytes]]:
    if process.stdin is None or process.stdout is None or process.stderr is None:
        raise SetupError("the program was started without pipes")
    return process.stdin, process.stdout, process.stderr


def _printable(line: str) -> str:
    return "".join(character for character in line.strip() if character.isprintable())


def _kill_group(process: subprocess.Popen[bytes]) -> int | None:
    """Kill the program with its children; the exit code if it had ended before.

    It is not waited for before the kill: until then its number cannot belong to anybody else.
    """
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(process.pid, signal.SIGKILL)
    try:
        exit_code = process.wait(_SECONDS_TO_DIE)
    except subprocess.TimeoutExpired:
        return None
    return None if exit_code == -signal.SIGKILL else exit_code
