"""docs/engines.md tells of every command and every option."""

import re
from pathlib import Path

from kibitz.cli.engine import engine
from kibitz.protocols.go.gtp import go_gtp
from kibitz.protocols.othello.gtp import othello_gtp
from kibitz.search.othello.levels import limits_of_level

PAGE = (Path(__file__).parent.parent.parent / "docs" / "engines.md").read_text()
NAMED = set(re.findall(r"`([a-z_-]+)[^`]*`", PAGE))


def test_every_command_of_gtp_is_described(talk):
    commands = talk(othello_gtp(limits_of_level(1))).say("list_commands")[2:].split()
    assert len(commands) > 30
    assert set(commands) <= NAMED


def test_every_command_of_gtp_for_go_is_described(talk):
    commands = talk(go_gtp()).say("list_commands")[2:].split()
    assert {"final_status_list", "kata-analyze"} < set(commands) <= NAMED


def test_every_command_of_nboard_is_described():
    assert {"nboard", "set", "move", "hint", "go", "ping", "learn", "analyze", "quit"} <= NAMED


def test_every_option_of_the_command_is_described():
    options = {option.opts[0] for option in engine.params if option.opts[0].startswith("--")}
    assert options <= NAMED
