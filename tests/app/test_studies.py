"""Studies are kept whole, refused where they cannot be played, and shared as a page and as diagrams."""

import json
import re

import pytest

from kibitz.app.shapes.studies import ChapterShape, PageWords, StudyContent
from kibitz.app.sharing.page import page_of

OPENING = {
    "title": "The tiger",
    "places": [
        {"parent": -1, "comment": "The <start>."},
        {"parent": 0, "move": "f5"},
        {"parent": 1, "move": "d6", "symbol": "!", "marks": {"e3": "circle"}, "arrows": [["c3", "f6"]]},
        {"parent": 1, "move": "f4", "comment": "The other way."},
        {"parent": 2, "move": "c3"},
    ],
}
STONES = {
    "title": "A ladder",
    "start": "go:9 komi:7 rules:chinese",
    "places": [{"parent": -1}, {"parent": 0, "move": "E5"}, {"parent": 1, "move": "pass"}, {"parent": 2, "move": "C3"}],
}
CROSSES = {"title": "Three in a row", "start": "noughts:", "places": [{"parent": -1}, {"parent": 0, "move": "b2"}]}
STUDY = {"title": "First steps", "chapters": [OPENING, STONES]}


def kept(client, content=STUDY):
    answer = client.post("/api/studies", json=content)
    assert answer.status_code == 201, answer.text
    return answer.json()


def test_a_study_is_kept_changed_listed_and_deleted(client):
    study = kept(client)
    assert study["version"] == 1 and study["chapters"][0]["places"][2]["arrows"] == [["c3", "f6"]]
    changed = client.put(f"/api/studies/{study['id']}", json={**STUDY, "title": "Second steps", "version": 1}).json()
    assert (changed["title"], changed["version"]) == ("Second steps", 2)
    assert client.get(f"/api/studies/{study['id']}").json() == changed
    (line,) = client.get("/api/studies").json()["studies"]
    assert (line["title"], line["chapters"], line["games"]) == ("Second steps", 2, ["othello", "go"])
    assert client.delete(f"/api/studies/{study['id']}").json() == {"deleted": study["id"]}
    assert client.get(f"/api/studies/{study['id']}").status_code == 404


def test_a_change_of_what_another_window_changed_is_refused(client):
    study = kept(client)
    address = f"/api/studies/{study['id']}"
    assert client.put(address, json={**STUDY, "version": 1}).status_code == 200
    late = client.put(address, json={**STUDY, "title": "Late", "version": 1})
    assert late.status_code == 409 and "another window" in late.json()["error"]
    assert client.get(address).json()["title"] == "First steps"


@pytest.mark.parametrize(
    ("place", "words"),
    [
        ({"parent": 1, "move": "a1"}, "place 2"),
        ({"parent": 5, "move": "d6"}, "not an earlier place"),
        ({"parent": 1, "move": "d6", "marks": {"j9": "circle"}}, "not a square"),
        ({"parent": 1, "move": "d6", "arrows": [["d3", "z1"]]}, "not a square"),
    ],
)
def test_what_cannot_be_played_or_drawn_is_refused(client, place, words):
    chapter = {"title": "Wrong", "places": [{"parent": -1}, {"parent": 0, "move": "f5"}, place]}
    answer = client.post("/api/studies", json={"title": "", "chapters": [chapter]})
    assert answer.status_code == 400 and words in answer.json()["error"]


def test_a_damaged_study_is_named_and_hides_no_other(client, services):
    whole, damaged = kept(client), kept(client)
    (services.folder / "studies" / f"{damaged['id']}.json").write_text('{"title": 3}')
    listed = client.get("/api/studies").json()
    assert [line["id"] for line in listed["studies"]] == [whole["id"]]
    assert damaged["id"] in listed["unreadable"][0]["problem"]


def test_the_page_holds_everything_and_asks_for_nothing(client):
    study = kept(client)
    answer = client.post(f"/api/studies/{study['id']}/page", json={"language": "fr", "first": "Au début"})
    page = answer.text
    assert "First%20steps.html" in answer.headers["content-disposition"]
    assert '<html lang="fr">' in page and 'aria-label="Au début"' in page
    assert "The &lt;start&gt;." in page and "<start>" not in page
    assert re.findall(r'(?:src|href)="(?!#)([^"]*)"', page) == []
    data = json.loads(re.search(r'id="data">(.*?)</script>', page, re.S)[1])
    assert [len(chapter["places"]) for chapter in data["chapters"]] == [5, 4]
    assert [len(chapter["places"][0][1]) for chapter in data["chapters"]] == [64, 81]


def test_the_page_of_every_game_is_made():
    chapters = [ChapterShape.model_validate(row) for row in (OPENING, STONES, CROSSES)]
    page = page_of(StudyContent(title="", chapters=chapters), PageWords())
    assert page.count('class="chapter"') == 3


def test_a_variation_stands_behind_the_move_it_replaces():
    page = page_of(StudyContent(title="", chapters=[ChapterShape.model_validate(OPENING)]), PageWords())
    order = [int(number) for number in re.findall(r'data-place="(\d+)"', page)]
    assert order == [1, 2, 3, 4]
    assert page.count('class="variation"') == 1


def test_a_diagram_numbers_marks_and_is_made_for_print(client):
    query = {"moves": "f5d6c3", "numbers": 2, "marks": "square:e3,A:f4", "arrows": "c3-f6"}
    picture = client.get("/api/diagram", params=query)
    assert picture.headers["content-type"] == "image/svg+xml"
    assert ">2</text>" in picture.text and ">3</text>" in picture.text and ">1</text>" in picture.text  # 1 is a coordinate
    assert ">A</text>" in picture.text and 'class="shape"' in picture.text and 'class="arrow"' in picture.text
    bare = client.get("/api/diagram", params={**query, "coordinates": False, "ink": "print"}).text
    assert ">1</text>" not in bare and "#3b7a57" not in bare
    assert client.get("/api/diagram", params={"marks": "heart:d3"}).status_code == 400
    assert client.get("/api/diagram", params={"arrows": "d3"}).status_code == 400


def test_a_number_without_room_is_told_under_the_board(client):
    moves = "ee" + "dd" + "--"
    picture = client.get("/api/diagram", params={"start": "go:9 komi:7 rules:chinese", "moves": moves, "numbers": 1})
    assert picture.status_code == 200 and "3 pass" in picture.text
