"""Another program in a pipe, whatever it does."""

import os
import select
import sys
import time

import pytest

from kibitz.errors import SetupError
from kibitz.players.peer_process import PeerProcess


def python(code: str) -> str:
    return f"'{sys.executable}' -c '{code}'"


def in_seconds(seconds: float) -> float:
    return time.monotonic() + seconds


LONG = 60.0


def test_lines_go_out_and_come_back():
    process = PeerProcess("cat")
    process.send_line("grüße", in_seconds(LONG))
    process.send_line("", in_seconds(LONG))
    assert process.read_line(in_seconds(LONG)) == "grüße"
    assert process.read_line(in_seconds(LONG)) == ""
    process.close()


def test_bytes_that_are_no_text_are_replaced():
    process = PeerProcess(python(r'import sys; sys.stdout.buffer.write(b"\xff\xfeok\n")'))
    assert process.read_line(in_seconds(LONG)) == "\ufffd\ufffdok"
    process.close()


def test_a_silent_program_is_given_up_at_the_deadline():
    process = PeerProcess("sleep 600")
    with pytest.raises(TimeoutError):
        process.read_line(in_seconds(0.05))
    assert process.close() is None


def test_a_deadline_in_the_past_is_no_reason_to_wait():
    process = PeerProcess("sleep 600")
    with pytest.raises(TimeoutError):
        process.read_line(in_seconds(-1))
    process.close()


def test_a_program_that_does_not_read_is_given_up_at_the_deadline():
    process = PeerProcess("sleep 600")
    with pytest.raises(TimeoutError):
        process.send_line("x" * 10_000_000, in_seconds(0.2))
    process.close()


def test_a_program_that_ends_is_noticed_by_reading():
    process = PeerProcess(python('import sys; sys.stderr.write("a\\nb\\nc\\nd\\n"); sys.exit(3)'))
    with pytest.raises(EOFError):
        process.read_line(in_seconds(LONG))
    assert process.close(seconds=LONG) == 3
    assert process.last_words() == "b | c | d"


def test_a_program_that_ends_is_noticed_by_writing():
    process = PeerProcess("true")
    with pytest.raises(EOFError):
        while True:
            process.send_line("x" * 100_000, in_seconds(LONG))
    process.close()


def test_a_line_without_end_is_cut_rather_than_kept():
    process = PeerProcess("cat /dev/zero")
    assert len(process.read_line(in_seconds(LONG))) == 1 << 20
    process.close()


def test_the_rest_of_a_cut_line_is_the_next_line():
    process = PeerProcess(python('print("x" * ((1 << 20) + 2)); print("next")'))
    assert len(process.read_line(in_seconds(LONG))) == 1 << 20
    assert process.read_line(in_seconds(LONG)) == "xx"
    assert process.read_line(in_seconds(LONG)) == "next"
    process.close()


def test_a_full_standard_error_does_not_stop_the_program():
    process = PeerProcess(python('import sys; sys.stderr.write("noise\\n" * 100_000); print("done")'))
    assert process.read_line(in_seconds(LONG)) == "done"
    process.close()


def test_last_words_can_be_printed_whatever_they_are():
    process = PeerProcess(python(r'import sys; sys.stderr.buffer.write(b"\x1b[31mred\x07 \xff\r\n")'))
    process.close(seconds=LONG)
    assert process.last_words() == "[31mred \ufffd"


def test_last_words_are_empty_if_nothing_was_said():
    process = PeerProcess("cat")
    process.close()
    assert process.last_words() == ""


def test_closing_twice_does_nothing():
    process = PeerProcess("cat")
    assert process.is_open
    process.close()
    assert not process.is_open
    assert process.close() is None


def test_closing_kills_children_that_ignore_signals(tmp_path):
    fifo = tmp_path / "alive"
    os.mkfifo(fifo)
    hold = f'trap "" TERM HUP INT; exec 3>{fifo}; sleep 600'
    process = PeerProcess(f"sh -c 'sh -c \"{hold.replace(chr(34), chr(92) + chr(34))}\" & echo started; wait'")
    reader = os.open(fifo, os.O_RDONLY)
    try:
        assert process.read_line(in_seconds(LONG)) == "started"
        process.close()
        assert select.select([reader], [], [], LONG)[0], "a child still holds the pipe open"
        assert os.read(reader, 1) == b""
    finally:
        os.close(reader)


def test_a_forgotten_program_is_killed(tmp_path):
    fifo = tmp_path / "alive"
    os.mkfifo(fifo)
    process = PeerProcess(f"sh -c 'exec 3>{fifo}; sleep 600'")
    reader = os.open(fifo, os.O_RDONLY)
    try:
        del process
        assert select.select([reader], [], [], LONG)[0], "the program still holds the pipe open"
    finally:
        os.close(reader)


@pytest.mark.parametrize(
    ("command", "message"),
    [
        ("no-such-program --fast", "the program 'no-such-program' was not found; install it or write its whole path"),
        ("", "the command that starts the program is empty"),
        ("'unfinished", "cannot be understood: No closing quotation"),
        ("/", "the program '/' could not be started"),
        ("cat a\0b", "the program 'cat' could not be started"),
    ],
)
def test_a_program_that_cannot_be_started_says_why(command, message):
    with pytest.raises(SetupError) as caught:
        PeerProcess(command)
    assert message in str(caught.value)
