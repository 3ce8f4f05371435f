"""Tries an installed Kibitz, outside its source tree: each build of the core in turn gives the same answers, and the app serves.

    python tests/wheel/try_wheel.py

It needs nothing but the installed package, and ends with 1 and a sentence if something is wrong.
"""

import json
import os
import socket
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any, Final
from urllib.error import URLError
from urllib.request import urlopen

ASKED: Final = (
    ("perft", "8", "--json"),
    ("perft", "3", "--game", "go", "--size", "5", "--json"),
    ("solve", "O--OOOOX-OOOOOOXOOXXOOOXOOXOOOXXOOOOOOXX---OOOOX----O--X-------- X", "--threads", "1", "--json"),
    ("analyse", "f5d6c3", "--level", "5", "--no-book", "--json"),
    ("predict", "f5d6c3", "--json"),
    # Without symmetry: the last digits decide in which order moves come that are equally likely.
    ("predict", "--game", "go", "--size", "9", "E5 C4", "--json"),
    ("analyse", "--game", "noughts", "b2", "--json"),
)
_PASSING: Final = {"seconds", "sources"}


def main() -> int:
    """0 if every build that runs here answers alike."""
    import kibitz
    from kibitz import core_builds

    folder = Path(kibitz.__file__).parent
    if (folder.parents[1] / "CMakeLists.txt").exists():
        return _fail(f"{folder} is the source tree; install the wheel and start this elsewhere")
    builds = [name for name in core_builds.builds_in([str(folder / "_native")]) if name != "processor"]
    print(f"{folder}: {', '.join(builds)}; taken here: {core_builds.loaded_build()}")  # noqa: T201
    answers = {name: _answers(name) for name in builds if _runs(name)}
    first = next(iter(answers.values()))
    unlike = [name for name, found in answers.items() if found != first]
    if unlike:
        return _fail(f"{', '.join(unlike)} answers otherwise than {next(iter(answers))}")
    print(f"{', '.join(answers)}: {len(ASKED)} answers each, all alike")  # noqa: T201
    served = _served()
    print(f"the study app serves version {served['version']} and {len(served['games'])} games")  # noqa: T201
    return 0


def _fail(sentence: str) -> int:
    print(sentence, file=sys.stderr)  # noqa: T201
    return 1


def _runs(build: str) -> bool:
    """Whether the processor can run a build; one that it cannot is refused with the code for bad input, and does not crash."""
    done = _kibitz(build, ("show", "f5", "--json"))
    if done.returncode not in (0, 2):
        sys.exit(f"{build} ended with {done.returncode}: {done.stderr}")
    return done.returncode == 0


def _answers(build: str) -> list[Any]:
    return [_answer(build, arguments) for arguments in ASKED]


def _answer(build: str, arguments: tuple[str, ...]) -> Any:
    done = _kibitz(build, arguments)
    if done.returncode:
        sys.exit(f"{build}: kibitz {' '.join(arguments)} ended with {done.returncode}: {done.stderr}")
    return _lasting(json.loads(done.stdout))


def _lasting(found: Any) -> Any:
    """An answer without times, its numbers rounded: other instructions round the last digits otherwise."""
    if isinstance(found, dict):
        return {key: _lasting(value) for key, value in found.items() if key not in _PASSING}
    if isinstance(found, list):
        return [_lasting(value) for value in found]
    return round(found, 3) if isinstance(found, float) else found


def _served() -> Any:
    """What the study app says of itself, once it serves."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    with tempfile.TemporaryDirectory() as home:
        command = [sys.executable, "-m", "kibitz", "--no-browser", "--port", str(port)]
        environment = os.environ | {"KIBITZ_HOME": home}
        with subprocess.Popen(command, env=environment, cwd=home, stdout=subprocess.DEVNULL) as app:
            try:
                return _status(f"http://127.0.0.1:{port}", app)
            finally:
                app.terminate()


def _status(url: str, app: "subprocess.Popen[bytes]") -> Any:
    """The app's status as soon as it answers, after its first page; ends the program if the app ends before."""
    while app.poll() is None:
        try:
            urlopen(f"{url}/").close()
            with urlopen(f"{url}/api/status") as answer:
                return json.load(answer)
        except URLError:
            time.sleep(0.2)
    sys.exit(f"the study app ended with {app.returncode} instead of serving")


def _kibitz(build: str, arguments: tuple[str, ...]) -> subprocess.CompletedProcess[str]:
    with tempfile.TemporaryDirectory() as home:
        environment = os.environ | {"KIBITZ_ARCH": build, "KIBITZ_HOME": home}
        command = [sys.executable, "-m", "kibitz", *arguments]
        return subprocess.run(command, env=environment, cwd=home, capture_output=True, text=True, check=False)


if __name__ == "__main__":
    sys.exit(main())
