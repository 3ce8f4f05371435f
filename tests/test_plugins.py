"""Packages add players and games by entry points, a class is named by its place, and what is broken is left out and named."""

import subprocess
import sys
from importlib.metadata import version
from pathlib import Path
from shutil import copytree

import pytest

from kibitz.app.thinkers import check_player_text
from kibitz.errors import KibitzError, SetupError
from kibitz.players.external import configured
from kibitz.players.registry import make_player

TEMPLATE = Path(__file__).resolve().parent.parent / "docs" / "plugin-template"
ENTRIES = """
[kibitz.players]
again = parts:AGAIN
other = parts:OTHER
text = parts:TEXT
missing = no_such_module:KIND

[kibitz.engines]
odd = parts:ODD
some = parts:SOME

[kibitz.games]
tictactoe = parts:GAME
"""
PARTS = """
from dataclasses import replace
from kibitz.games.noughts.kit import NOUGHTS_KIT
from kibitz.players.external.configured import ConfiguredEngine
from kibitz.players.kind import PlayerKind

AGAIN = PlayerKind("random", "taken", "parts:Player")
OTHER = PlayerKind("other", "another random player", "kibitz.players.simple:RandomPlayer")
TEXT = "no player"
ODD = ConfiguredEngine("No Name!", "othello", ("odd",))
SOME = ConfiguredEngine("some", "othello", ("some", "--gtp"))
GAME = replace(NOUGHTS_KIT, name="tictactoe", title="Tic-tac-toe")
"""
CLASSES = """
from kibitz.players.player import Player

class First(Player):
    def __init__(self, seed=None, name="first"):
        self.name, self.seed = name, seed

    def choose(self, turn):
        return turn.position.legal_moves()[0]

def nobody():
    return 7

NUMBER = 7
"""


def kibitz(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """What Kibitz says in a process that finds the packages of a folder."""
    code = f"import sys; sys.path.append({str(folder)!r}); from kibitz.cli.main import main; main()"
    return subprocess.run([sys.executable, "-c", code, *arguments], capture_output=True, text=True, cwd=folder, check=False)


@pytest.fixture
def folder_with_a_package(tmp_path):
    (tmp_path / "parts.py").write_text(PARTS)
    described = tmp_path / "some_parts-1.0.dist-info"
    described.mkdir()
    (described / "METADATA").write_text("Metadata-Version: 2.1\nName: some-parts\nVersion: 1.0\n")
    (described / "entry_points.txt").write_text(ENTRIES)
    return tmp_path


def test_parts_of_a_package_are_there_and_broken_ones_are_named(folder_with_a_package):
    listed = kibitz(folder_with_a_package, "players")
    assert listed.returncode == 0
    assert "another random player" in listed.stdout
    for reason in ("there is a 'random' already", "is a str and not a PlayerKind", "No module named 'no_such_module'"):
        assert reason in listed.stderr
    assert listed.stderr.count("of some-parts (kibitz.players) is left out") == 3
    engines = kibitz(folder_with_a_package, "engines")
    assert "some --gtp" in engines.stdout
    assert "'odd' of some-parts (kibitz.engines) is left out: the name of an engine is small letters" in engines.stderr
    shown = kibitz(folder_with_a_package, "show", "b2", "--game", "tictactoe")
    assert (shown.returncode, "White (O) to move" in shown.stdout) == (0, True)


def test_a_class_of_the_current_folder_plays(tmp_path, monkeypatch):
    (tmp_path / "own_classes.py").write_text(CLASSES)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", list(sys.path))
    with make_player("python:own_classes.First,seed=3") as player:
        assert (player.name, player.seed) == ("python:own_classes.First,seed=3", 3)
    for text, message in [
        ("python:own_classes.Second", "has no attribute 'Second'"),
        ("python:not_there.First", "No module named 'not_there'"),
        ("python:First", "write the module and the class"),
        ("python:own_classes.NUMBER", "is of type int and makes no player"),
        ("python:own_classes.nobody", "makes no player"),
    ]:
        with pytest.raises(SetupError, match=message):
            make_player(text)


def test_no_request_names_code_to_run():
    with pytest.raises(KibitzError):
        check_player_text("python:os.getcwd", "othello")


def test_the_template_is_built_installed_and_played(tmp_path):
    if int(version("setuptools").split(".")[0]) < 77:
        pytest.skip("needs setuptools 77 or later, which builds wheels by itself (pip install 'setuptools>=77')")
    site, source = tmp_path / "site", tmp_path / "source"
    (tmp_path / "games.txt").write_text("f5d6c3d3\n")
    copytree(TEMPLATE, source)  # a build leaves files beside what it builds
    pip = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--no-index", "--no-build-isolation"]
    subprocess.run([*pip, "--target", site, source], check=True)
    converted = kibitz(site, "convert", str(tmp_path / "games.txt"), str(tmp_path / "games.moves"))
    assert (converted.returncode, (tmp_path / "games.moves").read_text()) == (0, "#moves\n;;\nf5 d6 c3 d3\n"), converted.stderr
    played = kibitz(site, "match", "corners", "random", "--game", "noughts", "--pairs", "2", "--out", str(tmp_path / "match"))
    assert played.returncode == 0, played.stderr
    assert "corners against random: 2 pairs" in played.stdout
    tests = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", str(source / "tests")]
    tested = subprocess.run(tests, env={"PYTHONPATH": str(site), "PATH": ""}, capture_output=True, text=True, check=False)
    assert tested.returncode == 0, tested.stdout


def test_engines_of_packages_are_listed_and_stay(monkeypatch, tmp_path):
    monkeypatch.setenv("KIBITZ_ENGINES", str(tmp_path / "engines.json"))
    first = configured.ConfiguredEngine("first", "othello", ("first", "--gtp"))
    monkeypatch.setattr(configured, "packaged_engines", lambda: (first,))
    assert configured.find_engine("first") == first
    with pytest.raises(SetupError, match="belongs to an installed package"):
        configured.remove_engine("first")
    own = configured.ConfiguredEngine("first", "go", ("mine",))
    configured.keep_engine(own)
    assert configured.list_engines() == [own]
    configured.remove_engine("first")
    assert configured.list_engines() == [first]
