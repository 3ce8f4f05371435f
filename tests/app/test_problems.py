"""What the server refuses has a code and facts, and every language says it."""

import ast
from pathlib import Path

import pytest

import kibitz.app
from app.page_texts import PAGES, texts_of
from kibitz.app.problems import SENTENCES, problem_of

APP = Path(kibitz.app.__file__).parent
FEWEST_WORDS = 3  # of a sentence
# What only programs are told, who send what no page sends, or what is wrong with a file that was changed by hand.
FOR_PROGRAMS = {
    "live.py": "frames of the live channel",
    "thinkers.py": "texts of players",
    "game_changes.py": "events and sides that no page sends",
    "saved_game.py": "files changed by hand",
    "played_line.py": "dead stones where there are none",
    "go/lines.py": "starts of Go in addresses",
    "noughts/lines.py": "starts of noughts and crosses in addresses",
    "sharing/diagram.py": "marks and arrows in addresses",
    "sharing/places.py": "places of chapters",
}

ALSO_FOR_PROGRAMS = {
    "there is no collection x of x",
    "x is no collection of this game; collections are x",
    "x is not the id of a x",
    "the x x is there",
    "this is a game of x, not of Go",
    "this is a game of x, not of Othello",
    "games of Go are written as SGF, not as x",
    "games of noughts and crosses are written as txt, not as x",
    "only positions of Go are counted",
    "models of Go do not take a rating",
    "the model x does not take a rating",
    "x has x bytes so far; the next piece begins there",
    "give either the id of a game or a text",
}


def sentences_of(script: Path) -> list[str]:
    """The sentences that a module refuses with, with an x for what is filled in."""
    calls = [node.exc for node in ast.walk(ast.parse(script.read_text(encoding="utf-8"))) if isinstance(node, ast.Raise)]
    first = [
        call.args[0] for call in calls if isinstance(call, ast.Call) and call.args and ast.unparse(call.func).endswith("Error")
    ]
    said = ["".join(written(part) for part in getattr(text, "values", [text])) for text in first]
    return [sentence for sentence in said if len(sentence.split()) >= FEWEST_WORDS]


def written(part: ast.AST) -> str:
    return str(part.value) if isinstance(part, ast.Constant) else "x"


def test_the_english_texts_of_the_pages_are_the_sentences_of_the_server() -> None:
    texts = texts_of(PAGES / "texts" / "en.js", "en")
    assert {key.removeprefix("refusals."): text for key, text in texts.items() if key.startswith("refusals.")} == SENTENCES


def test_every_sentence_that_a_page_can_meet_has_a_code() -> None:
    scripts = [path for path in sorted(APP.rglob("*.py")) if str(path.relative_to(APP)) not in FOR_PROGRAMS]
    found = {sentence: path.name for path in scripts for sentence in sentences_of(path)}
    assert len(found) > 40
    without = {sentence: name for sentence, name in found.items() if problem_of(sentence) is None}
    assert without.keys() == ALSO_FOR_PROGRAMS


def test_a_sentence_is_taken_apart_from_the_outside_in() -> None:
    found = problem_of("spring.pgn, game 10: move 2: a1 is not legal for White; legal: d3, c4")
    assert found == (
        "inGame",
        {"file": "spring.pgn", "number": "10", "problem": "move 2: a1 is not legal for White; legal: d3, c4"},
    )
    assert problem_of(found.facts["problem"]).code == "atMove"
    assert problem_of("nobody has said this") is None
    assert problem_of("x" * 5000 + " is empty") is None


@pytest.mark.parametrize(
    ("method", "path", "body", "code", "facts"),
    [
        ("GET", "/api/position?moves=f9", None, "transcriptMove", {"number": "1", "text": "f9", "first": "a1", "last": "h8"}),
        ("GET", "/api/games/0123456789abcdef", None, "noGame", {"id": "0123456789abcdef"}),
        ("POST", "/api/parse", {"text": "hello"}, "unknownFormat", None),
        ("POST", "/api/selection/export", {"games": []}, "noGameChosen", None),
        ("GET", "/api/nothing", None, "noAddress", None),
    ],
)
def test_an_answer_has_the_sentence_its_code_and_its_facts(client, method, path, body, code, facts) -> None:
    answer = client.request(method, path, json=body).json()
    assert answer["code"] == code
    assert problem_of(answer["error"]) == (code, answer.get("facts", {}))
    assert facts is None or answer["facts"] == facts


def test_a_sentence_without_a_code_stands_alone(client) -> None:
    assert list(client.get("/api/position?path=f5").json()) == ["error"]
