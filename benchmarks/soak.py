"""Whether the study app stays well under long use: no error, and no growth of memory, open files or threads.

Starts the app as a program with a folder and a small archive of its own. Clients analyse, play, review, import and browse games
of every kind for half an hour. What they keep is bounded, so whatever the server keeps beyond it would show.

    python benchmarks/soak.py [--minutes 30] [--clients 20] [--json]

Growth is judged on the samples after the first five minutes (a third of a shorter run). A figure grows if a straight line
through them rises by more than its tolerance from the first to the last, or if the highest of the last quarter is more than the
tolerance above the highest of the first. The tolerance is a share of the mean; see soaking/verdict.py. The exit code is 1 if
there was an error or growth.
"""

import argparse
import asyncio
import contextlib
import json
import sys
import tempfile
import time
from functools import partial
from pathlib import Path

from soaking.client import Client
from soaking.material import Upload, make_uploads
from soaking.server import server
from soaking.tally import take_sample
from soaking.verdict import Run, as_json, report

SAMPLE_SECONDS = 2.0
PROGRESS_SECONDS = 30.0
OTHERS_FILES = {".ses"}  # temporary files of libraries: the ONNX runtime's mark of a session


def soak(minutes: float, clients: int, folder: Path) -> Run:
    """A run in an empty folder."""
    run = Run(minutes, clients)
    with server(folder) as (process, port, log):
        asyncio.run(drive(run, process.pid, port, make_uploads(folder)))
        run.tally.errors["the server ended"] += process.poll() is not None
        run.left_files = [path.name for path in (folder / "tmp").iterdir() if path.name not in OTHERS_FILES]
    run.tracebacks = log.read_text(errors="replace").count("Traceback (most recent call last)")
    if run.tracebacks:
        print(log.read_text(errors="replace")[-5000:], file=sys.stderr)
    return run


async def drive(run: Run, pid: int, port: int, uploads: list[Upload]) -> None:
    began = time.monotonic()
    end = began + 60 * run.minutes
    watching = asyncio.create_task(watch(run, pid, began))
    await asyncio.gather(*(Client(port, number, uploads, run.tally, end).run() for number in range(run.clients)))
    watching.cancel()
    with contextlib.suppress(asyncio.CancelledError):
        await watching


async def watch(run: Run, pid: int, began: float) -> None:
    """Look at the server every few seconds, and say now and then how it goes."""
    said = 0.0
    while True:
        with contextlib.suppress(OSError):
            run.samples.append(take_sample(pid, began))
        if run.samples and run.samples[-1].seconds - said >= PROGRESS_SECONDS:
            said = run.samples[-1].seconds
            print(progress_line(run), file=sys.stderr, flush=True)
        await asyncio.sleep(SAMPLE_SECONDS)


def progress_line(run: Run) -> str:
    last = run.samples[-1]
    counts = f"{run.tally.requests:,} requests, {run.tally.messages['received']:,} messages, {run.tally.errors.total()} errors"
    return f"{last.seconds / 60:5.1f} min: {counts}; {last.rss_mb:.0f} MB, {last.files} files, {last.threads} threads"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minutes", type=float, default=30.0)
    parser.add_argument("--clients", type=int, default=20)
    parser.add_argument("--json", action="store_true", help="print the figures as JSON")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="kibitz-soak-") as folder:
        found = as_json(soak(asked.minutes, asked.clients, Path(folder)))
    print((partial(json.dumps, indent=1) if asked.json else report)(found))
    return 0 if found["passed"] else 1


if __name__ == "__main__":
    sys.exit(main())
