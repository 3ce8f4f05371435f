"""`kibitz players`"""

import json

from kibitz.players.registry import PLAYER_KINDS


def test_every_player_is_listed_with_its_options(call):
    ended = call("players")
    assert ended.code == 0
    for kind in PLAYER_KINDS:
        assert kind.description in ended.out
        for option in kind.options:
            assert f"{option.name}: {option.description}" in ended.out


def test_json_describes_every_player(call):
    ended = call("players", "--json")
    assert ended.err == ""
    players = {player["name"]: player for player in json.loads(ended.out)["players"]}
    assert set(players) == {kind.name for kind in PLAYER_KINDS}
    assert players["gtp"]["options"][0] == {
        "name": "command",
        "value": "a text",
        "description": "how the program is started",
        "default": None,
        "required": True,
    }
    assert players["gtp"]["options"][1]["default"] == 60.0
