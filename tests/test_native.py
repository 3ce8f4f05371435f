"""The stub file that types the core names just what the core has."""

import ast
from pathlib import Path

import kibitz
from kibitz import _native


def is_name_of_the_core(node: ast.stmt) -> bool:
    """Functions, and classes that are not only shapes of a result."""
    return isinstance(node, ast.FunctionDef) or (isinstance(node, ast.ClassDef) and not node.bases)


def test_the_stub_names_the_functions_and_classes_of_the_built_core():
    stub = ast.parse(Path(kibitz.__file__).with_name("_native.pyi").read_text())
    names = {node.name for node in stub.body if is_name_of_the_core(node)}
    assert names == {name for name in dir(_native) if not name.startswith("__")}
