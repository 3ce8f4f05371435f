"""What the site and the manual page are made of: every command with all its options, and every public name with its docstring."""

import importlib.util
import re
from pathlib import Path

import pytest

import kibitz

BUILDING = Path(__file__).resolve().parent.parent / "docs" / "building"


def part(name: str):
    """A module of docs/building/, which is no package."""
    spec = importlib.util.spec_from_file_location(name, BUILDING / f"{name}.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="module")
def tree():
    return part("command_tree")


def test_the_page_of_commands_has_every_option_of_every_command(tree):
    page = tree.markdown()
    for command in tree.all_commands():
        section = re.split(r"\n#+ ", page.split(f" {command.name}\n", 1)[1])[0]
        for names, text in command.options:
            assert f"`{names.replace('|', chr(92) + '|')}`" in section
            assert text.strip()


def test_the_manual_page_takes_no_line_of_text_for_a_command(tree):
    macros = {line.split()[0] for line in tree.man_page("1.0").splitlines() if line.startswith(".")}
    assert macros == {".TH", ".SH", ".PP", ".TP", ".B", ".nf", ".fi"}


def test_the_reference_has_every_public_name_with_what_it_is_for():
    page = part("api_reference").markdown()
    for name in set(kibitz.__all__) - {"__version__", "svg"}:
        _, text = page.split(f"### kibitz.{name}\n", 1)
        assert re.split(r"\n#+ ", text)[0].strip(), name
