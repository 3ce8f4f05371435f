"""The C++ core built with the compiler's sanitizers, and what runs on it; `make sanitize` starts it.

    python tests/sanitize/run.py [--quick]

Address and undefined-behaviour sanitizers watch tests of rules, solver, search, Go and records, and the random calls of
arguments.py; the thread sanitizer watches the scenes of threads.py. Both cores are built into build/sanitize/ and are loaded from
there by startup/sitecustomize.py, so that the installed core is not touched.
"""

import argparse
import os
import re
import shutil
import subprocess
import sys
import sysconfig
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Final

HERE: Final = Path(__file__).resolve().parent
ROOT: Final = HERE.parents[1]
BUILD: Final = ROOT / "build" / "sanitize"
QUICK: Final = (
    "test_native.py",
    "rules/othello",
    "rules/go",
    "search/go/test_tree.py",
    "search/go/test_playouts.py",
    "search/othello/test_endgame.py",
    "records/go",
    "records/othello",
)
"""The tests that CI has time for; the others of these rooms are run without --quick."""
ALL: Final = (
    "test_native.py",
    "rules",
    "records",
    "features",
    "search",
    "nets",
    "models",
    "measure",
    "players/othello",
    "players/go",
    "learn/tables",
    "learn/temporal",
    "learn/evolution",
)
_REPORT: Final = re.compile(r"runtime error:|ERROR: AddressSanitizer|WARNING: ThreadSanitizer")
_CALLED: Final = re.compile(r"([0-9]+) calls")
_PASSED: Final = re.compile(r"([0-9]+) passed")


@dataclass(frozen=True, slots=True)
class Sanitizer:
    """A way to build the core: the compiler's name for it, the library that Python has to load first, and its settings."""

    name: str
    flags: str
    library: str
    options: str

    @property
    def folder(self) -> Path:
        return BUILD / self.name

    @property
    def core(self) -> Path:
        """The built module."""
        return self.folder / f"native{sysconfig.get_config_var('EXT_SUFFIX')}"


@dataclass(frozen=True, slots=True)
class Ran:
    """What came of a run: what was said, whether it failed, and how many reports there are."""

    said: str
    failed: bool
    reports: int


# Python frees little of what it holds when it ends, so leaks are not looked for.
ADDRESS: Final = Sanitizer("address", "address,undefined", "libasan.so", "detect_leaks=0:allocator_may_return_null=1")
THREAD: Final = Sanitizer("thread", "thread", "libtsan.so", f"suppressions={HERE / 'thread-suppressions.txt'}")


def main() -> int:
    """Build both cores, run everything on them, and return the exit code: 1 for a report or a test that fails."""
    parser = argparse.ArgumentParser(description="the core under sanitizers")
    parser.add_argument("--quick", action="store_true", help="only the part that CI has time for")
    is_quick = parser.parse_args().quick
    began, chosen = time.monotonic(), QUICK if is_quick else ALL
    for sanitizer in (ADDRESS, THREAD):
        _build(sanitizer)
    # What a sanitizer writes goes to standard error, which pytest would keep for itself.
    options = ["-m", "pytest", "--no-header", "-p", "no:cacheprovider", "--capture=sys", "-m", "not fuzz"]
    ran = [
        _run(ADDRESS, [*options, *(str(ROOT / "tests" / name) for name in chosen)]),
        _run(ADDRESS, [str(HERE / "arguments.py"), "3000" if is_quick else "20000"]),
        _run(THREAD, [str(HERE / "threads.py")]),
    ]
    _say(f"sanitizers: {_counted(ran)}, in {time.monotonic() - began:.0f} s")
    return 1 if any(one.failed or one.reports for one in ran) else 0


def _counted(ran: list["Ran"]) -> str:
    """The counts of all runs in one line."""
    tests, calls, scenes = ran
    passed, called = _PASSED.search(tests.said), _CALLED.search(calls.said)
    of_address = f"{passed[1] if passed else 0} tests and {called[1] if called else 0} random calls with"
    of_address += f" {tests.reports + calls.reports} reports of address and undefined behaviour"
    return f"{of_address}, {len(scenes.said.splitlines())} scenes of threads with {scenes.reports} reports"


def _build(sanitizer: Sanitizer) -> None:
    _say(f"Building the core with -fsanitize={sanitizer.flags} ...")
    nanobind = subprocess.run([sys.executable, "-m", "nanobind", "--cmake_dir"], capture_output=True, text=True, check=True)
    settings = {
        "KIBITZ_SANITIZE": sanitizer.flags,
        "CMAKE_BUILD_TYPE": "Debug",
        "Python_EXECUTABLE": sys.executable,
        "nanobind_DIR": nanobind.stdout.strip(),
    }
    defined = [f"-D{name}={value}" for name, value in settings.items()]
    cores = str(os.cpu_count() or 1)
    for command in (["-S", str(ROOT), "-B", str(sanitizer.folder), *defined], ["--build", str(sanitizer.folder), "-j", cores]):
        done = subprocess.run([_cmake(), *command], capture_output=True, text=True)
        if done.returncode:
            sys.exit(f"the core was not built:\n{done.stdout[-3000:]}\n{done.stderr[-3000:]}")


def _cmake() -> str:
    beside = Path(sys.executable).with_name("cmake")
    return str(beside) if beside.exists() else "cmake"


def _run(sanitizer: Sanitizer, arguments: list[str]) -> Ran:
    """Run Python with a core and show what it says."""
    log = sanitizer.folder / "reports" / "report"
    shutil.rmtree(log.parent, ignore_errors=True)
    log.parent.mkdir()
    options = f"{sanitizer.options}:log_path={log}:print_stacktrace=1:halt_on_error=0:exitcode=66"
    environment = {
        **os.environ,
        "LD_PRELOAD": " ".join(_library(name) for name in (sanitizer.library, "libstdc++.so.6")),
        "ASAN_OPTIONS": options,
        "UBSAN_OPTIONS": options,
        "TSAN_OPTIONS": options,
        "PYTHONMALLOC": "malloc",
        "PYTHONPATH": os.pathsep.join([str(HERE / "startup"), os.environ.get("PYTHONPATH", "")]).rstrip(os.pathsep),
        "KIBITZ_CORE": str(sanitizer.core),
    }
    said: list[str] = []
    command = [sys.executable, *arguments]
    with (
        log.with_name("stderr").open("wb") as errors,
        subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, stderr=errors, text=True, cwd=ROOT) as process,
    ):
        assert process.stdout is not None
        for line in process.stdout:
            said.append(line)
            _say(line.rstrip())
    return Ran("".join(said), process.returncode != 0, _reports(log.parent))


def _reports(folder: Path) -> int:
    """How many reports were written into a folder; they are shown."""
    written = "".join(path.read_text(errors="replace") for path in sorted(folder.iterdir()))
    _say(written.strip()[:20_000])
    return len(_REPORT.findall(written))


def _library(name: str) -> str:
    """Where the compiler has one of its libraries."""
    compiler = os.environ.get("CXX", "c++")
    found = subprocess.run([compiler, f"-print-file-name={name}"], capture_output=True, text=True, check=True).stdout.strip()
    if not Path(found).is_absolute():
        sys.exit(f"{compiler} has no {name}; install g++ with its sanitizers, as libasan and libtsan of Debian's gcc")
    return found


def _say(line: str) -> None:
    if line:
        print(line, flush=True)  # noqa: T201


if __name__ == "__main__":
    sys.exit(main())
