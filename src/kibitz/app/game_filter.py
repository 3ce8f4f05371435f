"""Which saved games are listed or meant, and in which order."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal, TypeAlias

from kibitz.app.game_index import IndexedGame
from kibitz.app.study_games import study_games

Order: TypeAlias = Literal["changed", "created", "players", "result", "event", "date", "moves", "folder"]

_KEYS: Final[dict[Order, Callable[[IndexedGame], Any]]] = {
    "changed": lambda entry: entry.game.changed,
    "created": lambda entry: entry.game.created,
    "players": lambda entry: (entry.game.black.shown_name.casefold(), entry.game.white.shown_name.casefold()),
    "result": lambda entry: (entry.is_over, entry.outcome.black_score if entry.outcome else 0.0),
    "event": lambda entry: entry.game.event.casefold(),
    "date": lambda entry: entry.game.date or entry.game.created.date().isoformat(),
    "moves": lambda entry: len(entry.game.line.moves),
    "folder": lambda entry: entry.game.folder.casefold(),
}


@dataclass(frozen=True, slots=True)
class SavedGameFilter:
    """What somebody asks for: a text, a state, a folder (empty: those in none), a tag; None asks for nothing."""

    search: str = ""
    state: str | None = None
    folder: str | None = None
    tag: str | None = None

    def of(self, games: Iterable[IndexedGame]) -> list[IndexedGame]:
        """The games that fit, in their order."""
        wanted = Search(self.search)
        return [entry for entry in games if self._fits(entry) and wanted.fits(entry)]

    def _fits(self, entry: IndexedGame) -> bool:
        return (
            self.state in (None, "over" if entry.is_over else "playing")
            and self.folder in (None, entry.game.folder)
            and (self.tag is None or self.tag in entry.game.tags)
        )


class Search:
    """What somebody types to find a game: part of a name, event, date, tag or comment, or the first moves in any orientation."""

    def __init__(self, text: str) -> None:
        self._text = text.strip().lower()
        self._beginnings = {game.name: game.beginnings(self._text) for game in study_games()}

    def fits(self, entry: IndexedGame) -> bool:
        if not self._text:
            return True
        game = entry.game
        names = (game.black.shown_name, game.white.shown_name)
        said = (*names, game.event, game.date, game.folder, *game.tags, *game.comments.values())
        return any(self._text in text.lower() for text in said) or any(
            entry.path.startswith(beginning) for beginning in self._beginnings[game.game]
        )


def in_order(games: Sequence[IndexedGame], order: Order, is_descending: bool) -> list[IndexedGame]:
    """The games, the one changed last first, sorted; those that are equal keep their order."""
    if order == "changed" and is_descending:
        return list(games)
    return sorted(games, key=_KEYS[order], reverse=is_descending)
