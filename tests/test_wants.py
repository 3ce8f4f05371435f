"""Tests that want what is not installed: their reasons, the summary, and the second run that makes up for them."""

import re
from pathlib import Path

import pytest

from wants import WANTS, Want, summary

# `no_such_module` stands for a package that is missing, then it is put there.
WHOLE_FILE = """
import pytest
pytest.importorskip("no_such_module")

def test_a(): pass
def test_b(): pass
"""
SINGLE_TESTS = """
import pytest

def test_always(): pass

@pytest.mark.parametrize("number", [1, 2])
def test_with_it(number):
    pytest.importorskip("no_such_module")

def test_skipped_for_another_reason():
    pytest.skip("it is Sunday")
"""
PLUGIN = """
import sys
sys.path.insert(0, {folder!r})
import wants
wants.WANTS["no_such_module"] = wants.Want("No Such", "make nothing")
pytest_plugins = ["wants"]
"""


@pytest.fixture
def project(pytester):
    """A project of two files of tests, three of whose tests and files want a module."""
    pytester.makeconftest(PLUGIN.format(folder=str(Path(__file__).parent)))
    pytester.makepyfile(test_whole=WHOLE_FILE, test_single=SINGLE_TESTS)
    return pytester


def run(project, *options):
    return project.runpytest_subprocess("-p", "no:cacheprovider", "-rs", *options)


@pytest.mark.parametrize("workers", [(), ("-n", "2")], ids=["one process", "two workers"])
def test_what_was_skipped_is_all_that_a_second_run_runs(project, workers):
    first = run(project, *workers, "--record-wants=skipped")
    assert first.parseoutcomes()["passed"] == 1
    assert (project.path / "skipped").read_text().splitlines() == [
        "test_single.py::test_with_it[1]",
        "test_single.py::test_with_it[2]",
        "test_whole.py",
    ]
    project.makepyfile(no_such_module="")
    second = run(project, *workers, "--only=skipped")
    assert {key: count for key, count in second.parseoutcomes().items() if key in ("passed", "skipped", "failed")} == {
        "passed": 4
    }


def test_the_reason_and_the_summary_say_what_to_install(project):
    said = run(project).stdout.str()
    assert re.search(r"SKIPPED .* needs No Such: make nothing", said)
    assert "2 tests and 1 whole file need No Such: make nothing" in said


def test_a_run_in_which_nothing_is_wanted_has_no_such_summary(project):
    project.makepyfile(no_such_module="")
    said = run(project, "--record-wants=skipped").stdout.str()
    assert "for want of" not in said
    assert (project.path / "skipped").read_text() == ""


def test_a_file_that_names_a_test_that_is_no_more_is_refused(project):
    (project.path / "skipped").write_text("test_single.py::test_renamed\n")
    done = run(project, "--only=skipped")
    assert done.ret == pytest.ExitCode.USAGE_ERROR
    assert "test_single.py::test_renamed" in done.stderr.str()


def test_one_test_alone_needs_and_several_need():
    assert summary({"test_a.py::test": Want("Ray", "buy it")})[0] == "1 test needs Ray: buy it"
    assert (
        summary({"test_a.py": Want("Ray", "buy it"), "test_b.py": Want("Ray", "buy it")})[0] == "2 whole files need Ray: buy it"
    )


def test_everything_wanted_has_a_reason_of_its_own():
    assert len({want.reason for want in WANTS.values()}) == len(WANTS)
