"""Players that can be named."""

from kibitz.app.shapes.base import Shape


class PlayerOption(Shape):
    name: str
    meaning: str
    description: str
    default: str | None
    required: bool


class PlayerShape(Shape):
    name: str
    description: str
    options: list[PlayerOption]


class PlayerList(Shape):
    players: list[PlayerShape]
