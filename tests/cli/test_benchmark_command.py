"""`kibitz benchmark`"""

import json

import pytest

from small_archive import write_archive


@pytest.fixture
def wthor(tmp_path):
    return str(write_archive(tmp_path / "wthor", (2014, 2015, 2016), 3))


def test_one_command_builds_predicts_and_judges(call, wthor, tmp_path):
    place = str(tmp_path / "place")
    ended = call(
        "benchmark", "human-moves", "--wthor", wthor, "--folder", place, "--baseline", "engine:1", "--sample", "2", "--json"
    )
    assert ended.code == 0
    document = json.loads(ended.out)
    assert [(built["split"], built["years"], built["games"]) for built in document["built"]] == [
        ("train", [2014], 3),
        ("validate", [2015], 3),
        ("test", [2016], 3),
    ]
    assert document["report"]["entrant"] == "engine:1"
    written = tmp_path / "place" / "predictions" / "engine-1-nothing-test.parquet"
    judged = call(
        "benchmark", "human-moves", "--folder", place, "--predictions", str(written), "--entrant", "mine", "--sample", "2"
    )
    assert judged.code == 0
    assert "mine                  nothing" in judged.out
    assert "cannot be compared" in judged.out


def test_faulty_predictions_end_with_code_2_and_one_line(call, wthor, tmp_path):
    call("benchmark", "human-moves", "--wthor", wthor, "--folder", str(tmp_path), "--without-train")
    (tmp_path / "mine.parquet").write_text("nothing")
    ended = call("benchmark", "human-moves", "--folder", str(tmp_path), "--predictions", str(tmp_path / "mine.parquet"))
    assert (ended.code, ended.out) == (2, "")
    assert "cannot be read as Parquet" in ended.err


def test_without_options_the_baselines_are_printed(call):
    ended = call("benchmark", "human-moves")
    assert ended.code == 0
    assert "expert-2014" in ended.out


def test_only_one_entrant_at_a_time(call):
    assert call("benchmark", "human-moves", "--model", "expert-2014", "--baseline", "look-up").code == 2
    assert call("benchmark", "human-moves", "--keep", "x.json").code == 2
