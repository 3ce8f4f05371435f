"""The frame of GTP: how lines are read and answers written, and what may interrupt what."""

import string

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kibitz import __version__
from kibitz.protocols.conversation import Preemption, Work
from kibitz.protocols.game_state import GameState
from kibitz.protocols.gtp import Gtp, RefusedError, Reply
from kibitz.protocols.othello.gtp import othello_gtp
from kibitz.rules.othello.position import OTHELLO
from kibitz.search.othello.levels import limits_of_level
from protocols.talking import Talk

GTP = othello_gtp(limits_of_level(1))


def refuse(_session, _arguments):
    raise RefusedError("no\nand\nno " + "again " * 100)


SMALL = Gtp(
    GameState.at_start(OTHELLO),
    {"echo": lambda session, arguments: Reply(session, "\n".join(arguments)), "refuse": refuse},
    {"handicap": "not here"},
)


@pytest.fixture
def small() -> Talk:
    return Talk(SMALL, None)


def test_answers_end_with_one_empty_line(small):
    assert small.say("echo") == "=\n"
    assert small.say("echo one") == "= one\n"
    assert small.say("7 echo one two") == "=7 one\ntwo\n"
    assert small.say("8 nothing") == "?8 unknown command\n"


def test_a_refusal_is_one_line_of_bearable_length(small):
    answer = small.say("3 refuse")
    assert answer.startswith("?3 no and no again again")
    assert answer.endswith("…\n")
    assert answer.count("\n") == 1
    assert len(answer) < 220


def test_commands_that_are_not_for_a_game_say_so_and_are_not_known(small):
    assert small.say("handicap 3") == "? not here\n"
    assert small.say("known_command handicap") == "= false\n"


def test_all_commands_are_listed_and_known(small):
    listed = small.say("list_commands")[2:].split()
    assert sorted(listed) == ["echo", "known_command", "list_commands", "protocol_version", "quit", "refuse"]
    assert all(small.say(f"known_command {name}") == "= true\n" for name in listed)


@pytest.mark.parametrize("line", ["", "   ", "\t\t", "\r", "# comment", "  # comment", "\x00\x07\x1b", "\x07#\x07"])
def test_lines_without_a_command_are_not_answered(small, line):
    assert small.say(line) == ""


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("echo a b\r", "= a\nb\n"),
        ("  4   echo \t a\tb  ", "=4 a\nb\n"),
        ("ec\x07ho a\x00b", "= ab\n"),
        ("ECHO a#b", "= a\n"),
        ("echo grüße", "= grüße\n"),
        ("00 echo", "=00\n"),
        ("4echo", "? unknown command\n"),
        ("4 4 echo", "?4 unknown command\n"),
        ("= echo", "? unknown command\n"),
    ],
)
def test_lines_are_cleaned_as_the_protocol_says(small, line, answer):
    assert small.say(line) == answer


def test_quit_ends_the_conversation_even_with_arguments(small):
    assert not small.is_over
    assert small.say("1 quit now") == "=1\n"
    assert small.is_over


@given(st.text(max_size=60))
def test_whatever_stands_in_a_line_there_is_at_most_one_answer(line):
    answer = Talk(SMALL, None).say(line)
    assert answer == "" or (answer[0] in "=?" and answer.endswith("\n"))


@given(st.text(string.digits, min_size=1, max_size=40), st.sampled_from(["name", "play", "no such thing", ""]))
def test_the_id_comes_back_as_it_was(number, command):
    assert Talk(GTP, None).say(f"{number} {command}")[1:].startswith((f"{number} ", f"{number}\n"))


def work(until_stopped: bool) -> Work:
    return Work(lambda thinking: thinking, lambda error: error, until_stopped)


@pytest.mark.parametrize(
    ("line", "demand"),
    [
        ("quit", Preemption.STOP),
        ("12 QUIT", Preemption.STOP),
        ("# interrupt", Preemption.INTERRUPT),
        ("  #interrupt  ", Preemption.INTERRUPT),
        ("# Interrupt\r", Preemption.INTERRUPT),
        ("# interrupted", Preemption.ASIDE),
        ("# hello", Preemption.ASIDE),
        ("", Preemption.ASIDE),
        ("play b d3", Preemption.WAIT),
        ("nonsense", Preemption.WAIT),
        ("name quit", Preemption.WAIT),
    ],
)
def test_a_search_is_ended_by_quit_and_interrupt_only(line, demand):
    assert GTP.preemption(work(until_stopped=False), line) == demand


@pytest.mark.parametrize("line", ["quit", "", "# hello", "play b d3"])
def test_streaming_analysis_is_ended_by_any_line(line):
    assert GTP.preemption(work(until_stopped=True), line) == Preemption.STOP


def test_the_engine_tells_its_name_and_version():
    named = Talk(othello_gtp(limits_of_level(1), "Kibitz expert"), None)
    assert named.say("name") == "= Kibitz expert\n"
    assert named.say("version") == f"= {__version__}\n"
