"""What lists need to know of the saved games, kept in memory and brought up to date by each change. Nothing here reads a file."""

from bisect import bisect_left, insort
from collections import Counter
from dataclasses import dataclass
from datetime import datetime
from typing import TypeAlias

from kibitz.app.saved_game import SavedGame
from kibitz.rules.game import Outcome

_Place: TypeAlias = tuple[datetime, str]


@dataclass(frozen=True, slots=True)
class IndexedGame:
    """A saved game with what costs a replay of its moves to find out."""

    game: SavedGame
    outcome: Outcome | None
    path: str

    @property
    def is_over(self) -> bool:
        return self.outcome is not None


def indexed(game: SavedGame) -> IndexedGame:
    """The entry of a game."""
    return IndexedGame(game, game.outcome, game.line.path)


class GameIndex:
    """All games by their ids, in the order of their last changes, with folders and tags counted.

    Whoever uses it from many threads holds a lock meanwhile; no method takes longer than a copy of the list.
    """

    def __init__(self) -> None:
        self._entries: dict[str, IndexedGame] = {}
        self._places: list[_Place] = []  # of all games, the one changed last at the end
        self._folders: Counter[str] = Counter()
        self._tags: Counter[str] = Counter()

    def put(self, entry: IndexedGame) -> None:
        """Add a game, or replace what is known of it."""
        game = entry.game
        self.remove(game.id)
        self._entries[game.id] = entry
        insort(self._places, _place(game))
        self._folders.update(_folders(game))
        self._tags.update(game.tags)

    def remove(self, key: str) -> None:
        """Forget a game, if it is there."""
        entry = self._entries.pop(key, None)
        if entry is None:
            return
        del self._places[bisect_left(self._places, _place(entry.game))]
        self._folders -= Counter(_folders(entry.game))
        self._tags -= Counter(entry.game.tags)

    def latest_first(self) -> list[IndexedGame]:
        """All games, the one changed last first."""
        return [self._entries[key] for _, key in reversed(self._places)]

    def folders(self) -> list[tuple[str, int]]:
        """All folders by name, with how many games are in each."""
        return sorted(self._folders.items())

    def tags(self) -> list[tuple[str, int]]:
        """All tags by name, with how many games have each."""
        return sorted(self._tags.items())


def _place(game: SavedGame) -> _Place:
    return game.changed, game.id


def _folders(game: SavedGame) -> list[str]:
    return [game.folder] if game.folder else []
