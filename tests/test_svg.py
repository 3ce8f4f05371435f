"""Boards as pictures: well-formed SVG with every piece where it stands, and what is drawn over them."""

from xml.etree import ElementTree

import pytest

import kibitz
from kibitz import Board, svg

NAMESPACE = "{http://www.w3.org/2000/svg}"
GAMES = [("othello", "f5d6c3", {}), ("go", "E5 C3", {"size": 9}), ("noughts", "b2a1", {})]


def parts(picture: str, name: str) -> list[ElementTree.Element]:
    return ElementTree.fromstring(picture).findall(f".//{NAMESPACE}{name}")


def texts(picture: str) -> list[str]:
    return [part.text for part in parts(picture, "text")]


@pytest.mark.parametrize(("name", "line", "options"), GAMES)
def test_every_game_is_drawn_with_its_last_move(name, line, options):
    board = Board(name, line, **options)
    picture = svg.board(board)
    assert picture == board._repr_svg_()
    assert [part.get("class") for part in parts(picture, "circle")].count("last") == 1
    assert parts(picture, "title")[0].text.endswith("to move")
    assert not any(part.get("class") == "last" for part in parts(svg.board(Board(name, **options)), "circle"))


def test_discs_stand_on_their_squares():
    discs = {(part.get("cx"), part.get("cy")): part.get("fill") for part in parts(svg.board(Board()), "circle")}
    assert {place: discs[place] for place in (("180", "140"), ("140", "140"))} == {
        ("180", "140"): "#222222",
        ("140", "140"): "#ffffff",
    }


def test_stones_stand_on_crossings_counted_from_below():
    stone = next(part for part in parts(svg.board(Board("go", "A1", size=9)), "circle") if part.get("r") == "17")
    assert (stone.get("cx"), stone.get("cy")) == ("20", "340")


def test_marks_arrows_probabilities_and_values_are_drawn():
    board = Board()
    assert len(parts(svg.board(board, arrows=[("d3", "c4"), ("f5", "e6")]), "polygon")) == 2
    assert "A" in texts(svg.board(board, marks={"D3": "A"}))
    assert "62%" in texts(svg.board(board, probabilities={"d3": 0.62, "c4": 0.001}))
    assert {"+2", "-3.5"} <= set(texts(svg.board(board, values={"d3": 2.0, "c4": -3.5})))
    assert len(texts(svg.board(board, coordinates=False))) == 0


def test_a_pass_has_no_square_and_a_wrong_name_is_refused():
    assert svg.board(Board("go", "E5 pass", size=9), probabilities={"pass": 0.5}).count("%") == 0
    with pytest.raises(kibitz.NotationError, match="squares are a1 to h8"):
        svg.board(Board(), marks=["z9"])


def test_texts_are_escaped():
    assert "<b>" in texts(svg.board(Board(), marks={"d3": "<b>"}))


def test_answers_show_themselves():
    cross = Board("noughts", "XX-OO---- X")
    assert "1" in texts(kibitz.solve(cross)._repr_svg_())
    assert "+5" in texts(kibitz.analyse(cross)._repr_svg_())
    prediction = kibitz.predict(Board("othello", "f5"))
    assert any(text.endswith("%") for text in texts(prediction._repr_svg_()))
    result = kibitz.match("perfect", "random", game="noughts", pairs=1)
    assert "perfect – random" in parts(result._repr_svg_(), "title")[0].text
    assert result.games[0]._repr_svg_() == result.games[0].board()._repr_svg_()
