"""What is counted in a soak: what the clients have seen, and the server from outside."""

import contextlib
import os
import time
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path


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
