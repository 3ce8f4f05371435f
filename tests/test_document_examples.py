"""The examples of all documents give what they say: Python sessions, commands with what they print, and a player in one file."""

import doctest
import re
import shlex
from pathlib import Path

import pytest
from click.testing import CliRunner

import kibitz
from kibitz.cli.main import kibitz as command_line

ROOT = Path(__file__).resolve().parent.parent
DOCS = ROOT / "docs"
PAGES = {str(page.relative_to(ROOT)): page.read_text("utf-8") for page in (ROOT / "README.md", *sorted(DOCS.rglob("*.md")))}
# Followed by tests of their own, which prepare what they need or are skipped where it is missing.
FOLLOWED = {"docs/datasets.md", "docs/environments.md", "docs/bring-your-own-model.md"}
SESSIONS = [name for name, text in PAGES.items() if "\n>>> " in text and name not in FOLLOWED]
CONSOLE = [
    (name, command, shown)
    for name, text in PAGES.items()
    for command, shown in re.findall(r"```console\n\$ (.+?)\n(.*?)```", text, re.DOTALL)
    if name not in FOLLOWED
]


@pytest.mark.parametrize("page", SESSIONS)
def test_python_sessions_give_what_they_say(page, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    failures, tests = doctest.testfile(str(ROOT / page), module_relative=False)
    assert tests > 0
    assert failures == 0


@pytest.mark.parametrize(("page", "command", "shown"), CONSOLE, ids=[f"{page}: {command}" for page, command, _ in CONSOLE])
def test_commands_print_what_is_shown(page, command, shown):
    name, *arguments = shlex.split(command)
    assert name == "kibitz", page
    result = CliRunner().invoke(command_line, arguments)
    assert [line.rstrip() for line in result.output.splitlines()] == shown.splitlines()


def test_the_player_in_one_file_plays(tmp_path, monkeypatch):
    (text,) = re.findall(r"```python\n# mine.py\n(.*?)```", PAGES["docs/plug-ins.md"], re.DOTALL)
    (tmp_path / "mine.py").write_text(text)
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path))
    assert kibitz.choose(kibitz.Board("othello", "f5"), "python:mine.FirstMove") == "f4"


def test_every_page_with_examples_is_tried():
    with_examples = {name for name, text in PAGES.items() if "\n>>> " in text or "```console" in text}
    assert with_examples == {*SESSIONS, *(page for page, *_ in CONSOLE), *FOLLOWED}
