"""Which saved games are listed or meant, and in which order."""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal, TypeAlias

from kibitz.app.saved_game import SavedGame
from kibitz.app.study_games import study_games

Order: TypeAlias = Literal["changed", "created", "players", "result", "event", "date", "moves", "folder"]

_KEYS: Final[dict[Order, Callable[[SavedGame], Any]]] = {
    "changed": lambda game: game.changed,
    "created": lambda game: game.created,
    "players": lambda game: (game.black.shown_name.casefold(), game.white.shown_name.casefold()),
    "result": lambda game: (game.is_over, game.outcome.black_score if game.outcome else 0.0),
    "event": lambda game: game.event.casefold(),
    "date": lambda game: game.date or game.created.date().isoformat(),
    "moves": lambda game: len(game.line.moves),
    "folder": lambda game: game.folder.casefold(),
}


@dataclass(frozen=True, slots=True)
class SavedGameFilter:
    """What somebody asks for: a text, a state, a folder (empty: those in none), a tag; None asks for nothing."""

    search: str = ""
    state: str | None = None
    folder: str | None = None
    tag: str | None = None

    def of(self, games: Iterable[SavedGame]) -> list[SavedGame]:
        """The games that fit, in their order."""
        wanted = Search(self.search)
        return [game for game in games if self._fits(game) and wanted.fits(game)]

    def _fits(self, game: SavedGame) -> bool:
        return (
            self.state in (None, "over" if game.is_over else "playing")
            and self.folder in (None, game.folder)
            and (self.tag is None or self.tag in game.tags)
        )


class Search:
    """What somebody types to find a game: part of a name, event, date, tag or comment, or the first moves in any orientation."""

    def __init__(self, text: str) -> None:
        self._text = text.strip().lower()
        self._beginnings = {game.name: game.beginnings(self._text) for game in study_games()}

    def fits(self, game: SavedGame) -> bool:
        if not self._text:
            return True
        names = (game.black.shown_name, game.white.shown_name)
        said = (*names, game.event, game.date, game.folder, *game.tags, *game.comments.values())
        return any(self._text in text.lower() for text in said) or any(
            game.line.path.startswith(beginning) for beginning in self._beginnings[game.game]
        )


def in_order(games: Sequence[SavedGame], order: Order, is_descending: bool) -> list[SavedGame]:
    """The games sorted; those that are equal keep their order."""
    return sorted(games, key=_KEYS[order], reverse=is_descending)


def counted_folders(games: Iterable[SavedGame]) -> list[tuple[str, int]]:
    """All folders by name, with how many games are in each."""
    return sorted(Counter(game.folder for game in games if game.folder).items())


def counted_tags(games: Iterable[SavedGame]) -> list[tuple[str, int]]:
    """All tags by name, with how many games have each."""
    return sorted(Counter(tag for game in games for tag in game.tags).items())
