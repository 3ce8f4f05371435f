"""`kibitz predict`"""

import json

import pytest

from kibitz.rules.othello.position import parse_position
from kibitz.rules.squares import NO_MOVE, format_move
from tiny_models import FormulaModel, write_network

MUST_PASS = "XO" + "-" * 62 + " O"
OVER = "e6f4e3f6g5d6e7f5c5"


@pytest.fixture(autouse=True)
def own_models(tmp_path, monkeypatch):
    monkeypatch.setenv("KIBITZ_MODELS", str(tmp_path))
    write_network(tmp_path, "tiny")


@pytest.fixture
def formula(monkeypatch):
    """Makes every model one that knows ratings and winners."""
    monkeypatch.setattr("kibitz.models.othello.loading.load_model", lambda _name: FormulaModel())


def predict(call, *arguments):
    ended = call("predict", *arguments, "--model", "tiny", "--json")
    assert (ended.code, ended.err) == (0, "")
    return json.loads(ended.out)


@pytest.mark.parametrize("text", ["", "f5", "f5d6c3d3c4f4", "f5f6e6f4g5", "-" * 27 + "OX------XO" + "-" * 27 + " X"])
def test_probabilities_stand_on_exactly_the_legal_moves_and_add_up_to_one(call, text):
    answer = predict(call, text)
    legal = {format_move(move) for move in parse_position(text).legal_moves()}
    assert {row["move"] for row in answer["moves"]} == legal
    shares = [row["probability"] for row in answer["moves"]]
    assert sum(shares) == pytest.approx(1)
    assert shares == sorted(shares, reverse=True)
    assert answer["model"] == "tiny"
    assert answer["must_pass"] is False
    assert answer["outcome"] is answer["win_chance"] is None


def test_a_symmetric_position_has_symmetric_probabilities(call):
    assert [row["probability"] for row in predict(call, "")["moves"]] == pytest.approx([0.25] * 4, abs=1e-4)


def test_the_history_of_a_transcript_is_used(call, monkeypatch):
    seen = []

    class Watcher(FormulaModel):
        def probabilities(self, situations, rating=None):
            seen.append(situations.recent[0].tolist())
            return super().probabilities(situations, rating)

    monkeypatch.setattr("kibitz.models.othello.loading.load_model", lambda _name: Watcher())
    predict(call, "f5d6c3")
    assert seen == [[18, 43, 37] + 5 * [NO_MOVE]]


def test_a_forced_pass_has_no_moves_and_says_so(call):
    answer = predict(call, MUST_PASS)
    assert answer["moves"] == []
    assert answer["must_pass"] is True
    ended = call("predict", MUST_PASS, "--model", "tiny")
    assert ended.code == 0
    assert "White must pass." in ended.out


def test_a_finished_game_has_no_moves_and_says_so(call):
    answer = predict(call, OVER)
    assert answer["moves"] == []
    assert answer["must_pass"] is False
    assert answer["outcome"]["winner"] == "black"
    assert "There is no move to predict." in call("predict", OVER, "--model", "tiny").out


@pytest.mark.usefixtures("formula")
def test_a_model_that_knows_the_winner_says_so(call):
    assert predict(call, "f5")["win_chance"] == pytest.approx(2 / 7)
    assert "White wins with 29 %." in call("predict", "f5").out


@pytest.mark.usefixtures("formula")
def test_ownership_is_told_for_the_mover_where_it_is_asked_for(call):
    answer = predict(call, "f5", "--ownership")
    assert list(answer["ownership"]) == [f"{column}{row}" for row in range(1, 9) for column in "abcdefgh"]
    assert answer["ownership"]["d4"] == pytest.approx(0.9)  # White's, who is to move
    assert answer["ownership"]["f5"] == answer["ownership"]["a1"] == pytest.approx(0.1)
    assert "ownership" not in predict(call, "f5")


@pytest.mark.usefixtures("formula")
def test_ownership_is_drawn_as_a_map_with_what_stands_there_now(call):
    lines = call("predict", "f5", "--ownership").out.splitlines()
    assert lines[10] == "Chances that White owns each square at the end, in per cent:"
    assert lines[11] == lines[0]
    assert lines[15] == " 4  10.  10.  10.  90O  10X  10.  10.  10. "
    assert lines[16] == " 5  10.  10.  10.  10X  10X  10X  10.  10. "


@pytest.mark.usefixtures("formula")
def test_a_rating_changes_what_a_model_says_that_knows_ratings(call):
    likely = predict(call, "f5d6c3d3c4", "--rating", "2400")["moves"][0]["probability"]
    assert likely > predict(call, "f5d6c3d3c4", "--rating", "1200")["moves"][0]["probability"]


@pytest.mark.usefixtures("formula")
def test_the_board_is_drawn_with_percentages(call):
    ended = call("predict", "f5d6c3d3c4f4c5b3")
    assert ended.code == 0
    assert ended.out.splitlines() == [
        "     a    b    c    d    e    f    g    h",
        " 1   .    .    .    .    .    .    .    .  ",
        " 2   8%   8%  21%   8%   8%   .    .    .  ",
        " 3   .   (O)   O    O    .    8%   8%   .  ",
        " 4   .    .    X    X    X    O    8%   .  ",
        " 5   .    .    X    X    X    X    .    .  ",
        " 6   .    .    .    O    .    .    .    .  ",
        " 7   .    .    8%   8%   8%   .    .    .  ",
        " 8   .    .    .    .    .    .    .    .  ",
        "Black to move, by formula: c2 21.4 %, a2 7.9 %, b2 7.9 %, d2 7.9 %, e2 7.9 %, f3 7.9 %, g3 7.9 %, g4 7.9 %, c7 7.9 %, "
        "d7 7.9 %, e7 7.9 %. Black wins with 57 %.",
    ]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["f5", "--model", "tinny"], "there is no model 'tinny'; did you mean tiny?"),
        (["f5", "--model", "tiny", "--rating", "1500"], "the model tiny does not take a rating"),
        (["f5", "--model", "tiny", "--ownership"], "the model tiny does not know who will own each square"),
        (["f5", "--model", "tiny", "--rating", "nan"], "a rating is a number above 0, not nan"),
        (["f5", "--model", "tiny", "--rating", "-3"], "a rating is a number above 0, not -3"),
        (["f5", "--rating", "9999"], "a rating is at most 4000, not 9999"),
        (["f9", "--model", "tiny"], "transcript, move 1 is f9"),
        (["-----OX--XO----- X", "--model", "tiny"], "models know the board of 8×8 squares, not 4×4"),
        (["f5", "--model", "evaluation-2014"], "is an evaluation for the engine"),
    ],
)
def test_what_cannot_be_predicted_gets_one_line(call, arguments, message):
    ended = call("predict", *arguments, "--json")
    assert (ended.code, ended.out) == (2, "")
    assert message in ended.err
    assert ended.err.count("\n") == 1


def test_damaged_weights_get_one_line(call, tmp_path):
    (tmp_path / "tiny.onnx").write_bytes(b"\0" * 1000)
    ended = call("predict", "f5", "--model", "tiny")
    assert (ended.code, ended.out) == (2, "")
    assert "is damaged or was replaced" in ended.err
    assert ended.err.count("\n") == 1


def test_a_player_that_the_expert_has_met_is_heard(call):
    anybody, seeley = (
        json.loads(call("predict", "f5d6c3", *extra, "--json").out)["moves"] for extra in ([], ["--player", "seeley ben"])
    )
    assert {row["move"] for row in anybody} == {row["move"] for row in seeley}
    assert anybody != seeley


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--player", "Seely Ben"], "there is no player 'Seely Ben'; did you mean Seeley Ben"),
        (["--player", "Seeley Ben", "--rating", "1500"], "leave it out"),
        (["--player", "Seeley Ben", "--model", "raw-11"], "the model raw-11 does not take a player"),
    ],
)
def test_a_player_that_cannot_be_heard_is_told(call, arguments, message):
    ended = call("predict", "f5d6c3", *arguments)
    assert (ended.code, ended.out) == (2, "")
    assert message in ended.err


def test_a_rating_beyond_those_it_learned_from_is_said(call):
    ended = call("predict", "f5d6c3", "--rating", "3900", "--json")
    low, high = json.loads(ended.out)["rating_range"]
    assert ended.code == 0
    assert f"learned from players rated {low:.0f} to {high:.0f}; 3900 is beyond them." in ended.err
    assert call("predict", "f5d6c3", "--rating", f"{high:.0f}", "--json").err == ""
