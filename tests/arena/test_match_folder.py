"""The folder of a match: it belongs to one match, is open once, and keeps what was agreed."""

from dataclasses import replace

import pytest

from kibitz.arena.match_folder import OPENINGS_FILE, MatchFolder, MatchSettings, read_settings
from kibitz.arena.othello.match_game import OTHELLO_MATCH
from kibitz.errors import SetupError
from kibitz.players.referee import TimeControl

RANDOM = MatchSettings("random", "greedy", "random:6", seed=5, game=OTHELLO_MATCH)


@pytest.mark.parametrize(
    ("settings", "problem"),
    [
        (MatchSettings("random", "random", "random:6", seed=5, game=OTHELLO_MATCH), "second greedy, not random"),
        (MatchSettings("greedy", "random", "random:6", seed=5, game=OTHELLO_MATCH), "first random, not greedy"),
        (MatchSettings("random", "greedy", "xot", seed=5, game=OTHELLO_MATCH), "openings random:6, not xot"),
        (MatchSettings("random", "greedy", "random:6", seed=1, game=OTHELLO_MATCH), "seed 5, not 1"),
        (
            replace(RANDOM, time_control=TimeControl(9)),
            "time control None, not {'seconds': 9",
        ),
    ],
)
def test_a_folder_belongs_to_one_match(open_match, play, settings, problem):
    play(open_match(RANDOM, 1))
    with pytest.raises(SetupError, match=problem):
        open_match(settings, 1)


def test_a_folder_is_open_once(open_match, tmp_path):
    open_match(RANDOM, 1)
    with pytest.raises(SetupError, match="is in use by another match"):
        MatchFolder(tmp_path / "match", RANDOM, 1)


def test_what_was_agreed_is_read_again(tmp_path):
    settings = MatchSettings("a", 'gtp:"b [c]"', "xot", 3, TimeControl(60, 1), game=OTHELLO_MATCH)
    with MatchFolder(tmp_path, settings, 1):
        assert read_settings(tmp_path, OTHELLO_MATCH) == settings


def test_openings_are_kept_even_if_their_source_changes(tmp_path):
    source = tmp_path / "mine.txt"
    source.write_text("f5d6c3\nf5f6e6\n")
    settings = MatchSettings("random", "greedy", str(source), game=OTHELLO_MATCH)
    with MatchFolder(tmp_path / "match", settings, 2) as folder:
        before = folder.openings
    source.write_text("f5d6c4\n")
    with MatchFolder(tmp_path / "match", settings, 3) as folder:
        assert folder.openings[:2] == before
        assert len(folder.openings) == 3


def test_a_record_from_elsewhere_is_noticed(open_match, play, tmp_path):
    play(open_match(RANDOM, 2))
    openings = tmp_path / "match" / OPENINGS_FILE
    openings.write_text("f5d6c3\nf5f6e6\n")
    with pytest.raises(SetupError, match=r"the game does not begin as openings\.txt says"):
        open_match(RANDOM, 2)


@pytest.mark.parametrize("text", ["", "{}", "[]", "null", '{"format": 1, "first": "a"}', '{"format": 2}'])
def test_a_description_that_is_none_is_refused(tmp_path, text):
    (tmp_path / "match.json").write_text(text)
    with pytest.raises(SetupError, match="name another folder"):
        MatchFolder(tmp_path, RANDOM, 1)
