"""A folder that holds all of one training run: settings, versions, metrics, checkpoint, plots.

A run can be stopped at any instant, by `kill -9` or a power cut too. Files are replaced whole, rows are on the disk before the
checkpoint that follows them, and what was measured after the last checkpoint is dropped when the run goes on, so that a run
resumed is the run that was never interrupted.
"""

import csv
import io
import json
import os
import platform
import subprocess
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

from kibitz.errors import SetupError
from kibitz.files import append_whole, clear_parts, make_folder, parse_json, reason, remove_file, write_whole
from kibitz.tensor_files import Tensors, read_any_tensors, write_tensors

SETTINGS = "settings.json"
VERSIONS = "versions.json"
METRICS = "metrics.csv"
CHECKPOINT = "checkpoint.safetensors"
RESULT = "result.json"

_PACKAGES = ("kibitz", "torch", "numpy", "safetensors")


@dataclass(frozen=True, slots=True)
class Checkpoint:
    """Where a run stood: its arrays by name, and a few facts such as the step."""

    tensors: Tensors
    facts: dict[str, Any]

    def part(self, prefix: str) -> Tensors:
        """The arrays whose names begin so, with the rest of their names."""
        return {name.removeprefix(prefix): array for name, array in self.tensors.items() if name.startswith(prefix)}


@dataclass(frozen=True, slots=True)
class RunFolder:
    """One run on disk. Nothing is kept in memory."""

    path: Path

    def has_checkpoint(self) -> bool:
        return (self.path / CHECKPOINT).is_file()

    def start(self, settings: Mapping[str, Any], are_the_same: Callable[[dict[str, Any]], bool] | None = None) -> None:
        """Write settings and versions of a new run; raises SetupError if the folder holds a run with other settings.

        `are_the_same` is asked about settings found there that look different, as those of an older release do.
        """
        make_folder(self.path)
        clear_parts(self.path)
        written = self.path / SETTINGS
        if written.is_file() and not _is_same_run(read_json(written), settings, are_the_same):
            raise SetupError(f"{self.path} holds a run with other settings; choose another folder or remove it")
        write_json(written, settings)
        if not (self.path / VERSIONS).is_file():
            write_json(self.path / VERSIONS, versions())

    def settings(self) -> dict[str, Any]:
        """The settings of the run; raises SetupError if the folder holds none."""
        path = self.path / SETTINGS
        if not path.is_file():
            raise SetupError(f"{self.path} holds no run: {SETTINGS} is missing")
        return read_json(path)

    def save_checkpoint(self, checkpoint: Checkpoint) -> None:
        """Replace the checkpoint by a newer one; raises SetupError if it cannot be written."""
        write_tensors(self.path / CHECKPOINT, checkpoint.tensors, {"facts": json.dumps(checkpoint.facts)})

    def load_checkpoint(self) -> Checkpoint:
        """The last checkpoint; raises SetupError if there is none or it cannot be read."""
        path = self.path / CHECKPOINT
        tensors, stored = read_any_tensors(path, "a checkpoint")
        try:
            return Checkpoint(tensors, parse_json(stored["facts"]))
        except (KeyError, ValueError):
            raise SetupError(f"{path} is not a checkpoint: it does not say where a run stood") from None

    def add_metrics(self, row: Mapping[str, float | int | str]) -> None:
        """Append one row, which is on the disk when this returns; the first one decides the columns. Raises SetupError."""
        path = self.path / METRICS
        size = len(_complete_lines(path))
        if not size:
            write_whole(path, _as_csv([row]))
            return
        try:
            descriptor = os.open(path, os.O_RDWR)
            try:
                append_whole(descriptor, _as_csv([row], header=False), size)
            finally:
                os.close(descriptor)
        except OSError as error:
            raise SetupError(f"{path} cannot be written: {reason(error)}") from None

    def metrics(self) -> list[dict[str, str]]:
        """All rows so far, oldest first, without one that is cut off; raises SetupError if they cannot be read."""
        path = self.path / METRICS
        try:
            return list(csv.DictReader(io.StringIO(_complete_lines(path).decode(), newline="")))
        except (ValueError, csv.Error) as error:
            raise SetupError(f"{path} is not a table of metrics: {error}") from None

    def forget_metrics_after(self, step: int) -> None:
        """Drop rows beyond a step; they will be measured again."""
        self.replace_metrics(row for row in self.metrics() if row["step"] and int(row["step"]) <= step)

    def replace_metrics(self, rows: Iterable[Mapping[str, str]]) -> None:
        """Have these rows and no others; raises SetupError, and then the others are still there."""
        kept, path = list(rows), self.path / METRICS
        if kept:
            write_whole(path, _as_csv(kept))
        else:
            remove_file(path)

    def save_result(self, result: Mapping[str, Any]) -> None:
        write_json(self.path / RESULT, result)

    def result(self) -> dict[str, Any] | None:
        """What the finished run measured, or None."""
        path = self.path / RESULT
        return read_json(path) if path.is_file() else None


def _is_same_run(
    found: dict[str, Any], settings: Mapping[str, Any], are_the_same: Callable[[dict[str, Any]], bool] | None
) -> bool:
    return bool(found == json.loads(json.dumps(settings)) or (are_the_same and are_the_same(found)))


def versions() -> dict[str, str]:
    """What the figures of a run may depend on, apart from its settings."""
    found = {"python": platform.python_version(), "machine": platform.machine(), "processor": _processor()}
    for package in _PACKAGES:
        try:
            found[package] = version(package)
        except PackageNotFoundError:
            found[package] = "not installed"
    found["commit"] = _commit()
    found["vector_instructions"] = _vector_instructions()
    return found


def _vector_instructions() -> str:
    """What torch computes with; a run that does without torch does not load it for this."""
    torch = sys.modules.get("torch")
    return torch.backends.cpu.get_cpu_capability() if torch else "torch is not used"


def _commit() -> str:
    """The commit of the source tree Kibitz runs from, marked if files of it were changed; "none" outside of one."""
    here = Path(__file__).parent
    try:
        commit = _git(here, "rev-parse", "HEAD")
        return f"{commit} with changes" if _git(here, "status", "--porcelain", "--untracked-files=no", ".") else commit
    except (OSError, subprocess.CalledProcessError):
        return "none"


def _git(folder: Path, *arguments: str) -> str:
    done = subprocess.run(["git", "-C", str(folder), *arguments], capture_output=True, text=True, check=True)
    return done.stdout.strip()


def read_json(path: Path) -> dict[str, Any]:
    """The JSON object in a file; raises SetupError if it is none."""
    try:
        found = parse_json(path.read_text())
    except (OSError, ValueError) as error:
        raise SetupError(f"{path} cannot be read as JSON: {error}") from None
    if not isinstance(found, dict):
        raise SetupError(f"{path} holds no JSON object")
    return found


def write_json(path: Path, content: Mapping[str, Any]) -> None:
    """Replace a file by a JSON object; raises SetupError if it cannot be written."""
    write_whole(path, json.dumps(content, indent=2, ensure_ascii=False) + "\n")


def _complete_lines(path: Path) -> bytes:
    """A file without a last line that was not written to its end; nothing if there is no file. Raises SetupError."""
    try:
        data = path.read_bytes()
    except FileNotFoundError:
        return b""
    except OSError as error:
        raise SetupError(f"{path} cannot be read: {reason(error)}") from None
    return data[: data.rfind(b"\n") + 1]


def _as_csv(rows: Sequence[Mapping[str, float | int | str]], header: bool = True) -> bytes:
    """Rows with the columns of the first one."""
    text = io.StringIO(newline="")
    writer = csv.DictWriter(text, fieldnames=list(rows[0]))
    if header:
        writer.writeheader()
    writer.writerows(rows)
    return text.getvalue().encode()


def _processor() -> str:
    path = Path("/proc/cpuinfo")
    if path.is_file():
        for line in path.read_text().splitlines():
            if line.startswith("model name"):
                return line.split(":", 1)[1].strip()
    return platform.processor()
