"""What some tests want beyond the light install: their skips say how to install it, and a second run makes up for them.

A plugin of pytest. `--record-wants=FILE` writes down which tests were skipped for want of something, one name a line;
`--only=FILE` runs these tests and no others. (With a blank for the =, pytest takes the file for one of tests.)
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import pytest

_NOT_IMPORTED: Final = re.compile(r"could not import '(\w+)")
_EXTRA: Final = ".venv/bin/pip install --editable '.[{}]'"


@dataclass(frozen=True, slots=True)
class Want:
    """Something that not every machine has, and the command that installs it."""

    name: str
    install: str

    @property
    def reason(self) -> str:
        """Why a test is skipped."""
        return f"needs {self.name}: {self.install}"


# By the name under which Python imports it or the shell starts it.
WANTS: Final = {
    "torch": Want("torch", _EXTRA.format("train")),
    "cma": Want("cma", _EXTRA.format("train")),
    "ray": Want("Ray", _EXTRA.format("cluster")),
    "onnx": Want("onnx", _EXTRA.format("dev")),
    "gymnasium": Want("Gymnasium", _EXTRA.format("dev")),
    "pettingzoo": Want("PettingZoo", _EXTRA.format("dev")),
    "matplotlib": Want("matplotlib", _EXTRA.format("dev")),
    "pyspiel": Want("OpenSpiel", _EXTRA.format("dev")),
    "playwright": Want("playwright", _EXTRA.format("dev")),
    "axe_playwright_python": Want("axe-playwright-python", _EXTRA.format("dev")),
    "chromium": Want("Chromium", "apt-get install chromium-headless-shell"),
    "gnugo": Want("GNU Go", "apt-get install gnugo"),
    "gtp-rhino": Want("GRhino", "apt-get install grhino"),
    "katago": Want("KataGo", "set KIBITZ_KATAGO to a command such as 'katago gtp -model net.bin.gz -config gtp.cfg'"),
}


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("kibitz")
    group.addoption("--record-wants", metavar="FILE", type=_absolute, help="note which tests were skipped for want of something")
    group.addoption("--only", metavar="FILE", type=_absolute, help="run the tests of such a file and no others")


def _absolute(path: str) -> str:
    return str(Path(path).resolve())


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report() -> Iterator[None]:
    return _explained((yield))


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport() -> Iterator[None]:
    return _explained((yield))


def _explained(report):
    """A report; where a module could not be imported, it says instead what installs it."""
    want = _missing_module(report) if report.skipped and isinstance(report.longrepr, tuple) else None
    if want is not None:
        report.longrepr = (*report.longrepr[:2], f"Skipped: {want.reason}")
    return report


def _missing_module(report) -> Want | None:
    found = _NOT_IMPORTED.search(report.longrepr[2])
    return WANTS.get(found[1]) if found else None


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Whether a file has none of the tests that are asked for; it is not even read then."""
    names = _only(config)
    if names is None or not collection_path.is_file():
        return None
    return None if collection_path in {config.rootpath / _file(name) for name in names} else True


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    names = _only(config)
    if names is None:
        return
    lost = sorted({name for name in names if "::" in name} - {item.nodeid for item in items})
    if lost:
        raise pytest.UsageError(f"{config.option.only} has tests that are no more: {', '.join(lost)}")
    config.hook.pytest_deselected(items=[item for item in items if not _is_among(item, names)])
    items[:] = [item for item in items if _is_among(item, names)]


def _only(config: pytest.Config) -> frozenset[str] | None:
    path = config.getoption("--only")
    return None if path is None else frozenset(Path(path).read_text().splitlines())


def _is_among(item: pytest.Item, names: frozenset[str]) -> bool:
    return item.nodeid in names or _file(item.nodeid) in names


def _file(name: str) -> str:
    return name.partition("::")[0]


def pytest_terminal_summary(terminalreporter, config: pytest.Config) -> None:
    wanted = _wanted(terminalreporter.stats.get("skipped", []))
    if wanted:
        terminalreporter.section("skipped for want of something")
        for line in summary(wanted):
            terminalreporter.line(line)
    if config.option.record_wants is not None:
        Path(config.option.record_wants).write_text("".join(f"{name}\n" for name in sorted(wanted)))


def _wanted(skipped: Iterable) -> dict[str, Want]:
    """What is wanted by each test, or file of tests, that was skipped for it."""
    by_message = {f"Skipped: {want.reason}": want for want in WANTS.values()}
    reports = [report for report in skipped if isinstance(report.longrepr, tuple | list)]
    return {report.nodeid: by_message[report.longrepr[2]] for report in reports if report.longrepr[2] in by_message}


def summary(wanted: dict[str, Want]) -> list[str]:
    """How many tests and whole files want what, and how to install it."""
    tests = Counter(want for name, want in wanted.items() if "::" in name)
    files = Counter(want for name, want in wanted.items() if "::" not in name)
    wants = sorted(set(wanted.values()), key=lambda want: want.name.lower())
    lines = [f"{_counted(tests[want], files[want])} {want.name}: {want.install}" for want in wants]
    return [*lines, "make test-extras installs the Python packages among them and runs these tests only."]


def _counted(tests: int, files: int) -> str:
    parts = [_plural(tests, "test"), _plural(files, "whole file")]
    verb = "needs" if tests + files == 1 else "need"
    return f"{' and '.join(part for part in parts if part)} {verb}"


def _plural(count: int, noun: str) -> str:
    return f"{count} {noun}{'' if count == 1 else 's'}" if count else ""
