"""The list of engines: other programs that the user has named once, in `engines.json` of the data folder.

Whoever can write that file decides which programs Kibitz starts. Only its user does: with `kibitz engines`, by hand, or in the
settings of the study app. Packages that the user has installed may add engines too, by entry points.
"""

import json
import math
import re
import shlex
from dataclasses import asdict, dataclass, replace
from functools import lru_cache
from pathlib import Path
from typing import Any, Final

from kibitz.errors import NotationError, SetupError
from kibitz.files import data_path, make_folder, parse_json, reason, write_whole
from kibitz.plugins import plugged
from kibitz.rules.game import Color

GROUP: Final = "kibitz.engines"
ENGINES_VARIABLE: Final = "KIBITZ_ENGINES"
MOST_ENGINES: Final = 50
MOST_WORDS: Final = 100
LONGEST_WORD: Final = 4096
DEFAULT_SECONDS: Final = 2.0
DEFAULT_TIMEOUT: Final = 60.0
LONGEST_SECONDS: Final = 3600.0

_NAME: Final = re.compile(r"[a-z0-9][a-z0-9_.-]{0,39}")
_SIDES: Final = {"mover": None, "black": Color.BLACK, "white": Color.WHITE}
_LONGEST_TITLE: Final = 100


@dataclass(frozen=True, slots=True)
class ConfiguredEngine:
    """An engine of the list.

    `command` is the program and its arguments, never given to a shell. `seconds` are for a position or a move where nothing else
    is said, `timeout` for an answer. `chances` says whose the engine's chances are: those of the `mover`, or always one side's.
    `title` is what it called itself when it was tested.
    """

    name: str
    game: str
    command: tuple[str, ...]
    protocol: str = "gtp"
    seconds: float = DEFAULT_SECONDS
    timeout: float = DEFAULT_TIMEOUT
    chances: str = "mover"
    title: str = ""

    @property
    def command_line(self) -> str:
        return shlex.join(self.command)

    @property
    def chances_of(self) -> Color | None:
        """Whose chances it says, None for the side to move."""
        return _SIDES[self.chances]


def engines_path() -> Path:
    """The file of the list; it may not exist yet."""
    return data_path("engines.json", ENGINES_VARIABLE)


def list_engines() -> list[ConfiguredEngine]:
    """All engines by name, those of installed packages among them unless the file has one of that name.

    Raises SetupError if the file cannot be read or says something else.
    """
    own = _engines_of_file()
    names = {engine.name for engine in own}
    added = (engine for engine in packaged_engines() if engine.name not in names)
    return sorted([*own, *added], key=lambda engine: engine.name)


@lru_cache(maxsize=1)
def packaged_engines() -> tuple[ConfiguredEngine, ...]:
    """The engines of installed packages; one that no list could hold is left out with a warning."""
    return plugged(GROUP, ConfiguredEngine, (), lambda engine: engine_of(asdict(engine)))


def _engines_of_file() -> list[ConfiguredEngine]:
    path = engines_path()
    try:
        content = parse_json(path.read_bytes())
    except FileNotFoundError:
        return []
    except OSError as error:
        raise SetupError(f"{path} cannot be read: {reason(error)}") from None
    except ValueError:
        raise SetupError(f"{path} is not JSON; correct it, or delete it and add the engines again") from None
    if not isinstance(content, dict) or not isinstance(content.get("engines"), list):
        raise SetupError(f'{path} is not a list of engines; write {{"engines": [{{"name": …, "game": …, "command": […]}}]}}')
    try:
        return [engine_of(row) for row in content["engines"]]
    except NotationError as error:
        raise SetupError(f"{path}: {error}") from None


def find_engine(name: str) -> ConfiguredEngine:
    """The engine of a name; raises SetupError that lists the known ones."""
    engines = list_engines()
    for engine in engines:
        if engine.name == name.lower():
            return engine
    known = ", ".join(engine.name for engine in engines) or "none yet; kibitz engines add NAME -- PROGRAM adds one"
    raise SetupError(f"there is no engine {name[:40]!r} in the list; known: {known}")


def keep_engine(engine: ConfiguredEngine) -> None:
    """Add an engine to the list, or replace the one of its name; raises SetupError or NotationError."""
    checked = engine_of(asdict(engine))
    others = [other for other in _engines_of_file() if other.name != checked.name]
    if len(others) >= MOST_ENGINES:
        raise SetupError(f"the list has {len(others)} engines; remove one first")
    _write([*others, checked])


def remove_engine(name: str) -> None:
    """Take an engine off the list; raises SetupError if it is not there, or is a package's."""
    gone, own = find_engine(name), _engines_of_file()
    if gone not in own:
        raise SetupError(f"the engine {gone.name} belongs to an installed package; it goes when that is uninstalled")
    _write([engine for engine in own if engine.name != gone.name])


def engine_of(content: Any) -> ConfiguredEngine:
    """The engine that an entry of the list describes; raises NotationError that says what is wrong."""
    if not isinstance(content, dict):
        raise NotationError("an engine is an object with name, game and command")
    unknown = sorted(set(content) - set(ConfiguredEngine.__dataclass_fields__))
    if unknown:
        raise NotationError(f"an engine has no field {str(unknown[0])[:40]!r}")
    engine = ConfiguredEngine(
        _text(content, "name", _NAME),
        _text(content, "game"),
        _command(content.get("command")),
        _text(content, "protocol", default="gtp"),
        _number(content, "seconds", DEFAULT_SECONDS),
        _number(content, "timeout", DEFAULT_TIMEOUT),
        _text(content, "chances", default="mover"),
        _text(content, "title", default="")[:_LONGEST_TITLE],
    )
    if engine.chances not in _SIDES:
        raise NotationError(f"chances is one of {', '.join(_SIDES)}, not {engine.chances!r}")
    return engine


def titled(engine: ConfiguredEngine, title: str) -> ConfiguredEngine:
    """The engine with the name that it gives itself."""
    return replace(engine, title="".join(filter(str.isprintable, title))[:_LONGEST_TITLE])


def _write(engines: list[ConfiguredEngine]) -> None:
    path = engines_path()
    make_folder(path.parent)
    rows = [asdict(engine) for engine in sorted(engines, key=lambda engine: engine.name)]
    write_whole(path, json.dumps({"engines": rows}, indent=2, ensure_ascii=False) + "\n")
    path.chmod(0o600)


def _text(content: dict[str, Any], name: str, pattern: re.Pattern[str] | None = None, default: str | None = None) -> str:
    value = content.get(name, default)
    if not isinstance(value, str) or (pattern and not pattern.fullmatch(value)):
        rule = "small letters, digits, - _ and ., at most 40" if pattern else "a text"
        raise NotationError(f"the {name} of an engine is {rule}, not {str(value)[:40]!r}")
    return value


def _command(value: Any) -> tuple[str, ...]:
    is_list = isinstance(value, list | tuple) and 0 < len(value) <= MOST_WORDS
    if not is_list or any(not isinstance(word, str) or "\0" in word or len(word) > LONGEST_WORD for word in value):
        raise NotationError("the command of an engine is a list of texts: the program and its arguments")
    if not value[0].strip():
        raise NotationError("the command of an engine begins with a program")
    return tuple(value)


def _number(content: dict[str, Any], name: str, default: float) -> float:
    value = content.get(name, default)
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 < value <= LONGEST_SECONDS or math.isnan(value):
        raise NotationError(f"{name} of an engine is a number above 0, at most {LONGEST_SECONDS:g}")
    return float(value)
