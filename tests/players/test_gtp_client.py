"""Our end of the Go Text Protocol against programs that keep it and programs that do not."""

from tempfile import NamedTemporaryFile

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kibitz.players.gtp_client import GtpClient, Response
from kibitz.players.player import ForfeitError
from kibitz.rules.game import Reason

LONG = 60.0
SHORT = 0.3


@pytest.fixture
def client_with(fake_engine):
    """Makes clients of the fake engine and closes them."""
    clients = []

    def make(fault: str = "") -> GtpClient:
        clients.append(GtpClient(fake_engine(fault), LONG))
        return clients[-1]

    yield make
    for client in clients:
        client.close()


@pytest.mark.parametrize("fault", ["", "no-ids", "junk", "stale-answer", "stderr-flood"])
def test_answers_are_understood_however_they_are_wrapped(client_with, fault):
    client = client_with(fault)
    assert client.ask("name") == Response(True, "Fake")
    assert client.require("list_commands").splitlines()[:2] == ["list_commands", "name"]
    assert client.ask("boardsize 7") == Response(False, "unacceptable size")
    assert client.ask("boardsize 8") == Response(True, "")
    assert client.ask("tell_joke") == Response(False, "unknown command")
    assert client.ask("genmove b") == Response(True, "D3")


def test_a_refusal_is_told_with_its_reason(client_with):
    client = client_with()
    with pytest.raises(ForfeitError, match="command 'boardsize 5': it refused: unacceptable size") as caught:
        client.require("boardsize 5")
    assert caught.value.reason == Reason.CRASH
    assert not client.is_open


def test_a_program_that_hangs_is_given_up(client_with):
    client = client_with("hang")
    client.require("name")
    with pytest.raises(ForfeitError, match=r"hang, command 'genmove b': no answer within 0\.3 s") as caught:
        client.ask("genmove b", SHORT)
    assert caught.value.reason == Reason.TIME
    assert not client.is_open


def test_a_crash_is_told_with_the_exit_code_and_the_last_words(client_with):
    client = client_with("crash")
    client.require("genmove b")
    with pytest.raises(ForfeitError) as caught:
        client.ask("genmove w")
    assert caught.value.reason == Reason.CRASH
    assert str(caught.value).endswith(
        "crash, command 'genmove w': it stopped instead of answering (exit code 3); "
        "its last words: first line | out of memory | move generator failed"
    )


def test_a_crash_is_noticed_when_the_next_command_is_sent():
    client = GtpClient("true", LONG)
    with pytest.raises(ForfeitError, match="true, command 'name': it stopped instead of answering"):
        client.ask("name")


def test_a_program_that_closes_its_output_and_stays_is_given_up(client_with):
    with pytest.raises(ForfeitError, match="it stopped instead of answering"):
        client_with("close-output").ask("genmove b")


@pytest.mark.parametrize("fault", ["flood", "endless-line"])
def test_output_without_end_is_given_up(client_with, fault):
    with pytest.raises(ForfeitError, match="it wrote without end instead of answering") as caught:
        client_with(fault).ask("genmove b")
    assert caught.value.reason == Reason.CRASH


def test_a_program_that_ignores_quit_is_killed(client_with):
    client = client_with("ignore-quit")
    client.require("name")
    client.close()
    assert not client.is_open
    client.close()


@settings(max_examples=40, deadline=None)
@given(st.lists(st.sampled_from([b"=", b"?", b"1", b"2", b" ", b"\n", b"\r", b"\x00", b"\xff", b"f5", b"resign"]), max_size=12))
def test_whatever_a_program_writes_is_an_answer_or_a_failure(pieces):
    with NamedTemporaryFile() as file:
        file.write(b"".join(pieces))
        file.flush()
        client = GtpClient(f"cat {file.name}", LONG)
        try:
            assert isinstance(client.ask("name").text, str)
        except ForfeitError as error:
            assert error.reason == Reason.CRASH
        finally:
            client.close()


def test_a_real_othello_program_is_understood(gtp_rhino):
    client = GtpClient(gtp_rhino, LONG)
    assert client.require("protocol_version") == "2"
    assert "GRhino" in client.require("name")
    assert "genmove" in client.require("list_commands").split()
    assert client.ask("boardsize 6") == Response(False, "unacceptable size")
    assert client.ask("play b a1") == Response(False, "illegal move")
    assert client.require("genmove b").lower() in {"d3", "c4", "f5", "e6"}
    client.close()


def test_a_real_go_program_is_understood(gnugo):
    client = GtpClient(gnugo, LONG)
    assert client.require("name") == "GNU Go"
    client.require("boardsize 9")
    client.require("play b E5")
    assert len(client.require("showboard").splitlines()) >= 11
    assert client.ask("play w E5") == Response(False, "illegal move")
    client.close()
