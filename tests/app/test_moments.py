"""Moments of reviewed games: mistakes that matter for a rating come first, and right moves are among them."""

import pytest

from app.test_reviews import finished
from kibitz.rules.squares import format_transcript
from review.blunders import blundered_game


@pytest.fixture
def reviewed(client):
    """The review of a game with a mistake, as JSON."""
    record, _, _ = blundered_game()
    key = client.post("/api/reviews", json={"text": format_transcript(record.moves)}).json()["reviews"][0]["id"]
    return finished(client, key)


def test_what_matters_for_a_rating_is_asked_first_and_what_is_right_is_mixed_in(client, reviewed):
    review = reviewed["review"]
    by_loss = client.get("/api/drills/mistakes").json()["mistakes"]
    assert [row["weight"] for row in by_loss] == [row["loss"] for row in by_loss]
    rated = client.get("/api/drills/mistakes", params={"rating": 1500}).json()["mistakes"]
    weights = [row["weight"] for row in rated]
    assert weights == sorted(weights, reverse=True) and all(row["weight"] < row["loss"] for row in rated)

    found = client.get("/api/drills/moments", params={"rating": 1500, "seed": 1}).json()
    assert len(found["moments"]) <= 20 and all("loss" not in row for row in found["moments"])
    wrong = {row["ply"] for row in review["mistakes"]}
    asked = [row["ply"] for row in found["moments"]]
    assert len(wrong) == sum(ply in wrong for ply in asked) + found["mistakes_left"]
    assert any(ply not in wrong for ply in asked)


def test_a_right_move_may_be_kept_and_a_mistake_may_not(client, reviewed):
    review = reviewed["review"]
    wrong, key = review["mistakes"][0], reviewed["id"]
    answer = client.post("/api/drills/moments", json={"review": key, "ply": wrong["ply"], "move": wrong["move"]}).json()
    assert (answer["right"], answer["mistake"], answer["loss"]) == (False, True, wrong["loss"])
    assert answer["best_line"][0] == wrong["best"] and answer["line"][0] == wrong["move"] and answer["reasons"]
    better = client.post("/api/drills/moments", json={"review": key, "ply": wrong["ply"], "move": wrong["best"]}).json()
    assert (better["right"], better["solved"]) == (True, True)

    right = next(row for row in review["moves"] if row["loss"] == 0 and not row["forced"])
    kept = client.post("/api/drills/moments", json={"review": key, "ply": right["ply"], "move": right["move"]}).json()
    assert (kept["right"], kept["mistake"], kept["played_loss"]) == (True, False, 0)
    assert client.post("/api/drills/moments", json={"review": key, "ply": 900, "move": "a1"}).status_code == 404
