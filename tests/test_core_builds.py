"""Which build of the core is taken: the best that the processor can run, or the one that is asked for."""

import os
import subprocess
import sys

import pytest

from kibitz.core_builds import NATIVE, builds_in, chosen, loaded_build
from kibitz.errors import SetupError

WHEEL = ("x86-64-v2", "x86-64-v3", "x86-64-v4")


@pytest.mark.parametrize(("level", "best"), [(2, "x86-64-v2"), (3, "x86-64-v3"), (4, "x86-64-v4")])
def test_a_wheel_gives_the_best_build_that_the_processor_runs(level, best):
    assert chosen(WHEEL, lambda: level) == best


def test_another_build_can_be_asked_for():
    assert chosen(WHEEL, lambda: 4, "x86-64-v2") == "x86-64-v2"


def test_what_was_built_for_this_machine_comes_first_and_asks_no_processor():
    assert chosen((*WHEEL, NATIVE), pytest.fail) == NATIVE
    assert chosen(("portable",), pytest.fail) == "portable"


@pytest.mark.parametrize(
    ("there", "level", "asked", "sentence"),
    [
        (WHEEL, 4, "v5", "KIBITZ_ARCH is 'v5'; builds of the core here: x86-64-v4, x86-64-v3, x86-64-v2"),
        (WHEEL, 3, "x86-64-v4", "this processor runs none of these builds of the core: x86-64-v4; build one"),
        (WHEEL, 1, "", "this processor runs none of these builds of the core: x86-64-v4, x86-64-v3, x86-64-v2; build one"),
        ((), 4, "", "this processor runs none of these builds of the core: none is there"),
    ],
)
def test_a_build_that_is_not_there_or_would_crash_is_refused(there, level, asked, sentence):
    with pytest.raises(SetupError) as told:
        chosen(there, lambda: level, asked)
    assert sentence in str(told.value)


def test_builds_are_found_by_the_names_of_their_files(tmp_path):
    for name in ("x86-64-v3.abi3.so", "processor.abi3.so", "__init__.py", "go.pyi"):
        (tmp_path / name).touch()
    assert set(builds_in([str(tmp_path), str(tmp_path / "nowhere")])) == {"x86-64-v3", "processor"}


def test_the_command_line_says_in_one_line_that_a_build_is_not_there():
    environment = os.environ | {"KIBITZ_ARCH": "none-such"}
    asked = [sys.executable, "-m", "kibitz", "perft", "1"]
    done = subprocess.run(asked, env=environment, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("kibitz: KIBITZ_ARCH is 'none-such'; builds of the core here: ")


def test_the_build_in_use_has_a_name():
    assert loaded_build()
