"""Positions, pasted texts, predictions and analysis over HTTP."""

from pathlib import Path

import pytest

from kibitz.review.othello.game_sources import own_games
from kibitz.rules.squares import format_transcript

RECORDS = Path(__file__).parent.parent / "data" / "records"
NAMES = {"GB2312": "聂卫平", "Shift_JIS": "坂田栄男", "EUC-KR": "조훈현"}
START = "---------------------------OX------XO--------------------------- X"


def get(client, route, **query):
    answer = client.get(f"/api/{route}", params=query)
    assert answer.status_code == 200, answer.text
    return answer.json()


def test_the_start_has_four_moves_that_turn_one_disc_each(client):
    found = get(client, "position")
    assert found["start"] == START
    assert found["legal_moves"] == ["d3", "c4", "f5", "e6"]
    assert found["flips"] == {"d3": ["d4"], "c4": ["d4"], "f5": ["e5"], "e6": ["e5"]}
    assert found["discs"] == {"black": 2, "white": 2, "empty": 60}
    assert (found["to_move"], found["outcome"], found["last_move"], found["opening"]) == ("black", None, None, None)
    assert found["overlays"]["mobility"]["white"] == ["e3", "f4", "c5", "d6"]
    assert found["overlays"]["stable"] == {"black": [], "white": []}


def test_a_position_knows_its_line_and_its_opening(client):
    found = get(client, "position", moves="F5 d6 C3 d3 C4")
    assert (found["path"], found["last_move"], found["opening"]) == ("f5d6c3d3c4", "c4", {"name": "Tiger", "moves": "f5d6c3d3c4"})


def test_a_line_has_one_position_more_than_moves_and_ends_with_the_outcome(client):
    record = own_games()[0]
    found = get(client, "line", moves=format_transcript(record.moves))
    assert len(found["positions"]) == len(found["moves"]) + 1
    assert found["positions"][-1]["outcome"]["black_score"] == record.played_score()
    assert [position["last_move"] for position in found["positions"][1:]] == found["moves"]


def test_a_start_of_one_s_own_goes_on_from_there(client):
    tiger = get(client, "position", moves="f5d6c3d3c4")
    again = get(client, "position", start=tiger["start"], moves="f4")
    assert again["board"] == get(client, "position", moves="f5d6c3d3c4f4")["board"]


@pytest.mark.parametrize(
    ("query", "problem"),
    [
        ({"moves": "f9"}, "transcript, move 1 is f9; squares are a1 to h8"),
        ({"moves": "a1"}, "move 1: a1 is not legal for Black; legal: d3, c4, f5, e6"),
        ({"start": "XXX"}, "the side to move is missing after the board; write X or O behind its last square"),
    ],
)
def test_what_is_no_position_is_told_in_one_sentence(client, query, problem):
    answer = client.get("/api/position", params=query)
    assert (answer.status_code, answer.json()["error"]) == (400, problem)


def test_boards_of_other_sizes_are_refused(client):
    answer = client.get("/api/position", params={"start": "-----OX--XO----- X"})
    assert answer.status_code == 409
    assert "8×8" in answer.json()["error"]


@pytest.mark.parametrize(
    "name", ["five_games.txt", "five_games.ggf", "five_games.pgn", "five_games.sgf", "five_games.gam", "five_games.csv"]
)
def test_whatever_is_pasted_is_recognised(client, name):
    text = (RECORDS / name).read_text()
    found = client.post("/api/parse", json={"text": text}).json()
    expected = (RECORDS / "five_games.txt").read_text().split()
    assert [game["path"] for game in found["games"]] == expected
    assert not found["more"]


def test_positions_can_be_pasted_too(client):
    found = client.post("/api/parse", json={"text": (RECORDS / "five_positions.obf").read_text()}).json()
    assert found["format"] == "OBF"
    assert all(game["moves"] == [] for game in found["games"])
    board = client.post("/api/parse", json={"text": START}).json()
    assert (board["format"], board["games"][0]["start"]) == ("board", START)


def test_a_text_without_a_game_is_told(client):
    for text in ("", "hello", "f9", "\x00\x01"):
        answer = client.post("/api/parse", json={"text": text})
        assert answer.status_code == 400, text
        assert len(answer.json()["error"].splitlines()) == 1


def test_probabilities_cover_the_legal_moves_and_follow_the_rating(client):
    found = get(client, "predictions", moves="f5d6c3d3c4")
    assert found["moves"][0]["move"] == "f4"
    assert sum(row["probability"] for row in found["moves"]) == pytest.approx(1)
    assert {row["move"] for row in found["moves"]} == set(get(client, "position", moves="f5d6c3d3c4")["legal_moves"])
    assert 0 < found["win_chance"] < 1
    assert found["ownership"] is None or len(found["ownership"]) == 64
    weaker = get(client, "predictions", moves="f5d6c3d3c4", rating=1000)
    assert weaker["moves"][0]["probability"] < found["moves"][0]["probability"]


def test_who_would_play_this_is_asked_for_every_rating(client):
    found = get(client, "predictions/ratings", moves="f5d6c3d3c4", move="f4")
    assert [row["rating"] for row in found["ratings"]] == list(range(1000, 2201, 100))
    for row in found["ratings"][::4]:
        same = get(client, "predictions", moves="f5d6c3d3c4", rating=row["rating"])
        assert next(known for known in same["moves"] if known["move"] == "f4")["probability"] == pytest.approx(row["probability"])
    assert client.get("/api/predictions/ratings", params={"move": "a1"}).status_code == 400


def test_the_model_looks_only_at_discs(client):
    squares = get(client, "predictions/attention", moves="f5d6c3d3c4")["squares"]
    board = get(client, "position", moves="f5d6c3d3c4")["board"]
    assert len(squares) == 64
    assert all(0 <= value <= 1 for value in squares)
    assert all(value == 0 for value, sign in zip(squares, board, strict=True) if sign == "-")
    assert max(squares) > 0.1


def test_a_finished_game_has_no_moves_to_predict_or_analyse(client):
    moves = format_transcript(own_games()[0].moves)
    found = get(client, "predictions", moves=moves)
    assert (found["moves"], found["win_chance"]) == ([], None)
    assert client.get("/api/analysis", params={"moves": moves}).status_code == 409


@pytest.mark.parametrize("model", ["../expert", "/etc/passwd", "x.onnx", "no-such-model", "expert.safetensors"])
def test_models_are_named_and_never_paths(client, model):
    answer = client.get("/api/predictions", params={"model": model})
    assert answer.status_code == 409
    assert list(answer.json()) == ["error"]


def test_analysis_answers_with_every_move_best_first(client):
    found = get(client, "analysis", moves="f5d6c3", seconds=0.2)
    assert {row["move"] for row in found["moves"]} == {"d3", "f3", "f4", "g5"}
    scores = [row["score"] for row in found["moves"]]
    assert scores == sorted(scores, reverse=True)
    assert all(row["line"][0] == row["move"] for row in found["moves"])
    assert found["depth"] >= 4


def test_an_endgame_is_solved_and_done(client):
    moves = format_transcript(own_games()[0].moves[:50])
    found = get(client, "analysis", moves=moves, seconds=5)
    assert found["done"]
    assert found["exact"]


def test_even_openings_are_eight_moves_long_and_repeatable(client):
    found = get(client, "openings/even", seed=3)
    assert found == get(client, "openings/even", seed=3)
    assert len(found["moves"]) == 8
    assert get(client, "position", moves=found["path"])["start"] == found["start"]


def test_the_status_names_models_limits_and_the_missing_archive(client):
    found = get(client, "status")
    assert "expert" in [model["name"] for model in found["models"]]
    archive = found["games"]["othello"]["archive"]
    assert not archive["imported"]
    assert "kibitz archive" in archive["message"]
    assert found["engine"] == {"workers": 1, "watched_positions": 0}


def test_openings_have_names(client):
    assert {"name": "Tiger", "moves": "f5d6c3d3c4"} in get(client, "openings")["openings"]


@pytest.mark.parametrize(("charset", "name"), NAMES.items())
@pytest.mark.parametrize("moves", ["GM[1];B[pd];W[dp]", "GM[2];B[f5];W[d6]"])
def test_a_file_is_read_in_the_encoding_that_it_names_and_a_text_in_its_own(client, charset, name, moves):
    sgf = f"(;CA[{charset}]PB[{name}]{moves})"
    told = client.post("/api/parse/upload", params={"name": "x.sgf"}, content=sgf.encode(charset))
    pasted = client.post("/api/parse", json={"text": sgf})
    assert [answer.json()["games"][0]["black"] for answer in (told, pasted)] == [name, name]


def test_a_pasted_text_of_several_encodings_is_in_none_of_them(client):
    games = "".join(f"(;GM[1]CA[{charset}]PB[{name}];B[pd])" for charset, name in NAMES.items())
    found = client.post("/api/parse", json={"text": games}).json()
    assert [game["black"] for game in found["games"]] == list(NAMES.values())


def test_rules_that_a_record_does_not_name_are_told_to_be_assumed(client):
    old = "(;GM[1]SZ[19]EV[1st All Japan #1]PB[Sakata Eio]KM[5.5]RE[B+R]DT[1968-11-28];B[pd])"
    games = [client.post("/api/parse", json={"text": text}).json()["games"][0] for text in (old, old.replace("KM", "RU[AGA]KM"))]
    assert ["rules:japanese" in games[0]["start"], "rules:aga" in games[1]["start"]] == [True, True]
    assert [game["assumed_rules"] for game in games] == [True, False]


@pytest.mark.parametrize(
    ("query", "problem"),
    [
        ("path=f5", "'path' is not a parameter of this address; known are start, moves"),
        ("moves=f5&moves=e6", "moves: it is given more than once"),
    ],
)
def test_parameters_that_an_address_does_not_have_are_refused_instead_of_passed_over(client, query, problem):
    answer = client.get(f"/api/position?{query}")
    assert (answer.status_code, answer.json()) == (422, {"error": problem})


def test_what_is_proven_is_told_along_a_line(client):
    found = get(client, "openings/proven", moves="f5d6c3")["positions"]
    assert [(row["path"], row["to_move"], row["bounds"]) for row in found] == [
        ("", "black", [0, 0]),
        ("f5", "white", [0, 0]),
        ("f5d6", "black", [0, 0]),
        ("f5d6c3", "white", [0, 0]),
    ]
    assert [(move["move"], move["twins"], move["keeps"]) for move in found[0]["moves"]] == [("f5", ["d3", "c4", "e6"], True)]
    assert {move["move"]: (move["bounds"], move["keeps"]) for move in found[1]["moves"]} == {
        "d6": ([0, 0], True),
        "f4": ([-64, 0], False),
        "f6": ([-64, 0], False),
    }


def test_nothing_is_proven_after_ten_plies(client):
    found = get(client, "openings/proven", moves="f5d6c3d3c4f4f6f3e6e7d7g6")["positions"]
    assert len(found) == 11
    assert found[-1]["bounds"] == [0, 0]
    assert not any(move["keeps"] for move in found[-1]["moves"])
