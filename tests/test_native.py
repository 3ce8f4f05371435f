"""The stub file that types the core names just what the core has."""

import ast
from pathlib import Path

import kibitz
from kibitz import _native


def names_of_the_core(node: ast.stmt) -> set[str]:
    """Functions, constants, and classes that are not only shapes of a result."""
    if isinstance(node, ast.AnnAssign):
        return {ast.unparse(node.target)} if node.value is None else set()
    is_name = isinstance(node, ast.FunctionDef) or (isinstance(node, ast.ClassDef) and not node.bases)
    return {node.name} if is_name else set()


def test_the_stub_names_the_functions_and_classes_of_the_built_core():
    stub = ast.parse(Path(kibitz.__file__).with_name("_native.pyi").read_text())
    names = set().union(*map(names_of_the_core, stub.body))
    assert names == {name for name in dir(_native) if not name.startswith("__")}
