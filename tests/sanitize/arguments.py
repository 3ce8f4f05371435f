"""Calls everything Python can call in the core with random arguments of the types its stubs name, right and wrong ones.

    python tests/sanitize/arguments.py [CALLS] [SEED]

A call may raise; what the sanitizers report, or what ends the interpreter, is a finding. `make sanitize` runs it on the core that
is built with the address sanitizer.
"""

import ast
import random
import sys
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from importlib import import_module
from pathlib import Path
from typing import Any, Final, NamedTuple

import numpy as np
from pytest import MonkeyPatch

import kibitz
from kibitz.features.go.planes import board_planes, recent_points
from kibitz.features.othello.planes import encode, plane_set, situations_of_replay
from kibitz.models.othello.loading import load_model
from kibitz.nets.othello.sigma_network import SigmaNetwork
from kibitz.rules.go.position import GoGame
from kibitz.rules.othello.bulk import random_games, replay
from kibitz.rules.othello.position import START

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from small_go import following_games, small_model
from some_evaluation import random_evaluation

STUBS: Final = Path(kibitz.__file__).parent / "_native"
MODULES: Final = {"kibitz._native": "__init__.pyi", "kibitz._native.othello": "othello.pyi", "kibitz._native.go": "go.pyi"}
_ALL: Final = (1 << 64) - 1
_SMALLER_BOARDS: Final = (0x007E7E7E7E7E7E00, 0x00003C3C3C3C0000)
_INTEGERS: Final = (-(2**31), -2, -1, 0, 1, 2, 5, 8, 9, 19, 25, 63, 64, 127, 360, 2**15, 2**31 - 1, 2**31, 2**63, _ALL)
_FLOATS: Final = (0.0, 1.0, -1.0, 0.5, 1e-30, 1e30, float("inf"), float("nan"))
# What says how long a call works: a large one is slow and not wrong.
_WORK: Final = {
    **dict.fromkeys(("depth", "first_depth", "threads", "count", "playouts", "target", "at_once", "longest"), (-1, 0, 1, 2, 3)),
    **dict.fromkeys(("hash_bytes", "table_bytes", "bytes"), (0, 1, 100, 1 << 16)),
    **dict.fromkeys(("seconds",), (0.0, 0.01, -1.0)),
    **dict.fromkeys(("solved_empties",), (-1, 0, 1, 4)),
    **dict.fromkeys(("vectors", "least", "stride"), (-1, 0, 1, 2, 3)),
}
_POINTS: Final = (-(2**31), -3, -2, -1, 0, 5, 40, 80, 81, 360, 361, 625, 2**31 - 1)
_SIZES: Final = (-1, 0, 5, 9, 13, 19, 25, 26, 2**31 - 1)
_CHOICES: Final = {**_WORK, "point": _POINTS, "square": _POINTS, "size": _SIZES, "ko": (-1, 0, 1, 2, 9)}
_MOST_TAKEN: Final = 5
_NUMBERS: Final = {"Masks": "uint64", "Squares": "int8"}


class Call(NamedTuple):
    """Something of a stub that can be called: its class, empty for a function, its name, and names and types of its arguments."""

    module: str
    owner: str
    name: str
    arguments: tuple[tuple[str, str], ...]

    def __str__(self) -> str:
        return ".".join(filter(None, (self.module, self.owner, self.name)))


def main() -> None:
    """Make so many calls, and say how many of them gave an answer."""
    count, seed = [int(word) for word in sys.argv[1:]] + [6000, 0][len(sys.argv) - 1 :]
    calls = [call for module, stub in MODULES.items() for call in _calls(module, ast.parse((STUBS / stub).read_text()))]
    recorder = Recorder([call for call in calls if call.owner != "State"])  # it is asked for its static method
    caller = Caller(random.Random(seed), recorder.record(_work_of_the_package), recorder.taken)
    for _ in range(count):
        caller.make(caller.chooser.choice(calls))
    silent = sorted(str(call) for call in calls if not caller.answered[call])
    print(f"{count} calls of {len(calls)} functions, {sum(caller.answered.values())} answered; never: {', '.join(silent)}")  # noqa: T201


def _calls(module: str, tree: ast.Module) -> Iterator[Call]:
    for node in tree.body:
        if isinstance(node, ast.FunctionDef):
            yield _call(module, "", node)
        elif isinstance(node, ast.ClassDef) and not node.bases:
            yield from (_call(module, node.name, part) for part in node.body if isinstance(part, ast.FunctionDef))


def _call(module: str, owner: str, node: ast.FunctionDef) -> Call:
    decorators = [ast.unparse(decorator) for decorator in node.decorator_list]
    own = 1 if owner and "staticmethod" not in decorators else 0
    arguments = [(one.arg, ast.unparse(one.annotation)) for one in node.args.args[own:] if one.annotation]
    return Call(module, owner, f"{node.name}()" if "property" in decorators else node.name, tuple(arguments))


def _work_of_the_package() -> list[Any]:
    """Objects as the package makes them, after some work of many parts of the core."""
    games = [following_games(size=size, games=3, moves=12) for size in (9, 19)]
    for table in games:
        table.replay()
        board_planes(table, np.zeros(2, np.int64), np.array([1, 5]))
    network = SigmaNetwork.random("network3", np.random.default_rng(1)).core
    replayed = situations_of_replay(replay(random_games(2, seed=1)[0]))
    for name in ("raw", "hlynsson42"):
        encode(plane_set(name), replayed.take(slice(0, 8)))
    expert = load_model("expert")
    expert.probabilities(replayed.take(slice(0, 4)))
    position = GoGame(9).start().play(40)
    scorer = small_model().scorer
    scorer.predict_position(position.state, recent_points(position))
    trainer = _trained()
    return [random_evaluation().core, trainer, position.state, network, scorer, expert._scorer, *(table.core for table in games)]


def _trained() -> Any:
    """A trainer of moves that has learned the start, whose four moves have rows of their own."""
    core = import_module("kibitz._native.othello")
    trainer = core.MoveTrainer(np.array([0xFF], np.uint64), 1)
    none, one = np.array([-1], np.int8), np.zeros(1, np.int64)
    rows = np.zeros((4, core.EXTRA_INPUTS), np.float32), np.zeros((4, core.EXTRA_TABLES), np.uint16)
    given = (np.array([START.own], np.uint64), np.array([START.opp], np.uint64), none, none, np.array([0, 4]), *rows)
    trainer.train(*given, np.array([19], np.int8), one, 0.1, 0.1, 0.1, 1)
    trainer.predict(*given)
    return trainer


class Recorder:
    """Takes the place of what can be called in the core for a while, and keeps the arguments of each call."""

    def __init__(self, calls: list[Call]) -> None:
        self._calls = calls
        self.taken: dict[Call, list[list[Any]]] = defaultdict(list)

    def record(self, work: Callable[[], list[Any]]) -> list[Any]:
        """What a work returns the second time; the first time imports all that it needs."""
        work()
        with MonkeyPatch.context() as patch:
            for call in sorted(self._calls, key=lambda call: call.name == "__init__"):  # which hides the class
                place, name = self._place(call)
                if not name.endswith("()"):
                    patch.setattr(place, name, self._recording(call, getattr(place, name)))
            return work()

    @staticmethod
    def _place(call: Call) -> tuple[Any, str]:
        module = import_module(call.module)
        if call.owner and call.name == "__init__":
            return module, call.owner
        return (getattr(module, call.owner) if call.owner else module), call.name

    def _recording(self, call: Call, real: Any) -> Any:
        def recording(*arguments: Any, **named: Any) -> Any:
            own = 1 if call.owner and call.name != "__init__" else 0
            if not named and len(self.taken[call]) < _MOST_TAKEN:
                self.taken[call].append([one.copy() if isinstance(one, np.ndarray) else one for one in arguments[own:]])
            return real(*arguments, **named)

        return recording


class Caller:
    """Makes calls. Objects that could be made are kept, for the calls that need one."""

    def __init__(self, chooser: random.Random, objects: list[Any], taken: dict[Call, list[list[Any]]]) -> None:
        self.chooser, self._taken = chooser, taken
        self.answered: Counter[Call] = Counter()
        self._objects: dict[tuple[str, str], list[Any]] = defaultdict(list)  # by module and class
        for thing in objects:
            self._keep(thing)

    def make(self, call: Call) -> None:
        """Call it once; nothing is done if it needs an object that there is none of yet."""
        try:
            answer = self._callable(call)(*self._arguments(call))
        except (ValueError, TypeError, IndexError, MemoryError, RuntimeError, OverflowError, LookupError):
            return
        self.answered[call] += 1
        if isinstance(answer, tuple | list | dict | int | float | np.ndarray) or answer is None:
            return
        self._keep(answer)

    def _keep(self, thing: Any) -> None:
        """Keep an object: the first few for good, since they are whole, and later ones for a while."""
        kept = self._objects[type(thing).__module__, type(thing).__name__]
        kept.append(thing)
        del kept[3:-6]

    def _callable(self, call: Call) -> Callable[..., Any]:
        module = import_module(call.module)
        if not call.owner:
            return getattr(module, call.name)  # type: ignore[no-any-return]
        made = getattr(module, call.owner)
        if call.name == "__init__":
            return made  # type: ignore[no-any-return]
        if hasattr(made, call.name) and call.name == "of_stones":
            return getattr(made, call.name)  # type: ignore[no-any-return]
        thing = self.chooser.choice(self._objects[call.module, call.owner])
        if call.name.endswith("()"):
            return lambda: getattr(thing, call.name[:-2])
        return getattr(thing, call.name)  # type: ignore[no-any-return]

    def _arguments(self, call: Call) -> list[Any]:
        """One for each; arrays mostly have one length, and boards are nearly full where they are solved."""
        if self._taken.get(call) and self.chooser.random() < 0.7:
            return self._changed(call)
        length = self.chooser.choice((0, 1, 2, 3, 8))
        if {"own", "opp"} <= {name for name, _ in call.arguments}:
            boards = self._boards(length, is_full="solve" in call.name)
        else:
            boards = {}
        return [self._argument(name, kind, length, boards, call.module) for name, kind in call.arguments]

    def _changed(self, call: Call) -> list[Any]:
        """The arguments of a call that the package made, mostly with one of them changed."""
        arguments = [one.copy() if isinstance(one, np.ndarray) else one for one in self.chooser.choice(self._taken[call])]
        if arguments and self.chooser.random() < 0.8:
            place = self.chooser.randrange(len(arguments))
            name, kind = call.arguments[place]
            given = arguments[place]
            if isinstance(given, np.ndarray) and given.size and self.chooser.random() < 0.7:
                given.flat[self.chooser.randrange(given.size)] = self._array(given.dtype.name, 1)[0]
            else:
                arguments[place] = self._argument(name, kind, self.chooser.choice((0, 1, 3)), {}, call.module)
        return arguments

    def _boards(self, length: int, is_full: bool) -> dict[str, Any]:
        discs = [self._mask(is_full) for _ in range(max(length, 1))]
        own = [mask & self.chooser.getrandbits(64) for mask in discs]
        opp = [mask & ~mine & _ALL for mask, mine in zip(discs, own, strict=True)]
        return {"own": own, "opp": opp}

    def _mask(self, is_full: bool) -> int:
        chosen = [self.chooser.getrandbits(64) for _ in range(3)]
        return chosen[0] | chosen[1] | chosen[2] | (_ALL >> 8) if is_full else chosen[0] | chosen[1]

    def _argument(self, name: str, kind: str, length: int, boards: dict[str, Any], module: str) -> Any:
        kind = self.chooser.choice(kind.split(" | ")) if " | " in kind and "[[" not in kind else kind
        if name in _CHOICES:
            return self.chooser.choice(_CHOICES[name])
        if name in boards:
            known = boards[name]
            return known[0] if kind == "int" else np.array(known[:length], np.uint64)
        if name == "playable":
            return self.chooser.choice((_ALL, _ALL, _ALL, *_SMALLER_BOARDS, 0, 0x123))
        return self._of_kind(name, kind, length, module)

    def _of_kind(self, name: str, kind: str, length: int, module: str) -> Any:
        chooser = self.chooser
        if kind == "bool":
            return chooser.random() < 0.5
        if kind == "int":
            return chooser.choice(_INTEGERS)
        if kind == "float":
            return chooser.choice(_FLOATS)
        if kind == "None":
            return None
        if kind.startswith("Callable"):
            return (lambda *_: None) if name in ("progress", "adviser") else (lambda *_: name == "is_stopped")
        if kind.startswith("list["):
            return sorted(chooser.choice(range(-1, 65)) for _ in range(length))
        if kind.startswith("tuple["):
            return (chooser.choice((-1, 0, 1)), chooser.choice((0, 3)))
        if kind in _NUMBERS or kind.startswith("NDArray"):
            return self._array(_NUMBERS.get(kind) or kind.rpartition(".")[2].rstrip("]"), length)
        return chooser.choice(self._objects[module, kind])

    def _array(self, number: str, length: int) -> np.ndarray:
        shape: tuple[int, ...] = (length,)
        if self.chooser.random() < 0.3:
            shape = tuple(self.chooser.choice((0, 1, 2, length, 25, 81)) for _ in range(self.chooser.choice((1, 2, 3, 4))))
        maker = np.random.default_rng(self.chooser.getrandbits(32))
        if number.startswith("float"):
            return maker.normal(size=shape).astype(number)
        if self.chooser.random() < 0.6:
            return maker.integers(-1 if number.startswith("int") else 0, 9, size=shape).astype(number)
        return maker.integers(0, 256, size=(*shape, np.dtype(number).itemsize), dtype=np.uint8).view(number)[..., 0]


if __name__ == "__main__":
    main()
