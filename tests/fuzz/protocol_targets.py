"""The protocols, line by line: Kibitz as an engine for other programs, and the answers of other programs as engines of ours."""

from collections.abc import Callable, Iterator
from io import BytesIO
from threading import Event
from typing import Any

from fuzz.contract import Target
from kibitz.games.catalogue import find_kit
from kibitz.players.gtp import _legal_move
from kibitz.players.gtp_client import _read_response
from kibitz.players.othello import nboard
from kibitz.players.peer_client import _CONTROLS
from kibitz.players.player import Turn
from kibitz.players.registry import find_kind, parse_player_text
from kibitz.protocols.conversation import LineProtocol
from kibitz.protocols.driver import lines_of
from kibitz.protocols.go.gtp import go_gtp
from kibitz.protocols.noughts.gtp import noughts_gtp
from kibitz.protocols.othello.gtp import othello_gtp
from kibitz.protocols.othello.nboard import NBoard
from kibitz.protocols.thinker import Thinker
from kibitz.rules.othello.position import OTHELLO, START
from kibitz.search.othello.levels import limits_of_level
from protocols.talking import AskedPlayer, Talk

_MOST_LINES = 40
_COUNTING = "final"
_LEVEL = limits_of_level(1)


def _conversation(begin: Callable[[], LineProtocol[Any]]) -> Callable[[bytes], None]:
    """Says the lines of some bytes to a protocol; the first legal move is chosen, and nothing is analysed or counted."""
    protocol = begin()

    def read(data: bytes) -> None:
        talk = Talk(protocol, Thinker(player=AskedPlayer()))
        for _, line in zip(range(_MOST_LINES), lines_of(BytesIO(data).read), strict=False):
            if _COUNTING in "".join(filter(str.isprintable, line)).lower():  # as the protocol reads it
                continue
            answer = talk.say(line)
            answer.encode("utf-8", "replace")
            if talk.is_over:
                break

    return read


def _lines_of_a_peer(data: bytes) -> Iterator[str]:
    """The lines of another program as ours get them; behind the last one it has ended."""
    for line in lines_of(BytesIO(data).read):
        yield line.translate(_CONTROLS).rstrip()
    raise EOFError


def _gtp_answer(data: bytes) -> None:
    try:
        answer = _read_response(_lines_of_a_peer(data), 1)
    except EOFError:
        return
    _legal_move(Turn(OTHELLO, START, (), START, None, stop=Event()), answer.text)


def _nboard_answer(data: bytes) -> None:
    for read in (lambda lines: nboard.read_until_pong(lines, 1), nboard._read_move):
        try:
            text = read(_lines_of_a_peer(data))
        except EOFError:
            continue
        nboard._legal_move(START, text)


def _positions(game: str) -> Callable[[bytes], None]:
    """Positions as people type them, described as `kibitz show --json` does."""
    part = find_kit(game).positions
    assert part is not None

    def read(data: bytes) -> None:
        line = part.parse(data.decode("utf-8", "replace"))
        part.describe(line.position)

    return read


def _player(data: bytes) -> None:
    parsed = parse_player_text(data.decode("utf-8", "replace"))
    assert parse_player_text(str(parsed)) == parsed, "a player's text is not read as it was written"
    find_kind(parsed.name)


TARGETS = (
    Target("gtp-othello", _conversation(lambda: othello_gtp(_LEVEL))),
    Target("gtp-go", _conversation(go_gtp)),
    Target("gtp-noughts", _conversation(noughts_gtp)),
    Target("nboard", _conversation(lambda: NBoard(_LEVEL))),
    Target("gtp-answer", _gtp_answer),
    Target("nboard-answer", _nboard_answer),
    Target("position-othello", _positions("othello")),
    Target("position-go", _positions("go")),
    Target("position-noughts", _positions("noughts")),
    Target("player", _player),
)
