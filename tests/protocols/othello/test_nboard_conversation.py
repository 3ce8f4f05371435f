"""Conversations by NBoard's protocol over pipes, with thinking beside them."""

import pytest

from kibitz.protocols.othello.engine import AnalystEngine
from kibitz.protocols.othello.nboard import NBoard
from kibitz.protocols.thinker import Thinker
from kibitz.search.othello.levels import Limits
from protocols.piped import Conversation, conversation

WITHOUT_END = Limits(None, 1)


def nboard(analyst, limits: Limits = WITHOUT_END) -> Conversation:
    return conversation(NBoard(limits), Thinker(AnalystEngine(lambda: analyst)))


def test_a_ping_is_answered_at_once_and_nothing_of_the_thinking_follows(analyst):
    with nboard(analyst) as talking:
        for command in ("hint 4", "go", "analyze"):
            talking.send(command)
            assert talking.receive() == "status Kibitz is thinking"
            talking.send("ping 7", "ping 8", "ping 9")
            before = talking.receive_until("pong 7")
            assert not any(line.startswith(("===", "status")) for line in before)
            assert [talking.receive(), talking.receive()] == ["pong 8", "pong 9"]


def test_hints_come_while_the_engine_thinks_and_unknown_lines_do_not_disturb_it(analyst):
    with nboard(analyst) as talking:
        talking.send("hint 2")
        assert talking.receive() == "status Kibitz is thinking"
        assert talking.receive().startswith("search ")
        talking.send("", "hello", "# interrupt")
        assert all(talking.receive().startswith("search ") for _ in range(8))


@pytest.mark.parametrize("command", ["move f5", "set depth 3", "set game (;GM[Othello]B[f5];)", "go", "hint 1", "learn"])
def test_every_command_ends_what_the_engine_thinks(analyst, command):
    with nboard(analyst) as talking:
        talking.send("hint 1", command, "ping 1")
        talking.receive_until("pong 1")
        talking.send("ping 2")
        assert talking.receive() == "pong 2"


def test_quit_ends_nboard_without_another_word(analyst):
    with nboard(analyst) as talking:
        talking.send("go")
        assert talking.receive() == "status Kibitz is thinking"
        talking.send("quit")
        assert talking.receive_until(None) == []


def test_the_end_of_input_brings_the_best_move_known(analyst):
    with nboard(analyst) as talking:
        talking.send("go")
        assert talking.receive() == "status Kibitz is thinking"
        talking.hang_up()
        search, chosen, idle = talking.receive_until(None)
        assert search.startswith("search ")
        assert chosen.startswith(("=== D3/", "=== C4/", "=== F5/", "=== E6/"))
        assert idle == "status"
