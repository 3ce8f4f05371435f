"""Which build of the C++ core is loaded: a build from source has one, for its own machine, a wheel has several, for processors of
different ages. The best that the processor can run is taken; KIBITZ_ARCH names another.
"""

import os
import sys
from collections.abc import Callable, Iterable, Mapping
from importlib import import_module
from importlib.machinery import EXTENSION_SUFFIXES, ExtensionFileLoader
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import Final

from kibitz.errors import SetupError

CORE: Final = "kibitz._native"
NATIVE: Final = "native"  # for the machine that built it
PORTABLE: Final = "portable"  # for every processor of its kind
LEVELS: Final = {"x86-64-v4": 4, "x86-64-v3": 3, "x86-64-v2": 2}
"""Builds for generations of x86-64, the newest first, with the level that a processor must have."""
ASKED: Final = "KIBITZ_ARCH"
_PROCESSOR: Final = "processor"


def load_core(folders: Iterable[str]) -> ModuleType:
    """The module kibitz._native from one of the builds in some folders; raises SetupError if none of them runs here."""
    files = builds_in(folders)
    name = chosen(tuple(files), lambda: _level(files), os.environ.get(ASKED, ""))
    return _load(CORE, files[name])


def loaded_build() -> str:
    """The name of the build that is loaded."""
    return _build_of(Path(str(import_module(CORE).__file__)))


def builds_in(folders: Iterable[str]) -> Mapping[str, Path]:
    """The builds in some folders by their names."""
    found = (path for folder in folders for path in sorted(Path(folder).glob("*")))
    return {_build_of(path): path for path in found if path.name.endswith(tuple(EXTENSION_SUFFIXES))}


def chosen(there: Iterable[str], level: Callable[[], int], asked: str = "") -> str:
    """The name of the build to load: the one asked for, else the best; `level` is asked only if generations are to choose among.

    Raises SetupError if it is not there or the processor cannot run it.
    """
    names = [name for name in (NATIVE, *LEVELS, PORTABLE) if name in there]
    if asked and asked not in names:
        raise SetupError(f"{ASKED} is {asked!r}; builds of the core here: {', '.join(names) or 'none'}")
    wanted = [asked] if asked else names
    runs = next((name for name in wanted if name not in LEVELS or LEVELS[name] <= level()), None)
    if runs is None:
        raise SetupError(
            f"this processor runs none of these builds of the core: {', '.join(wanted) or 'none is there'}; "
            "build one for it from the source with: pip install ."
        )
    return runs


def _level(files: Mapping[str, Path]) -> int:
    """The generation of x86-64 that the processor can run; a single build was made on purpose and is taken as it is."""
    if _PROCESSOR not in files:
        return max(LEVELS.values())
    module = _load(f"{CORE}.{_PROCESSOR}", files[_PROCESSOR])
    return int(module.level())


def _load(name: str, file: Path) -> ModuleType:
    spec = spec_from_file_location(name, file, loader=ExtensionFileLoader(name, str(file)))
    if spec is None:
        raise SetupError(f"{file} cannot be loaded as a module")
    module = module_from_spec(spec)
    sys.modules[name] = module
    ExtensionFileLoader(name, str(file)).exec_module(module)
    return module


def _build_of(path: Path) -> str:
    return path.name.split(".")[0]
