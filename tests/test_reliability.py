"""The page of promises is true: its limits are those of the code, and the tests it names exist."""

import inspect
import pkgutil
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parent.parent
PAGE = (ROOT / "docs" / "reliability.md").read_text()
UNITS = {"KiB": 1 << 10, "MiB": 1 << 20, "GiB": 1 << 30}
PROMISES = ("## Limits", "## Who may connect")


def section(heading: str) -> str:
    """The text of a section up to the next heading of any kind."""
    return re.split(r"^##+ ", PAGE.split(f"\n{heading}\n")[1], flags=re.MULTILINE)[0]


def rows(text: str) -> list[list[str]]:
    """The cells of the tables of a text, without their heads."""
    lines = [[cell.strip() for cell in line.strip("|").split("|")] for line in text.splitlines() if line.startswith("|")]
    return lines[2:]


LIMITS = [(number, path.strip("`")) for _, number, path, _ in rows(section(PROMISES[0]))]
NAMED_TESTS = sorted(set(re.findall(r"tests/[\w/]+\.py(?:::\w+)?", PAGE)))


def limit_of(path: str) -> float:
    """The number that a constant, a text's type, a field of a shape or a parameter of a route sets."""
    names = path.split(".")
    while True:
        try:
            owner = pkgutil.resolve_name(".".join(names))
            break
        except (AttributeError, ImportError):
            names.pop()
    rest = path.split(".")[len(names) :]
    if not rest:
        return owner if isinstance(owner, int | float) else most(owner)
    (name,) = rest
    fields = getattr(owner, "model_fields", {})
    return most(fields[name] if name in fields else inspect.signature(owner).parameters[name].annotation)


def most(kind: Any) -> float:
    """The bound that a type carries."""
    return next(
        bound for note in notes(kind) for bound in (getattr(note, "max_length", None), getattr(note, "le", None)) if bound
    )


def notes(kind: Any) -> Iterator[Any]:
    for note in (*getattr(kind, "metadata", ()), *getattr(kind, "__metadata__", ())):
        yield from getattr(note, "metadata", ()) or (note,)


@pytest.mark.parametrize(("number", "path"), LIMITS, ids=[path for _, path in LIMITS])
def test_the_limit_on_the_page_is_that_of_the_code(number, path):
    digits, unit = re.match(r"([\d,.]+)(?: (\w+))?", number).groups()
    assert float(digits.strip(",.").replace(",", "")) * UNITS.get(unit, 1) == limit_of(path)


@pytest.mark.parametrize("named", NAMED_TESTS)
def test_every_test_that_the_page_names_exists(named):
    path, _, name = named.partition("::")
    assert (ROOT / path).is_file()
    assert not name or re.search(rf"^(async )?def {name}\(", (ROOT / path).read_text(), re.MULTILINE)


@pytest.mark.parametrize("heading", PROMISES)
def test_every_promise_names_a_test(heading):
    found = rows(section(heading))
    assert found
    assert [row[0] for row in found if "tests/" not in row[-1]] == []
