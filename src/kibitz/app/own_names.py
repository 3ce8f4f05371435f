"""The names under which the user plays, and so which side of a game is the user's own."""

import threading
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import Final

from kibitz.app.folder import read_json, write_json
from kibitz.app.saved_game import SavedGame
from kibitz.app.shapes.base import Side
from kibitz.app.sides import side_name
from kibitz.errors import KibitzError
from kibitz.files import clear_parts
from kibitz.rules.game import Color

_MOST_SUGGESTED: Final = 8


class OwnNames:
    """The user's names, in a small file. Safe to use from many threads."""

    def __init__(self, folder: Path) -> None:
        self._path = folder / "names.json"
        self._lock = threading.Lock()
        self._names: list[str] | None = None
        clear_parts(folder)

    def all(self) -> list[str]:
        """The names; none if the file is missing or damaged, which costs nothing but to type them again."""
        with self._lock:
            if self._names is None:
                self._names = self._read()
            return list(self._names)

    def keep(self, names: Iterable[str]) -> list[str]:
        """Keep these names, each once and without the empty ones; raises SetupError if they cannot be written."""
        by_form = {_form(name): name.strip() for name in names}
        kept = [name for form, name in by_form.items() if form]
        with self._lock:
            write_json(self._path, kept)
            self._names = kept
            return list(kept)

    def side_of(self, game: SavedGame) -> Side | None:
        """The user's side in a game: that of one of the names, else the only side where a person sits against a program."""
        forms = {_form(name) for name in self.all()}
        named = [color for color in Color if _form(game.seat(color).name) in forms]
        people = [color for color in Color if game.seat(color).is_human]
        sides = named if len(named) == 1 else people
        return side_name(sides[0]) if len(sides) == 1 else None

    def frequent(self, games: Iterable[SavedGame]) -> list[tuple[str, int]]:
        """The people who play in most of the games, and in how many; the user's own names are not among them."""
        own = {_form(name) for name in self.all()}
        seats = (seat for game in games for seat in (game.black, game.white) if seat.is_human)
        counted = Counter(seat.name for seat in seats if _form(seat.name) not in own | {""})
        return [(name, count) for name, count in counted.most_common(_MOST_SUGGESTED) if count > 1]

    def _read(self) -> list[str]:
        try:
            found = read_json(self._path, "")
        except KibitzError:
            return []
        return [name for name in found if isinstance(name, str)] if isinstance(found, list) else []


def _form(name: str) -> str:
    """A name without what people do not care about: case and spaces."""
    return " ".join(name.casefold().split())
