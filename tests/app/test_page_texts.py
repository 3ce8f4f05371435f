"""Every language says what English says: the same keys with the same names to be filled in."""

from pathlib import Path

import pytest

from app.page_texts import PAGES, english_and_others, names_in, texts_of

PAIRS = list(english_and_others())


def called(value: object) -> str | None:
    return str(value.relative_to(PAGES)) if isinstance(value, Path) else None


@pytest.mark.parametrize(("english", "language", "script"), PAIRS, ids=called)
def test_every_name_is_filled_in_as_in_english(english: Path, language: str, script: Path) -> None:
    said, known = texts_of(script, language), texts_of(english, "en")
    assert [key for key in said if key not in known] == []
    assert [key for key in said if names_in(said[key]) != names_in(known[key])] == []


def test_scripts_are_read_as_they_are_written(tmp_path: Path) -> None:
    script = tmp_path / "fr.js"
    script.write_text('// A comment.\nexport const fr = {\n  a: { "b-c": "d: {e}, // f", g: "\\"h\\"", },\n};\n')
    assert texts_of(script, "fr") == {"a.b-c": "d: {e}, // f", "a.g": '"h"'}
