"""Coverage-guided fuzzing of the targets with Atheris, which is libFuzzer for Python; `make fuzz` starts it.

    python tests/fuzz/run.py [--seconds 30] [TARGET …]

Each target runs in a process of its own. A finding is written into its folder in tests/fuzz/corpus/, once for each place where it
was raised, and the run goes on. What reached new code is kept in build/fuzz/ and is where the next run begins.
"""

import argparse
import hashlib
import os
import re
import shutil
import subprocess
import sys
import tempfile
import traceback
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

HERE: Final = Path(__file__).resolve().parent
KEPT: Final = HERE.parents[1] / "build" / "fuzz"
FINDING: Final = "finding-"
_CHILD: Final = "--child"  # the first word of a process that fuzzes one target; the others are libFuzzer's
_LONGEST_INPUT: Final = 1 << 14
_SECONDS_FOR_ONE: Final = 20
_MOST_MEMORY: Final = 3000  # MiB
_EXECUTED: Final = re.compile(r"stat::number_of_executed_units:\s*([0-9]+)")
_TOOK: Final = re.compile(r"Done [0-9]+ runs in ([0-9]+) second")


@dataclass(frozen=True, slots=True)
class Ran:
    """What became of a target: how often it was asked, for how long, and what was found, by file."""

    executions: int
    seconds: int
    findings: tuple[Path, ...]


def main() -> int:
    """Run the targets, say what was found, and return the exit code: 1 if anything was."""
    parser = argparse.ArgumentParser(description="coverage-guided fuzzing of everything that reads")
    parser.add_argument("targets", nargs="*", metavar="TARGET")
    parser.add_argument("--seconds", type=int, default=30, help="for each target")
    if sys.argv[1:2] == [_CHILD]:
        _fuzz(*sys.argv[2:])
        return 0
    given = parser.parse_args()
    return _run_all(given.targets, given.seconds)


def _run_all(chosen: list[str], seconds: int) -> int:
    names = sorted(_names())
    if unknown := sorted(set(chosen) - set(names)):
        sys.exit(f"there is no target {unknown[0]!r}; known are {', '.join(names)}")
    total = Ran(0, 0, ())
    for name in chosen or names:
        ran = _run(name, seconds)
        _say(f"{name:18} {_figures(ran)}")
        total = Ran(total.executions + ran.executions, total.seconds + ran.seconds, total.findings + ran.findings)
    _say(f"{'in all':18} {_figures(total)}")
    for path in total.findings:
        _say(f"found: {path}")
    return 1 if total.findings else 0


def _names() -> list[str]:
    return [folder.name for folder in (HERE / "corpus").iterdir() if folder.is_dir()]


def _figures(ran: Ran) -> str:
    rate = ran.executions / max(ran.seconds, 1)
    return f"{ran.executions:9,} executions in {ran.seconds:5,} s, {rate:8,.0f} a second, {len(ran.findings)} findings"


def _run(name: str, seconds: int) -> Ran:
    """Fuzz a target in a process of its own; what ends that process is a finding too."""
    seeds, kept = HERE / "corpus" / name, KEPT / name
    kept.mkdir(parents=True, exist_ok=True)
    before = set(seeds.iterdir())
    with tempfile.TemporaryDirectory(prefix="kibitz-fuzz-") as folder:
        options = {
            "use_value_profile": 1,
            "max_total_time": seconds,
            "max_len": _LONGEST_INPUT,
            "timeout": _SECONDS_FOR_ONE,
            "rss_limit_mb": _MOST_MEMORY,
            "print_final_stats": 1,
            "artifact_prefix": f"{folder}/",
        }
        given = [f"-{option}={value}" for option, value in options.items()]
        command = [sys.executable, str(HERE / "run.py"), _CHILD, name, *given, str(kept), str(seeds)]
        done = subprocess.run(command, cwd=folder, capture_output=True, text=True, errors="replace")
        for artifact in Path(folder).iterdir():
            if artifact.name.startswith(("crash-", "timeout-", "oom-")):
                shutil.copy(artifact, seeds / f"{FINDING}{artifact.name[:24]}")
    found = sorted(set(seeds.iterdir()) - before)
    executed, took = _EXECUTED.search(done.stderr), _TOOK.search(done.stderr)
    if executed is None and not found:
        sys.exit(f"{name} did not run:\n{done.stderr[-2000:]}")
    return Ran(int(executed[1]) if executed else 0, int(took[1]) if took else seconds, tuple(found))


def _fuzz(name: str, *options: str) -> None:
    """Fuzz a target in this process until the time is over."""
    import atheris

    with atheris.instrument_imports(include=["kibitz"]):
        from fuzz.table import TARGETS
    target = TARGETS[name]
    known: set[str] = set()

    def take(data: bytes) -> None:
        try:
            target.feed(data)
        except Exception as error:  # noqa: BLE001 - whatever it is, it is a finding
            _keep(target, data, error, known)

    atheris.Setup([name, *options], take)
    atheris.Fuzz()


def _keep(target: Any, data: bytes, error: Exception, known: set[str]) -> None:
    """Write a finding into the corpus, if none was raised at the same place before."""
    frames = traceback.extract_tb(error.__traceback__)
    own = [frame for frame in frames if "kibitz" in frame.filename] or list(frames)
    place = f"{type(error).__name__} {Path(own[-1].filename).name}:{own[-1].lineno}"
    if place in known:
        return
    known.add(place)
    path = target.folder / f"{FINDING}{hashlib.sha256(place.encode()).hexdigest()[:10]}"
    path.write_bytes(data)
    print(f"{place}: {error}", file=sys.stderr)  # noqa: T201


def _say(line: str) -> None:
    print(line, flush=True)  # noqa: T201


if __name__ == "__main__":
    sys.path.insert(0, str(HERE.parent))
    os.environ.setdefault("KIBITZ_HOME", tempfile.gettempdir())
    sys.exit(main())
