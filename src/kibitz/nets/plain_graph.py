"""Networks from elsewhere: any ONNX graph with one input of planes and some outputs, found by their names.

docs/bring-your-own-model.md is the contract. What is missing or has another shape is said by its name.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from kibitz.errors import SetupError
from kibitz.nets.sessions import RUNTIME_ERRORS, open_session

Floats: TypeAlias = NDArray[np.float32]
Shape: TypeAlias = tuple[int, ...]

_FLOAT: Final = "tensor(float)"
_AT_ONCE: Final = 128  # positions, where the graph leaves their number open
_MOST_AT_ONCE: Final = 4096  # more would only cost memory


@dataclass(frozen=True, slots=True)
class Port:
    """An input or output: what it is for, its name in the file, and the shapes it may have behind that of the positions."""

    role: str
    name: str
    shapes: tuple[Shape, ...]
    is_required: bool = True


class PlainGraph:
    """A graph whose ports are as they should be. Safe to share between threads."""

    def __init__(self, path: Path, planes: Port, outputs: Sequence[Port]) -> None:
        """Raises SetupError that names the input or output that is missing, is one too many, or has another shape."""
        self._path = path
        self._session = open_session(path, 1)
        inputs, found = _sides(self._session, path)
        self._planes = inputs.require(planes, path)
        inputs.require_no_other(planes.name, path)
        there = [(port, each) for port in outputs if (each := found.find(port, path)) is not None]
        self.roles: Final = tuple(port.role for port, _ in there)
        self._outputs = [each.name for _, each in there]
        count = self._planes.shape[0]
        self._is_fixed = isinstance(count, int)
        self._at_once = count if self._is_fixed else _AT_ONCE
        if not 1 <= self._at_once <= _MOST_AT_ONCE:
            raise SetupError(f"{path} takes {count} positions at once; leave the number open, or make it at most {_MOST_AT_ONCE}")

    def run(self, planes: Floats) -> dict[str, Floats]:
        """What the graph says of positions [N, C, rows, columns]: a row for each by the role of each output, [N, K].

        Raises SetupError if it cannot be run, or says something that is not a number.
        """
        starts = range(0, max(len(planes), 1), self._at_once)
        parts = [self._run(planes[start : start + self._at_once]) for start in starts]
        return {role: np.concatenate([part[number] for part in parts]) for number, role in enumerate(self.roles)}

    def _run(self, planes: Floats) -> list[Floats]:
        """The rows of at most as many positions as the graph takes at once; what is short of a fixed number is filled up."""
        given = _filled_up(planes, self._at_once) if self._is_fixed else planes
        try:
            found = self._session.run(self._outputs, {self._planes.name: given})
        except RUNTIME_ERRORS as error:
            raise SetupError(f"{self._path} cannot be run: {error}") from None
        return [self._rows(role, part, len(given))[: len(planes)] for role, part in zip(self.roles, found, strict=True)]

    def _rows(self, role: str, part: Any, count: int) -> Floats:
        if len(part) != count:
            raise SetupError(f"{self._path}: the output for the {role} has {len(part)} rows for {count} positions")
        if not np.isfinite(part).all():
            raise SetupError(f"{self._path}: the output for the {role} holds something that is not a number")
        rows: Floats = np.asarray(part, np.float32).reshape(count, -1 if part.size else 1)
        return rows


def _filled_up(planes: Floats, count: int) -> Floats:
    missing = np.zeros((count - len(planes), *planes.shape[1:]), planes.dtype)
    return np.concatenate([planes, missing])


def planes_of_input(path: Path, name: str) -> int | None:
    """How many planes the input of a name takes, None if the file leaves that open; raises SetupError if it is missing."""
    inputs, _ = _sides(open_session(path, 1), path)
    shape = inputs.require(Port("planes", name, ()), path).shape
    return shape[1] if len(shape) > 1 and isinstance(shape[1], int) else None


def _sides(session: Any, path: Path) -> "tuple[_Side, _Side]":
    """The inputs and the outputs of a file; raises SetupError if their names are no names."""
    try:
        return _Side("input", session.get_inputs()), _Side("output", session.get_outputs())
    except UnicodeDecodeError:
        raise SetupError(f"{path} cannot be read as an ONNX network: its names are not text") from None


class _Side:
    """The inputs, or the outputs, of a file."""

    def __init__(self, kind: str, found: Sequence[Any]) -> None:
        self._kind = kind
        self._found = {each.name: each for each in found}

    def require(self, port: Port, path: Path) -> Any:
        """The one of a port; raises SetupError if it is missing or other than expected."""
        each = self._found.get(port.name)
        if each is None:
            held = ", ".join(map(_described, self._found.values())) or "none"
            raise SetupError(
                f"{path} has no {self._kind} {port.name!r} for the {port.role}; its {self._kind}s are {held}; export it under "
                f"that name, or name it when the card is made: kibitz models new-card {path.name} --{port.role}-name NAME"
            )
        self._require_shape(port, each, path)
        return each

    def find(self, port: Port, path: Path) -> Any:
        """As require(), but None for a port that may be missing and is."""
        return self.require(port, path) if port.is_required or port.name in self._found else None

    def require_no_other(self, name: str, path: Path) -> None:
        others = [each for each in self._found if each != name]
        if others:
            raise SetupError(f"{path} also wants the {self._kind} {others[0]!r}; a network is given {name!r} alone")

    def _require_shape(self, port: Port, each: Any, path: Path) -> None:
        if each.type != _FLOAT:
            raise SetupError(f"{path}: the {self._kind} {_described(each)} is of {each.type}; it should be float32")
        if port.shapes and not any(_fits(each.shape, shape) for shape in port.shapes):
            wanted = " or ".join(_shape_text(["N", *shape]) for shape in port.shapes)
            raise SetupError(f"{path}: the {self._kind} {_described(each)} should have the shape {wanted} to be the {port.role}")


def _fits(found: Sequence[Any], wanted: Shape) -> bool:
    """Whether a shape is [N, *wanted], as far as the file says it."""
    if len(found) != len(wanted) + 1:
        return False
    return all(not isinstance(held, int) or held == size for held, size in zip(found[1:], wanted, strict=True))


def _described(each: Any) -> str:
    return f"{each.name!r} {_shape_text(each.shape)}"


def _shape_text(shape: Sequence[Any]) -> str:
    return f"[{', '.join(str(size) if isinstance(size, int) else size or 'N' for size in shape)}]"
