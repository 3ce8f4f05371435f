"""A wheel of Kibitz in a new environment outside the source tree, where all that the pages say is done; `make wheel` starts it.

    python tests/wheel/run.py [--wheel FILE] [--builds all] [--processor Nehalem] [--folder FOLDER]

The wheel is built, loses the models that no default needs, and is installed with what it depends on. Then, with nothing of the
source tree but a copy of its documents and tests: the builds of the core answer alike, the template of a plug-in is followed line
by line, and the tests of the pages that people follow run. At the end stands what a download and an installation take.
"""

import argparse
import os
import re
import subprocess
import sys
import tempfile
import venv
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from shutil import copytree, ignore_patterns
from typing import Final

import emulated  # beside this file
import sizes

HERE: Final = Path(__file__).resolve().parent
ROOT: Final = HERE.parents[1]
SPLIT: Final = ROOT / "packaging" / "split_models.py"
BUILDS: Final = {
    "one": (),
    "all": ("-Ccmake.define.KIBITZ_PORTABLE=ON",),
    "native too": ("-Ccmake.define.KIBITZ_BUILDS=native;x86-64-v2;x86-64-v3;x86-64-v4",),
}
FOLLOWED: Final = (
    "tests/wheel/installed.py",
    "tests/public/test_public_names.py",
    "tests/public/test_python_page.py",
    "tests/public/test_notebook.py",
    "tests/test_document_examples.py",
    "tests/models/test_bring_your_own.py",
    "tests/datasets/test_pages.py",
    "tests/environments/test_environments.py",
)
"""Tests of what people follow: the pages about Python, the notebook, a model of one's own, datasets, environments."""
WITH_TESTS: Final = ("pytest", "hypothesis", "onnx", "chess")
TEMPLATE: Final = "docs/plugin-template"


@dataclass(frozen=True, slots=True)
class Place:
    """A folder outside the source tree, with an environment in which Kibitz is installed and nothing of this process counts."""

    folder: Path

    @property
    def scripts(self) -> Path:
        return self.folder / "environment" / ("Scripts" if os.name == "nt" else "bin")

    @property
    def python(self) -> Path:
        return self.scripts / "python"

    @property
    def variables(self) -> dict[str, str]:
        kept = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "KIBITZ", "VIRTUAL_ENV"))}
        path = os.pathsep.join([str(self.scripts), kept.get("PATH", "")])
        return kept | {"PATH": path, "KIBITZ_HOME": str(self.folder / "home"), "TZ": "UTC"}

    def run(self, *command: str | Path, within: str = "") -> None:
        """Run a command; ends the program if it fails."""
        words = [str(word) for word in command]
        print(f"$ {' '.join(word.removeprefix(f'{self.folder}/') for word in words)}", flush=True)  # noqa: T201
        if subprocess.run(words, cwd=self.folder / within, env=self.variables, check=False).returncode:
            sys.exit(f"it failed: {' '.join(words)}")


def main() -> None:
    """Build, install and try a wheel; ends with 1 at the first thing that is wrong."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--wheel", type=Path, help="try this one instead of building one; it may have all models")
    parser.add_argument("--builds", choices=BUILDS, default="one", help="of the core: for this machine, for all others, or both")
    parser.add_argument("--processor", help="also run it on a processor that qemu-x86_64 knows, such as Nehalem")
    parser.add_argument("--folder", type=Path, help="try it here and keep it, instead of in a folder that goes again")
    asked = parser.parse_args()
    if asked.folder:
        asked.folder.mkdir(parents=True)
        _try(Place(asked.folder.resolve()), asked)
        return
    with tempfile.TemporaryDirectory(prefix="kibitz-wheel-") as folder:
        _try(Place(Path(folder).resolve()), asked)


def _try(place: Place, asked: argparse.Namespace) -> None:
    if ROOT in (place.folder, *place.folder.parents):
        sys.exit(f"{place.folder} is in the source tree; a wheel is tried elsewhere")
    whole = asked.wheel.resolve() if asked.wheel else _build(place, BUILDS[asked.builds])
    place.run(sys.executable, SPLIT, whole, place.folder / "light")
    light = place.folder / "light" / whole.name
    everything = _install(place, light)
    _copy_documents(place)
    place.run(place.python, "tests/wheel/try_wheel.py")
    _follow_template(place)
    _follow_pages(place)
    place.run(place.python, "benchmarks/import_cost.py", "--runs", "5")
    if asked.processor:
        emulated.run_on(asked.processor, place.python, place.folder, place.variables)
    print(sizes.table(whole, light, place.folder / "packages", everything))  # noqa: T201


def _build(place: Place, options: Sequence[str]) -> Path:
    """A wheel of the source tree."""
    made = place.folder / "built"
    building = f"-Cbuild-dir={place.folder / 'objects'}"
    place.run(sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "-w", made, ROOT, building, *options)
    return next(made.glob("*.whl"))


def _install(place: Place, wheel: Path) -> int:
    """Install a wheel, then what the tests need, and return the bytes of the wheel's part.

    What the wheel depends on is downloaded first, so that its size is known.
    """
    venv.create(place.folder / "environment", with_pip=True)
    empty = sizes.on_disk(place.folder / "environment")
    pip = [place.python, "-m", "pip", "--quiet", "--disable-pip-version-check"]
    place.run(*pip, "download", "--only-binary=:all:", "--dest", place.folder / "packages", wheel)
    install = [*pip, "install", "--no-compile"]  # most of it is never imported here
    place.run(*install, "--no-index", "--find-links", place.folder / "packages", wheel)
    alone = sizes.on_disk(place.folder / "environment") - empty
    place.run(*install, *WITH_TESTS, f"{wheel}[environments]")
    return alone


def _copy_documents(place: Place) -> None:
    """The documents and the tests, without the package that they are about."""
    for name in ("docs", "tests", "benchmarks"):
        copytree(ROOT / name, place.folder / name, ignore=ignore_patterns("__pycache__", "corpus", "screenshots"))
    for name in ("README.md", "pyproject.toml"):  # the latter has the settings of pytest
        (place.folder / name).write_text((ROOT / name).read_text("utf-8"), "utf-8")


def _follow_template(place: Place) -> None:
    """Do what the template of a plug-in says, line by line, with a game to convert."""
    game = "import kibitz; kibitz.write_games('games.pgn', [kibitz.Board('othello', 'f5d6c3d3')])"
    place.run(place.python, "-c", game, within=TEMPLATE)
    (block,) = re.findall(r"```\n(.*?)```", (place.folder / TEMPLATE / "README.md").read_text("utf-8"), re.DOTALL)
    for line in block.splitlines():
        place.run(*line.split(), within=TEMPLATE)


def _follow_pages(place: Place) -> None:
    place.run(place.python, "-m", "pytest", "-p", "no:cacheprovider", "-rs", *FOLLOWED)


if __name__ == "__main__":
    main()
