"""The repertoire on the board: gaps by how common they are, and where games left it; mirror images are one position."""

from app.test_imports import begun, ended

GAMES = ["f5d6c3d3c4", "f5d6c3d3c4", "f5d6c3f4f6", "f5d6c4", "f5f6e6f4"]


def records(own: str, lines: list[str]) -> bytes:
    def game(number: int, line: str) -> str:
        spaced = " ".join(line[at : at + 2] for at in range(0, len(line), 2))
        return f'[Event "E{number}"]\n[Date "2024.05.{number + 1:02}"]\n[Black "{own}"]\n[White "Ben {number}"]\n\n{spaced} *\n\n'

    return "".join(game(number, line) for number, line in enumerate(lines)).encode()


def learn(client, moves: str, **settings) -> None:
    assert client.post("/api/repertoire", json={"moves": moves, "side": "black", **settings}).status_code == 201


def test_the_commonest_answer_without_a_reply_is_the_first_gap(client):
    ended(client, begun(client, {"a.pgn": records("Ann", GAMES)}, target="archive"))
    learn(client, "f5")
    first = client.get("/api/repertoire/gaps?side=black").json()
    assert [(gap["path"], gap["games"], gap["share"]) for gap in first["gaps"]] == [("f5d6", 4, 0.8), ("f5f6", 1, 0.2)]
    learn(client, "f5d6c3")
    second = client.get("/api/repertoire/gaps?side=black").json()["gaps"]
    assert [(gap["path"], gap["games"]) for gap in second] == [("f5d6c3d3", 2), ("f5d6c3f4", 1), ("f5f6", 1)]
    assert [round(gap["share"], 3) for gap in second] == [0.533, 0.267, 0.2]
    assert client.get("/api/repertoire/gaps?side=white").json()["gaps"][0]["move"] in ("f5", "d3", "c4", "e6")


def test_without_an_archive_it_is_said_why_nothing_is_known_of_gaps(client):
    learn(client, "f5")
    answer = client.get("/api/repertoire/gaps?side=black").json()
    assert (answer["gaps"], bool(answer["note"])) == ([], True)


def test_a_mirrored_position_has_the_card_of_its_image(client):
    learn(client, "f5d6c3")
    here = client.get("/api/repertoire/position?moves=d3c5&side=black").json()
    assert here["own_turn"]
    assert here["card"]
    assert sum(row["known"] for row in here["moves"]) == 1
    assert all(row["score"] is not None for row in here["moves"])
    theirs = client.get("/api/repertoire/position?moves=d3&side=black").json()
    assert {row["move"]: row["known"] for row in theirs["moves"]}["c5"]
    assert not theirs["own_turn"]
    assert client.get("/api/repertoire/position?moves=d3&side=white").json()["cards"] == 0


def test_a_move_played_on_the_board_leaves_the_moves_before_it_as_they_are(client):
    learn(client, "f5d6c3")
    learn(client, "f5d6c4d3c3", last_only=True)
    known = {row["move"] for row in client.get("/api/repertoire/position?moves=f5d6&side=black").json()["moves"] if row["known"]}
    assert known == {"c3"}
    assert client.get("/api/repertoire/position?moves=f5d6c4d3&side=black").json()["card"]


def test_games_tell_where_they_left_the_repertoire(client):
    ended(client, begun(client, {"a.pgn": records("Ann", GAMES)}))
    client.put("/api/names", json={"names": ["ann"]})
    learn(client, "f5d6c3")
    answer = client.get("/api/repertoire/departures?side=black").json()
    found = [(row["path"], row["own"], row["move"], row["known"]) for row in answer["departures"]]
    assert answer["games"] == 5
    assert ("f5d6", True, "c4", "c3") in found
    assert ("f5", False, "f6", None) in found
    assert ("f5d6c3", False, "d3", None) in found
    assert client.get("/api/repertoire/departures?side=white").json()["games"] == 0
