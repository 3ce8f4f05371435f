"""Go behind the app's routes: positions, predictions, playouts, counting, games against programs, records."""

import json
import threading

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.conftest import LIVE, PATIENCE, wait_for
from kibitz.app.analysis_pool import AnalysisPool
from kibitz.app.go.lines import format_go_path, format_go_start, parse_go_line, parse_go_path, parse_go_start
from kibitz.app.go.records import is_go_sgf
from kibitz.archive.database import open_for_writing
from kibitz.archive.importer import import_records
from kibitz.errors import NotationError
from kibitz.records.go.sgf import parse_go_game
from kibitz.rules.game import Color
from kibitz.rules.go.points import parse_vertex
from kibitz.rules.go.position import RULE_SETS, GoGame
from kibitz.rules.othello.position import START as OTHELLO_START
from kibitz.rules.squares import PASS
from kibitz.voices.go.study import GoAnalysis, GoStudy

NINE = "go:9 komi:7 rules:chinese"

# Black takes the stone on C7 with the last of these moves.
CAPTURE = "cbccbcggdcghcd"

TREE = """(;GM[1]FF[4]CA[UTF-8]SZ[9]KM[6.5]RU[Japanese]PB[Ann]BR[3d]PW[Bob]EV[Club]DT[2024-05-01]RE[W+Resign]C[a game]
;B[ee]C[the centre](;W[cc];B[gg])(;W[gc]C[or here];B[cg](;W[aa])(;W[bb])))"""


def new_game(client, **settings):
    answer = client.post("/api/games", json={"start": NINE, **settings})
    assert answer.status_code == 201, answer.text
    return answer.json()


def play(client, game, *moves):
    for move in moves:
        answer = client.post(f"/api/games/{game['id']}/moves", json={"move": move})
        assert answer.status_code == 200, answer.text
    return answer.json()


def settled(client, game):
    def asked():
        now = client.get(f"/api/games/{game['id']}").json()
        return None if now["thinking"] else now

    return wait_for(asked)


@pytest.fixture
def without_expert(tmp_path, monkeypatch):
    monkeypatch.setenv("KIBITZ_MODELS", str(tmp_path / "none"))
    monkeypatch.setattr("kibitz.models.store.SHIPPED", tmp_path / "none")


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


@pytest.mark.usefixtures("without_expert")
def test_without_a_model_the_expert_says_how_to_get_one(client):
    refused = client.get("/api/predictions", params={"start": NINE})
    assert refused.status_code == 409
    assert "kibitz models import" in refused.json()["error"]
    assert client.get("/api/status").json()["games"]["go"]["expert"] == {"model": None, "message": refused.json()["error"]}


def test_the_expert_takes_the_last_empty_corner_and_says_who_wins_what(client):
    found = client.get("/api/predictions", params={"start": "go:19", "moves": "pddpdd"}).json()
    assert found["model"] == "go-network"
    assert len(found["moves"]) == 358
    assert sum(row["probability"] for row in found["moves"]) == pytest.approx(1, abs=1e-3)
    row, column = divmod(parse_vertex(found["moves"][0]["move"], 19), 19)
    assert row > 12
    assert column > 12
    assert 0 < found["win_chance"] < 1
    assert len(found["ownership"]) == 361
    # White's only stone, on D4, is seen by Black.
    assert found["ownership"][parse_vertex("D4", 19)] < 0.5 < found["ownership"][parse_vertex("Q16", 19)]
    assert client.get("/api/status").json()["games"]["go"]["expert"]["model"] == "go-network"
    assert client.get("/api/predictions", params={"start": "go:19", "rating": 1500}).status_code == 409
    assert client.get("/api/predictions", params={"start": "go:19", "model": "expert"}).status_code == 409


def test_playouts_see_who_wins_and_who_owns_what(client):
    """Black has all but one corner, and White has not even that for long."""
    black = "".join(f"{column}{row}" for row in "cg" for column in "abcdefghi")
    found = client.get("/api/analysis", params={"start": f"{NINE} black:{black} to_move:white", "seconds": 1}).json()
    assert found["win_chance"] < 0.2
    assert found["black_score"] > 20
    assert len(found["ownership"]) == 81
    assert min(found["ownership"][27:54]) > 0.3
    visits = [row["visits"] for row in found["moves"]]
    assert visits == sorted(visits, reverse=True)
    assert sum(visits) == pytest.approx(found["playouts"], rel=0.01)
    assert all(row["line"][0] == row["move"] for row in found["moves"])


def test_other_routes_say_that_they_know_othello_alone(client):
    for route in ("line", "predictions/ratings", "predictions/attention", "archive/games"):
        refused = client.get(f"/api/{route}", params={"start": NINE, "move": "D4"})
        assert refused.status_code == 409, route


def test_the_archive_tells_who_played_what(client, tmp_path, monkeypatch):
    monkeypatch.setenv("KIBITZ_ARCHIVE", str(tmp_path / "games.duckdb"))
    missing = client.get("/api/archive/explore", params={"start": NINE})
    assert missing.status_code == 409
    assert missing.json()["error"] == client.get("/api/status").json()["games"]["go"]["archive"]["message"]
    games = [parse_go_game(f"(;GM[1]SZ[9]PB[Ann]PW[Bob]RE[B+3]DT[{year}];B[ee];W[cc])") for year in (2001, 2002)]
    with open_for_writing(tmp_path / "games.duckdb", game="go") as archive:
        import_records(archive, games, "test")
    assert client.get("/api/archive?game=go").json()["games"] == 2
    found = client.get("/api/archive/explore", params={"start": NINE, "moves": "ee"}).json()
    (move,) = found["moves"]
    assert {"C7", "G7", "C3", "G3"} == set(move["twins"])
    assert (move["games"], move["black_wins"], move["last_year"]) == (2, 2, 2002)
    assert move["top_players"] == [{"name": "Bob", "games": 2}]


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


def test_two_people_play_pass_and_say_what_is_dead(client):
    game = new_game(client)
    over = play(client, game, "E5", "C3", "pass", "pass")
    assert over["state"] == "over"
    assert over["outcome"]["reason"] == "both sides passed"
    alive = client.put(f"/api/games/{game['id']}/dead", json={"dead": []}).json()
    assert alive["outcome"]["black_score"] == -7
    dead = client.put(f"/api/games/{game['id']}/dead", json={"dead": ["C3"]}).json()
    assert dead["dead"] == ["C3"]
    assert dead["outcome"] == {"winner": "black", "black_score": 74.0, "reason": "both sides passed"}
    again = client.post(f"/api/games/{game['id']}/takeback").json()
    assert (again["state"], again["dead"], again["moves"]) == ("playing", [], ["E5", "C3", "pass"])
    assert client.put(f"/api/games/{game['id']}/dead", json={"dead": ["C3"]}).status_code == 409


def test_what_is_dead_is_kept_when_the_server_is_killed(start_server):
    first = start_server()
    game = new_game(first.client)
    play(first.client, game, "E5", "C3", "pass", "pass")
    first.client.put(f"/api/games/{game['id']}/dead", json={"dead": ["C3"]})
    first.kill()
    found = start_server().client.get(f"/api/games/{game['id']}").json()
    assert (found["dead"], found["outcome"]["black_score"]) == (["C3"], 74.0)


def test_an_illegal_move_is_refused_and_the_game_goes_on(client):
    game = new_game(client)
    play(client, game, "E5")
    for move in ("E5", "Z9", "f5d6", "J10"):
        assert client.post(f"/api/games/{game['id']}/moves", json={"move": move}).status_code == 400
    assert play(client, game, "E6")["moves"] == ["E5", "E6"]


@pytest.mark.parametrize("player", ["uct:playouts=60,seed=1", "goexpert", "random:seed=1"])
def test_a_program_answers_and_a_move_is_taken_back(client, player):
    game = new_game(client, white={"player": player, "name": "It"})
    play(client, game, "E5")
    now = settled(client, game)
    assert len(now["moves"]) == 2
    assert now["can_take_back"]
    assert client.post(f"/api/games/{game['id']}/takeback").json()["moves"] == []


def test_only_players_of_the_game_can_play_it(client):
    assert {row["name"] for row in client.get("/api/players?game=go").json()["players"]} >= {"uct", "goexpert", "random"}
    assert "uct" not in {row["name"] for row in client.get("/api/players").json()["players"]}
    for start, player in ((NINE, "engine:level=1"), ("", "uct"), (NINE, "gtp:gnugo"), (NINE, "uct:threads=1000")):
        refused = client.post("/api/games", json={"start": start, "white": {"player": player}})
        assert refused.status_code == 409, player


def test_a_game_goes_on_from_given_moves(client):
    game = new_game(client, moves="eecc")
    assert (game["moves"], game["fixed"], game["can_take_back"]) == (["E5", "C7"], 2, False)


def test_resigning_gives_the_game_to_the_other_side(client):
    game = new_game(client)
    over = client.post(f"/api/games/{game['id']}/resign", json={"side": "black"}).json()
    assert (over["outcome"]["winner"], over["outcome"]["reason"]) == ("white", "resignation")
    assert "RE[W+R]" in client.get(f"/api/games/{game['id']}/export?format=sgf").text


def test_a_hint_is_a_legal_move_with_its_chance(client):
    game = new_game(client)
    hint = client.post(f"/api/games/{game['id']}/hint", json={"by": "uct:playouts=200,seed=1"}).json()
    assert hint["move"] in game["position"]["legal_moves"]
    assert 0 <= hint["win_chance"] <= 1
    assert 0 <= hint["probability"] <= 1


def test_an_sgf_is_read_with_its_variations_and_comments(client):
    found = client.post("/api/parse", json={"text": TREE}).json()
    (record,) = found["games"]
    assert found["format"] == "SGF"
    assert record["start"] == "go:9 komi:6.5 rules:japanese"
    assert record["moves"] == ["E5", "C7", "G3"]
    assert record["comments"] == {"": "a game", "ee": "the centre", "eegc": "or here"}
    assert record["variations"] == ["eegccgaa", "eegccgbb"]
    assert (record["black"], record["winner"], record["ending"]) == ("Ann 3d", "white", "resignation")


def test_where_one_side_moves_twice_the_other_passes(client):
    (record,) = client.post("/api/parse", json={"text": "(;GM[1]SZ[9];B[ee];B[cc];W[gg])"}).json()["games"]
    assert record["moves"] == ["E5", "pass", "C7", "G3"]


def test_a_saved_record_is_written_as_the_same_tree(client):
    answer = client.post("/api/games/import?name=club.sgf", content=TREE, headers={"content-type": "application/octet-stream"})
    (line,) = answer.json()["games"]
    assert (line["game"], line["size"], line["winner"], line["reason"]) == ("go", 9, "white", "resignation")
    written = client.get(f"/api/games/{line['id']}/export?format=sgf").text
    assert parse_go_game(written) == parse_go_game(TREE)
    assert client.get(f"/api/games/{line['id']}/export?format=pgn").status_code == 400


def test_comments_and_variations_are_kept_beside_a_game(client):
    game = new_game(client)
    play(client, game, "E5", "C7")
    place = f"/api/games/{game['id']}"
    assert client.put(f"{place}/comments", json={"path": "eecc", "comment": "a corner"}).status_code == 200
    assert client.post(f"{place}/variations", json={"path": "ee--gg"}).json()["variations"] == ["ee--gg"]
    assert client.post(f"{place}/variations", json={"path": "eeee"}).status_code == 400
    record = parse_go_game(client.get(f"{place}/export?format=sgf").text)
    assert {index: note.comment for index, note in record.notes.items()} == {1: "a corner"}
    (variation,) = record.variations
    assert (variation.line, variation.after) == (0, 1)
    assert [move.point for move in variation.moves] == [PASS, parse_vertex("G3", 9)]


def test_games_of_go_are_not_judged(client):
    game = new_game(client)
    play(client, game, "E5")
    refused = client.post("/api/reviews", json={"game": game["id"]})
    assert refused.status_code == 409
    assert refused.json()["error"] == "games of Go cannot be reviewed here"


@pytest.mark.parametrize(
    ("words", "is_go"),
    [
        (b"(;GM[1]FF[4];B[aa])", True),
        (b"text before (;FF[4]SZ[9];B[aa])", True),
        (b"(;GM[2]SZ[8];B[f5])", False),
        (b"(;FF[4];B[f5])", False),
        (b"(;GM[Othello]PC[club];B[f5])", False),
        (b"f5d6c3", False),
        (b"\x00\xff", False),
    ],
)
def test_go_is_told_from_othello_in_sgf(words, is_go):
    assert is_go_sgf(words) == is_go


def test_the_live_channel_deepens_and_follows_to_the_next_position(client):
    with client.websocket_connect(LIVE) as live:
        live.send_json({"type": "analyse", "start": NINE, "moves": "ee", "id": 1})
        first = live.receive_json()
        assert (first["type"], first["id"]) == ("analysis", 1)
        while (later := live.receive_json())["playouts"] <= first["playouts"]:
            pass
        assert later["revision"] > first["revision"]
        live.send_json({"type": "analyse", "start": NINE, "moves": "eecc", "id": 2})
        while live.receive_json()["id"] != 2:
            pass
        live.send_json({"type": "analyse", "start": "go:3", "id": 3})
        while (answer := live.receive_json())["type"] != "error":
            pass
        assert "3×3" in answer["error"]
        live.send_json({"type": "stop"})


def test_both_games_share_the_pool_and_nothing_runs_when_nobody_looks():
    pool = AnalysisPool(workers=1)
    heard: list[object] = []
    changed = threading.Event()

    def hear(found: object) -> None:
        heard.append(found)
        changed.set()

    ends = [pool.watch(GoGame(9).start(), hear), pool.watch(OTHELLO_START, hear)]
    wait_for(lambda: {type(found).__name__ for found in list(heard)} == {"GoAnalysis", "Analysis"})
    for end in ends:
        end()
    wait_for(lambda: pool.busy == 0)
    assert changed.wait(PATIENCE)
    pool.close()


def test_a_tree_that_begins_again_is_not_heard_before_it_knows_more():
    pool = AnalysisPool(workers=1)
    position = GoGame(9).start()
    before = pool.analyse(position, 1.0)
    assert isinstance(before, GoAnalysis)
    heard: list[GoAnalysis] = []
    end = pool.watch(position, heard.append)
    wait_for(lambda: len(heard) > 1)
    end()
    pool.close()
    assert [found.playouts for found in heard] == sorted(found.playouts for found in heard)
    assert heard[0].playouts == before.playouts


def test_only_some_trees_are_kept(monkeypatch):
    monkeypatch.setattr("kibitz.app.analysis_pool._MOST_AWAKE", 2)
    pool = AnalysisPool(workers=1)
    start = GoGame(9).start()
    heard: dict[int, GoAnalysis] = {}
    ends = [pool.watch(start.play(point), lambda found, point=point: heard.update({point: found})) for point in range(6)]
    wait_for(lambda: len(heard) == 6)
    studies = [study for study in pool._studies.values() if isinstance(study, GoStudy)]
    assert sum(study.trees is not None for study in studies) <= 3  # two at rest, and the one whose turn it is
    for end in ends:
        end()
    wait_for(lambda: pool.busy == 0)
    pool.close()
    assert all(study.trees is None for study in studies)


def test_a_damaged_file_of_a_game_says_so(client, services):
    game = new_game(client)
    path = services.folder / "games" / f"{game['id']}.jsonl"
    first = json.loads(path.read_text().splitlines()[0])
    path.write_text(json.dumps(first | {"start": "go:99"}) + "\n\n")
    refused = client.get(f"/api/games/{game['id']}")
    assert refused.status_code == 409
    assert "damaged" in refused.json()["error"]


@pytest.mark.parametrize("size", ["²", "٩", "9:²", "", "9" * 5000])
def test_a_file_with_an_odd_size_is_refused_in_a_sentence(client, size):
    answer = client.post("/api/games/import?name=odd.sgf", content=f"(;GM[1]SZ[{size}x];B[ee])".encode())
    assert answer.status_code == 400
    assert "SZ[" in answer.json()["error"]
