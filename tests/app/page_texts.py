"""The texts of the pages, read from their scripts without a browser: one object of texts, in double quotes, for each language."""

import json
import re
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path
from typing import Any

PAGES = Path(str(files("kibitz.app"))) / "pages"
LANGUAGES = ("fr", "ja", "zh")
TOKEN = re.compile(r'\s*(?://[^\n]*|/\*.*?\*/|("(?:[^"\\]|\\.)*")|([A-Za-z_]\w*)|([{}:,=;]))', re.DOTALL)


def texts_of(script: Path, language: str) -> dict[str, str]:
    """The texts of one script by their dotted keys; a game's script has them under the language's name."""
    level = _object_of(script.read_text(encoding="utf-8"))
    return dict(_flat(level.get(language, level)))


def english_and_others() -> Iterator[tuple[Path, str, Path]]:
    """Each script of English texts with each other language and the script where that has the same."""
    for language in LANGUAGES:
        yield PAGES / "texts" / "en.js", language, PAGES / "texts" / f"{language}.js"
        for script in sorted((PAGES / "scripts" / "games").glob("*/texts.js")):
            yield script, language, script.parent / "texts" / f"{language}.js"


def names_in(text: str) -> list[str]:
    """The {names} that are filled in; a language may need one twice."""
    return sorted(set(re.findall(r"\{(\w+)\}", text)))


def _object_of(script: str) -> Any:
    """The object that a script exports, read as JSON: names become texts, and commas before a brace go."""
    words = [_json_of(found) for found in TOKEN.finditer(script[script.index("=") + 1 :])]
    written = "".join(word for word in words if word != ";")
    return json.loads(re.sub(r",}", "}", written))


def _json_of(found: re.Match[str]) -> str:
    quoted, name, sign = found.groups()
    return quoted or (json.dumps(name) if name else sign or "")


def _flat(level: dict[str, Any], path: str = "") -> Iterator[tuple[str, str]]:
    for name, value in level.items():
        if isinstance(value, str):
            yield path + name, value
        else:
            yield from _flat(value, f"{path}{name}.")
