"""Lessons: a bad move is judged with its answer and its reasons, and hints come in steps."""

import pytest

from kibitz.app.lessons import region_of

# After these White's g8 gives a corner away; h8 takes one.
BEFORE = "f5d6c3d3c4f4f6f3e6e7f7c5b6g6d2f8g5c6d7c7e3e2g3a6h7h4h5g4g7h3e1f2f1"
BAD, GOOD = "g8", "h8"


def test_a_bad_move_is_judged_with_its_answer_and_reasons(client):
    found = client.post("/api/lessons/judge", json={"moves": BEFORE, "move": BAD}).json()
    assert found["loss"] >= 3 and found["unit"] == "discs"
    assert found["line"][0] == BAD and len(found["line"]) > 1
    assert len(found["reasons"]) >= 1
    best = client.post("/api/lessons/judge", json={"moves": BEFORE, "move": found["best"]}).json()
    assert (best["loss"], best["reasons"]) == (0, [])


def test_a_move_of_stones_is_judged_by_what_comes_after_it(client):
    found = client.post("/api/lessons/judge", json={"start": "go:9 komi:7 rules:chinese", "move": "A1"}).json()
    assert found["unit"] == "percentage points" and 0 <= found["loss"] <= 100
    assert found["line"][0] == "A1" and len(found["line"]) > 1


def test_a_hint_says_where_and_which_idea_before_the_move(client):
    hint = client.get("/api/lessons/hint", params={"moves": BEFORE}).json()
    assert hint["move"] in hint["where"] and len(hint["where"]) == 16
    assert hint["idea"] and hint["move"] not in hint["idea"].split()
    assert hint["line"][0] == hint["move"]


@pytest.mark.parametrize(
    ("body", "status"),
    [({"moves": BEFORE, "move": "a1"}, 400), ({"start": "noughts:", "move": "b2"}, 409), ({"moves": "f5", "move": "xx"}, 400)],
)
def test_what_cannot_be_judged_is_told(client, body, status):
    assert client.post("/api/lessons/judge", json=body).status_code == status


def test_the_middle_line_of_an_odd_board_belongs_to_both_halves():
    places = {f"{column}{row}": (column, row) for column in range(3) for row in range(3)}
    assert region_of(places, 3, 3, "00") == ["00", "01", "10", "11"]
    assert region_of(places, 3, 3, "22") == ["11", "12", "21", "22"]
