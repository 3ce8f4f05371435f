"""Positions of Go behind the app's routes: captures, ko, starts, paths, handicaps, counting."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.go.playing import NINE
from kibitz.app.go.lines import format_go_path, format_go_start, parse_go_line, parse_go_path, parse_go_start
from kibitz.errors import NotationError
from kibitz.rules.game import Color
from kibitz.rules.go.position import GoGame
from kibitz.rules.go.rule_sets import RULE_SETS
from kibitz.rules.squares import PASS

# Black takes the stone on C7 with the last of these moves.
CAPTURE = "cbccbcggdcghcd"


def test_a_position_tells_captures_and_who_is_to_move(client):
    found = client.get("/api/position", params={"start": NINE, "moves": CAPTURE}).json()
    position = parse_go_line(NINE, CAPTURE).position
    assert found["game"] == "go"
    assert found["board"] == position.board_text()
    assert found["prisoners"] == {"black": 1, "white": 0}
    assert "C7" not in found["legal_moves"]  # it would have no liberty
    assert "pass" in found["legal_moves"]
    assert found["last_move"] == "C6"
    assert found["to_move"] == "white"


def test_lines_that_are_kept_share_the_board_they_start_from():
    lines = [parse_go_line(NINE, CAPTURE[: 2 * moves]) for moves in range(8)]
    assert len({id(line.start) for line in lines}) == 1


def test_a_point_forbidden_by_ko_is_named_and_refused(client):
    shape = ["-XO------", "X-XO-----", "-XO------"]
    placed = {
        sign: [row * 9 + column for row, signs in enumerate(shape) for column, found in enumerate(signs) if found == sign]
        for sign in "XO"
    }
    start = format_go_start(GoGame(9, komi=7).set_up(placed["X"], placed["O"], Color.WHITE))
    taken = client.get("/api/position", params={"start": start, "moves": "bb"}).json()
    assert taken["forbidden"] == ["C8"]
    assert "C8" not in taken["legal_moves"]
    refused = client.get("/api/position", params={"start": start, "moves": "bbcb"})
    assert refused.status_code == 400
    assert "ko" in refused.json()["error"]


@pytest.mark.parametrize(
    "start",
    [
        "go:4",
        "go:26",
        "go:nine",
        "go:9 komi:much",
        "go:9 komi:1e9",
        "go:9 rules:house",
        "go:9 handicap:99",
        "go:9 black:aaaa",
        "go:9 black:aa white:aa",
        "go:9 black:--",
        "go:9 black:zz",
        "go:9 to_move:red",
        "go:9 go:9",
        "go:9 colour",
        "go:5 black:" + "".join(f"{a}{b}" for a in "abcde" for b in "abcde"),
    ],
)
def test_a_start_that_is_none_is_refused_in_one_sentence(client, start):
    refused = client.get("/api/position", params={"start": start})
    assert refused.status_code == 400
    assert refused.json()["error"]


@given(
    size=st.integers(5, 25),
    rules=st.sampled_from(sorted(RULE_SETS)),
    komi=st.floats(-20, 20).map(lambda komi: round(2 * komi) / 2),
    stones=st.sets(st.integers(0, 24), max_size=8),
    color=st.sampled_from(Color),
)
def test_starts_are_written_and_read(size, rules, komi, stones, color):
    game = GoGame(size, RULE_SETS[rules], komi)
    black = sorted(stones)[::2]
    try:
        start = game.set_up(black, sorted(stones - set(black)), color)
    except NotationError:
        return
    assert parse_go_start(format_go_start(start)) == start


@given(st.lists(st.one_of(st.just(PASS), st.integers(0, 360)), max_size=20))
def test_paths_are_written_and_read(moves):
    assert parse_go_path(format_go_path(moves, 19), 19) == tuple(moves)


@pytest.mark.parametrize("stones", [2, 5, 9])
def test_a_handicap_lets_white_begin(client, stones):
    found = client.get("/api/position", params={"start": f"go:19 komi:0.5 handicap:{stones}"}).json()
    assert (found["stones"]["black"], found["to_move"], found["handicap"]) == (stones, "white", stones)


def test_a_position_is_counted_without_its_dead_stones(client):
    """A white stone on Black's first line, and territory by Japanese rules: it counts as a point and as a prisoner."""
    black = "".join(f"{column}b" for column in "abcdefghi")
    white = "".join(f"{column}c" for column in "abcdefghi") + "ea"
    start = f"go:9 komi:0.5 rules:japanese black:{black} white:{white} to_move:black"
    as_it_stands = client.get("/api/count", params={"start": start, "dead": "none"}).json()
    assert as_it_stands["black_score"] == -54.5
    counted = client.get("/api/count", params={"start": start, "dead": "E9"}).json()
    assert counted["dead"] == ["E9"]
    assert counted["black"] == {"owned": 18, "prisoners": 0, "dead": 1}
    assert counted["black_score"] == 9 + 1 - 54 - 0.5
    assert counted["owners"][:9] == [1] * 9
    assert client.get("/api/count", params={"start": start}).json() == counted
    assert client.get("/api/count", params={"start": start, "dead": "A1"}).status_code == 400
    assert client.get("/api/count").status_code == 409
