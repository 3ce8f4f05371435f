"""The page about measuring says what is true: its commands can be given, and it tells of every option."""

import re
import shlex
from pathlib import Path

import click
import pytest

from kibitz.arena.othello.openings import shipped_openings
from kibitz.cli.ladder import ladder
from kibitz.cli.match import match

PAGE = (Path(__file__).resolve().parent.parent / "docs" / "measuring.md").read_text()
COMMANDS = re.findall(r"^kibitz (match|ladder) (.+)$", PAGE, re.MULTILINE)
COMMON = {"--help", "--json"}


@pytest.mark.parametrize(("name", "arguments"), COMMANDS)
def test_the_commands_can_be_given(name, arguments):
    command = {"match": match, "ladder": ladder}[name]
    context = command.make_context(name, shlex.split(arguments))
    assert context.params["pairs"] > 0


@pytest.mark.parametrize("command", [match, ladder])
def test_every_option_is_told_of(command):
    options = {name for parameter in command.params if isinstance(parameter, click.Option) for name in parameter.opts}
    assert all(f"`{name}" in PAGE or f" {name} " in PAGE for name in options - COMMON)


def test_the_number_of_shipped_openings_is_right():
    assert f"one of {len(shipped_openings()):,} even lines" in PAGE
