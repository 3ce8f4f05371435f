"""The stub file that types the core names just what the core has."""

import ast
from pathlib import Path

import kibitz
from kibitz import _native


def test_the_stub_names_the_functions_of_the_built_core():
    stub = Path(kibitz.__file__).with_name("_native.pyi")
    functions = {node.name for node in ast.parse(stub.read_text()).body if isinstance(node, ast.FunctionDef)}
    assert functions == {name for name in dir(_native) if not name.startswith("__")}
