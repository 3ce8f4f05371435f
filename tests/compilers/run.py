"""The C++ core under every compiler that is installed, for x86-64, ARM and Windows; `make compilers` starts it.

    python tests/compilers/run.py [COMPILER …]

Each compiler reads every header of the core, and those for this machine every binding, without a warning. Each builds trial.cpp,
which runs here, by qemu-aarch64 for ARM and by wine for Windows, and all of them must say the same. A compiler that is named has
to be there; of the others, those that are not there are left out, and said to be.
"""

import argparse
import os
import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

HERE: Final = Path(__file__).resolve().parent
ROOT: Final = HERE.parents[1]
BUILD: Final = ROOT / "build" / "compilers"
NATIVE: Final = ROOT / "native"
OPTIONS: Final = ("-std=c++20", "-fvisibility=hidden", "-Wall", "-Wextra", "-Werror", f"-I{NATIVE}")


@dataclass(frozen=True, slots=True)
class Compiler:
    """A compiler, what it builds for, how that is run and the Debian packages that have both."""

    command: str
    machine: str
    runner: tuple[str, ...]
    packages: str
    options: tuple[str, ...] = ()
    is_native: bool = False  # builds for this machine, whose Python headers are at hand

    @property
    def program(self) -> Path:
        return BUILD / f"trial-{self.command}{'.exe' if 'mingw' in self.command else ''}"


COMPILERS: Final = (
    Compiler("g++", "this machine", (), "g++", is_native=True),
    Compiler("clang++", "this machine", (), "clang", is_native=True),
    Compiler(
        "aarch64-linux-gnu-g++",
        "ARM",
        ("qemu-aarch64", "-L", "/usr/aarch64-linux-gnu"),
        "g++-aarch64-linux-gnu qemu-user",
    ),
    Compiler("x86_64-w64-mingw32-g++", "Windows", ("wine",), "g++-mingw-w64-x86-64 wine", ("-static",)),
)


def main() -> int:
    """0 if every compiler that is there takes the core and all programs agree."""
    parser = argparse.ArgumentParser()
    parser.add_argument("compilers", nargs="*", metavar="COMPILER", help=", ".join(each.command for each in COMPILERS))
    asked = parser.parse_args().compilers
    unknown = set(asked) - {each.command for each in COMPILERS}
    if unknown:
        parser.error(f"no compiler that is known here: {', '.join(sorted(unknown))}")
    _write_headers()
    answers = [_answer(each) for each in _there(asked)]
    said = {answer for answer in answers if answer}
    if len(said) > 1:
        return _fail("the programs do not agree")
    return 0 if said else _fail("no program was run")


def _there(asked: Sequence[str]) -> list[Compiler]:
    """The compilers to try; ends the program if one was asked for and is missing."""
    found = []
    for compiler in COMPILERS:
        is_there = shutil.which(compiler.command) is not None
        if is_there and (not asked or compiler.command in asked):
            found.append(compiler)
        elif compiler.command in asked:
            sys.exit(f"{compiler.command} is not installed: apt-get install {compiler.packages}")
        elif not is_there:
            _say(f"{compiler.command}: left out, not installed (apt-get install {compiler.packages})")
    return found


def _answer(compiler: Compiler) -> str:
    """What the trial says that a compiler built; nothing where it cannot be run."""
    _compile(compiler, "-fsyntax-only", str(BUILD / "every_header.cpp"))
    if compiler.is_native:
        for binding in sorted(NATIVE.rglob("*.cpp")):
            _compile(compiler, "-fsyntax-only", *_python_headers(), str(binding))
    _compile(compiler, "-O2", "-pthread", *compiler.options, str(HERE / "trial.cpp"), "-o", str(compiler.program))
    read = "headers and bindings" if compiler.is_native else "headers"
    if compiler.runner and shutil.which(compiler.runner[0]) is None:
        _say(f"{compiler.command} ({compiler.machine}): {read}; built and not run, as {compiler.runner[0]} is not installed")
        return ""
    command = [*compiler.runner, str(compiler.program)]
    done = subprocess.run(command, capture_output=True, text=True, check=False, env=os.environ | {"WINEDEBUG": "-all"})
    if done.returncode:
        sys.exit(f"{' '.join(command)} ended with {done.returncode}: {done.stderr}")
    said = done.stdout.strip()
    _say(f"{compiler.command} ({compiler.machine}): {read}; {said}")
    return said


def _write_headers() -> None:
    """One file that includes every header of the core but those of the bindings, which want Python."""
    BUILD.mkdir(parents=True, exist_ok=True)
    headers = sorted(path.relative_to(NATIVE) for path in NATIVE.rglob("*.hpp"))
    lines = [f'#include "{path.as_posix()}"' for path in headers if path.parts[0] != "bindings"]
    (BUILD / "every_header.cpp").write_text("\n".join([*lines, "int main() {}", ""]))


def _python_headers() -> list[str]:
    """Options for the bindings; headers that are not ours give no warnings."""
    nanobind = subprocess.run([sys.executable, "-m", "nanobind", "--include_dir"], capture_output=True, text=True, check=True)
    return [option for folder in (sysconfig.get_path("include"), nanobind.stdout.strip()) for option in ("-isystem", folder)]


def _compile(compiler: Compiler, *arguments: str) -> None:
    command = [compiler.command, *OPTIONS, *arguments]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        sys.exit(f"{' '.join(command)}:\n{done.stderr[-4000:]}")


def _say(line: str) -> None:
    print(line, flush=True)  # noqa: T201


def _fail(sentence: str) -> int:
    print(sentence, file=sys.stderr)  # noqa: T201
    return 1


if __name__ == "__main__":
    sys.exit(main())
