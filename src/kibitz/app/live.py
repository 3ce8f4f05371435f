"""The live channel: one WebSocket for each tab, for analysis as it deepens, moves of games and progress of reviews.

Of each kind of message only the latest waits to be sent, so a slow reader costs no memory and holds nobody up.
"""

import asyncio
import contextlib
import json
import logging
import math
import threading
from collections import OrderedDict
from collections.abc import Callable, Iterable
from typing import Any, Final, TypeAlias, get_args

from starlette.websockets import WebSocket, WebSocketDisconnect

from kibitz.app.game_room import GameView
from kibitz.app.hearing import Hearing, Question, SaidSoFar
from kibitz.app.played_line import PlayedLine
from kibitz.app.security import FRAME_BYTES
from kibitz.app.services import Services
from kibitz.app.shapes.base import LONGEST_PATH
from kibitz.app.shapes.voices import VoiceName
from kibitz.app.study_games import game_of, parse_played_line
from kibitz.app.views import describe_game
from kibitz.errors import KibitzError, NotationError, SetupError
from kibitz.voices.study import Known

_log: Final = logging.getLogger(__name__)

MOST_CONNECTIONS: Final = 256
_MOST_WAITING: Final = 512
_LONGEST_ID: Final = 200
_HIGHEST_RATING: Final = 4000
_VOICES: Final[tuple[VoiceName, ...]] = get_args(VoiceName)
_FIELDS: Final = {
    "analyse": ("start", "moves", "id"),
    "voices": ("start", "moves", "id", "ask", "rating", "engine"),
    "stop": (),
    "watch": ("game",),
    "reviews": (),
    "ping": (),
}
"""The messages of a tab, and the fields that each may have beside its type."""


# What is sent, or what makes it when its turn has come: a message that gives way to a later one is never made.
_Message: TypeAlias = dict[str, Any] | Callable[[], dict[str, Any]]


class LiveChannel:
    """Serves the connections; counts them, so that nobody can use them all."""

    def __init__(self, services: Services) -> None:
        self._services = services
        self._connections = 0

    async def serve(self, socket: WebSocket) -> None:
        """Serve one tab until it disconnects."""
        await socket.accept()
        if self._connections >= MOST_CONNECTIONS:
            await socket.send_json({"type": "error", "error": "too many tabs are open; close some"})
            await socket.close(1013)
            return
        self._connections += 1
        connection = _Connection(socket, self._services)
        try:
            await connection.run()
        finally:
            self._connections -= 1
            connection.end()  # not in a thread: a cancelled task would not wait for it


class _Connection:
    """One tab: what it looks at, and what waits to be sent to it."""

    def __init__(self, socket: WebSocket, services: Services) -> None:
        self._socket, self._services = socket, services
        self._loop = asyncio.get_running_loop()
        self._waiting: OrderedDict[str, _Message] = OrderedDict()
        self._wake = asyncio.Event()
        self._ends: dict[str, Callable[[], None]] = {}
        self._lock = threading.Lock()
        self._ended = False
        self._asked = 0
        self._errors = 0

    async def run(self) -> None:
        sender = asyncio.create_task(self._send_all())
        try:
            while True:
                await self._hear(await self._socket.receive())
        except (WebSocketDisconnect, RuntimeError):
            return
        finally:
            sender.cancel()
            with contextlib.suppress(asyncio.CancelledError, Exception):
                await sender

    def end(self) -> None:
        """Stop everything, even what a thread is about to start."""
        with self._lock:
            self._ended = True
        for name in list(self._ends):
            self._leave(name)

    async def _hear(self, message: Any) -> None:
        if message["type"] == "websocket.disconnect":
            raise WebSocketDisconnect(message.get("code", 1000))
        try:
            frame = _parse_frame(message)
            await asyncio.to_thread(self._follow, frame)
        except KibitzError as error:
            self._errors += 1
            self._put(f"error {self._errors}", {"type": "error", "error": str(error)})

    def _follow(self, frame: dict[str, Any]) -> None:
        kind = frame["type"]
        if kind == "analyse":
            self._analyse(frame)
        elif kind == "voices":
            self._ask_voices(frame)
        elif kind == "stop":
            self._asked += 1
            self._leave("analysis")
        elif kind == "watch":
            self._watch(frame.get("game"))
        elif kind == "reviews":
            self._follow_reviews()
        elif kind == "ping":
            self._post("pong", {"type": "pong"})

    def _analyse(self, frame: dict[str, Any]) -> None:
        asker, line = _asker(frame), _line(frame)
        asked = self._turn_to(line)

        def tell(found: Known) -> None:
            shape = game_of(line).describe_analysis(found)
            self._post("analysis", {"type": "analysis", "id": asker, **shape.model_dump()}, asked)

        self._hold("analysis", self._services.pool.watch(line.position, tell))

    def _ask_voices(self, frame: dict[str, Any]) -> None:
        asker = _asker(frame)
        question = Question(_line(frame), _voices(frame), _rating(frame), engine=_engine(frame))
        asked, services = self._turn_to(question.line), self._services

        def tell(said: SaidSoFar) -> None:
            self._post("analysis", lambda: {"type": "voices", "id": asker, **said.message()}, asked)

        self._hold("analysis", Hearing(question, tell).begin(services.pool, services.engines, services.helpers))

    def _turn_to(self, line: PlayedLine) -> int:
        """The number of the next question on a line, which replaces the previous one. Raises SetupError when the game is over."""
        self._asked += 1
        self._leave("analysis")
        if line.position.is_over:
            raise SetupError("the game is over: there is no move to analyse")
        return self._asked

    def _watch(self, key: Any) -> None:
        self._leave("game")
        if key is None:
            return
        if not isinstance(key, str):
            raise NotationError("game is the id of a game, or null")

        def tell(view: GameView) -> None:
            shape = describe_game(view, self._services.is_reviewed(view.game.id), self._services.names.side_of(view.game))
            self._post("game", {"type": "game", "game": shape.model_dump(mode="json")})

        self._hold("game", self._services.room.watch(key, tell))

    def _follow_reviews(self) -> None:
        self._leave("reviews")
        watch = self._services.reviews.watch
        self._hold("reviews", watch(lambda row: self._post(f"review {row['id']}", {"type": "review", **row})))

    def _hold(self, name: str, end: Callable[[], None]) -> None:
        with self._lock:
            if not self._ended:
                self._ends[name] = end
                return
        end()

    def _leave(self, name: str) -> None:
        with self._lock:
            end = self._ends.pop(name, None)
        if end is not None:
            end()

    def _post(self, kind: str, message: _Message, asked: int | None = None) -> None:
        """Put a message into the outbox from any thread; an analysis that is no longer wanted is dropped."""
        with contextlib.suppress(RuntimeError):  # the loop ends before the last threads do
            self._loop.call_soon_threadsafe(self._put, kind, message, asked)

    def _put(self, kind: str, message: _Message, asked: int | None = None) -> None:
        if asked is not None and asked != self._asked:
            return
        self._waiting[kind] = message
        while len(self._waiting) > _MOST_WAITING:
            self._waiting.popitem(last=False)
        self._wake.set()

    async def _send_all(self) -> None:
        while True:
            await self._wake.wait()
            self._wake.clear()
            while self._waiting:
                _, message = self._waiting.popitem(last=False)
                await self._socket.send_text(await asyncio.to_thread(_written, message))


def _written(message: _Message) -> str:
    """A message as text. One that cannot be made becomes an error, and the channel goes on."""
    try:
        return json.dumps(message() if callable(message) else message, allow_nan=False)
    except (KibitzError, ValueError, TypeError) as error:
        _log.exception("a message could not be made")
        return json.dumps({"type": "error", "error": f"an answer cannot be sent: {error}"})


def _parse_frame(message: Any) -> dict[str, Any]:
    text = message.get("text")
    if text is None:
        raise NotationError("frames are text, not bytes")
    if len(text) > FRAME_BYTES:
        raise NotationError(f"a frame of {len(text)} characters is too long; at most {FRAME_BYTES} are read")
    try:
        frame = json.loads(text, parse_constant=_refuse_constant)
    except (ValueError, RecursionError):
        raise NotationError("a frame is one JSON object") from None
    if not isinstance(frame, dict) or not isinstance(frame.get("type"), str):
        raise NotationError("a frame is one JSON object with a type")
    _require_known_fields(frame)
    return frame


def _require_known_fields(frame: dict[str, Any]) -> None:
    """A field that a message does not have would be passed over, and another question answered than was asked."""
    if frame["type"] not in _FIELDS:
        raise NotationError(f"{frame['type'][:40]!r} is not a message; use {_listed(_FIELDS, 'or')}")
    known = ("type", *_FIELDS[frame["type"]])
    for name in frame:
        if name not in known:
            raise NotationError(f"{name[:40]!r} is not a field of {frame['type']}, which has {_listed(known, 'and')}")


def _listed(words: Iterable[str], joint: str) -> str:
    *first, last = words
    return f"{', '.join(first)} {joint} {last}" if first else f"only {last}"


def _refuse_constant(name: str) -> None:
    """NaN and the infinities are no JSON, and could not be sent back."""
    raise ValueError(name)


def _asker(frame: dict[str, Any]) -> str | int | float | None:
    asker = frame.get("id")
    is_infinite = isinstance(asker, float) and not math.isfinite(asker)
    if is_infinite or not isinstance(asker, str | int | float | None) or len(str(asker)) > _LONGEST_ID:
        raise NotationError("id is a short text or a number")
    return asker


def _line(frame: dict[str, Any]) -> PlayedLine:
    return parse_played_line(_text(frame, "start"), _text(frame, "moves"))


def _voices(frame: dict[str, Any]) -> tuple[VoiceName, ...]:
    asked = frame.get("ask", list(_VOICES))
    if not isinstance(asked, list) or any(name not in _VOICES for name in asked):
        raise NotationError(f"ask is a list of voices; known are {', '.join(_VOICES)}")
    return tuple(name for name in _VOICES if name in asked)


def _rating(frame: dict[str, Any]) -> float | None:
    rating = frame.get("rating")
    if rating is None:
        return None
    if isinstance(rating, bool) or not isinstance(rating, int | float) or not 0 < rating <= _HIGHEST_RATING:
        raise NotationError(f"rating is a number above 0, at most {_HIGHEST_RATING}")
    return float(rating)


def _engine(frame: dict[str, Any]) -> str:
    engine = frame.get("engine") or ""
    if not isinstance(engine, str) or len(engine) > _LONGEST_ID:
        raise NotationError("engine is the name of one of the list")
    return engine


def _text(frame: dict[str, Any], name: str) -> str:
    value = "" if frame.get(name) is None else frame[name]
    if not isinstance(value, str) or len(value) > LONGEST_PATH:
        raise NotationError(f"{name} is a text of at most {LONGEST_PATH} characters")
    return value
