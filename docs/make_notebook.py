"""Runs the notebooks of this folder and writes what their cells show into them, without Jupyter.

python docs/make_notebook.py            # after a change of a notebook, or of what it shows
"""

import ast
import contextlib
import io
import json
import os
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

FOLDER: Final = Path(__file__).parent


def executed(notebook: dict[str, Any]) -> dict[str, Any]:
    """The notebook with the outputs of its cells, run one after the other in an empty folder; raises what a cell raises."""
    names: dict[str, Any] = {}
    with tempfile.TemporaryDirectory() as folder, in_folder(folder):
        numbers = iter(range(1, len(notebook["cells"]) + 1))
        cells = [run(cell, names, numbers) if cell["cell_type"] == "code" else cell for cell in notebook["cells"]]
    return {**notebook, "cells": cells}


def run(cell: dict[str, Any], names: dict[str, Any], numbers: Iterator[int]) -> dict[str, Any]:
    """The cell with what it prints, and with its last expression as text and, if it has one, as a picture."""
    number, said = next(numbers), io.StringIO()
    tree = ast.parse("".join(cell["source"]))
    last = ast.Expression(tree.body.pop().value) if tree.body and isinstance(tree.body[-1], ast.Expr) else None
    with contextlib.redirect_stdout(said):
        exec(compile(tree, f"cell {number}", "exec"), names)
        value = eval(compile(last, f"cell {number}", "eval"), names) if last else None
    outputs = [{"output_type": "stream", "name": "stdout", "text": lines(said.getvalue())}] if said.getvalue() else []
    if value is not None:
        outputs.append({"output_type": "execute_result", "execution_count": number, "metadata": {}, "data": shown(value)})
    return {**cell, "execution_count": number, "outputs": outputs}


def shown(value: Any) -> dict[str, list[str]]:
    """What a notebook shows of a value."""
    picture = getattr(value, "_repr_svg_", None)
    return {"text/plain": lines(repr(value)), **({"image/svg+xml": lines(picture())} if picture else {})}


def lines(text: str) -> list[str]:
    return text.splitlines(keepends=True)


@contextlib.contextmanager
def in_folder(folder: str) -> Iterator[None]:
    before = Path.cwd()
    os.chdir(folder)
    try:
        yield
    finally:
        os.chdir(before)


def main() -> None:
    """Run every notebook and write it anew."""
    for path in sorted(FOLDER.glob("*.ipynb")):
        done = executed(json.loads(path.read_text("utf-8")))
        path.write_text(json.dumps(done, indent=1, ensure_ascii=False) + "\n", "utf-8")


if __name__ == "__main__":
    main()
