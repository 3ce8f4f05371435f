"""Events of saved games as they are in files: checked for their kinds of values before a game is made of them.

What the app writes always fits. A file that was damaged, or changed by hand, is refused by itself; answers about all games go on
without it.
"""

from typing import Any

from pydantic import BaseModel, ConfigDict

from kibitz.files import parse_json


class _Stored(BaseModel):
    model_config = ConfigDict(strict=True, extra="ignore", allow_inf_nan=False)


class _Seat(_Stored):
    player: str = ""
    name: str = ""


class _Clock(_Stored):
    seconds: float
    increment: float


class _Outcome(_Stored):
    black_score: float
    reason: str


class _Event(_Stored):
    """The values that an event may have, whatever kind it is; which of them it needs is for the game to say."""

    event: str
    at: str
    black: _Seat | str = ""
    white: _Seat | str = ""
    start: str = ""
    moves: str = ""
    fixed: int = 0
    clock: _Clock | None = None
    human_time: bool = False
    outcome: _Outcome | None = None
    comments: dict[str, str] = {}
    variations: list[str] = []
    extras: dict[str, str | float | None] = {}
    name: str = ""
    date: str = ""
    folder: str = ""
    tags: list[str] = []
    move: str = ""
    seconds: float | list[float | None] | None = None
    changed: str = ""
    version: int = 1
    dead: list[str] | None = None
    to: int = 0
    loser: str = ""
    reason: str = ""
    points: list[str] = []
    path: str = ""
    comment: str = ""


def parse_event(line: bytes) -> dict[str, Any]:
    """The event of a line; raises ValueError if it is none."""
    event = parse_json(line)
    _Event.model_validate(event)
    found: dict[str, Any] = event
    return found
