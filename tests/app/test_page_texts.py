"""Every language says what English says: the same keys with the same names to be filled in."""

import ast
import re
from pathlib import Path
from types import ModuleType

import pytest

from app.page_texts import PAGES, english_and_others, names_in, texts_of
from kibitz.review.othello import reasons
from kibitz.voices import insight
from kibitz.voices.go import study as go_study
from kibitz.voices.othello import study as othello_study

FEWEST_WORDS = 5  # of a sentence
PAIRS = list(english_and_others())


def called(value: object) -> str | None:
    return str(value.relative_to(PAGES)) if isinstance(value, Path) else None


@pytest.mark.parametrize(("english", "language", "script"), PAIRS, ids=called)
def test_no_text_is_missing_and_every_name_is_filled_in(english: Path, language: str, script: Path) -> None:
    said, known = texts_of(script, language), texts_of(english, "en")
    assert [key for key in known if key not in said] == []
    assert [key for key in said if key not in known] == []
    assert [key for key in said if names_in(said[key]) != names_in(known[key])] == []


def test_scripts_are_read_as_they_are_written(tmp_path: Path) -> None:
    script = tmp_path / "fr.js"
    script.write_text('// A comment.\nexport const fr = {\n  a: { "b-c": "d: {e}, // f", g: "\\"h\\"", },\n};\n')
    assert texts_of(script, "fr") == {"a.b-c": "d: {e}, // f", "a.g": '"h"'}


def shape(sentence: str) -> str:
    """A sentence with nothing between the braces, without its full stop."""
    return re.sub(r"\{\w*\}", "{}", sentence).rstrip(".")


def sentences_in(module: ModuleType) -> set[str]:
    """The shapes of the sentences that a module writes: its f-strings of some words."""
    tree = ast.parse(Path(str(module.__file__)).read_text(encoding="utf-8"))
    written = [node for node in ast.walk(tree) if isinstance(node, ast.JoinedStr)]
    found = {"".join(part.value if isinstance(part, ast.Constant) else "{}" for part in node.values) for node in written}
    parts = {shape(part) for sentence in found for part in sentence.split("; ")}
    return {part for part in parts if len(part.split()) >= FEWEST_WORDS}


def test_what_the_server_says_of_moves_has_a_pattern_for_other_languages() -> None:
    scripts = [PAGES / "texts" / "en.js", *(PAGES / "scripts" / "games").glob("*/texts.js")]
    known = {shape(text) for script in scripts for key, text in texts_of(script, "en").items() if key.startswith("said.")}
    assert sentences_in(reasons) - known == set()
    for module in (insight, go_study, othello_study):
        assert sentences_in(module) - known == set()
