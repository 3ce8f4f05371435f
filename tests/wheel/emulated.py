"""An installed Kibitz on an older processor that qemu-x86_64 emulates."""

import shutil
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Final

RUNS: Final = (
    ("perft", "8"),
    ("solve", "O--OOOOX-OOOOOOXOOXXOOOXOOXOOOXXOOOOOOXX---OOOOX----O--X-------- X", "--threads", "1"),
    ("perft", "3", "--game", "go", "--size", "5"),
    ("analyse", "f5d6c3", "--level", "3", "--no-book"),
)
"""What is asked there: rules, exact solver, Go, search. The archive is not: DuckDB's own wheel wants a newer processor."""


def run_on(processor: str, python: Path, folder: Path, variables: Mapping[str, str]) -> None:
    """Ask Kibitz there what it can do; ends the program if a build crashes, or if none runs."""
    if shutil.which("qemu-x86_64") is None:
        sys.exit("there is no qemu-x86_64 (apt-get install qemu-user)")
    # numpy's library of linear algebra takes the emulated processor for another one unless it is told.
    told = {**variables, "OPENBLAS_CORETYPE": "Nehalem"}
    command = ["qemu-x86_64", "-cpu", processor, str(python), "-m", "kibitz"]
    build = _said([*command[:-2], "-c", "from kibitz.core_builds import loaded_build; print(loaded_build())"], folder, told)
    print(f"on an emulated {processor} the core is {build.strip()}")  # noqa: T201
    for asked in RUNS:
        last = _said([*command, *asked], folder, told).strip().splitlines()[-1]
        print(f"$ kibitz {' '.join(asked)}\n  {last}")  # noqa: T201
    for level in ("x86-64-v3", "x86-64-v4"):
        done = subprocess.run(
            [*command, "perft", "1"], cwd=folder, env={**told, "KIBITZ_ARCH": level}, capture_output=True, text=True, check=False
        )
        if done.returncode not in (0, 2):
            sys.exit(f"{level} ended with {done.returncode} on {processor} instead of with a sentence: {done.stderr}")
        print(f"KIBITZ_ARCH={level}: {done.stderr.strip() or 'runs'}")  # noqa: T201


def _said(command: list[str], folder: Path, variables: Mapping[str, str]) -> str:
    done = subprocess.run(command, cwd=folder, env=dict(variables), capture_output=True, text=True, check=False)
    if done.returncode:
        sys.exit(f"{' '.join(command)} ended with {done.returncode}: {done.stderr}")
    return done.stdout
