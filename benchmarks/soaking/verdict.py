"""All that was seen in a soak, whether a figure grew, and the report."""

import statistics
from collections import Counter
from dataclasses import asdict, dataclass, field
from typing import Any

from soaking.tally import Sample, Tally

TOLERANCES = {"rss_mb": 0.05, "files": 0.20, "threads": 0.50}  # threads come and go with the requests
WARM_UP_MINUTES = 5.0


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
