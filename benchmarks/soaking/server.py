"""The server of the soak: the app as a program, with a folder of its own."""

import contextlib
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

from soaking.material import othello_file


@contextlib.contextmanager
def server(folder: Path) -> Iterator[tuple[subprocess.Popen[bytes], int, Path]]:
    """The app as a program with a folder and a small archive of its own; ended as a user would end it."""
    log, port = folder / "server.log", free_port()
    environment = os.environ | places(folder)
    fill_archive(folder, environment)
    with log.open("wb") as out:
        command = [sys.executable, "-m", "kibitz", "--no-browser", "--port", str(port)]
        process = subprocess.Popen(command, env=environment, stdout=out, stderr=subprocess.STDOUT)
        try:
            wait_until_up(process, port, log)
            yield process, port, log
        finally:
            process.send_signal(signal.SIGINT)
            with contextlib.suppress(subprocess.TimeoutExpired):
                process.wait(60)
            process.kill()
            process.wait()


def places(folder: Path) -> dict[str, str]:
    """The variables that keep the user's own data out of it."""
    temporary = folder / "tmp"
    temporary.mkdir()
    return {
        "KIBITZ_HOME": str(folder),
        "KIBITZ_STUDY": str(folder / "study"),
        "KIBITZ_ARCHIVE": str(folder / "archive.duckdb"),
        "TMPDIR": str(temporary),
    }


def fill_archive(folder: Path, environment: dict[str, str]) -> None:
    (folder / "archive.ggf").write_bytes(othello_file(folder, "ggf").data)
    command = [sys.executable, "-m", "kibitz", "archive", "import", str(folder / "archive.ggf")]
    subprocess.run(command, env=environment, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def free_port() -> int:
    with contextlib.closing(socket.socket()) as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def wait_until_up(process: subprocess.Popen[bytes], port: int, log: Path) -> None:
    while process.poll() is None:
        with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), timeout=1):
            return
        time.sleep(0.05)
    raise SystemExit(f"the server did not come up: {log.read_text()}")
