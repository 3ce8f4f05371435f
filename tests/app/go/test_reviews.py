"""Reviews of Go over HTTP: a first curve before the review, mistakes at their places, another try, reports."""

import re
from xml.etree import ElementTree

import pytest

from app.conftest import wait_for
from app.page_texts import PAGES, texts_of
from app.test_reviews import finished
from kibitz.app.go import reviews as go_reviews
from kibitz.models.go.loading import load_go_model
from kibitz.review.go.network_review import GoNetworkReviewer

# White passes once, and puts two stones into empty corners.
GAME = "(;GM[1]SZ[9]KM[7]PB[Ann]PW[Bob];B[ee];W[cc];B[gc];W[];B[cg];W[aa];B[gg];W[ia])"
FIRST_LINE = (5, 7)  # the plies of White's stones in empty corners


@pytest.fixture(autouse=True)
def quick_reviewer(monkeypatch):
    monkeypatch.setattr(go_reviews, "_reviewer", lambda: GoNetworkReviewer(load_go_model("go-network"), playouts=100))


@pytest.fixture
def reviewed(client):
    answer = client.post("/api/reviews", json={"text": GAME})
    assert answer.status_code == 202, answer.text
    key = answer.json()["reviews"][0]["id"]
    return finished(client, key)


def test_stones_in_empty_corners_are_the_worst_mistakes_and_lie_on_the_lines_of_the_app(client, reviewed):
    assert reviewed["state"] == "done", reviewed["error"]
    worst = reviewed["review"]["mistakes"][:2]
    assert {row["ply"] for row in worst} == set(FIRST_LINE)
    path = "eeccgc--cgaaggia"
    assert all(row["path"] == path[: 2 * row["ply"]] for row in reviewed["review"]["moves"])
    assert [row["ply"] for row in reviewed["review"]["moves"]] == [0, 1, 2, 4, 5, 6, 7]  # passes are not reviewed
    assert client.get("/api/reviews").json()["reviews"][0]["worst_loss"] == worst[0]["loss"]


def test_a_mistake_is_tried_again_and_listed_for_its_game_alone(client, reviewed):
    mistake = reviewed["review"]["mistakes"][0]
    tried = {"review": reviewed["id"], "ply": mistake["ply"]}
    wrong = client.post("/api/drills/mistakes", json={**tried, "move": mistake["move"]}).json()
    assert (wrong["right"], wrong["loss"]) == (False, mistake["loss"])
    right = client.post("/api/drills/mistakes", json={**tried, "move": mistake["best"]}).json()
    assert (right["right"], right["loss"], right["tries"]) == (True, 0, 2)
    assert client.post("/api/drills/mistakes", json={**tried, "move": "E5"}).status_code == 400  # a stone is there
    assert client.get("/api/drills/mistakes").json()["mistakes"] == []
    listed = client.get("/api/drills/mistakes", params={"game": "go"}).json()["mistakes"]
    assert listed[-1]["position"]["game"] == "go" and listed[-1]["solved"]


def test_reports_say_points_and_show_the_board(client, reviewed):
    key, worst = reviewed["id"], reviewed["review"]["mistakes"][0]
    assert f"{worst['move']} loses {worst['loss']:g} points" in client.get(f"/api/reviews/{key}/report.txt").text
    picture = ElementTree.fromstring(client.get(f"/api/reviews/{key}/report.svg").text)
    assert picture.tag.endswith("svg")
    page = client.get(f"/api/reviews/{key}/report.html").text
    assert page.count('class="curve"') == 2 and f"{worst['move']}" in page


def test_a_first_curve_is_there_before_the_review(client, monkeypatch):
    looks = []
    reviewing = GoNetworkReviewer(load_go_model("go-network"), playouts=0)

    class Watching:
        def review(self, record, progress, preview):
            def seen(found):
                preview(found)
                looks.append(client.get(f"/api/reviews/{key[0]}").json())

            return reviewing.review(record, progress, seen)

    key = []
    game = client.post("/api/games", json={"start": "go:9 komi:7 rules:chinese", "moves": "eeccgc"}).json()
    key.append(game["id"])
    monkeypatch.setattr(go_reviews, "_reviewer", Watching)
    client.post("/api/reviews", json={"game": game["id"]})
    done = wait_for(lambda: found if (found := client.get(f"/api/reviews/{game['id']}").json())["state"] == "done" else None)
    (look,) = looks
    assert look["state"] == "running" and len(look["review"]["moves"]) == 3 and look["review"]["mistakes"] == []
    assert len(done["review"]["moves"]) == 3


def test_every_reason_of_a_review_has_a_pattern_by_which_the_pages_translate_it(reviewed):
    patterns = said_patterns()
    reasons = [reason for mistake in reviewed["review"]["mistakes"] for reason in mistake["reasons"]]
    assert len(reasons) >= 4
    assert [reason for reason in reasons if not any(re.fullmatch(pattern, reason) for pattern in patterns)] == []


def said_patterns():
    texts = texts_of(PAGES / "scripts" / "games" / "go" / "texts.js", "en")
    said = [re.escape(words) for key, words in texts.items() if key.startswith("said.go")]
    return [re.sub(r"\\{\w+\\}", ".+", words) + r"\." for words in said]
