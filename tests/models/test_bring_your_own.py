"""docs/bring-your-own-model.md, followed line by line in an empty folder, works the first time."""

import json
import re
import shlex
from pathlib import Path

import pytest
from click.testing import CliRunner

from kibitz.cli.main import kibitz
from kibitz.features.othello.planes import HLYNSSON42, RAW

pytest.importorskip("onnx")

PAGE = (Path(__file__).resolve().parents[2] / "docs" / "bring-your-own-model.md").read_text()
BLOCKS = re.findall(r"```(python|python torch|console)\n(.*?)```", PAGE, re.DOTALL)


@pytest.fixture
def empty_folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("KIBITZ_HOME", str(tmp_path / "home"))
    return tmp_path


def follow(language: str) -> None:
    """Do what the page says, with the network of the blocks of one language."""
    names: dict[str, object] = {}
    for kind, text in BLOCKS:
        if kind == language:
            exec(text, names)
        elif kind == "console":
            for command, shown in re.findall(r"\$ (.+)\n((?:(?!\$).+\n)*)", text):
                run(command, shown)


def run(command: str, shown: str) -> None:
    name, *arguments = shlex.split(command)
    result = CliRunner().invoke(kibitz, arguments)
    assert (name, result.exit_code) == ("kibitz", 0), f"{command}: {result.output}{result.exception or ''}"
    if shown:
        assert result.output == shown
    else:
        assert json.loads(result.stdout)


@pytest.mark.usefixtures("empty_folder")
def test_the_page_works_the_first_time():
    follow("python")


@pytest.mark.usefixtures("empty_folder")
def test_the_page_works_with_torch_too():
    pytest.importorskip("torch")
    follow("python torch")


def test_the_page_names_all_planes_and_what_new_card_takes():
    for name in RAW.names:
        assert f"`{name}`" in PAGE
    for name in HLYNSSON42.names:
        assert re.sub(r": .*", ": 0", name) in PAGE
    help_text = CliRunner().invoke(kibitz, ["models", "new-card", "--help"]).output
    for option in re.findall(r"--[a-z][a-z-]+", PAGE):
        assert option in help_text or option in ("--json", "--model", "--pairs", "--winners")
