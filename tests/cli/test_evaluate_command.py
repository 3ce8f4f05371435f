"""`kibitz evaluate`"""

import json
import sys

import pytest

from kibitz.features.othello.samples import STAGE_NAMES
from kibitz.rules.othello import bulk
from kibitz.rules.squares import NO_MOVE, format_transcript
from tiny_models import write_network


@pytest.fixture(autouse=True)
def own_models(tmp_path, monkeypatch):
    monkeypatch.setenv("KIBITZ_MODELS", str(tmp_path / "models"))
    write_network(tmp_path / "models", "tiny")


@pytest.fixture
def games(tmp_path):
    """A file of random games."""
    moves, _, _ = bulk.random_games(12, seed=9)
    lines = [format_transcript([square for square in row if square != NO_MOVE]) for row in moves.tolist()]
    path = tmp_path / "games.txt"
    path.write_text("\n".join(lines) + "\n")
    return path


def test_the_report_has_all_figures(call, games):
    ended = call("evaluate", "--model", "tiny", str(games), "--json")
    assert (ended.code, ended.err) == (0, "")
    report = json.loads(ended.out)
    assert report["model"] == "tiny"
    assert report["games"] == 12
    assert report["positions"] == sum(row["positions"] for row in report["by_stage"])
    assert [row["stage"] for row in report["by_stage"]] == list(range(13))
    assert report["top1_low"] <= report["top1"] <= report["top1_high"]
    assert report["top1"] <= report["top3"] <= 1
    assert report["choices"]["positions"] < report["positions"]
    assert report["unique"]["positions"] < report["positions"]
    assert 0 <= report["calibration"]["error"] <= 1


def test_seen_games_are_told_apart(call, games, tmp_path):
    half = tmp_path / "half.txt"
    half.write_text("\n".join(games.read_text().splitlines()[:6]) + "\n")
    report = json.loads(call("evaluate", "--model", "tiny", str(games), "--seen", str(half), "--json").out)
    assert report["seen"]["positions"] + report["unseen"]["positions"] == report["positions"]
    assert report["seen"]["positions"] > report["positions"] / 2


def test_several_files_are_one_measurement(call, games):
    once = json.loads(call("evaluate", "--model", "tiny", str(games), "--json").out)
    twice = json.loads(call("evaluate", "--model", "tiny", str(games), str(games), "--json").out)
    assert twice["positions"] == 2 * once["positions"]
    assert twice["top1"] == pytest.approx(once["top1"])
    assert twice["unique"] == pytest.approx(once["unique"])


def test_people_get_a_table(call, games):
    ended = call("evaluate", "--model", "tiny", str(games), "--seen", str(games))
    assert ended.code == 0
    lines = ended.out.splitlines()
    assert lines[0].startswith("tiny: 12 games, ")
    for title in ("all moves", "forced moves left out", "each position once", "seen in training", "calibration error"):
        assert any(line.startswith(title) for line in lines), title
    assert [line.split()[0] for line in lines[-13:]] == list(STAGE_NAMES)


def test_a_diagram_is_drawn(call, games, tmp_path):
    pytest.importorskip("matplotlib")
    picture = tmp_path / "reliability.png"
    assert call("evaluate", "--model", "tiny", str(games), "--plot", str(picture)).code == 0
    assert picture.read_bytes().startswith(b"\x89PNG")


@pytest.mark.parametrize("option", ["--plot", "--rating-curve"])
def test_without_matplotlib_nothing_is_measured_for_a_diagram(call, games, tmp_path, monkeypatch, option):
    monkeypatch.setitem(sys.modules, "matplotlib.figure", None)
    monkeypatch.setattr("kibitz.models.othello.loading.load_model", pytest.fail)
    ended = call("evaluate", "--model", "tiny", str(games), option, str(tmp_path / "picture.png"))
    assert (ended.code, ended.out) == (2, "")
    assert "a plot needs matplotlib" in ended.err


def test_games_that_cannot_be_used_are_named_and_left_out(call, games):
    games.write_text(games.read_text() + "f5f5f5\n")
    ended = call("evaluate", "--model", "tiny", str(games), "--json")
    assert ended.code == 0
    assert json.loads(ended.out)["games"] == 12
    assert "game 13" in ended.err


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--model", "tinny"], "there is no model 'tinny'; did you mean tiny?"),
        (["--model", "tiny", "--rating", "1500"], "the model tiny does not take a rating"),
        (["--model", "tiny", "--seen", "missing.wtb"], "missing.wtb"),
        (["--model", "tiny", "--plot", "missing/picture.png"], "missing/picture.png cannot be written"),
        ([], "Missing option '--model'"),
    ],
)
def test_what_cannot_be_measured_is_told(call, games, arguments, message):
    ended = call("evaluate", str(games), *arguments, "--json")
    assert (ended.code, ended.out) == (2, "")
    assert message in ended.err


def test_a_file_without_moves_is_told(call, tmp_path):
    path = tmp_path / "start.obf"
    path.write_text("-" * 27 + "OX------XO" + "-" * 27 + " X;\n")
    ended = call("evaluate", "--model", "tiny", str(path))
    assert (ended.code, ended.out) == (2, "")
    assert "there is no move on a board of 8×8 squares to predict" in ended.err


@pytest.fixture
def named_games(tmp_path):
    """Two games of players whom the expert has met, and of a stranger."""
    path = tmp_path / "named.pgn"
    moves = "1. f5 d6 2. c3 d3 3. c4 f4"
    pairs = [("Tamenori Hideshi", "Seeley Ben"), ("Seeley Ben", "Stranger")]
    path.write_text("\n".join(f'[Black "{black}"]\n[White "{white}"]\n[Result "*"]\n\n{moves} *\n' for black, white in pairs))
    return path


def report_on(call, games, *arguments):
    report = json.loads(call("evaluate", "--model", "expert-2014", str(games), *arguments, "--json").out)
    report.pop("seconds", None)
    return report


def test_predictions_can_be_conditioned_on_the_players(call, named_games):
    reports = [report_on(call, named_games, "--condition-on", what) for what in ("nothing", "rating", "player")]
    assert [report["conditioned_on"] for report in reports] == ["nothing", "rating", "player"]
    assert len({report["nll"] for report in reports}) == 3


@pytest.mark.parametrize(("old", "new"), [("nothing", "nothing"), ("ratings", "rating"), ("names", "player")])
def test_the_old_name_of_an_option_still_works_and_is_not_shown(call, named_games, old, new):
    report = report_on(call, named_games, "--told", old)
    assert report == report_on(call, named_games, "--condition-on", new)
    assert report["told"] == old
    assert "--told" not in call("evaluate", "--help").out


def test_the_rating_curve_is_drawn_and_told(call, named_games, tmp_path):
    pytest.importorskip("matplotlib")
    picture = tmp_path / "curve.png"
    ended = call("evaluate", "--model", "expert-2014", str(named_games), "--rating-curve", str(picture), "--json")
    bands = json.loads(ended.out)["rating_curve"]
    assert sum(band["positions"] for band in bands) == 9
    assert picture.read_bytes().startswith(b"\x89PNG")
    assert (
        "best predicted when conditioned on"
        in call("evaluate", "--model", "expert-2014", str(named_games), "--rating-curve", str(picture)).out
    )


def test_how_many_players_are_known_is_counted_and_nobody_known_is_said(call, named_games, games):
    some = call("evaluate", "--model", "expert-2014", str(named_games), "--condition-on", "player")
    assert (some.code, some.err) == (0, "")
    assert " positions are of players whom the model knows" in some.out
    for condition in ("player", "rating"):
        nobody = call("evaluate", "--model", "expert-2014", str(games), "--condition-on", condition, "--json")
        assert json.loads(nobody.out)["positions_of_known_players"] == 0
        assert "expert-2014 knows none of the players" in nobody.err
        assert "WTHOR.JOU" in nobody.err


def test_a_rating_and_the_players_contradict_each_other(call, named_games):
    ended = call("evaluate", "--model", "expert-2014", str(named_games), "--rating", "1500", "--condition-on", "player")
    assert (ended.code, ended.out) == (2, "")
    assert "contradict each other" in ended.err


def test_winners_are_measured_as_ng_did(call, games, tmp_path):
    picture = tmp_path / "calibration.png"
    ended = call("evaluate", "--model", "evaluation-2014", "--winners", str(games), "--plot", str(picture), "--json")
    assert (ended.code, ended.err) == (0, "")
    report = json.loads(ended.out)
    assert report["games"] == 12
    assert report["positions"] == sum(row["positions"] for row in report["by_stage"])
    assert 0 < report["mean_squared_error_low"] < report["mean_squared_error"] < report["mean_squared_error_high"] < 2
    assert picture.stat().st_size > 1000
    assert "mean squared error " in call("evaluate", "--model", "evaluation-2014", "--winners", str(games)).out


def test_winners_are_not_asked_of_models_of_moves_nor_with_players(call, games):
    for arguments, complaint in (
        (["--model", "tiny", "--winners"], "the model tiny does not predict winners"),
        (["--model", "evaluation-2014", "--winners", "--rating", "1500"], "--winners looks at positions alone"),
    ):
        ended = call("evaluate", *arguments, str(games))
        assert ended.code == 2
        assert complaint in ended.err
