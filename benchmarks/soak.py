"""Whether the study app stays well under long use: no error, and no growth of memory, open files or threads.

Starts the app as a program with a folder and a small archive of its own. Clients analyse, play, review, import and browse games
of every kind for half an hour. What they keep is bounded, so whatever the server keeps beyond it would show.

    python benchmarks/soak.py [--minutes 30] [--clients 20] [--json]

Growth is judged on the samples after the first five minutes (a third of a shorter run). A figure grows if a straight line
through them rises by more than its tolerance from the first to the last, or if the highest of the last quarter is more than the
tolerance above the highest of the first. The tolerance is a share of the mean; see TOLERANCES. The exit code is 1 if there was
an error or growth.
"""

import argparse
import asyncio
import contextlib
import gzip
import json
import os
import random
import signal
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from collections import Counter, defaultdict, deque
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import asdict, dataclass, field
from functools import cache, partial
from pathlib import Path
from typing import Any

import httpx2
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from kibitz.app.go.lines import format_go_path
from kibitz.records.othello.files import RecordFormat, write_games
from kibitz.review.othello.game_sources import own_games
from kibitz.rules.go.points import format_sgf_vertex
from kibitz.rules.go.position import GoGame
from kibitz.rules.noughts.position import START as NOUGHTS_START
from kibitz.rules.noughts.position import format_moves
from kibitz.rules.squares import PASS, format_transcript

TOLERANCES = {"rss_mb": 0.05, "files": 0.20, "threads": 0.50}  # threads come and go with the requests
WARM_UP_MINUTES = 5.0
SAMPLE_SECONDS = 2.0
PROGRESS_SECONDS = 30.0
PATIENCE = 120.0  # for one answer, on a machine that does other work too
KEPT_GAMES = 3  # of each client
REVIEWED_PLIES = 12
REVIEW_SECONDS = 30.0  # after which a client gives up
LISTENED = (0.2, 1.5)  # seconds at one position
PAUSE = (0.05, 0.5)  # seconds between two things a client does
PROGRAMS = {
    "": ("engine:level=2", "engine:level=4", "greedy", "random", "expert", "alphabeta:depth=2"),
    "go:9": ("uct:playouts=200", "random"),
    "noughts:": ("perfect", "evolved", "random"),
}
LIMITS = httpx2.Limits(keepalive_expiry=2.0)  # a connection is left before the server closes it
OTHERS_FILES = {".ses"}  # temporary files of libraries: the ONNX runtime's mark of a session
PAGES = ("/", "/scripts/games/list.js", "/openapi.json")


class Unexpected(Exception):  # noqa: N818 - it is counted, and the client goes on
    """An answer that is not the one there should be."""


# --- what is sent -------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Line:
    """A position as requests name it."""

    start: str
    moves: str


@dataclass(frozen=True)
class Upload:
    """A file, and the status its import is answered with."""

    name: str
    data: bytes
    status: int = 201


def some_line(chooser: random.Random) -> Line:
    """A position of one of the games: mostly Othello, every third of Go, every tenth of noughts and crosses."""
    kind = chooser.random()
    if kind < 0.1:
        return Line("noughts:", format_moves(chooser.sample(NOUGHTS_START.legal_moves(), 3)))
    if kind < 0.4:
        size = chooser.choice((9, 13, 19))
        return Line(f"go:{size}", format_go_path(go_moves(size, chooser)[: chooser.randrange(40)], size))
    return Line("", othello_line(chooser.randrange(len(own_games())), chooser.randrange(2, 52)))


def othello_line(number: int, plies: int) -> str:
    return format_transcript([move for move in own_games()[number].moves if move != PASS][:plies])


def go_moves(size: int, chooser: random.Random) -> tuple[int, ...]:
    return _go_moves(size, chooser.randrange(60))


@cache
def _go_moves(size: int, seed: int) -> tuple[int, ...]:
    chooser, position, moves = random.Random(seed), GoGame(size).start(), []
    for _ in range(40):
        moves.append(chooser.choice(position.legal_points()))
        position = position.play(moves[-1])
    return tuple(moves)


def make_uploads(folder: Path) -> list[Upload]:
    """Files of every game and format, and some that are damaged."""
    uploads = [_othello_file(folder, suffix) for suffix in ("pgn", "sgf", "ggf", "csv", "txt", "wtb")]
    pgn, go = uploads[0].data, _go_file()
    return [
        *uploads,
        Upload("go.sgf", go),
        Upload("noughts.txt", b"# noughts\n" + b"b2a1c3a3\n" * 30),
        Upload("games.pgn.gz", gzip.compress(pgn)),
        Upload("cut.pgn.gz", gzip.compress(pgn)[:-40], 400),
        Upload("damaged.wtb", uploads[-1].data[:50], 400),
        Upload("trap.sgf.gz", gzip.compress(b"(;" * (20 << 20)), 400),
        Upload("noise.bin", random.Random(1).randbytes(20_000), 400),
    ]


def _othello_file(folder: Path, suffix: str) -> Upload:
    path = folder / f"games.{suffix}"
    write_games(path, own_games()[:30], RecordFormat.WTHOR if suffix == "wtb" else None)
    return Upload(path.name, path.read_bytes())


def _go_file() -> bytes:
    return b"\n".join(_go_game(seed) for seed in range(12))


def _go_game(seed: int) -> bytes:
    words = [f";{'BW'[ply % 2]}[{format_sgf_vertex(point, 19)}]" for ply, point in enumerate(_go_moves(19, seed))]
    return f"(;GM[1]FF[4]SZ[19]PB[Ada]PW[Bo]RE[B+R]{''.join(words[:20])}({''.join(words[20:])})(;B[]))".encode()


# --- what is counted ----------------------------------------------------------------------------------------------------------


@dataclass
class Tally:
    """What the clients have seen."""

    waits: dict[str, list[float]] = field(default_factory=lambda: defaultdict(list))
    messages: Counter[str] = field(default_factory=Counter)
    done: Counter[str] = field(default_factory=Counter)
    errors: Counter[str] = field(default_factory=Counter)

    @property
    def requests(self) -> int:
        return sum(map(len, self.waits.values()))

    @contextlib.contextmanager
    def timed(self, kind: str) -> Iterator[None]:
        began = time.perf_counter()
        yield
        self.waits[kind].append(time.perf_counter() - began)


@dataclass(frozen=True)
class Sample:
    """The server at one moment, by Linux's account; `cpu` are the seconds used since its start."""

    seconds: float
    rss_mb: float
    files: int
    threads: int
    cpu: float


def take_sample(pid: int, began: float) -> Sample:
    folder = Path(f"/proc/{pid}")
    status = dict(line.split(":", 1) for line in (folder / "status").read_text().splitlines())
    times = (folder / "stat").read_text().rpartition(")")[2].split()[11:13]
    return Sample(
        seconds=time.monotonic() - began,
        rss_mb=int(status["VmRSS"].split()[0]) / 1024,
        files=len(os.listdir(folder / "fd")),  # noqa: PTH208 - nothing is done with the names
        threads=int(status["Threads"]),
        cpu=sum(map(int, times)) / os.sysconf("SC_CLK_TCK"),
    )


def never(_message: dict[str, Any]) -> bool:
    return False


# --- what a client does -------------------------------------------------------------------------------------------------------


class Client:
    """A person with a browser, who does one thing after the other until the time is over."""

    def __init__(self, port: int, number: int, uploads: list[Upload], tally: Tally, end: float) -> None:
        self.port, self.uploads, self.tally, self.end = port, uploads, tally, end
        self.chooser = random.Random(number)
        self.http = httpx2.AsyncClient(base_url=f"http://127.0.0.1:{port}", timeout=PATIENCE, limits=LIMITS)
        self.kept: deque[str] = deque()

    async def run(self) -> None:
        deeds = {self.analyse: 4, self.play: 4, self.review: 1, self.upload: 2, self.browse: 2}
        async with self.http:
            while time.monotonic() < self.end:
                await self.attempt(*self.chooser.choices(list(deeds), list(deeds.values())))

    async def attempt(self, deed: Callable[[], Awaitable[None]]) -> None:
        """Do one thing, and count what goes wrong."""
        name = deed.__name__
        try:
            await deed()
            self.tally.done[name] += 1
        except Unexpected as error:
            self.tally.errors[f"{name}: {error}"] += 1
        except (WebSocketException, httpx2.HTTPError, OSError, TimeoutError) as error:
            self.tally.errors[f"{name}: {type(error).__name__} {error}"[:200]] += 1
        await asyncio.sleep(self.chooser.uniform(*PAUSE))

    async def analyse(self) -> None:
        """Look at some positions over the live channel, as they deepen."""
        async with self.live() as live:
            for number in range(self.chooser.randint(1, 5)):
                kind = self.chooser.choice(("analyse", "voices"))
                line = some_line(self.chooser)
                with self.tally.timed(f"{kind}, first answer"):
                    await self.say(live, type=kind, start=line.start, moves=line.moves, id=number)
                    await self.hear(live, lambda message, number=number: message.get("id") == number)
                await self.listen(live, self.chooser.uniform(*LISTENED))
            await self.say(live, type="stop")

    async def play(self) -> None:
        """Play against a program and watch its moves come."""
        start = self.chooser.choice(list(PROGRAMS))
        seats = {"black": {"name": "Ada"}, "white": {"player": self.chooser.choice(PROGRAMS[start])}}
        game = await self.ask("begin a game", "POST", "games", 201, json={**seats, "start": start})
        async with self.live() as live:
            await self.say(live, type="watch", game=game["id"])
            for _ in range(self.chooser.randint(3, 15)):
                game = (await self.hear(live, is_my_turn))["game"]
                if game["state"] == "over":
                    break
                await self.move(game)
        await self.finish(game["id"])

    async def move(self, game: dict[str, Any]) -> None:
        moves = game["position"]["legal_moves"]
        chosen = self.chooser.choice(moves)
        if self.chooser.random() < 0.05:
            await self.ask("hint", "POST", f"games/{game['id']}/hint", json={})
        await self.ask("move", "POST", f"games/{game['id']}/moves", json={"move": chosen})

    async def finish(self, key: str) -> None:
        """Comment on a game, save it as a file, and keep it for a while."""
        for text in ("well played", "badly played", ""):
            await self.ask("comment", "PUT", f"games/{key}/comments", json={"path": "", "comment": text})
        game = await self.ask("game", "GET", f"games/{key}")
        suffix = {"othello": "sgf", "go": "sgf"}.get(game["game"], "txt")
        await self.ask("export", "GET", f"games/{key}/export", params={"format": suffix})
        self.kept.append(key)
        while len(self.kept) > KEPT_GAMES:
            await self.delete(self.kept.popleft())

    async def review(self) -> None:
        """Have the beginning of a game reviewed, look at the review if it is done soon, and delete it."""
        text = othello_line(self.chooser.randrange(len(own_games())), REVIEWED_PLIES)
        begun = await self.ask("ask for a review", "POST", "reviews", 202, json={"text": text})
        key = begun["reviews"][0]["id"]
        async with self.live() as live:
            await self.say(live, type="reviews")
            await self.listen(live, REVIEW_SECONDS, lambda message: message.get("id") == key and message["state"] == "done")
        found = await self.ask("review", "GET", f"reviews/{key}")
        if found["state"] == "done":
            for name in ("report.txt", "report.svg"):
                await self.ask("report", "GET", f"reviews/{key}/{name}")
        await self.ask("reviews", "GET", "reviews")
        await self.delete(key)

    async def upload(self) -> None:
        """Import a file, look for its games, and delete them."""
        file = self.chooser.choice(self.uploads)
        made = await self.ask("import", "POST", "games/import", file.status, params={"name": file.name}, content=file.data)
        await self.ask("list of games", "GET", "games", params={"search": "Ada"})
        for line in made.get("games", ()):
            await self.delete(line["id"])

    async def browse(self) -> None:
        """Look round: pages, positions, predictions, the archive, a drill."""
        line = asdict(some_line(self.chooser))
        opening = {"moves": othello_line(self.chooser.randrange(len(own_games())), self.chooser.randrange(8))}
        await self.ask("page", "GET", self.chooser.choice(PAGES))
        await self.ask("status", "GET", "status")
        await self.ask("position", "GET", "position", params=line)
        await self.ask("predictions", "GET", "predictions", params=opening)
        await self.ask("voices at once", "GET", "voices", params={**opening, "seconds": 0.1})
        await self.ask("explore", "GET", "archive/explore", params=opening)
        await self.ask("archive games", "GET", "archive/games", params={**opening, "limit": 20})
        await self.ask("drill", "GET", "drills/guess", params={"seed": self.chooser.randrange(1000)})
        await self.ask("parse", "POST", "parse", json={"text": othello_line(0, 60)})

    async def delete(self, key: str) -> None:
        await self.ask("delete", "DELETE", f"games/{key}")

    async def ask(self, kind: str, method: str, route: str, status: int = 200, **more: Any) -> Any:
        """The answer to a request; raises Unexpected if its status is another."""
        with self.tally.timed(kind):
            answer = await self.http.request(method, route if route.startswith("/") else f"/api/{route}", **more)
        if answer.status_code != status:
            raise Unexpected(f"{method} {kind}: {answer.status_code} instead of {status}: {answer.text[:150]}")
        return answer.json() if "json" in answer.headers["content-type"] else answer.text

    def live(self) -> connect:
        return connect(f"ws://127.0.0.1:{self.port}/api/live", max_size=None, ping_timeout=PATIENCE, close_timeout=PATIENCE)

    async def say(self, live: ClientConnection, **frame: Any) -> None:
        self.tally.messages["sent"] += 1
        await live.send(json.dumps(frame))

    async def hear(self, live: ClientConnection, is_wanted: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
        """The first message of a kind; raises Unexpected at a message of an error, TimeoutError if none comes."""
        async with asyncio.timeout(PATIENCE):
            while True:
                message = json.loads(await live.recv())
                self.tally.messages["received"] += 1
                if message["type"] == "error":
                    raise Unexpected(f"live channel: {message['error'][:150]}")
                if is_wanted(message):
                    return message

    async def listen(self, live: ClientConnection, seconds: float, is_last: Callable[[dict[str, Any]], bool] = never) -> None:
        """Hear what comes for some seconds, or until the last message."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await self.hear(live, is_last)


def is_my_turn(message: dict[str, Any]) -> bool:
    if message["type"] != "game":
        return False
    game = message["game"]
    if game["problem"]:
        raise Unexpected(f"live channel: {game['problem']}")
    return game["state"] == "over" or game["players"][game["position"]["to_move"]]["player"] == "human"


# --- the server ---------------------------------------------------------------------------------------------------------------


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
    (folder / "archive.ggf").write_bytes(_othello_file(folder, "ggf").data)
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


# --- the run and its verdict --------------------------------------------------------------------------------------------------


@dataclass
class Run:
    """All that was seen in one run."""

    minutes: float
    clients: int
    tally: Tally = field(default_factory=Tally)
    samples: list[Sample] = field(default_factory=list)
    tracebacks: int = 0
    left_files: list[str] = field(default_factory=list)

    @property
    def warm_up(self) -> float:
        """The seconds that are not judged."""
        return min(60 * WARM_UP_MINUTES, 20 * self.minutes)

    @property
    def errors(self) -> int:
        return self.tally.errors.total() + self.tracebacks + len(self.left_files)


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


@dataclass(frozen=True)
class Growth:
    """How a figure went after the warm-up; `rise` is that of the fitted line over all of it."""

    mean: float
    first_quarter: float
    last_quarter: float
    rise: float
    tolerance: float

    @property
    def grows(self) -> bool:
        return max(self.rise, self.last_quarter - self.first_quarter) > self.tolerance


def growth(run: Run, name: str) -> Growth | None:
    """How a figure of the samples grew; None if there are too few of them."""
    samples = [sample for sample in run.samples if run.warm_up <= sample.seconds <= 60 * run.minutes]
    if len(samples) < 4:
        return None
    values = [float(getattr(sample, name)) for sample in samples]
    quarter = len(values) // 4
    slope = statistics.linear_regression([sample.seconds for sample in samples], values).slope
    mean = statistics.fmean(values)
    return Growth(
        mean=mean,
        first_quarter=max(values[:quarter]),
        last_quarter=max(values[-quarter:]),
        rise=slope * (samples[-1].seconds - samples[0].seconds),
        tolerance=TOLERANCES[name] * mean,
    )


def as_json(run: Run) -> dict[str, Any]:
    """All figures, and the verdict under `passed`."""
    grown = {name: growth(run, name) for name in TOLERANCES}
    last = run.samples[-1]
    return {
        "minutes": run.minutes,
        "clients": run.clients,
        "requests": {kind: spread(waits) for kind, waits in sorted(run.tally.waits.items())},
        "all_requests": spread([wait for waits in run.tally.waits.values() for wait in waits]),
        "done": dict(run.tally.done),
        "messages": dict(run.tally.messages),
        "errors": {
            **+run.tally.errors,
            **+Counter(tracebacks=run.tracebacks),
            **{f"{name} is left": 1 for name in run.left_files},
        },
        "cpu_share": last.cpu / last.seconds,
        "growth": {name: found and {**asdict(found), "grows": found.grows} for name, found in grown.items()},
        "passed": not run.errors and not any(found and found.grows for found in grown.values()),
    }


def spread(waits: list[float]) -> dict[str, float]:
    """How many waits there were, and their middle, their 99th percentile and the longest in milliseconds."""
    ordered = sorted(1000 * wait for wait in waits) or [0.0]
    return {
        "count": len(waits),
        "median_ms": round(statistics.median(ordered), 1),
        "p99_ms": round(ordered[int(0.99 * (len(ordered) - 1))], 1),
        "longest_ms": round(ordered[-1], 1),
    }


def report(found: dict[str, Any]) -> str:
    """The table for people."""
    lines = [
        f"{found['clients']} clients for {found['minutes']:g} minutes",
        f"{'request':24}{'count':>9}{'median':>10}{'99 %':>10}",
    ]
    lines += [_wait_line(kind, waits) for kind, waits in found["requests"].items()]
    lines += [_wait_line("all", found["all_requests"]), ""]
    lines += ["done: " + ", ".join(f"{count:,} × {name}" for name, count in sorted(found["done"].items()))]
    lines += [f"live channel: {found['messages'].get('sent', 0):,} sent, {found['messages'].get('received', 0):,} received"]
    lines += [f"processor: {100 * found['cpu_share']:.0f} % of one core", ""]
    lines += [f"{'after the warm-up':18}{'mean':>9}{'first ¼':>9}{'last ¼':>9}{'rise':>9}{'may rise':>10}"]
    lines += [_growth_line(name, row) for name, row in found["growth"].items() if row]
    lines += ["", f"errors: {sum(found['errors'].values())}"]
    lines += [f"  {count} × {error}" for error, count in found["errors"].items()]
    return "\n".join([*lines, "passed" if found["passed"] else "FAILED"])


def _wait_line(kind: str, waits: dict[str, float]) -> str:
    return f"{kind:24}{waits['count']:9,}{waits['median_ms']:7.0f} ms{waits['p99_ms']:7.0f} ms"


def _growth_line(name: str, row: dict[str, float]) -> str:
    figures = "".join(f"{row[key]:9.1f}" for key in ("mean", "first_quarter", "last_quarter", "rise"))
    return f"{name:18}{figures}{row['tolerance']:10.1f}{'  grows' if row['grows'] else ''}"


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
