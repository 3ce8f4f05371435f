"""The list of engines: kept in a file that people may write too, and checked entry by entry."""

import json
import stat

import pytest

from kibitz.errors import NotationError, SetupError
from kibitz.players.external.configured import (
    MOST_ENGINES,
    ConfiguredEngine,
    engine_of,
    engines_path,
    find_engine,
    keep_engine,
    list_engines,
    remove_engine,
)

GNUGO = ConfiguredEngine("gnugo", "go", ("gnugo", "--mode", "gtp"))


@pytest.fixture(autouse=True)
def own_list(tmp_path, monkeypatch):
    monkeypatch.setenv("KIBITZ_ENGINES", str(tmp_path / "new" / "engines.json"))


def test_a_list_that_is_not_there_is_empty():
    assert list_engines() == []
    with pytest.raises(SetupError, match="known: none yet"):
        find_engine("katago")


def test_engines_are_kept_replaced_and_removed():
    keep_engine(GNUGO)
    keep_engine(ConfiguredEngine("edax", "othello", ("mEdax", "-nboard"), "nboard", seconds=5.0))
    keep_engine(ConfiguredEngine("gnugo", "go", ("gnugo", "--level", "1", "a b'c")))
    assert [engine.name for engine in list_engines()] == ["edax", "gnugo"]
    assert find_engine("GnuGo").command_line == """gnugo --level 1 'a b'"'"'c'"""
    remove_engine("edax")
    assert [engine.name for engine in list_engines()] == ["gnugo"]


def test_nobody_else_may_read_or_write_the_list():
    keep_engine(GNUGO)
    assert stat.S_IMODE(engines_path().stat().st_mode) == 0o600


def test_a_list_written_by_hand_needs_only_name_game_and_command():
    engines_path().parent.mkdir()
    engines_path().write_text(json.dumps({"engines": [{"name": "kata", "game": "go", "command": ["katago", "gtp"]}]}))
    assert find_engine("kata") == ConfiguredEngine("kata", "go", ("katago", "gtp"))


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        ("{", "is not JSON"),
        ("[]", "is not a list of engines"),
        ('{"engines": [3]}', "an engine is an object"),
        ('{"engines": [{"name": "a b", "game": "go", "command": ["x"]}]}', "the name of an engine is small letters"),
        ('{"engines": [{"name": "a", "game": "go", "command": "rm -rf /"}]}', "the command of an engine is a list of texts"),
        ('{"engines": [{"name": "a", "game": "go", "command": [""]}]}', "begins with a program"),
        (
            '{"engines": [{"name": "a", "game": "go", "command": ["x"], "seconds": 0}]}',
            "seconds of an engine is a number",
        ),
        ('{"engines": [{"name": "a", "game": "go", "command": ["x"], "chances": "mine"}]}', "chances is one of"),
        ('{"engines": [{"name": "a", "game": "go", "command": ["x"], "shell": true}]}', "an engine has no field 'shell'"),
    ],
)
def test_what_is_wrong_with_a_list_is_said_in_one_sentence(content, problem):
    engines_path().parent.mkdir()
    engines_path().write_text(content)
    with pytest.raises(SetupError, match=problem) as caught:
        list_engines()
    assert "engines.json" in str(caught.value)


def test_a_list_has_room_for_so_many_engines():
    for number in range(MOST_ENGINES):
        keep_engine(ConfiguredEngine(f"e{number}", "go", ("x",)))
    with pytest.raises(SetupError, match=f"the list has {MOST_ENGINES} engines"):
        keep_engine(GNUGO)


def test_a_command_with_a_null_byte_is_refused():
    with pytest.raises(NotationError, match="a list of texts"):
        engine_of({"name": "a", "game": "go", "command": ["x\0y"]})
