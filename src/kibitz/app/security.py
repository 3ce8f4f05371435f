"""What guards the app: foreign hosts and origins are turned away, and nobody can send more than it is meant to hold.

The app listens on loopback, but a page of another site can make a browser talk to it; the Host and Origin headers tell.
"""

import ipaddress
import json
from collections.abc import Mapping
from typing import Final
from urllib.parse import urlsplit

from starlette.types import ASGIApp, Message, Receive, Scope, Send

BODY_BYTES: Final = 1 << 20
UPLOAD_BYTES: Final = 32 << 20
FRAME_BYTES: Final = 64 << 10
UPLOAD_PATHS: Final = ("/api/games/import", "/api/reviews/upload")

_LONGEST_LENGTH: Final = 18  # digits of a Content-Length
_FOREIGN_SITES: Final = frozenset({"cross-site", "same-site"})  # another port of this machine is the same site
_ANY_ADDRESS: Final = frozenset({"0.0.0.0", "::"})

_HEADERS: Final = (
    (b"content-security-policy", b"default-src 'self'; img-src 'self' data: blob:; frame-ancestors 'none'; base-uri 'none'"),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-resource-policy", b"same-origin"),
)


class Guard:
    """The outermost layer of the app: checks every request before anything else sees it."""

    def __init__(self, app: ASGIApp, hosts: frozenset[str]) -> None:
        """`hosts` are further names of the app in addition to loopback; 0.0.0.0 stands for all addresses."""
        self._app, self._hosts = app, hosts

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        problem = self._problem(scope)
        if scope["type"] == "websocket":
            await (self._app(scope, receive, send) if problem is None else _refuse_socket(receive, send))
        elif problem:
            await _answer(send, 403, problem)
        else:
            await self._limited(scope, receive, _with_headers(send))

    def _problem(self, scope: Scope) -> str | None:
        headers = {name: value.decode("latin-1") for name, value in scope["headers"]}
        host = headers.get(b"host", "")
        if not self._is_known(host):
            return f"{host[:80]!r} is not a name of this Kibitz server; open it as http://127.0.0.1"
        origin = headers.get(b"origin")
        if origin is None:
            return _problem_of_fetch(headers)
        if origin != "null" and _netloc(origin) == host:
            return None
        if scope["type"] == "websocket" or scope["method"] not in ("GET", "HEAD"):
            return f"pages of {origin[:80]!r} may not talk to Kibitz"
        return None

    def _is_known(self, host: str) -> bool:
        address = _address(name := _host_name(host))
        if address is not None and not self._hosts.isdisjoint(_ANY_ADDRESS):
            return True  # a page of another site can only ever come with a name
        return name in self._hosts or name == "localhost" or (address is not None and address.is_loopback)

    async def _limited(self, scope: Scope, receive: Receive, send: Send) -> None:
        limit = UPLOAD_BYTES if scope["path"] in UPLOAD_PATHS else BODY_BYTES
        try:
            body = await _read_body(scope, receive, limit)
        except _TooLargeError:
            await _answer(send, 413, f"the request is larger than {limit >> 20} MiB")
            return
        except ConnectionError:
            return
        await self._app(scope, _replayed(body, receive), send)


def _problem_of_fetch(headers: Mapping[bytes, str]) -> str | None:
    """What is wrong with a request without an Origin: a page of another site may link here, and nothing else."""
    if headers.get(b"sec-fetch-site") not in _FOREIGN_SITES or headers.get(b"sec-fetch-mode") == "navigate":
        return None
    return "pages of other sites may not talk to Kibitz"


class _TooLargeError(Exception):
    """A request's body is larger than it may be."""


async def _read_body(scope: Scope, receive: Receive, limit: int) -> bytes:
    """The whole body, read before anything is done with it; a stated length that is too large is not even waited for."""
    stated = dict(scope["headers"]).get(b"content-length", b"0")
    if stated.isdigit() and (len(stated) > _LONGEST_LENGTH or int(stated) > limit):
        raise _TooLargeError
    body = bytearray()
    while True:
        message = await receive()
        if message["type"] == "http.disconnect":
            raise ConnectionError
        body += message.get("body", b"")
        if len(body) > limit:
            raise _TooLargeError
        if not message.get("more_body"):
            return bytes(body)


def _replayed(body: bytes, receive: Receive) -> Receive:
    waiting = [body]

    async def next_message() -> Message:
        if waiting:
            return {"type": "http.request", "body": waiting.pop(), "more_body": False}
        return await receive()

    return next_message


def _with_headers(send: Send) -> Send:
    async def send_with_headers(message: Message) -> None:
        if message["type"] == "http.response.start":
            message = {**message, "headers": [*message.get("headers", ()), *_HEADERS]}
        await send(message)

    return send_with_headers


async def _answer(send: Send, status: int, problem: str) -> None:
    body = json.dumps({"error": problem}).encode()
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode()), (b"connection", b"close")]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})


async def _refuse_socket(receive: Receive, send: Send) -> None:
    """A close before the handshake is answered with 403 by the server."""
    await receive()
    await send({"type": "websocket.close", "code": 1008, "reason": "foreign host or origin"})


def _netloc(origin: str) -> str:
    """Host and port in an Origin header; empty if it is none."""
    try:
        return urlsplit(origin).netloc
    except ValueError:
        return ""


def _host_name(host: str) -> str:
    """The name in a Host header, without its port; empty if it is none."""
    try:
        return urlsplit(f"//{host}").hostname or ""
    except ValueError:
        return ""


def _address(name: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    try:
        return ipaddress.ip_address(name)
    except ValueError:
        return None
