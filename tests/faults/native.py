"""Runs the archive's trial with the disk that fails in native code; see native_disk.cpp and archive_trial.py."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

from faults.trial import Tally

HERE = Path(__file__).parent


def can_run() -> bool:
    """Whether there is a compiler, and a system that loads libraries before others."""
    return sys.platform == "linux" and shutil.which("g++") is not None


def run_archive_trial(folder: Path, stride: int = 1) -> Tally:
    """Let every so many-th native call of the archive fail; raises AssertionError with what was lost."""
    library = folder / "native_disk.so"
    subprocess.run(["g++", "-std=c++20", "-shared", "-fPIC", "-o", library, HERE / "native_disk.cpp", "-ldl"], check=True)
    paths = os.pathsep.join([str(HERE.parent), *(path for path in sys.path if path)])
    environment = os.environ | {"LD_PRELOAD": str(library), "PYTHONPATH": paths}
    command = [sys.executable, HERE / "archive_trial.py", folder, str(stride)]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return Tally(**json.loads(done.stdout))
