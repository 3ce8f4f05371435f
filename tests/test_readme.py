"""README, docs/commands.md and the tree of ARCHITECTURE.md say what is true: commands and folders exist."""

import re
from pathlib import Path

import pytest
from click.testing import CliRunner

from kibitz.cli.main import COMMANDS, kibitz

ROOT = Path(__file__).resolve().parent.parent
README = (ROOT / "README.md").read_text()
COMMANDS_PAGE = (ROOT / "docs" / "commands.md").read_text()
ARCHITECTURE = (ROOT / "ARCHITECTURE.md").read_text()
NAMED_COMMANDS = sorted(set(re.findall(r"`kibitz ([a-z]+(?: [a-z]+)?)", README + COMMANDS_PAGE)))
MOST_LINES_OF_README = 68  # one screen or little more


@pytest.mark.parametrize("command", NAMED_COMMANDS)
def test_every_command_named_can_be_asked_for_help(command):
    words = command.split()
    with_subcommand = words[0] == "archive" and len(words) > 1
    result = CliRunner().invoke(kibitz, [*words[: 1 + with_subcommand], "--help"])
    assert result.exit_code == 0
    assert "Example: kibitz" in result.output


def test_every_command_of_the_program_is_on_the_page_of_commands():
    assert set(COMMANDS) <= set(re.findall(r"`kibitz ([a-z]+)", COMMANDS_PAGE))


def test_the_readme_fits_one_screen_or_little_more():
    assert len(README.splitlines()) <= MOST_LINES_OF_README


def test_the_tree_names_every_folder_of_the_package():
    folders = {path.name for path in (ROOT / "src" / "kibitz").iterdir() if (path / "__init__.py").is_file()}
    tree = ARCHITECTURE.split("src/kibitz/\n")[1].split("```")[0]
    assert folders <= set(re.findall(r"^  (\w+)/", tree, re.MULTILINE))


def test_the_two_commands_are_targets_of_the_makefile():
    makefile = (ROOT / "Makefile").read_text()
    targets = re.findall(r"^make (\w+)", README, re.MULTILINE)
    assert len(targets) == 2
    assert all(f"\n{target}:" in makefile for target in targets)
