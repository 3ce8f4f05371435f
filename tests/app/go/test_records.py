"""Records of Go that the app reads and writes."""

import pytest

from app.go.playing import new_game, play
from kibitz.app.go.records import is_go_sgf
from kibitz.records.go.sgf import parse_go_game
from kibitz.rules.go.points import parse_vertex
from kibitz.rules.squares import PASS

TREE = """(;GM[1]FF[4]CA[UTF-8]SZ[9]KM[6.5]RU[Japanese]PB[Ann]BR[3d]PW[Bob]EV[Club]DT[2024-05-01]RE[W+Resign]C[a game]
;B[ee]C[the centre](;W[cc];B[gg])(;W[gc]C[or here];B[cg](;W[aa])(;W[bb])))"""


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


@pytest.mark.parametrize(
    ("stated", "reason"), [("B+", "says"), ("B+²", "says"), ("B+1e999", "says"), ("B+T", "time"), ("B+R", "resign")]
)
def test_a_game_won_nobody_says_how_is_not_called_given_up(client, stated, reason):
    answer = client.post("/api/games/import", content=f"(;GM[1]SZ[9]CA[UTF-8]RE[{stated}];B[ee];W[cc])".encode())
    (line,) = answer.json()["games"]
    assert line["winner"] == "black" and reason in line["reason"]
    written = parse_go_game(client.get(f"/api/games/{line['id']}/export?format=sgf").text)
    assert (written.black_score, written.ending) == (None, {"says": "", "time": "time", "resign": "resignation"}[reason])


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


@pytest.mark.parametrize("size", ["²", "٩", "9:²", "", "9" * 5000])
def test_a_file_with_an_odd_size_is_refused_in_a_sentence(client, size):
    answer = client.post("/api/games/import?name=odd.sgf", content=f"(;GM[1]SZ[{size}x];B[ee])".encode())
    assert answer.status_code == 400
    assert "SZ[" in answer.json()["error"]
