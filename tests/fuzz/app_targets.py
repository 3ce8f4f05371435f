"""What a browser can send: messages on the live channel, pasted texts, uploaded files, requests."""

import asyncio
import json
from collections.abc import Callable
from concurrent.futures import Future
from functools import cache
from types import SimpleNamespace
from typing import Any

from fuzz.contract import Target, own_folder
from kibitz.app.game_log import begun_game
from kibitz.app.live import _Connection, _written
from kibitz.app.requests import MOST_GAMES
from kibitz.app.routes import positions
from kibitz.app.server import create_app
from kibitz.app.services import Services
from kibitz.app.shapes.records import PastedText
from kibitz.app.study_game import records_of
from kibitz.app.study_games import game_of_file
from kibitz.errors import SetupError

_LONGEST_TEXT = 1_000_000
# What a request asks for, chosen by the first byte of the data; the rest is the body, or the query of a GET.
_REQUESTS = (
    ("POST", "/api/parse"),
    ("POST", "/api/games"),
    ("POST", "/api/repertoire"),
    ("POST", "/api/drills/guess"),
    ("GET", "/api/position"),
    ("GET", "/api/archive/explore"),
)


@cache
def _loop() -> asyncio.AbstractEventLoop:
    return asyncio.new_event_loop()


def _end() -> None:
    """What ends a watch."""


def _nothing_to_watch(*_: object) -> Callable[[], None]:
    return _end


def _no_such_game(*_: object) -> Callable[[], None]:
    raise SetupError("there is no such game")


_QUIET = SimpleNamespace(
    pool=SimpleNamespace(watch=_nothing_to_watch),
    helpers=SimpleNamespace(submit=lambda *_: Future()),
    room=SimpleNamespace(watch=_no_such_game),
    reviews=SimpleNamespace(watch=_nothing_to_watch),
)


def _live(data: bytes) -> None:
    """A line of the data is a message; whatever is answered can be sent."""

    async def talk() -> None:
        connection = _Connection(None, _QUIET)  # type: ignore[arg-type]  # nothing is sent, and nobody thinks
        for line in data.decode("utf-8", "replace").split("\n")[:8]:
            await connection._hear({"type": "websocket.receive", "text": line})
        connection.end()
        for message in connection._waiting.values():
            assert "cannot be sent" not in _written(message)

    _loop().run_until_complete(talk())


def _pasted(data: bytes) -> None:
    positions.parse(PastedText(text=data.decode("utf-8", "replace")[:_LONGEST_TEXT])).model_dump_json()


def _uploaded(data: bytes) -> None:
    """What is made of a file could be saved, and is a game when it is read again."""
    found = records_of(game_of_file(data, "the file")).events(data, "the file", MOST_GAMES)
    for event in found.games:
        saved = json.loads(json.dumps(event, allow_nan=False))
        _ = begun_game({**saved, "id": "0" * 16}).outcome


@cache
def _app() -> Any:
    return create_app(Services(own_folder() / "study", workers=1))


def _request(data: bytes) -> None:
    """One request to the whole app; an unexpected error is raised by it."""
    method, path = _REQUESTS[data[0] % len(_REQUESTS) if data else 0]
    rest = data[1:]
    query = b"".join(rest.split()) if method == "GET" else b""
    scope = {
        "type": "http",
        "asgi": {"version": "3.0"},
        "http_version": "1.1",
        "method": method,
        "scheme": "http",
        "path": path,
        "raw_path": path.encode(),
        "query_string": query,
        "headers": [(b"host", b"127.0.0.1"), (b"content-type", b"application/json")],
        "client": ("127.0.0.1", 1),
        "server": ("127.0.0.1", 80),
    }
    sent: list[Any] = []

    async def receive() -> Any:
        return {"type": "http.request", "body": rest, "more_body": False}

    async def send(message: Any) -> None:
        sent.append(message)

    _loop().run_until_complete(_app()(scope, receive, send))
    assert sent[0]["status"] != 500, sent[-1]


TARGETS = (
    Target("live", _live),
    Target("pasted", _pasted),
    Target("uploaded", _uploaded),
    Target("request", _request),
)
