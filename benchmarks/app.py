"""How quick the study app's server is, and whether it stays fair when many tabs look at once.

Starts the app as a program, measures how long it takes to be ready and to show first numbers, then lets 50 tabs analyse different
positions for a minute: errors, updates, the share of time each position got, and memory.

    python benchmarks/app.py [--tabs 50] [--seconds 60]
"""

import argparse
import asyncio
import json
import os
import socket
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request
from contextlib import closing, suppress
from dataclasses import dataclass, field

from websockets.asyncio.client import connect

from kibitz.review.othello.game_sources import own_games
from kibitz.rules.squares import PASS, format_transcript

PLY = 14


@dataclass
class Tab:
    """What one tab has heard: when the first value came, how many updates, what went wrong."""

    line: str
    first: float = 0.0
    updates: int = 0
    last: dict = field(default_factory=dict)
    problems: list[str] = field(default_factory=list)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tabs", type=int, default=50)
    parser.add_argument("--seconds", type=float, default=60.0)
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        port, began = free_port(), time.perf_counter()
        server = start(port, folder)
        try:
            wait_until_up(port)
            print(f"ready after                   {time.perf_counter() - began:6.2f} s")
            asyncio.run(measure(port, server.pid, asked.tabs, asked.seconds))
        finally:
            server.terminate()
            server.wait()


async def measure(port: int, pid: int, tabs: int, seconds: float) -> None:
    """Latencies of one tab, then the crowd."""
    read(port, "predictions")  # the model is loaded by the first question
    await report_first_values(port)
    report_predictions(port)
    before = memory_mb(pid)
    crowd = [Tab(line_of(number)) for number in range(tabs)]
    await asyncio.gather(*(look(port, tab, seconds) for tab in crowd))
    report_crowd(crowd, seconds)
    print(f"memory before and after       {before:6.0f} MB, {memory_mb(pid):.0f} MB")
    await asyncio.sleep(1.0)
    print(f"positions watched afterwards  {json.loads(read(port, 'status'))['engine']['watched_positions']:6d}")


async def report_first_values(port: int) -> None:
    """From the question to the first engine values, one position after the other on one connection."""
    waits = []
    async with connect(f"ws://127.0.0.1:{port}/api/live") as live:
        for number in range(50):
            asked = time.perf_counter()
            await live.send(json.dumps({"type": "analyse", "moves": line_of(number, PLY + 2), "id": number}))
            while json.loads(await live.recv()).get("id") != number:
                pass
            waits.append(time.perf_counter() - asked)
    print(f"first engine values           {milliseconds(waits)}")


def report_predictions(port: int) -> None:
    waits = []
    for number in range(50):
        asked = time.perf_counter()
        read(port, f"predictions?moves={line_of(number, PLY + 4)}")
        waits.append(time.perf_counter() - asked)
    print(f"expert's probabilities        {milliseconds(waits)}")


async def look(port: int, tab: Tab, seconds: float) -> None:
    """Watch one position for some seconds."""
    try:
        async with connect(f"ws://127.0.0.1:{port}/api/live") as live:
            began = time.perf_counter()
            await live.send(json.dumps({"type": "analyse", "moves": tab.line}))
            with suppress(TimeoutError):
                while True:
                    hear(tab, json.loads(await asyncio.wait_for(live.recv(), seconds - (time.perf_counter() - began))), began)
    except OSError as error:
        tab.problems.append(str(error))


def hear(tab: Tab, message: dict, began: float) -> None:
    if message["type"] != "analysis" or message["revision"] <= tab.last.get("revision", 0):
        tab.problems.append(str(message)[:100])
        return
    tab.first = tab.first or time.perf_counter() - began
    tab.updates += 1
    tab.last = message


def report_crowd(crowd: list[Tab], seconds: float) -> None:
    shares = [tab.last.get("seconds", 0.0) for tab in crowd]
    depths = [tab.last.get("depth", 0) for tab in crowd]
    fairness = sum(shares) ** 2 / (len(shares) * sum(share * share for share in shares))
    print(f"{len(crowd)} tabs for {seconds:g} s:")
    print(f"  errors and lost updates     {sum(len(tab.problems) for tab in crowd):6d}")
    print(f"  updates                     {sum(tab.updates for tab in crowd):6d}")
    print(f"  first values                {milliseconds([tab.first for tab in crowd])}")
    print(f"  depth reached               {min(depths):6d} to {max(depths)}")
    print(f"  engine time per position    {min(shares):6.2f} to {max(shares):.2f} s, Jain's fairness {fairness:.3f}")


def line_of(number: int, plies: int = PLY) -> str:
    moves = [move for move in own_games()[number].moves if move != PASS]
    return format_transcript(moves[:plies])


def milliseconds(waits: list[float]) -> str:
    ordered = sorted(1000 * wait for wait in waits)
    return f"{statistics.median(ordered):6.0f} ms median, {ordered[int(0.95 * (len(ordered) - 1))]:.0f} ms for 95 %"


def read(port: int, route: str) -> bytes:
    with urllib.request.urlopen(f"http://127.0.0.1:{port}/api/{route}") as answer:
        return answer.read()


def start(port: int, folder: str) -> subprocess.Popen:
    places = {"KIBITZ_STUDY": folder, "KIBITZ_ARCHIVE": f"{folder}/none.duckdb"}
    command = [sys.executable, "-m", "kibitz", "--no-browser", "--port", str(port)]
    return subprocess.Popen(command, env=os.environ | places, stdout=subprocess.DEVNULL)


def wait_until_up(port: int) -> None:
    while True:
        with suppress(OSError):
            read(port, "position")
            return
        time.sleep(0.05)


def free_port() -> int:
    with closing(socket.socket()) as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def memory_mb(pid: int) -> float:
    """What the server holds in memory, by Linux's account."""
    with open(f"/proc/{pid}/status") as status:  # noqa: PTH123 - no file of ours
        return next(int(line.split()[1]) for line in status if line.startswith("VmRSS")) / 1024


if __name__ == "__main__":
    main()
