"""Configuration files of `kibitz train`: TOML that names a kind of learning, the model to be made, and the settings that differ.

    kind = "network"
    name = "small"        # of the model; the file's own name if left out
    data = "games"        # file or folder of the games to learn from; where the kind looks for them if left out
    run = "runs/small"    # folder of the run; runs/NAME if left out
    licence = "MIT"       # for the card

    [settings]
    layers = 4

Whatever is wrong with a file is reported in one sentence that names the file and the key.
"""

import difflib
import tomllib
from collections.abc import Collection, Mapping
from dataclasses import dataclass, fields, is_dataclass, replace
from pathlib import Path
from types import UnionType
from typing import Any, Final, Literal, TypeVar, cast, get_args, get_origin, get_type_hints

from kibitz.errors import SetupError
from kibitz.learn.runs.shipped import shipped_configurations
from kibitz.models.card import is_model_name

DEFAULT_RUNS: Final = Path("runs")
_TEXTS: Final = ("kind", "name", "data", "run", "licence")
_TYPE_NAMES: Final = {bool: "true or false", int: "a whole number", float: "a number", str: "a text"}

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Configuration:
    """What a file says; `tables` are its tables by name, not checked yet, and `data` is None if it names no games."""

    path: Path
    kind: str
    name: str
    data: Path | None
    run: Path
    licence: str
    tables: Mapping[str, Mapping[str, Any]]

    def table(self, name: str) -> Mapping[str, Any]:
        """One of the tables, empty if the file has none of that name."""
        return self.tables.get(name, {})

    def allow_tables(self, names: Collection[str]) -> None:
        """Raise SetupError if there is a table of another name."""
        for name in self.tables:
            if name not in names:
                raise SetupError(f"{self.path}: kind {self.kind} has no [{name}]{_guess(name, names)}")


def read_configuration(path: Path) -> Configuration:
    """The configuration in a file; raises SetupError if it is missing, no TOML, or has wrong keys."""
    found = _read_toml(path)
    tables = {key: value for key, value in found.items() if isinstance(value, dict)}
    texts = {key: value for key, value in found.items() if key not in tables}
    for key, value in texts.items():
        if key not in _TEXTS:
            raise SetupError(f"{path}: {key} is not a key outside of tables{_guess(key, _TEXTS)}")
        _check(value, str, key, path)
    if "kind" not in texts:
        raise SetupError(f'{path} does not say which kind of learning it is for; a line like kind = "network" does')
    name = texts.get("name", path.stem)
    if not is_model_name(name):
        raise SetupError(f"{path}: {name!r} cannot be a model's name; letters, digits, '.', '_' and '-' can")
    data = Path(texts["data"]).expanduser() if "data" in texts else None
    run = Path(texts["run"]).expanduser() if "run" in texts else DEFAULT_RUNS / name
    return Configuration(path, texts["kind"], name, data, run, texts.get("licence", ""), tables)


def changed(settings: T, given: Mapping[str, Any], path: Path) -> T:
    """Settings, a dataclass, with some fields as a table says; raises SetupError for unknown keys and wrong types."""
    assert is_dataclass(settings)
    hints = get_type_hints(type(settings))
    known = [field.name for field in fields(settings) if not is_dataclass(hints[field.name])]
    for key, value in given.items():
        if key not in known:
            raise SetupError(f"{path}: {key} is not a setting{_guess(key, known)}")
        _check(value, hints[key], key, path)
    values = {key: _as_type(value, hints[key]) for key, value in given.items()}
    found: T = replace(cast(Any, settings), **values)
    return found


def require_positive(settings: Any, names: Collection[str], path: Path) -> None:
    """Raise SetupError if one of these settings is not above zero."""
    for name in names:
        if getattr(settings, name) <= 0:
            raise SetupError(f"{path}: {name} is {getattr(settings, name)}, but should be above zero")


def require_years(first_and_last: tuple[int, int], name: str, path: Path) -> None:
    """Raise SetupError if the last year comes before the first."""
    if first_and_last[0] > first_and_last[1]:
        raise SetupError(f"{path}: {name} are {list(first_and_last)}, but the first year should not come after the last")


def _read_toml(path: Path) -> dict[str, Any]:
    try:
        with path.open("rb") as file:
            return tomllib.load(file)
    except FileNotFoundError:
        known = ", ".join(shipped_configurations())
        raise SetupError(f"there is no file {path}, and no configuration of that name; known are {known}") from None
    except OSError as error:
        raise SetupError(f"{path} cannot be read: {(error.strerror or str(error)).lower()}") from None
    except ValueError as error:
        raise SetupError(f"{path} is not TOML: {error}") from None
    except RecursionError:
        raise SetupError(f"{path} is not a configuration: its brackets are nested too deep") from None


def _check(value: Any, wanted: Any, key: str, path: Path) -> None:
    if not _fits(value, wanted):
        raise SetupError(f"{path}: {key} is {value!r}, but should be {_type_name(wanted)}")


def _fits(value: Any, wanted: Any) -> bool:
    if get_origin(wanted) is Literal:
        return value in get_args(wanted)
    if get_origin(wanted) is tuple:
        return isinstance(value, list) and _items_fit(value, get_args(wanted))
    if isinstance(wanted, UnionType):
        return any(_fits(value, one) for one in get_args(wanted))
    if wanted is float:
        return isinstance(value, int | float) and not isinstance(value, bool)
    return isinstance(value, wanted) and (wanted is bool or not isinstance(value, bool))


def _items_fit(values: list[Any], wanted: tuple[Any, ...]) -> bool:
    if len(wanted) == 2 and wanted[1] is Ellipsis:
        return all(_fits(value, wanted[0]) for value in values)
    return len(values) == len(wanted) and all(_fits(value, one) for value, one in zip(values, wanted, strict=True))


def _as_type(value: Any, wanted: Any) -> Any:
    if isinstance(value, list):
        return tuple(value)
    return float(value) if wanted is float else value


def _type_name(wanted: Any) -> str:
    if get_origin(wanted) is Literal:
        return "one of " + ", ".join(map(repr, get_args(wanted)))
    if get_origin(wanted) is tuple:
        items = get_args(wanted)
        count = "" if items[1] is Ellipsis else f" of {len(items)}"
        return f"a list{count}, each {_type_name(items[0])}"
    if isinstance(wanted, UnionType):
        return " or ".join(_type_name(one) for one in get_args(wanted))
    return _TYPE_NAMES.get(wanted, str(wanted))


def _guess(name: str, known: Collection[str]) -> str:
    close = difflib.get_close_matches(name, known, n=1)
    return f"; did you mean {close[0]}?" if close else f"; known are {', '.join(known)}"
