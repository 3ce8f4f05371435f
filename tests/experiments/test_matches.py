"""Matches that belong to a paper are played once, kept with their games, and shown on its page."""

from dataclasses import replace
from pathlib import Path

import pytest

from kibitz.experiments.leouski1996.matches import PLAYED as LEOUSKI
from kibitz.experiments.matches import PaperMatch, match_rows, play_missing
from kibitz.experiments.ng2017.matches import PLAYED as NG
from kibitz.experiments.papers import Wanted, needs_torch
from kibitz.records.othello.files import read_games

MATCH = PaperMatch("greedy", "random:seed=1", pairs=2)
CHECKPOINTS = Path(__file__).resolve().parents[2] / "checkpoints"


def wanted(runs, tell):
    return Wanted("matches", "better", None, None, runs, runs, runs, 1, tell)


def test_a_match_is_played_once_and_keeps_its_games(tmp_path):
    told = []
    play_missing([MATCH], wanted(tmp_path, told.append))
    assert [step.done for step in told] == [1, 2, 3, 4]
    result = MATCH.folder(tmp_path).result()
    (games,) = MATCH.folder(tmp_path).path.glob("games.*")
    assert len(list(read_games(games, pytest.fail))) == result["wins"] + result["draws"] + result["losses"] == 4
    play_missing([MATCH], wanted(tmp_path, pytest.fail))


def test_a_row_has_the_command_and_says_what_was_not_played(tmp_path):
    assert match_rows([MATCH], tmp_path) == [("`kibitz match greedy random:seed=1 --pairs 2`", "not played", "not played")]
    MATCH.folder(tmp_path).path.mkdir(parents=True)
    found = {"wins": 3, "draws": 0, "losses": 1, "left_out": 0, "score": 0.75, "score_low": 0.5, "score_high": 0.95}
    MATCH.folder(tmp_path).save_result({**found, "pairs": 2})
    assert match_rows([MATCH], tmp_path)[0][1:] == ("3–0–1", "75.0 (50.0 to 95.0)")
    MATCH.folder(tmp_path).save_result({**found, "pairs": 1})
    assert match_rows([MATCH], tmp_path)[0][1] == "3–0–1, 2 of 4 games so far"


def test_without_time_a_match_waits_after_its_turn_and_goes_on_later(tmp_path):
    longer = PaperMatch("greedy", "random:seed=1", pairs=6)
    play_missing([longer], replace(wanted(tmp_path, lambda _told: None), minutes=1e-9))
    assert longer.folder(tmp_path).result() is None
    turns = []
    play_missing([longer, MATCH], wanted(tmp_path, lambda told: turns.append((told.part, told.done))))
    assert [part for part, done in turns if done in (10, 4, 12)] == [longer.folder_name, MATCH.folder_name, longer.folder_name]
    assert longer.folder(tmp_path).result()["pairs"] == 6


@pytest.mark.parametrize(("paper", "matches"), [("leouski1996", LEOUSKI), ("ng2017", NG)])
def test_kept_results_are_those_of_the_kept_games(paper, matches):
    for match in matches:
        result = match.folder(CHECKPOINTS / paper).result()
        if result is not None:
            (games,) = match.folder(CHECKPOINTS / paper).path.glob("games.*")
            assert len(list(read_games(games, pytest.fail))) == result["wins"] + result["draws"] + result["losses"]


def test_torch_is_needed_for_networks_alone():
    assert needs_torch("ng2017", "matches,13")
    assert not needs_torch("ng2017", "matches, models")
    assert not needs_torch("ng2017", "")
