"""Run by Python when it starts, where this folder is on its path: the core is the file that KIBITZ_CORE names."""

import importlib.util
import os
import sys
from importlib.machinery import ModuleSpec
from typing import Any


class _OtherCore:
    """Finds one module before anybody else does."""

    @staticmethod
    def find_spec(name: str, _path: Any = None, _target: Any = None) -> ModuleSpec | None:
        return importlib.util.spec_from_file_location(name, os.environ["KIBITZ_CORE"]) if name == "kibitz._native" else None


if os.environ.get("KIBITZ_CORE"):
    sys.meta_path.insert(0, _OtherCore())  # type: ignore[arg-type]  # all that is asked of it is find_spec
