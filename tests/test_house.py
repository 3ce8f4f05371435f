"""The plan of the house: shared modules name no game, no file is told apart by a prefix, and no module leads back to itself."""

import ast
import re
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PACKAGE = ROOT / "src" / "kibitz"
GAMES = {path.parent.name for path in (PACKAGE / "rules").glob("*/__init__.py")}
# A paper is about one game; games/ joins them; the shipped cards are data.
OWN_ROOMS = {"experiments", "games"}

# The Go Text Protocol is a proper name: programs of every game speak it.
GAME_NAME = re.compile(
    r"(?i:othello|reversi|wthor|noughts)|\bGo\b(?! Text Protocol)|"
    r"\bGo[A-Z]\w*|\bgo_\w+|\w_go\b|\bGO_\w+|\w_GO\b|[\"'/.]go\b[\"'/.]?"
)


LONG = 300  # lines; a longer module is a reason to look for a cut
# Looked at, and whole as they are: an immutable position with the game it belongs to, and a board's drawing with its pen.
ONE_MEANING = {"rules/othello/position.py", "rules/go/position.py", "svg.py"}


def modules() -> dict[str, Path]:
    """All modules of the package by their dotted names."""
    found = {".".join(path.relative_to(PACKAGE.parent).with_suffix("").parts): path for path in PACKAGE.rglob("*.py")}
    return {name.removesuffix(".__init__"): path for name, path in found.items()}


def is_shared(path: Path) -> bool:
    folders = set(path.relative_to(PACKAGE).parts[:-1])
    return not folders & (GAMES | OWN_ROOMS)


def imported(path: Path, known: dict[str, Path]) -> set[str]:
    """The package's modules that a module imports: at its top, within functions, and for types alone."""
    names = set()
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.ImportFrom) and node.module:
            names |= {node.module, *(f"{node.module}.{alias.name}" for alias in node.names)}
        elif isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
    return {name for name in names if name in known and known[name] != path and known[name].name != "__init__.py"}


def core_files(*patterns: str) -> list[Path]:
    """The C++ files of the core, by patterns of their paths."""
    return sorted(path for pattern in patterns for path in (ROOT / "native").glob(pattern) if path.suffix in (".hpp", ".cpp"))


def test_there_is_a_folder_of_rules_for_each_game():
    assert {"othello", "go"} <= GAMES


@pytest.mark.parametrize(
    "path", [path for path in modules().values() if is_shared(path)], ids=lambda path: str(path.relative_to(PACKAGE))
)
def test_a_shared_module_names_no_game(path):
    found = GAME_NAME.search(path.read_text())
    assert not found, f"{path.name} is shared and names {found[0]!r}: what one game needs belongs into a folder of its own"


@pytest.mark.parametrize("path", core_files("games/*", "nets/*", "bindings/*"), ids=lambda path: path.name)
def test_a_shared_file_of_the_core_names_no_game_unless_it_lists_them(path):
    assert path.name in ("module.cpp", "parts.hpp") or not GAME_NAME.search(path.read_text())


@pytest.mark.parametrize("game", ["othello", "go"])
def test_what_the_core_has_for_one_game_is_in_a_namespace_of_its_own(game):
    files = core_files(f"{game}/**/*.hpp")
    assert files
    assert [path for path in files if f"\nnamespace kibitz::{game}" not in path.read_text()] == []


def test_no_file_tells_its_game_by_a_prefix():
    folders = [path for path in ROOT.iterdir() if path.is_dir() and path.name != "build" and not path.name.startswith(".")]
    assert {"src", "native", "tests", "docs"} <= {folder.name for folder in folders}
    assert [str(path) for folder in folders for path in folder.rglob("go_*") if path.suffix != ".pyc"] == []


def test_no_module_imports_itself_by_a_detour():
    known = modules()
    try:
        TopologicalSorter({name: imported(path, known) for name, path in known.items()}).prepare()
    except CycleError as error:
        pytest.fail(f"modules that import each other: {' -> '.join(error.args[1])}")


def game_of(name: str) -> set[str]:
    return GAMES & set(name.split("."))


@pytest.mark.parametrize("game", sorted(GAMES))
def test_what_one_game_needs_is_not_imported_by_another(game):
    known = modules()
    own = {name: path for name, path in known.items() if game_of(name) == {game}}
    assert not [(name, other) for name, path in own.items() for other in imported(path, known) if game_of(other) - {game}]


def lengths_of_functions() -> list[int]:
    """The lines of every function of the package, its docstring included, in ascending order."""
    trees = [ast.parse(path.read_text()) for path in modules().values()]
    found = [node for tree in trees for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)]
    return sorted((node.end_lineno or 0) - node.lineno + 1 for node in found)


def test_functions_are_short():
    lengths = lengths_of_functions()
    assert lengths[len(lengths) // 2] <= 5
    assert lengths[9 * len(lengths) // 10] < 15


def test_a_module_of_many_lines_has_one_meaning():
    long = {str(path.relative_to(PACKAGE)) for path in modules().values() if len(path.read_text().splitlines()) > LONG}
    assert long - ONE_MEANING == set()
