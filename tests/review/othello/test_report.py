"""Reports to share: the text names what the review found, the picture is well-formed and shows it."""

from dataclasses import replace
from xml.etree import ElementTree

from kibitz.review.othello.picture import draw_review
from kibitz.review.othello.report import title_of, write_report
from review.blunders import blundered_game

SVG = "{http://www.w3.org/2000/svg}"


def test_the_text_tells_the_worst_move_the_better_one_and_why(reviewer):
    record, _, _ = blundered_game()
    found = reviewer.review(replace(record, black="Ada & Bob", white="<Eve>", event="Cup", date="2024"))
    text = write_report(replace(record, black="Ada & Bob", white="<Eve>", event="Cup", date="2024"), found)
    worst = found.mistakes[0]
    assert text.startswith("Ada & Bob – <Eve>\nCup, 2024\n")
    assert f"1. Move {len(worst.path) // 2 + 1}, {worst.side}: {worst.move} loses {worst.loss:g} discs" in text
    assert all(reason in text for mistake in found.mistakes for reason in mistake.reasons)
    assert f"{found.accuracy['black']['all'].accuracy:.0f} %" in text


def test_the_picture_is_well_formed_and_has_a_dot_for_each_mistake(reviewer):
    record, _, _ = blundered_game()
    named = replace(record, black='Ada & "Bob"', white="<Eve>")
    found = reviewer.review(named)
    picture = ElementTree.fromstring(draw_review(named, found))
    assert picture.tag == f"{SVG}svg"
    assert picture.find(f"{SVG}title").text == 'Ada & "Bob" – <Eve>'
    dots = [dot for dot in picture.iter(f"{SVG}circle") if dot.find(f"{SVG}title") is not None]
    assert len(dots) == len(found.mistakes)
    marks = {text.text for text in picture.iter(f"{SVG}text")}
    assert {found.mistakes[0].move, found.mistakes[0].best} <= marks


def test_a_game_without_mistakes_has_a_picture_too(reviewer):
    record, _, _ = blundered_game()
    found = replace(reviewer.review(record), mistakes=[])
    assert "No mistakes." in draw_review(record, found)
    assert "No mistakes." in write_report(record, found)


def test_a_title_names_the_sides_where_nobody_else_is_known():
    record, _, _ = blundered_game()
    assert title_of(record) == "Black – White"
