"""Conversations over pipes, with thinking beside them."""

import itertools
import os
import threading

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kibitz.players.player import Player
from kibitz.protocols import driver
from kibitz.protocols.driver import Driver, lines_of
from kibitz.protocols.othello.engine import AnalystEngine
from kibitz.protocols.othello.gtp import othello_gtp
from kibitz.protocols.thinker import Thinker
from kibitz.search.othello.levels import Limits, limits_of_level
from protocols.piped import LONG, Conversation, SlowPlayer, conversation, read_or_close

WITHOUT_END = Limits(None, 1)


def gtp_with(player: Player) -> Conversation:
    return conversation(
        othello_gtp(limits_of_level(1)), Thinker(AnalystEngine(lambda: pytest.fail("the engine was asked")), player)
    )


def test_lines_are_answered_as_they_come():
    with gtp_with(SlowPlayer()) as talking:
        talking.send("1 name")
        assert [talking.receive(), talking.receive()] == ["=1 Kibitz", ""]
        talking.send("2 protocol_version", "3 hello")
        assert [talking.receive() for _ in range(4)] == ["=2 2", "", "?3 unknown command", ""]
        talking.hang_up()
        assert talking.receive() is None


def test_quit_ends_a_search_at_once_and_both_are_answered():
    player = SlowPlayer()
    with gtp_with(player) as talking:
        talking.send("1 genmove b")
        assert player.began.acquire(timeout=LONG)
        talking.send("2 quit")
        assert talking.receive_until(None) == ["=1 D3", "", "=2", ""]
    assert player.is_closed


def test_the_end_of_input_ends_a_search_at_once_and_it_is_answered():
    player = SlowPlayer()
    with gtp_with(player) as talking:
        talking.send("1 genmove b")
        assert player.began.acquire(timeout=LONG)
        talking.hang_up()
        assert talking.receive_until(None) == ["=1 D3", ""]
    assert player.is_closed


def test_an_interrupt_ends_a_search_and_the_conversation_goes_on():
    player = SlowPlayer()
    with gtp_with(player) as talking:
        talking.send("1 genmove b")
        assert player.began.acquire(timeout=LONG)
        talking.send("# interrupt", "2 gogui-rules_side_to_move")
        assert [talking.receive() for _ in range(4)] == ["=1 D3", "", "=2 white", ""]


def test_an_interrupt_ends_every_search_that_was_asked_for_before_it():
    player = SlowPlayer()
    with gtp_with(player) as talking:
        talking.send("1 genmove b")
        assert player.began.acquire(timeout=LONG)
        talking.send("2 name", "3 genmove w", "# interrupt", "4 name", "5 genmove b")
        assert [talking.receive() for _ in range(4)] == ["=1 D3", "", "=2 Kibitz", ""]
        assert talking.receive().startswith("=3 ")
        assert [talking.receive() for _ in range(2)] == ["", "=4 Kibitz"]
        assert player.began.acquire(timeout=LONG)
        assert player.began.acquire(timeout=LONG)
        talking.send("# interrupt")
        assert talking.receive() == ""
        assert talking.receive().startswith("=5 ")


def test_other_commands_wait_for_a_search():
    player = SlowPlayer(obeys=False)
    with gtp_with(player) as talking:
        talking.send("1 genmove b", "", "# a remark", "2 gogui-rules_side_to_move", "3 undo", "4 name")
        assert player.began.acquire(timeout=LONG)
        player.may_end.set()
        assert talking.receive_until("=4 Kibitz") == ["=1 D3", "", "=2 white", "", "=3", ""]


def test_commands_that_were_sent_in_advance_are_worked_off_in_their_order():
    player = SlowPlayer(obeys=False)
    player.may_end.set()
    with gtp_with(player) as talking:
        talking.send(*(f"{number} genmove {'bw'[number % 2]}" for number in range(40)))
        answers = [talking.receive() for _ in range(80)]
    assert [answer.split()[0] for answer in answers[::2]] == [f"={number}" for number in range(40)]


def test_a_player_that_does_not_stop_is_given_up(monkeypatch):
    monkeypatch.setattr(driver, "_SECONDS_TO_STOP", 0.05)
    player = SlowPlayer(obeys=False)
    with gtp_with(player) as talking:
        talking.send("1 genmove b")
        assert player.began.acquire(timeout=LONG)
        talking.send("2 quit")
        assert talking.receive_until(None) == ["?1 it did not stop thinking when asked to", "", "=2", ""]


def test_a_mistake_of_a_player_is_answered_and_survived():
    class BrokenPlayer(Player):
        name = "broken"

        def choose(self, turn):  # noqa: ARG002 - it does not look
            raise ZeroDivisionError("oh")

    with gtp_with(BrokenPlayer()) as talking:
        talking.send("1 genmove b", "2 name")
        assert [talking.receive() for _ in range(3)] == ["?1 unexpected ZeroDivisionError: oh", "", "=2 Kibitz"]


def test_streaming_analysis_goes_on_until_the_next_line(analyst):
    with conversation(othello_gtp(limits_of_level(1)), Thinker(AnalystEngine(lambda: analyst))) as talking:
        talking.send("1 kibitz-analyze")
        assert talking.receive() == "=1"
        assert [talking.receive().startswith("info move ") for _ in range(5)] == [True] * 5
        talking.send("2 name")
        rest = talking.receive_until("=2 Kibitz")
        assert rest[-1] == ""
        assert all(line.startswith("info move ") for line in rest[:-1])


def test_the_engine_stops_searching_at_once(analyst):
    with conversation(othello_gtp(WITHOUT_END), Thinker(AnalystEngine(lambda: analyst))) as talking:
        talking.send("1 genmove b", "# interrupt")
        assert talking.receive() in ("=1 D3", "=1 C4", "=1 F5", "=1 E6")
        assert talking.receive() == ""
        talking.send("2 genmove w", "3 quit")
        first, _, *rest = talking.receive_until(None)
        assert first.startswith("=2 ")
        assert rest == ["=3", ""]


def test_an_output_that_is_closed_ends_the_conversation_and_the_thinking():
    player = SlowPlayer()
    reading, writing = os.pipe()
    os.write(writing, b"name\n")

    def write(_line: str) -> None:
        raise BrokenPipeError

    made = Driver(othello_gtp(limits_of_level(1)), Thinker(player=player), lambda size: read_or_close(reading, size), write)
    with pytest.raises(BrokenPipeError):
        made.run()
    assert player.is_closed
    os.close(writing)


def test_what_came_before_the_input_broke_is_answered_and_then_all_is_over():
    chunks = iter([b"name\n"])
    written = []

    def read(_size: int) -> bytes:
        for chunk in chunks:
            return chunk
        raise OSError("no input")

    Driver(othello_gtp(limits_of_level(1)), Thinker(player=SlowPlayer()), read, written.append).run()
    assert "".join(written).startswith("= Kibitz")


def test_a_flood_of_lines_is_not_kept_in_memory():
    player = SlowPlayer(obeys=False)
    given_out = itertools.count()
    enough = 20_000

    def read(_size: int) -> bytes:
        number = next(given_out)
        return b"genmove b\n" if number == 0 else b"name\n" if number < enough else b""

    answers = itertools.count()
    made = Driver(othello_gtp(limits_of_level(1)), Thinker(player=player), read, lambda _: next(answers))
    thread = threading.Thread(target=made.run)
    thread.start()
    assert player.began.acquire(timeout=LONG)
    threading.Event().wait(0.2)
    assert next(given_out) < 2000
    player.may_end.set()
    thread.join(LONG)
    assert next(answers) > 2 * (enough - 10)


def pieces_of(data: bytes, sizes: list[int]):
    """A function that gives the bytes in pieces, as a pipe does."""
    rest = [data]
    lengths = itertools.cycle(sizes)

    def read(size: int) -> bytes:
        piece = rest[0][: min(size, next(lengths))]
        rest[0] = rest[0][len(piece) :]
        return piece

    return read


@given(st.binary(max_size=60), st.lists(st.integers(1, 9), min_size=1))
def test_lines_are_the_same_however_the_bytes_come_in(data, sizes):
    expected = [line.decode(errors="replace") for line in data.split(b"\n")]
    expected = expected[:-1] if not data or data.endswith(b"\n") else expected
    assert list(lines_of(pieces_of(data, sizes))) == expected


def test_a_line_without_end_is_cut_and_marked(monkeypatch):
    monkeypatch.setattr(driver, "_LONGEST_LINE", 100)
    lines = list(lines_of(pieces_of(b"play b d3" + b" " * 1000 + b"\nname\n" + b"x" * 101, [64])))
    assert lines == ["play b d3" + " " * 91 + " …", "name", "x" * 100 + " …"]
