"""docs/go.md says what is true: the modules it names exist."""

import re
from importlib.util import find_spec
from pathlib import Path

PAGE = Path(__file__).resolve().parent.parent / "docs" / "go.md"


def test_the_modules_of_the_page_exist():
    names = set(re.findall(r"`(kibitz\.[a-z_.]+)`", PAGE.read_text()))
    assert len(names) > 5
    assert all(find_spec(name) for name in names)
