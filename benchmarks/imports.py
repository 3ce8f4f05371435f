"""How an import of many games goes in the study app: when progress is seen, whether every game is counted, how long others wait.

Starts the app as a program with a folder of its own and imports a file over the same requests that the page sends. Meanwhile two
requests that a page makes are asked again and again; afterwards, when all games are there and nothing else is done, they are
asked again, for the ratios. Then the same file goes into another app and is cancelled in the middle.

    python benchmarks/imports.py FILE.pgn [--archive] [--json]
    python benchmarks/imports.py --collection wthor --mirror http://127.0.0.1:8000   # where a folder wthor/ is served
"""

import argparse
import json
import os
import socket
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import httpx2

PIECE = 1 << 20
REQUESTS = {"list": "/api/games?limit=50", "position": "/api/position?moves=f5d6c3"}
PAUSE = 0.1  # seconds between two rounds of them
IDLE_ROUNDS = 50
ENDED = ("done", "cancelled", "failed")


def free_port() -> int:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return int(listener.getsockname()[1])


@contextmanager
def app(mirror: str = "") -> Iterator[httpx2.Client]:
    """A client of a running app with an empty folder."""
    with tempfile.TemporaryDirectory(prefix="kibitz-imports-") as folder:
        environment = os.environ | {"KIBITZ_HOME": folder, "KIBITZ_MIRROR": mirror}
        port = free_port()
        command = [sys.executable, "-m", "kibitz", "--no-browser", "--port", str(port)]
        process = subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL)
        with httpx2.Client(base_url=f"http://127.0.0.1:{port}", timeout=600) as client:
            while process.poll() is None:
                with suppress(httpx2.HTTPError):
                    if client.get("/api/status").status_code == 200:
                        break
                time.sleep(0.1)
            yield client
        process.terminate()
        process.wait()


def begin(client: httpx2.Client, file: Path | None, target: str, collection: str) -> str:
    """The id of an import under way."""
    key = str(client.post("/api/imports", json={"target": target, "collection": collection}).json()["id"])
    if file is not None:
        data = file.read_bytes()
        for at in range(0, len(data), PIECE):
            client.post(f"/api/imports/{key}/pieces", params={"name": file.name, "at": at}, content=data[at : at + PIECE])
        client.post(f"/api/imports/{key}/start")
    return key


def follow(client: httpx2.Client, key: str, cancel_at: int = 0) -> dict[str, Any]:
    """The import as it ended, with the seconds until progress was seen first and until the end."""
    begun, seen = time.perf_counter(), 0.0
    while True:
        job: dict[str, Any] = client.get(f"/api/imports/{key}").json()
        seconds = time.perf_counter() - begun
        if not seen and (job["games_read"] or job["bytes_done"]):
            seen = seconds
        if cancel_at and job["taken"] >= cancel_at:
            client.post(f"/api/imports/{key}/cancel")
            cancel_at = 0
        if job["state"] in ENDED:
            return {**job, "progress_seen": seen, "seconds": seconds}
        time.sleep(0.1)


def latencies(address: httpx2.URL, goes_on: Callable[[], bool]) -> dict[str, list[float]]:
    """The seconds of each request, one after the other and on a connection of their own, while it goes on."""
    found: dict[str, list[float]] = {name: [] for name in REQUESTS}
    with httpx2.Client(base_url=address, timeout=600) as client:
        while goes_on():
            for name, path in REQUESTS.items():
                begun = time.perf_counter()
                client.get(path).raise_for_status()
                found[name].append(time.perf_counter() - begun)
            time.sleep(PAUSE)
    return found


def compared(busy: list[float], idle: list[float]) -> dict[str, float | int]:
    """How long a request waited during an import, in seconds and as a ratio to the median without one."""
    if not busy:
        return {"requests": 0}
    usual = statistics.median(idle)
    return {
        "requests": len(busy),
        "idle_median": usual,
        "median": statistics.median(busy),
        "worst": max(busy),
        "median_ratio": statistics.median(busy) / usual,
        "worst_ratio": max(busy) / usual,
    }


def measured(file: Path | None, target: str, collection: str, mirror: str) -> dict[str, Any]:
    """What an import comes to, and how long others waited meanwhile."""
    with app(mirror) as client, ThreadPoolExecutor(1) as asking:
        ended = threading.Event()
        begun = time.perf_counter()
        key = begin(client, file, target, collection)
        sent = time.perf_counter() - begun
        meanwhile = asking.submit(latencies, client.base_url, lambda: not ended.is_set())
        job = follow(client, key)
        ended.set()
        busy = meanwhile.result()
        rounds = iter(range(IDLE_ROUNDS))
        idle = latencies(client.base_url, lambda: next(rounds, None) is not None)
        counts = ("state", "games_read", "taken", "duplicates", "left_out", "progress_seen", "seconds", "error")
        return {
            **{name: job[name] for name in counts},
            "games_per_second": job["games_read"] / job["seconds"],
            "sent": sent,
            **{name: compared(busy[name], idle[name]) for name in REQUESTS},
        }


def cancelled(file: Path, target: str) -> dict[str, Any]:
    """What is kept of an import that is cancelled once 500 games were taken."""
    with app() as client:
        job = follow(client, begin(client, file, target, ""), 500)
        listed = client.get("/api/games").json()
        return {"state": job["state"], "taken": job["taken"], "saved": listed["total"], "unreadable": len(listed["unreadable"])}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file", type=Path, nargs="?")
    parser.add_argument("--archive", action="store_true")
    parser.add_argument("--collection", default="")
    parser.add_argument("--mirror", default="")
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args()
    target = "archive" if given.archive or given.collection else "games"
    found = {"import": measured(given.file, target, given.collection, given.mirror)}
    if given.file is not None and target == "games":
        found["cancelled"] = cancelled(given.file, target)
    print(json.dumps(found, indent=None if given.json else 2))


if __name__ == "__main__":
    main()
