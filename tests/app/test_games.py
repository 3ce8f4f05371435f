"""Games on the server: played, taken back, timed, watched; test_saved_games.py has what is kept of them."""

import threading

import pytest

from app.conftest import LIVE, wait_for
from app.playing import get, new_game, play
from kibitz.app.othello.lines import Line
from kibitz.review.othello.game_sources import own_games
from kibitz.rules.squares import PASS, format_move


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
        assert play(client, game, now["position"]["legal_moves"][0]).status_code == 200
    assert now["outcome"]["winner"] in ("black", "white", None)
    assert now["position"]["outcome"]["black_score"] == now["outcome"]["black_score"]


def test_it_is_nobody_s_turn_but_the_one_to_move(client):
    game = new_game(client, black={"player": "engine:level=20,book=off"}, white={"player": "human"})
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
    game = new_game(client, white={"player": "engine:level=60,book=off"})
    play(client, game, "f5")
    assert get(client, game)["thinking"]
    back = client.post(f"/api/games/{game['id']}/takeback").json()
    assert (back["moves"], back["thinking"]) == ([], False)
    assert services.thinkers.choose("engine:level=60,book=off", Line(), stop=already_set()) is not None
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


def test_two_programs_play_only_while_somebody_watches(client):
    game = new_game(client, black={"player": "random:seed=1"}, white={"player": "greedy:seed=2"})
    assert not get(client, game)["thinking"]
    with client.websocket_connect(LIVE) as live:
        live.send_json({"type": "watch", "game": game["id"]})
        while (message := live.receive_json())["game"]["state"] == "playing":
            assert message["type"] == "game"
    assert get(client, game)["state"] == "over"
