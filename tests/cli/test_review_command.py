"""`kibitz review`: a report for people, a document for programs, a picture for friends."""

import json
from pathlib import Path
from xml.etree import ElementTree

import pytest

from kibitz.errors import ExitCode
from kibitz.rules.squares import format_move, format_transcript
from review.blunders import blundered_game

RECORDS = Path(__file__).parent.parent / "data" / "records"


def test_the_document_has_a_row_for_each_move_and_finds_the_blunder(call):
    record, ply, cost = blundered_game()
    ended = call("review", format_transcript(record.moves), "--level", "4", "--json")
    found = json.loads(ended.out)
    assert {"move", "best", "loss", "expert_probability"} <= found["moves"][0].keys()
    assert len(found["moves"]) == len(record.final_position().board_text().replace("-", "")) - 4
    blunder = next(mistake for mistake in found["mistakes"] if mistake["ply"] == ply)
    assert (blunder["move"], blunder["loss"]) == (format_move(record.moves[ply]), cost)


def test_the_report_tells_mistakes_with_reasons(call):
    ended = call("review", str(RECORDS / "five_games.pgn"), "--number", "2", "--level", "2")
    assert ended.code == ExitCode.DONE
    assert ended.out.startswith("Black 1 – Weiß Ännchen")
    assert "accuracy" in ended.out
    assert "People would play" in ended.out


def test_a_picture_is_written_where_it_is_wanted(call, tmp_path):
    target = tmp_path / "game.svg"
    assert call("review", "f5d6c3", "--level", "1", "--picture", str(target)).code == ExitCode.DONE
    assert ElementTree.parse(target).getroot().tag.endswith("svg")


def test_standard_input_may_hold_the_moves(call):
    ended = call("review", "-", "--level", "1", "--json", stdin="f5 d6 c3\n")
    assert [row["move"] for row in json.loads(ended.out)["moves"]] == ["f5", "d6", "c3"]


def test_all_games_of_a_file_are_judged_by_several_workers_and_told_in_their_order(call):
    file = str(RECORDS / "five_games.pgn")
    ended = call("review", file, "--all", "--level", "1", "--workers", "2")
    assert ended.code == ExitCode.DONE
    assert [line.split()[0] for line in ended.out.splitlines()] == ["1", "2", "3", "4", "5"]
    assert "Black 1 – Weiß Ännchen" in ended.out.splitlines()[1]
    document = json.loads(call("review", file, "--all", "--level", "1", "--workers", "2", "--json").out)
    alone = json.loads(call("review", file, "--number", "2", "--level", "1", "--json").out)
    assert document["games"][1]["moves"] == alone["moves"]


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        (["nothing.pgn", "--all"], "there is no file nothing.pgn"),
        (["nothing.pgn"], "neither a file nor a transcript"),
        (["f5f5"], "not legal"),
        ([""], "no moves to review"),
        ([str(RECORDS / "five_games.pgn"), "--number", "99"], "has no game 99"),
    ],
)
def test_what_cannot_be_reviewed_is_told_in_one_line(call, arguments, problem):
    ended = call("review", *arguments, "--level", "1")
    assert ended.code == ExitCode.BAD_INPUT
    assert problem in ended.err
    assert ended.err.count("\n") == 1
