"""Whole conversations, line by line."""

import pytest

from kibitz.protocols.othello.gtp import othello_gtp
from kibitz.protocols.othello.nboard import NBoard
from kibitz.search.othello.levels import limits_of_level
from protocols.transcripts import FOLDER, check, read_transcript


@pytest.mark.parametrize("name", sorted(path.name for path in FOLDER.glob("gtp_*.txt")))
def test_gtp_answers_as_the_transcript_says(talk, name):
    check(talk(othello_gtp(limits_of_level(2))), name)


def test_nboard_answers_as_the_transcript_says(talk):
    conversation = talk(NBoard(limits_of_level(1)))
    check(conversation, "nboard.txt")
    assert conversation.is_over


def test_the_transcripts_use_every_gtp_command_but_those_tested_elsewhere(talk):
    commands = set(talk(othello_gtp(limits_of_level(2))).say("list_commands")[2:].split())
    used = {
        word.lower()
        for path in FOLDER.glob("gtp_*.txt")
        for exchange in read_transcript(path.name)
        for word in exchange.line.split()[:2]
    }
    tested_elsewhere = {
        "version", "list_commands", "time_settings", "time_left", "kata-time_settings",
        "loadsgf", "kibitz-analyze", "kibitz-values", "kibitz-line",
    }  # fmt: skip
    assert commands - used == tested_elsewhere
