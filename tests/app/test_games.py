"""Games on the server: played, taken back, timed, commented, found again, exported, and never lost."""

import io
import json
import threading
import zipfile
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from starlette.testclient import TestClient

from app.conftest import LIVE, wait_for
from kibitz.app.game_shelf import GameShelf
from kibitz.app.othello.lines import Line
from kibitz.app.server import create_app
from kibitz.app.services import Services
from kibitz.records.othello.files import parse_games
from kibitz.review.othello.game_sources import own_games
from kibitz.rules.squares import PASS, format_move, format_transcript

RECORDS = Path(__file__).parent.parent / "data" / "records"


def new_game(client, **settings):
    answer = client.post("/api/games", json=settings)
    assert answer.status_code == 201, answer.text
    return answer.json()


def play(client, game, move, **more):
    return client.post(f"/api/games/{game['id']}/moves", json={"move": move, **more})


def get(client, game):
    return client.get(f"/api/games/{game['id']}").json()


def test_two_people_play_a_whole_game_with_its_passes(client):
    record = next(record for record in own_games() if PASS in record.moves)
    game = new_game(client)
    for move in record.moves:
        if move != PASS:
            answer = play(client, game, format_move(move))
            assert answer.status_code == 200, answer.text
    ended = answer.json()
    assert ended["moves"] == [format_move(move) for move in record.moves]
    assert (ended["state"], ended["outcome"]["black_score"]) == ("over", record.played_score())
    assert play(client, game, "a1").status_code == 409


@pytest.mark.parametrize("player", ["random", "greedy", "engine:level=2", "expert:rating=1500", "net:expert-2014"])
def test_a_program_answers_until_the_game_is_over(client, player):
    game = new_game(client, white={"player": player})

    def next_choice():
        now = get(client, game)
        return now if now["state"] == "over" or (not now["thinking"] and now["position"]["to_move"] == "black") else None

    while (now := wait_for(next_choice))["state"] == "playing":
        assert play(client, game, now["position"]["legal_moves"][0]["move"]).status_code == 200
    assert now["outcome"]["winner"] in ("black", "white", None)
    assert now["position"]["outcome"]["black_score"] == now["outcome"]["black_score"]


def test_it_is_nobody_s_turn_but_the_one_to_move(client):
    game = new_game(client, black={"player": "engine:level=20"}, white={"player": "human"})
    assert get(client, game)["thinking"]
    answer = play(client, game, "f5")
    assert answer.status_code in (409, 400)


def test_illegal_moves_and_outdated_views_change_nothing(client):
    game = new_game(client)
    assert play(client, game, "a1").status_code == 400
    assert play(client, game, "pass").status_code == 400
    assert play(client, game, "f5", version=7).status_code == 409
    assert get(client, game)["moves"] == []
    after = play(client, game, "f5", version=game["version"]).json()
    assert after["version"] == game["version"] + 1


def test_taking_back_returns_to_the_last_choice_of_a_person_and_keeps_the_line(client):
    game = new_game(client, white={"player": "random:seed=1"})
    play(client, game, "f5")
    answered = wait_for(lambda: now if len((now := get(client, game))["moves"]) == 2 else None)
    back = client.post(f"/api/games/{game['id']}/takeback").json()
    assert (back["moves"], back["can_take_back"], back["variations"]) == ([], False, [answered["path"]])
    assert client.post(f"/api/games/{game['id']}/takeback").status_code == 409


def test_a_program_in_thought_gives_way_when_the_game_changes(client, services):
    game = new_game(client, white={"player": "engine:level=60"})
    play(client, game, "f5")
    assert get(client, game)["thinking"]
    back = client.post(f"/api/games/{game['id']}/takeback").json()
    assert (back["moves"], back["thinking"]) == ([], False)
    assert services.thinkers.choose("engine:level=60", Line(), stop=already_set()) is not None
    assert get(client, game)["moves"] == []


def already_set() -> threading.Event:
    event = threading.Event()
    event.set()
    return event


def test_a_fixed_opening_cannot_be_taken_back(client):
    game = new_game(client, moves="f5d6")
    play(client, game, "c3")
    back = client.post(f"/api/games/{game['id']}/takeback").json()
    assert back["path"] == "f5d6"
    assert not back["can_take_back"]


def test_even_starts_and_own_starts(client):
    even = new_game(client, even=True)
    assert (len(even["moves"]), even["fixed"]) == (8, 8)
    start = client.get("/api/position", params={"moves": "f5d6c3"}).json()["start"]
    own = new_game(client, start=start)
    assert own["position"]["to_move"] == "white"
    over = "X" * 64 + " X"
    assert client.post("/api/games", json={"start": over}).status_code == 409


def test_resigning_ends_the_game_for_the_one_who_does(client):
    game = new_game(client, white={"player": "engine:level=1"})
    ended = client.post(f"/api/games/{game['id']}/resign", json={}).json()
    assert ended["outcome"] == {"winner": "white", "black_score": -64, "reason": "resignation"}
    both = new_game(client)
    assert client.post(f"/api/games/{both['id']}/resign", json={"side": "white"}).json()["outcome"]["winner"] == "black"
    programs = new_game(client, black={"player": "random"}, white={"player": "random"})
    assert client.post(f"/api/games/{programs['id']}/resign", json={}).status_code == 409


def test_a_clock_runs_for_the_one_to_move_and_rings(client):
    game = new_game(client, clock={"seconds": 0.3})
    assert game["clock"]["running"] == "black"
    ended = wait_for(lambda: now if (now := get(client, game))["state"] == "over" else None)
    assert ended["outcome"] == {"winner": "white", "black_score": -64, "reason": "out of time"}
    assert ended["clock"]["running"] is None
    assert ended["clock"]["white_left"] == 0.3


def test_a_clock_counts_what_was_spent_and_adds_the_increment(client):
    game = new_game(client, clock={"seconds": 100, "increment": 5})
    after = play(client, game, "f5").json()
    spent = after["seconds"][0]
    assert after["clock"]["black_left"] == pytest.approx(105 - spent, abs=0.01)
    assert after["clock"]["running"] == "white"


def test_comments_do_not_restart_the_turn(client, services):
    game = new_game(client, clock={"seconds": 100})
    live = services.room._live[game["id"]]
    began = live.turn_began
    client.put(f"/api/games/{game['id']}/comments", json={"path": "", "comment": "here we go"})
    assert live.turn_began == began


def test_a_program_takes_human_time_if_wanted(client):
    game = new_game(client, white={"player": "random"}, human_time=True)
    play(client, game, "f5")
    assert get(client, game)["thinking"]
    answered = wait_for(lambda: now if len((now := get(client, game))["moves"]) == 2 else None)
    assert answered["seconds"][1] > 0.05


def test_hints_come_from_whom_one_asks(client):
    game = new_game(client, moves="f5d6c3d3c4")
    hint = client.post(f"/api/games/{game['id']}/hint", json={"by": "net:expert"}).json()
    assert (hint["move"], hint["by"]) == ("f4", "net:expert")
    assert hint["probability"] > 0.9
    assert client.post(f"/api/games/{game['id']}/hint", json={}).json()["score"] is not None
    assert client.post(f"/api/games/{game['id']}/hint", json={"by": "gtp:x"}).status_code == 409


def test_comments_and_variations_make_a_tree(client):
    game = new_game(client)
    route = f"/api/games/{game['id']}"
    play(client, game, "f5")
    client.put(f"{route}/comments", json={"path": "f5", "comment": "Bonjour, 日本"})
    client.post(f"{route}/variations", json={"path": "f5D6"})
    client.post(f"{route}/variations", json={"path": "f5d6c3"})
    client.put(f"{route}/comments", json={"path": "f5d6", "comment": "better"})
    now = client.post(f"{route}/variations", json={"path": "e6"}).json()
    assert now["comments"] == {"f5": "Bonjour, 日本", "f5d6": "better"}
    assert sorted(now["variations"]) == ["e6", "f5d6c3"]
    pruned = client.delete(f"{route}/variations", params={"path": "f5d6"}).json()
    assert (pruned["variations"], pruned["comments"]) == (["e6"], {"f5": "Bonjour, 日本"})
    assert client.put(f"{route}/comments", json={"path": "f5", "comment": ""}).json()["comments"] == {}
    assert client.put(f"{route}/comments", json={"path": "a1", "comment": "x"}).status_code == 400
    assert client.post(f"{route}/variations", json={"path": "f5"}).status_code == 409
    assert client.delete(f"{route}/variations", params={"path": "d3"}).status_code == 409


def test_games_are_listed_latest_first_and_searched(client):
    first = new_game(client, black={"name": "Ada"}, event="Cup of 2025")
    second = new_game(client, white={"player": "random", "name": "Robot"})
    play(client, first, "c4")
    client.put(f"/api/games/{second['id']}/comments", json={"path": "", "comment": "remember this"})

    def found(**query):
        return [game["id"] for game in client.get("/api/games", params=query).json()["games"]]

    assert found() == [second["id"], first["id"]]
    assert found(search="ada") == found(search="cup") == [first["id"]]
    assert found(search="REMEMBER") == [second["id"]]
    assert found(search="f5") == [first["id"]]  # the same opening, turned
    assert found(state="over") == []
    assert found(limit=1, offset=1) == [first["id"]]


def test_facts_can_be_changed_and_games_deleted(client):
    game = new_game(client)
    named = client.patch(f"/api/games/{game['id']}", json={"black": "Ada", "event": "Cup", "date": "2026-01-02"}).json()
    assert (named["players"]["black"]["name"], named["event"], named["date"]) == ("Ada", "Cup", "2026-01-02")
    assert client.delete(f"/api/games/{game['id']}").json() == {"deleted": game["id"]}
    assert client.get(f"/api/games/{game['id']}").status_code == 404
    assert client.delete(f"/api/games/{game['id']}").status_code == 404


@pytest.mark.parametrize("suffix", ["pgn", "ggf", "sgf", "txt", "csv", "gam"])
def test_an_exported_game_is_read_back_as_it_was(client, suffix):
    record = own_games()[2]
    game = new_game(client, black={"name": "Ada"}, moves=format_transcript(record.moves[:50]))
    for move in record.moves[50:]:
        if move != PASS:
            play(client, game, format_move(move))
    answer = client.get(f"/api/games/{game['id']}/export", params={"format": suffix})
    assert answer.headers["content-disposition"] == f'attachment; filename="kibitz-{game["id"]}.{suffix}"'
    (read,) = parse_games(answer.content, f"x.{suffix}", on_skip=pytest.fail)
    assert read.moves == record.moves


def test_wthor_comes_with_its_lists_of_names(client):
    transcript = format_transcript([move for move in own_games()[0].moves if move != PASS])
    (game,) = client.post("/api/games/import", content=transcript.encode()).json()["games"]
    client.patch(f"/api/games/{game['id']}", json={"black": "Ada", "date": "2024"})
    answer = client.get(f"/api/games/{game['id']}/export", params={"format": "wtb"})
    assert answer.headers["content-type"] == "application/zip"
    files = zipfile.ZipFile(io.BytesIO(answer.content))
    assert {Path(name).suffix for name in files.namelist()} == {".wtb", ".jou", ".trn"}
    assert b"Ada" in files.read(next(name for name in files.namelist() if name.endswith(".jou")))


def test_every_game_of_a_file_is_saved(client):
    answer = client.post("/api/games/import", params={"name": "x.pgn"}, content=(RECORDS / "five_games.pgn").read_bytes())
    assert answer.status_code == 201
    found = answer.json()
    assert len(found["games"]) == client.get("/api/games").json()["total"] == 5
    assert client.post("/api/games/import", content=b"\x00\xff nothing").status_code == 400


def test_two_programs_play_only_while_somebody_watches(client):
    game = new_game(client, black={"player": "random:seed=1"}, white={"player": "greedy:seed=2"})
    assert not get(client, game)["thinking"]
    with client.websocket_connect(LIVE) as live:
        live.send_json({"type": "watch", "game": game["id"]})
        while (message := live.receive_json())["game"]["state"] == "playing":
            assert message["type"] == "game"
    assert get(client, game)["state"] == "over"


def restarted(folder: Path) -> TestClient:
    return TestClient(create_app(Services(folder, workers=1)), base_url="http://127.0.0.1")


def test_a_game_is_the_same_after_a_restart(client, tmp_path):
    game = new_game(client, black={"name": "Ada"}, clock={"seconds": 600, "increment": 2}, event="Cup")
    for move in ("f5", "d6", "c3"):
        play(client, game, move)
    client.put(f"/api/games/{game['id']}/comments", json={"path": "f5", "comment": "x"})
    before = get(client, game)
    with restarted(tmp_path / "study") as again:
        after = get(again, game)
    moving = ("clock",)
    assert {key: value for key, value in after.items() if key not in moving} == {
        key: value for key, value in before.items() if key not in moving
    }


def test_a_line_that_a_crash_left_unfinished_is_cut_off(client, tmp_path):
    game = new_game(client)
    play(client, game, "f5")
    (file,) = (tmp_path / "study" / "games").iterdir()
    whole = file.read_bytes()
    file.write_bytes(whole + b'{"event": "mo')
    assert get(client, game)["moves"] == ["f5"]
    assert play(client, game, "d6").json()["moves"] == ["f5", "d6"]
    assert [json.loads(line)["event"] for line in file.read_text().splitlines()] == ["new", "move", "move"]


@given(st.binary(max_size=200))
def test_damaged_files_are_told_and_hide_no_others(tmp_path_factory, damage):
    folder = tmp_path_factory.mktemp("study")
    services = Services(folder, workers=1)
    fine = services.shelf.create({"event": "new", "at": "2026-01-01T00:00:00+00:00", "black": {}, "white": {}})
    (folder / "games" / "0123456789abcdef.jsonl").write_bytes(damage + b"\n")
    assert [game.id for game in services.shelf.all()] == [fine.id]


def test_variations_and_comments_of_a_file_are_kept_and_written_again(client):
    text = "(;GM[2]C[a game];B[f5](;W[d6];B[c3])(;W[f4]C[or so];B[e3](;W[f6])(;W[d6]))(;W[a1]))"
    answer = client.post("/api/games/import?name=tree.sgf", content=text, headers={"content-type": "application/octet-stream"})
    (line,) = answer.json()["games"]
    game = client.get(f"/api/games/{line['id']}").json()
    assert game["variations"] == ["f5f4e3f6", "f5f4e3d6"], "a1 is not legal"
    assert game["comments"] == {"": "a game", "f5f4": "or so"}
    (written,) = parse_games(client.get(f"/api/games/{line['id']}/export?format=sgf").content, "tree.sgf", pytest.fail)
    (read,) = parse_games(text.replace("(;W[a1])", "").encode(), "tree.sgf", pytest.fail)
    assert (written.lines, written.comment) == (read.lines, read.comment)


def test_an_import_counts_the_games_it_leaves_out(client, monkeypatch):
    monkeypatch.setattr("kibitz.app.routes.games.MOST_GAMES", 3)
    found = client.post("/api/games/import?name=many.txt", content="f5d6c3\n" * 5 + "f5f5\n").json()
    assert (len(found["games"]), found["left_out"], len(found["skipped"])) == (3, 2, 1)
    assert client.get("/api/games").json()["total"] == 3


def test_an_import_of_go_counts_the_games_it_leaves_out(client, monkeypatch):
    monkeypatch.setattr("kibitz.app.routes.games.MOST_GAMES", 2)
    found = client.post("/api/games/import?name=many.sgf", content="(;GM[1]SZ[9];B[ee])" * 5).json()
    assert (len(found["games"]), found["left_out"]) == (2, 3)


def test_a_cut_list_of_problems_says_how_many_there_are(client, monkeypatch):
    monkeypatch.setattr("kibitz.app.routes.games.MOST_GAMES", 2)
    found = client.post("/api/games/import?name=many.txt", content="f5d6c3\n" + "f5f5\n" * 5).json()
    assert len(found["skipped"]) == 3
    assert found["skipped"][-1] == "3 more games could not be used"


def test_games_imported_together_are_on_the_disk(client, services):
    found = client.post("/api/games/import?name=many.txt", content="f5d6c3\nf5f6\n").json()
    again = GameShelf(services.folder)
    assert {game.id for game in again.all()} == {game["id"] for game in found["games"]}


def test_pasted_text_counts_the_games_that_are_not_shown(client):
    found = client.post("/api/parse", json={"text": "f5d6c3\n" * 130}).json()
    assert (len(found["games"]), found["more"], found["left_out"]) == (100, True, 30)
