"""A client of the soak: one thing after the other, as a person with a browser does them."""

import asyncio
import contextlib
import json
import random
import time
from collections import deque
from collections.abc import Awaitable, Callable
from dataclasses import asdict
from typing import Any

import httpx2
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from kibitz.review.othello.game_sources import own_games
from soaking.material import Upload, othello_line, some_line
from soaking.tally import Tally

PATIENCE = 120.0  # for one answer, on a machine that does other work too
KEPT_GAMES = 3  # of each client
REVIEWED_PLIES = 12
REVIEW_SECONDS = 30.0  # after which a client gives up
LISTENED = (0.2, 1.5)  # seconds at one position
PAUSE = (0.05, 0.5)  # seconds between two things a client does
PROGRAMS = {
    "": ("engine:level=2", "engine:level=4", "greedy", "random", "expert", "alphabeta:depth=2"),
    "go:9": ("uct:playouts=200", "random"),
    "noughts:": ("perfect", "evolved", "random"),
}
LIMITS = httpx2.Limits(keepalive_expiry=2.0)  # a connection is left before the server closes it
PAGES = ("/", "/scripts/games/list.js", "/openapi.json")


class Unexpected(Exception):  # noqa: N818 - it is counted, and the client goes on
    """An answer that is not the one there should be."""


def never(_message: dict[str, Any]) -> bool:
    return False


class Client:
    """A person with a browser, who does one thing after the other until the time is over."""

    def __init__(self, port: int, number: int, uploads: list[Upload], tally: Tally, end: float) -> None:
        self.port, self.uploads, self.tally, self.end = port, uploads, tally, end
        self.chooser = random.Random(number)
        self.http = httpx2.AsyncClient(base_url=f"http://127.0.0.1:{port}", timeout=PATIENCE, limits=LIMITS)
        self.kept: deque[str] = deque()

    async def run(self) -> None:
        deeds = {self.analyse: 4, self.play: 4, self.review: 1, self.upload: 2, self.browse: 2}
        async with self.http:
            while time.monotonic() < self.end:
                await self.attempt(*self.chooser.choices(list(deeds), list(deeds.values())))

    async def attempt(self, deed: Callable[[], Awaitable[None]]) -> None:
        """Do one thing, and count what goes wrong."""
        name = deed.__name__
        try:
            await deed()
            self.tally.done[name] += 1
        except Unexpected as error:
            self.tally.errors[f"{name}: {error}"] += 1
        except (WebSocketException, httpx2.HTTPError, OSError, TimeoutError) as error:
            self.tally.errors[f"{name}: {type(error).__name__} {error}"[:200]] += 1
        await asyncio.sleep(self.chooser.uniform(*PAUSE))

    async def analyse(self) -> None:
        """Look at some positions over the live channel, as they deepen."""
        async with self.live() as live:
            for number in range(self.chooser.randint(1, 5)):
                kind = self.chooser.choice(("analyse", "voices"))
                line = some_line(self.chooser)
                with self.tally.timed(f"{kind}, first answer"):
                    await self.say(live, type=kind, start=line.start, moves=line.moves, id=number)
                    await self.hear(live, lambda message, number=number: message.get("id") == number)
                await self.listen(live, self.chooser.uniform(*LISTENED))
            await self.say(live, type="stop")

    async def play(self) -> None:
        """Play against a program and watch its moves come."""
        start = self.chooser.choice(list(PROGRAMS))
        seats = {"black": {"name": "Ada"}, "white": {"player": self.chooser.choice(PROGRAMS[start])}}
        game = await self.ask("begin a game", "POST", "games", 201, json={**seats, "start": start})
        async with self.live() as live:
            await self.say(live, type="watch", game=game["id"])
            for _ in range(self.chooser.randint(3, 15)):
                game = (await self.hear(live, is_my_turn))["game"]
                if game["state"] == "over":
                    break
                await self.move(game)
        await self.finish(game["id"])

    async def move(self, game: dict[str, Any]) -> None:
        moves = game["position"]["legal_moves"]
        chosen = self.chooser.choice(moves)
        if self.chooser.random() < 0.05:
            await self.ask("hint", "POST", f"games/{game['id']}/hint", json={})
        await self.ask("move", "POST", f"games/{game['id']}/moves", json={"move": chosen})

    async def finish(self, key: str) -> None:
        """Comment on a game, save it as a file, and keep it for a while."""
        for text in ("well played", "badly played", ""):
            await self.ask("comment", "PUT", f"games/{key}/comments", json={"path": "", "comment": text})
        game = await self.ask("game", "GET", f"games/{key}")
        suffix = {"othello": "sgf", "go": "sgf"}.get(game["game"], "txt")
        await self.ask("export", "GET", f"games/{key}/export", params={"format": suffix})
        self.kept.append(key)
        while len(self.kept) > KEPT_GAMES:
            await self.delete(self.kept.popleft())

    async def review(self) -> None:
        """Have the beginning of a game reviewed, look at the review if it is done soon, and delete it."""
        text = othello_line(self.chooser.randrange(len(own_games())), REVIEWED_PLIES)
        begun = await self.ask("ask for a review", "POST", "reviews", 202, json={"text": text})
        key = begun["reviews"][0]["id"]
        async with self.live() as live:
            await self.say(live, type="reviews")
            await self.listen(live, REVIEW_SECONDS, lambda message: message.get("id") == key and message["state"] == "done")
        found = await self.ask("review", "GET", f"reviews/{key}")
        if found["state"] == "done":
            for name in ("report.txt", "report.svg"):
                await self.ask("report", "GET", f"reviews/{key}/{name}")
        await self.ask("reviews", "GET", "reviews")
        await self.delete(key)

    async def upload(self) -> None:
        """Import a file, look for its games, and delete them."""
        file = self.chooser.choice(self.uploads)
        made = await self.ask("import", "POST", "games/import", file.status, params={"name": file.name}, content=file.data)
        await self.ask("list of games", "GET", "games", params={"search": "Ada"})
        for line in made.get("games", ()):
            await self.delete(line["id"])

    async def browse(self) -> None:
        """Look round: pages, positions, predictions, the archive, a drill."""
        line = asdict(some_line(self.chooser))
        opening = {"moves": othello_line(self.chooser.randrange(len(own_games())), self.chooser.randrange(8))}
        await self.ask("page", "GET", self.chooser.choice(PAGES))
        await self.ask("status", "GET", "status")
        await self.ask("position", "GET", "position", params=line)
        await self.ask("predictions", "GET", "predictions", params=opening)
        await self.ask("voices at once", "GET", "voices", params={**opening, "seconds": 0.1})
        await self.ask("explore", "GET", "archive/explore", params=opening)
        await self.ask("archive games", "GET", "archive/games", params={**opening, "limit": 20})
        await self.ask("drill", "GET", "drills/guess", params={"seed": self.chooser.randrange(1000)})
        await self.ask("parse", "POST", "parse", json={"text": othello_line(0, 60)})

    async def delete(self, key: str) -> None:
        await self.ask("delete", "DELETE", f"games/{key}")

    async def ask(self, kind: str, method: str, route: str, status: int = 200, **more: Any) -> Any:
        """The answer to a request; raises Unexpected if its status is another."""
        with self.tally.timed(kind):
            answer = await self.http.request(method, route if route.startswith("/") else f"/api/{route}", **more)
        if answer.status_code != status:
            raise Unexpected(f"{method} {kind}: {answer.status_code} instead of {status}: {answer.text[:150]}")
        return answer.json() if "json" in answer.headers["content-type"] else answer.text

    def live(self) -> connect:
        return connect(f"ws://127.0.0.1:{self.port}/api/live", max_size=None, ping_timeout=PATIENCE, close_timeout=PATIENCE)

    async def say(self, live: ClientConnection, **frame: Any) -> None:
        self.tally.messages["sent"] += 1
        await live.send(json.dumps(frame))

    async def hear(self, live: ClientConnection, is_wanted: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
        """The first message of a kind; raises Unexpected at a message of an error, TimeoutError if none comes."""
        async with asyncio.timeout(PATIENCE):
            while True:
                message = json.loads(await live.recv())
                self.tally.messages["received"] += 1
                if message["type"] == "error":
                    raise Unexpected(f"live channel: {message['error'][:150]}")
                if is_wanted(message):
                    return message

    async def listen(self, live: ClientConnection, seconds: float, is_last: Callable[[dict[str, Any]], bool] = never) -> None:
        """Hear what comes for some seconds, or until the last message."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await self.hear(live, is_last)


def is_my_turn(message: dict[str, Any]) -> bool:
    if message["type"] != "game":
        return False
    game = message["game"]
    if game["problem"]:
        raise Unexpected(f"live channel: {game['problem']}")
    return game["state"] == "over" or game["players"][game["position"]["to_move"]]["player"] == "human"
