"""The core: its stubs name just what it has, and its modules can be imported like any other."""

import ast
import sys
from importlib import import_module
from pathlib import Path

import pytest

import kibitz
from kibitz import _native

MODULES = {"kibitz._native": "__init__.pyi", "kibitz._native.othello": "othello.pyi", "kibitz._native.go": "go.pyi"}


def names_of_the_core(node: ast.stmt) -> set[str]:
    """Functions, constants, submodules, and classes that are not only shapes of a result."""
    if isinstance(node, ast.ImportFrom) and node.module == "kibitz._native":
        return {alias.name for alias in node.names}
    if isinstance(node, ast.AnnAssign):
        return {ast.unparse(node.target)} if node.value is None else set()
    is_name = isinstance(node, ast.FunctionDef) or (isinstance(node, ast.ClassDef) and not node.bases)
    return {node.name} if is_name else set()


@pytest.mark.parametrize(("module", "stub"), MODULES.items())
def test_the_stub_names_the_functions_and_classes_of_the_built_core(module, stub):
    parsed = ast.parse((Path(kibitz.__file__).parent / "_native" / stub).read_text())
    names = set().union(*map(names_of_the_core, parsed.body))
    assert names == {name for name in dir(import_module(module)) if not name.startswith("__")}


@pytest.mark.parametrize("game", ["othello", "go"])
def test_a_game_has_a_module_of_its_own_that_says_where_it_belongs(game):
    module = sys.modules[f"kibitz._native.{game}"]
    assert module is getattr(_native, game)
    assert module.__name__ == f"kibitz._native.{game}"


def test_a_class_of_the_core_names_its_module():
    from kibitz._native.go import Tree
    from kibitz._native.othello import Forest

    assert (Tree.__module__, Forest.__module__) == ("kibitz._native.go", "kibitz._native.othello")
